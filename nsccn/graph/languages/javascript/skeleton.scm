; Long values that a skeleton leaves out

(variable_declarator value: [
  (object) (array) (call_expression) (new_expression) (string) (template_string) (binary_expression)
  (await_expression) (ternary_expression)
] @elide)
(field_definition value: [(object) (array) (call_expression) (new_expression) (template_string)] @elide)
