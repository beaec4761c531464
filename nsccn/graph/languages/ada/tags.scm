; Packages

(package_declaration name: (_) @name "is" @members) @definition.module
(package_body name: (_) @name "is" @members) @definition.module

; Types, their fields and values

(full_type_declaration . (identifier) @name (record_type_definition) @members) @definition.struct
(full_type_declaration . (identifier) @name (enumeration_type_definition) @members) @definition.enum
(full_type_declaration . (identifier) @name) @definition.type
(private_type_declaration . (identifier) @name) @definition.type
(private_extension_declaration . (identifier) @name) @definition.type
(incomplete_type_declaration . (identifier) @name) @definition.type
(subtype_declaration . (identifier) @name) @definition.type
(component_declaration . (identifier) @name) @definition.attr
(enumeration_type_definition (identifier) @name @definition.attr)

; Functions and procedures

(subprogram_declaration (_ name: (_) @name)) @definition.func
(subprogram_body (_ name: (_) @name) "is" @body (_)? @body "end") @definition.func
(expression_function_declaration (_ name: (_) @name) (expression)? @body) @definition.func
(subprogram_body_stub (_ name: (_) @name)) @definition.func
(subprogram_renaming_declaration (_ name: (_) @name)) @definition.func
(null_procedure_declaration (_ name: (_) @name)) @definition.func
(generic_subprogram_declaration (_ name: (_) @name)) @definition.func
(generic_instantiation name: (_) @name) @definition.func

; Values and exceptions of a package

(package_declaration (object_declaration name: (identifier) @name) @definition.var)
(non_empty_declarative_part (object_declaration name: (identifier) @name) @definition.var)
(exception_declaration . (identifier) @name) @definition.var
