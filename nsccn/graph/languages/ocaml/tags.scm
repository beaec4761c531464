; Modules and what they are to have

(module_definition (module_binding (module_name) @name body: (_)? @members)) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @members) @definition.interface

; Types, with their fields and cases; classes; exceptions

(type_definition (type_binding name: (type_constructor) @name) @definition.type)
(field_declaration (field_name) @name) @definition.attr
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.attr)
(class_definition (class_binding (class_name) @name body: (_)? @members)) @definition.class
(method_definition (method_name) @name) @definition.method
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type

; What a signature has

(value_specification (value_name) @name) @definition.func
(external (value_name) @name) @definition.func
