; What stands alone in markup: a handler, a component, what is shown

(expression_statement [(identifier) (member_expression)] @value)
(expression_statement (sequence_expression [(identifier) (member_expression)] @value))
(unary_expression argument: [(identifier) (member_expression)] @value)

; What an expression is made of: `ready && visible`, `heading + suffix()`, `${heading}`, `rows[place]`

(binary_expression [(identifier) (member_expression)] @value)
(parenthesized_expression [(identifier) (member_expression)] @value)
(template_substitution [(identifier) (member_expression)] @value)
(subscript_expression [(identifier) (member_expression)] @value)
(spread_element [(identifier) (member_expression)] @value)
