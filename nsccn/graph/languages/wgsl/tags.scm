; Types and their fields

(struct_declaration name: (identifier) @name "{" @members) @definition.struct
(struct_member (variable_identifier_declaration name: (identifier) @name)) @definition.attr
(type_alias_declaration . (identifier) @name) @definition.type

; Functions

(function_declaration name: (identifier) @name body: (_) @body) @definition.func

; Values

(global_variable_declaration (variable_declaration (variable_identifier_declaration name: (identifier) @name))) @definition.var
(global_constant_declaration [(identifier) @name (variable_identifier_declaration name: (identifier) @name)]) @definition.var
