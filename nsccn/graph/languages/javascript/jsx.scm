; JSX: an element whose name begins in upper case, or has a dot, runs a component

((jsx_opening_element name: [(identifier) (member_expression)] @callee) @call
  (#match? @callee "^[A-Z]|\\."))
((jsx_self_closing_element name: [(identifier) (member_expression)] @callee) @call
  (#match? @callee "^[A-Z]|\\."))
(jsx_expression [(identifier) (member_expression)] @value)
(jsx_text) @literal
