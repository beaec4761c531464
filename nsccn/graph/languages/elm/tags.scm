; Types, their constructors and fields

(type_alias_declaration name: (_) @name typeExpression: (_) @members) @definition.struct
(type_declaration name: (_) @name (union_variant)? @members) @definition.type
(union_variant name: (_) @name) @definition.attr
(type_alias_declaration (type_expression (record_type (field_type name: (_) @name) @definition.attr)))

; Functions and values at the top of a file, with what is said of their types

(file (type_annotation name: (_) @name) @definition.func)
(file (value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name) (eq) @body body: (_) @body) @definition.func)
(port_annotation name: (_) @name) @definition.func

; What a file is called

(module_declaration name: (_) @package)
