; Types

(class_declaration (class) . (identifier) @name (aggregate_body)? @members) @definition.class
(struct_declaration (struct) . (identifier) @name (aggregate_body)? @members) @definition.struct
(union_declaration (union) . (identifier) @name (aggregate_body)? @members) @definition.struct
(interface_declaration (interface) . (identifier) @name (aggregate_body)? @members) @definition.interface
(enum_declaration (enum) . (identifier) @name (enum_member)? @members) @definition.enum
(template_declaration (template) . (identifier) @name) @definition.type
(alias_declaration (alias_initializer . (identifier) @name)) @definition.type

; Their fields and values

(aggregate_body (variable_declaration (declarator . (identifier) @name)) @definition.attr)
(enum_member . (identifier) @name) @definition.attr

; Functions

(function_declaration (identifier) @name . [(parameters) (template_parameters)] (function_body)? @body) @definition.func
(constructor (this) @name (function_body)? @body) @definition.func

; Values of a module

(module_def (variable_declaration (declarator . (identifier) @name)) @definition.var)
(source_file (variable_declaration (declarator . (identifier) @name)) @definition.var)
(manifest_declarator . (identifier) @name) @definition.var

; What a file is called

(module_declaration (module_fqn) @package)
