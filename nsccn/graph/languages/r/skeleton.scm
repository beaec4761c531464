; Long values that a skeleton leaves out

((program (binary_operator
  operator: ["<-" "="]
  rhs: (call function: (identifier) @_list arguments: (arguments (argument)) @elide)))
  (#any-of? @_list "c" "list" "data.frame"))
