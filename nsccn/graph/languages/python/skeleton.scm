; A string behind an assignment documents it

(class_definition body: (block (assignment) . (string) @remark))
(module (assignment) . (string) @remark)

; Long values that decorators are given, such as the cases of a test

(decorator (call arguments: (argument_list [
  (list) (tuple) (dictionary) (set) (list_comprehension) (string) (concatenated_string) (parenthesized_expression)
] @elide)))
(decorator (call arguments: (argument_list (keyword_argument value: [
  (list) (tuple) (dictionary) (set) (list_comprehension) (string) (concatenated_string) (parenthesized_expression)
] @elide))))
