; Contracts, interfaces, libraries, types

(contract_declaration
  "abstract"? @modifier
  name: (identifier) @name
  (inheritance_specifier ancestor: (_) @base)*
  body: (_) @members) @definition.class
(library_declaration name: (identifier) @name body: (_) @members) @definition.class
(interface_declaration
  name: (identifier) @name
  (inheritance_specifier ancestor: (_) @base)*
  body: (_) @members) @definition.interface
(struct_declaration name: (identifier) @name body: (_)? @members) @definition.struct
(enum_declaration name: (identifier) @name body: (_)? @members) @definition.enum
(user_defined_type_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.struct

; Functions, modifiers, events

(source_file (function_definition
  "function" @modifier
  name: (identifier) @name
  (visibility)? @modifier
  return_type: (return_type_definition . (parameter type: (_) @returns))?
  body: (_)? @body) @definition.func)
(contract_declaration body: (contract_body (function_definition
  name: (identifier) @name
  (visibility)? @modifier
  return_type: (return_type_definition . (parameter type: (_) @returns))?
  body: (_)? @body) @definition.func))
(interface_declaration body: (contract_body (function_definition
  name: (identifier) @name
  (visibility)? @modifier
  return_type: (return_type_definition . (parameter type: (_) @returns))?
  body: (_)? @body) @definition.func))
(library_declaration "library" @modifier body: (contract_body (function_definition
  name: (identifier) @name
  (visibility)? @modifier
  return_type: (return_type_definition . (parameter type: (_) @returns))?
  body: (_)? @body) @definition.func))
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.func
(constructor_definition "constructor" @name body: (_)? @body) @definition.func
(fallback_receive_definition ["receive" "fallback"] @name body: (_)? @body) @definition.func
(event_definition name: (identifier) @name) @definition.func
(yul_function_definition . (yul_identifier) @name (yul_block) @body) @definition.func

; Variables

(state_variable_declaration (visibility)? @modifier name: (identifier) @name) @definition.attr
(struct_member name: (identifier) @name) @definition.attr
(enum_value) @name @definition.attr
(source_file (constant_variable_declaration name: (identifier) @name) @definition.var)

[(import_directive) (using_directive)] @import
