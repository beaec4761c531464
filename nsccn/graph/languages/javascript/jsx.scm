; JSX: an element whose name begins in upper case, or has a dot, runs a component

((jsx_opening_element name: [(identifier) (member_expression)] @callee) @call
  (#match? @callee "^[A-Z]|\\."))
((jsx_self_closing_element name: [(identifier) (member_expression)] @callee) @call
  (#match? @callee "^[A-Z]|\\."))
(jsx_expression [(identifier) (member_expression)] @value)
(jsx_text) @literal

; What the provider of a context of React is given, the context holds

((jsx_opening_element
  name: (member_expression object: (identifier) @owner property: (property_identifier) @_provider)
  attribute: (jsx_attribute (property_identifier) @_value (jsx_expression (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ])))) @assign
  (#eq? @_provider "Provider")
  (#eq? @_value "value"))
((jsx_opening_element
  name: (member_expression object: (identifier) @target property: (property_identifier) @_provider)
  attribute: (jsx_attribute (property_identifier) @_value (jsx_expression (_) @value))) @assign
  (#eq? @_provider "Provider")
  (#eq? @_value "value"))
