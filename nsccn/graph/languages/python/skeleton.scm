; Long values that a skeleton leaves out

(assignment right: [(dictionary) (list) (tuple) (set) (string) (concatenated_string)
  (list_comprehension) (dictionary_comprehension) (call) (parenthesized_expression)] @elide)

; A string behind an assignment documents it

(class_definition body: (block (assignment) . (string) @remark))
(module (assignment) . (string) @remark)
