; Long values of attributes that a skeleton leaves out

((unary_operator operator: "@" operand: (call
  target: (identifier) @_attribute
  (arguments . [(binary_operator) (call) (list) (map) (sigil) (string) (tuple)] @elide)))
  (#not-match? @_attribute "^(behaviour|callback|doc|macrocallback|moduledoc|opaque|spec|type|typedoc|typep)$"))
