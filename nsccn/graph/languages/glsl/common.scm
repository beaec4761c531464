; Types and their fields

(struct_specifier name: (type_identifier) @name body: (_) @members) @definition.struct
(field_declaration declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)]) @definition.attr

; Functions and macros

(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.func
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def name: (identifier) @name value: (_)) @definition.macro

; What is declared outside of functions

(translation_unit (declaration declarator: [
  (identifier) @name (init_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)
]) @definition.var)
(preproc_ifdef (declaration type: (_) declarator: [
  (identifier) @name (init_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)
]) @definition.var)
