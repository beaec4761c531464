; Entities, what is in them, packages

(entity_declaration name: (_) @name "is" @members) @definition.interface
(architecture_body name: (_) @name "is" @members) @definition.module
(package_declaration name: (_) @name "is" @members) @definition.module
(package_body package: (_) @name "is" @members) @definition.module
(configuration_declaration name: (_) @name) @definition.module
(component_declaration name: (_) @name) @definition.interface

; Functions, procedures, processes

(function_body designator: (_) @name "is" @body (_)? @body "end") @definition.func
(procedure_body designator: (_) @name "is" @body (_)? @body "end") @definition.func
(function_declaration designator: (_) @name) @definition.func
(procedure_declaration designator: (_) @name) @definition.func
(process_statement (label (identifier) @name) (sequence_of_statements)? @body) @definition.func

; Types and their parts

(full_type_declaration name: (_) @name (record_type_definition) @members) @definition.struct
(full_type_declaration name: (_) @name (enumeration_type_definition) @members) @definition.enum
(full_type_declaration name: (_) @name) @definition.type
(subtype_declaration name: (_) @name) @definition.type
(element_declaration (identifier_list (identifier) @name)) @definition.attr
(enumeration_type_definition literal: (_) @name @definition.attr)

; Signals, constants, ports

(signal_declaration (identifier_list (identifier) @name)) @definition.var
(constant_declaration (identifier_list (identifier) @name)) @definition.var
(generic_clause (constant_interface_declaration (identifier_list (identifier) @name)) @definition.attr)
(port_clause (signal_interface_declaration (identifier_list (identifier) @name)) @definition.attr)
