; Long values that a skeleton leaves out

(class_body (property_declaration value: (_) @elide))
(enum_class_body (property_declaration value: (_) @elide))
(source_file (property_declaration value: (_) @elide))
