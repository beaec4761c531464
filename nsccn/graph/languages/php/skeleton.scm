; Long values that a skeleton leaves out

(property_element default_value: [(array_creation_expression) (string) (encapsed_string) (heredoc) (nowdoc) (binary_expression)] @elide)
(const_element (name) . [(array_creation_expression) (string) (encapsed_string) (heredoc) (nowdoc) (binary_expression)] @elide)
(program (return_statement [(array_creation_expression) (function_call_expression)] @elide))
