; Long values that a skeleton leaves out

(template_body (val_definition value: (_) @elide))
(template_body (var_definition value: (_) @elide))
(compilation_unit (val_definition value: (_) @elide))
