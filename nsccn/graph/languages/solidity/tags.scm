; Contracts, interfaces, libraries, types

(contract_declaration name: (identifier) @name body: (_) @members) @definition.class
(library_declaration name: (identifier) @name body: (_) @members) @definition.class
(interface_declaration name: (identifier) @name body: (_) @members) @definition.interface
(struct_declaration name: (identifier) @name body: (_)? @members) @definition.struct
(enum_declaration name: (identifier) @name body: (_)? @members) @definition.enum
(user_defined_type_definition name: (identifier) @name) @definition.type
(struct_member name: (identifier) @name) @definition.attr

; Functions, modifiers, events, errors

(function_definition name: (identifier) @name body: (_)? @body) @definition.func
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.func
(constructor_definition "constructor" @name body: (_)? @body) @definition.func
(event_definition name: (identifier) @name) @definition.func
(error_declaration name: (identifier) @name) @definition.func

; Variables

(state_variable_declaration name: (identifier) @name) @definition.attr
(source_file (constant_variable_declaration name: (identifier) @name) @definition.var)
