; Functions, wherever they have a name

(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.func
(binding attrpath: (attrpath) @name expression: (function_expression body: [
    (apply_expression) (assert_expression) (attrset_expression) (binary_expression) (has_attr_expression)
    (if_expression) (indented_string_expression) (let_expression) (list_expression) (parenthesized_expression)
    (rec_attrset_expression) (select_expression) (string_expression) (unary_expression) (variable_expression)
    (with_expression)
  ] @body)) @definition.func
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression body: [
    (apply_expression) (assert_expression) (attrset_expression) (binary_expression) (has_attr_expression)
    (if_expression) (indented_string_expression) (let_expression) (list_expression) (parenthesized_expression)
    (rec_attrset_expression) (select_expression) (string_expression) (unary_expression) (variable_expression)
    (with_expression)
  ] @body))) @definition.func
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression body: (function_expression body: [
    (apply_expression) (assert_expression) (attrset_expression) (binary_expression) (has_attr_expression)
    (if_expression) (indented_string_expression) (let_expression) (list_expression) (parenthesized_expression)
    (rec_attrset_expression) (select_expression) (string_expression) (unary_expression) (variable_expression)
    (with_expression)
  ] @body)))) @definition.func

; What a file has, and what it gives

(source_code expression: [
  (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var))
  (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var))
  (let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var))
  (let_expression body: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var)))
  (let_expression body: (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var)))
  (function_expression body: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var)))
  (function_expression body: (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var)))
  (function_expression body: (let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var)))
  (function_expression body: (let_expression body: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var))))
  (function_expression body: (let_expression body: (rec_attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.var))))
])

; Options of modules

((binding attrpath: (attrpath) @name expression: (apply_expression function: (_) @_option)) @definition.attr
  (#match? @_option "^(lib\\.|types\\.)?mk(Option|EnableOption|PackageOption)\\b"))
