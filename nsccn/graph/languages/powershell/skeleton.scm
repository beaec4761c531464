; Long values that a skeleton leaves out

(program (statement_list (pipeline (assignment_expression value: (pipeline (pipeline_chain
  (logical_expression (bitwise_expression (comparison_expression (additive_expression
  (multiplicative_expression (format_expression (range_expression (array_literal_expression
  (unary_expression [(array_expression) (hash_literal_expression)] @elide)))))))))))))))
