; Long values that a skeleton leaves out

(chunk (variable_declaration (assignment_statement (expression_list value: (table_constructor (field)) @elide))))
