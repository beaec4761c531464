; Structures, enumerations, services

(struct_definition . "struct" . (identifier) @name "{" @members) @definition.struct
(union_definition . "union" . (identifier) @name "{" @members) @definition.struct
(exception_definition . "exception" . (identifier) @name "{" @members) @definition.struct
(enum_definition . "enum" . (identifier) @name "{" @members) @definition.enum
(service_definition . "service" . (identifier) @name "{" @members) @definition.interface
(typedef_definition (typedef_identifier) @name) @definition.type

; Their fields, values and functions

(struct_definition (field (identifier) @name) @definition.attr)
(union_definition (field (identifier) @name) @definition.attr)
(exception_definition (field (identifier) @name) @definition.attr)
(enum_definition "{" (identifier) @name @definition.attr)
(function_definition (identifier) @name) @definition.method

; Constants

(const_definition (identifier) @name) @definition.var
