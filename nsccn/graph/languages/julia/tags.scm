; Modules and types

(module_definition . (identifier) @name (block)? @members) @definition.module
(struct_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))
]) (block)? @members) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))
])) @definition.type
(struct_definition (block [
  (identifier) @name
  (typed_expression . (identifier) @name)
] @definition.attr))

; Functions, in both forms, and macros

(function_definition (signature [
  (call_expression . [(identifier) @name (field_expression (identifier) @name .)])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)])))
]) (block)? @body) @definition.func
(assignment . [
  (call_expression . [(identifier) @name (field_expression (identifier) @name .)])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
] . (operator) @body) @definition.func
(macro_definition (signature (call_expression . (identifier) @name)) (block)? @body) @definition.macro

; Values

(const_statement (assignment . (identifier) @name)) @definition.var

; Documentation before a definition

(source_file (string_literal) @doc)
(module_definition (block (string_literal) @doc))
