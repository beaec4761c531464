; Messages, enumerations, services

(message (message_name) @name (message_body) @members) @definition.struct
(enum (enum_name) @name (enum_body) @members) @definition.enum
(service (service_name) @name "{" @members) @definition.interface
(rpc (rpc_name) @name ["{" ";"] @body) @definition.method

; Their fields and values

(field (identifier) @name) @definition.attr
(map_field (identifier) @name) @definition.attr
(oneof_field (identifier) @name) @definition.attr
(enum_field . (identifier) @name) @definition.attr

; What a file is called

(source_file (package (full_ident) @package))
