; Long values that a skeleton leaves out

(field_declaration declarator: (variable_declarator value: (_) @elide))
(constant_declaration declarator: (variable_declarator value: (_) @elide))
(enum_constant body: (class_body) @elide)
