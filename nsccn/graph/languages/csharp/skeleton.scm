; Long values that a skeleton leaves out

(field_declaration (variable_declaration (variable_declarator "=" (_) @elide)))
(property_declaration value: [
  (object_creation_expression) (implicit_object_creation_expression) (array_creation_expression)
  (implicit_array_creation_expression) (collection_expression) (invocation_expression) (string_literal)
  (verbatim_string_literal) (raw_string_literal) (binary_expression)
] @elide)
