; Classes, their categories, and protocols

(class_interface . (identifier) @name
  [(method_declaration) (property_declaration)]? @members) @definition.class
(class_implementation . (identifier) @name (implementation_definition)? @members) @definition.class
(protocol_declaration . (identifier) @name
  [(method_declaration) (property_declaration) (qualified_protocol_interface_declaration)]? @members) @definition.interface

; Methods, by the first part of their names, and properties

(method_declaration . (method_type)? . (identifier) @name) @definition.method
(method_definition . (method_type)? . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
]))) @definition.attr

; What is C

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]
  body: (compound_statement) @body) @definition.func
(type_definition declarator: (type_identifier) @name) @definition.type
(struct_specifier name: (type_identifier) @name body: (_) @members) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @members) @definition.enum
(translation_unit (declaration declarator: [
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name)])
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
]) @definition.var)
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
