; What stands alone in markup: a handler, a component, what is shown

(expression_statement [(identifier) (member_expression)] @value)
(expression_statement (sequence_expression [(identifier) (member_expression)] @value))
(unary_expression argument: [(identifier) (member_expression)] @value)
