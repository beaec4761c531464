; Modules and programs

(module (module_statement (name) @name) . (_) @members) @definition.module
(submodule (submodule_statement (name) @name) . (_) @members) @definition.module
(program (program_statement (name) @name) . (_)+ @body (_) .) @definition.func

; Types, with their fields, and interfaces

(derived_type_definition (derived_type_statement (type_name) @name) . (_) @members) @definition.struct
(derived_type_definition (variable_declaration declarator: [
  (identifier) @name
  (init_declarator left: (identifier) @name)
  (sized_declarator . (identifier) @name)
]) @definition.attr)
(derived_type_procedures (procedure_statement declarator: (binding (binding_name) @name)) @definition.method)
(interface (interface_statement (name) @name) . (_) @members) @definition.interface

; Procedures

(function (function_statement name: (name) @name)) @definition.func
(subroutine (subroutine_statement name: (name) @name)) @definition.func
(function (function_statement name: (name) @name) . (_)+ @body (_) .) @definition.func
(subroutine (subroutine_statement name: (name) @name) . (_)+ @body (_) .) @definition.func
(module_procedure (module_procedure_statement name: (name) @name) . (_)+ @body (_) .) @definition.func

; Variables of a module

(module (variable_declaration declarator: [
  (identifier) @name
  (init_declarator left: (identifier) @name)
  (sized_declarator . (identifier) @name)
]) @definition.var)
