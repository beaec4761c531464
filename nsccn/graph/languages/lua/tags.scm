; Tables that stand for a type, by a name in capitals: with functions, or what else they look up names in

((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [
    (table_constructor)
    (function_call
      name: (identifier) @_meta
      arguments: (arguments . (table_constructor)
        (table_constructor (field name: (identifier) @_index value: (_) @base))?))
  ] .))) @definition.class)
  (#match? @name "^(_M$|[A-Z])")
  (#not-match? @name "^[A-Z][A-Z0-9_]+$")
  (#any-of? @_meta "setmetatable")
  (#any-of? @_index "__index"))
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call
    name: [
      (method_index_expression table: (_) @base method: (identifier) @_extend)
      (dot_index_expression table: (_) @base field: (identifier) @_extend)]) .))) @definition.class)
  (#any-of? @_extend "derive" "extend" "inherit" "subclass"))
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call
    name: (_) @_class
    arguments: (arguments . (string) . (identifier)? @base)) .))) @definition.class)
  (#match? @_class "^(middle)?class$"))
((chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [
    (table_constructor)
    (function_call
      name: [
        (method_index_expression table: (_) @base method: (identifier) @_extend)
        (dot_index_expression table: (_) @base field: (identifier) @_extend)])
  ] .)) @definition.class)
  (#match? @name "^(_M$|[A-Z])")
  (#not-match? @name "^[A-Z][A-Z0-9_]+$")
  (#any-of? @_extend "derive" "extend" "inherit" "subclass"))

; What a table looks up names in, stated apart

((function_call
  name: (identifier) @_meta
  arguments: (arguments . (identifier) @subject
    (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @base)))) @inherit
  (#eq? @_meta "setmetatable")
  (#eq? @_index "__index"))

; Functions

(function_declaration name: (identifier) @name body: (block)? @body) @definition.func
(function_declaration
  name: (dot_index_expression table: (identifier) @owner field: (identifier) @name)
  body: (block)? @body) @definition.func
(function_declaration
  name: (dot_index_expression table: (dot_index_expression field: (identifier) @owner) field: (identifier) @name)
  body: (block)? @body) @definition.func
(function_declaration
  name: (method_index_expression table: (identifier) @owner method: (identifier) @name)
  body: (block)? @body) @definition.method
(function_declaration
  name: (method_index_expression table: (dot_index_expression field: (identifier) @owner) method: (identifier) @name)
  body: (block)? @body) @definition.method
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (block)? @body) .))) @definition.func
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (block)? @body) .)) @definition.func)
(assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (block)? @body) .)) @definition.func
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner .)
  (expression_list . value: (table_constructor (field
    name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.func) .))))
(chunk (return_statement (expression_list . (table_constructor (field
  name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.func) .)))
(chunk (return_statement (expression_list . (function_definition body: (block)? @body) @definition.func .)))
(table_constructor (field name: (identifier) @name value: (function_definition body: (block) @body)) @loose.func)

; Variables of a file, and what tables hold

((chunk (variable_declaration (assignment_statement
  (variable_list name: (identifier) @name)
  (expression_list . value: (_) @_value))) @definition.var)
  (#not-match? @_value "^require\\b")
  (#not-eq? @name @_value))
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.var)
(chunk (assignment_statement (variable_list . name: (identifier) @name .)) @definition.var)
((chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @owner field: (identifier) @name) .)) @definition.attr)
  (#not-match? @name "^__"))

; What a module offers

(chunk (return_statement (expression_list . (identifier) @name .)) @alias)
((chunk (return_statement (expression_list . (function_call
    name: (identifier) @_meta arguments: (arguments . (identifier) @name))))  @alias)
  (#eq? @_meta "setmetatable"))
(chunk (return_statement (expression_list . (table_constructor (field
  name: (identifier) @alias value: (identifier) @name)))) @alias)

; Imports

((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @alias .)
  (expression_list . value: (function_call
    name: (identifier) @_require arguments: (arguments . (string content: (_) @module) .)) .))) @import
  (#eq? @_require "require"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @alias .)
  (expression_list . value: (dot_index_expression
    table: (function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @module) .))
    field: (identifier) @name) .))) @import
  (#eq? @_require "require"))
((function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @module) .)) @import
  (#eq? @_require "require"))
