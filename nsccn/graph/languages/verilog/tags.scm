; Modules, interfaces, packages, classes

(module_declaration (module_header (simple_identifier) @name) (module_or_generate_item)? @members) @definition.module
(interface_declaration (interface_ansi_header (interface_identifier) @name) (interface_or_generate_item)? @members) @definition.interface
(interface_declaration (interface_nonansi_header (interface_identifier) @name)) @definition.interface
(program_declaration (program_ansi_header (program_identifier) @name)) @definition.module
(package_declaration (package_identifier) @name (package_or_generate_item_declaration)? @members) @definition.module
(class_declaration . (class_identifier) @name (class_item)? @members) @definition.class
(checker_declaration (checker_identifier) @name) @definition.module

; Functions, tasks and macros

(function_declaration
  (function_body_declaration (function_identifier) @name (function_statement_or_null)? @body)) @definition.func
(task_declaration (task_body_declaration (task_identifier) @name (statement_or_null)? @body)) @definition.func
(function_prototype (function_identifier) @name) @definition.func
(task_prototype (task_identifier) @name) @definition.func
(class_constructor_declaration "new" @name (function_statement_or_null)? @body) @definition.func
(text_macro_definition (text_macro_name (text_macro_identifier) @name)) @definition.macro

; Types and their parts, constants, members

(type_declaration (simple_identifier) @name) @definition.type
(enum_name_declaration (enum_identifier) @name) @definition.attr
(struct_union_member (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name)) @definition.attr)
(class_property (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name))) @definition.attr)
(parameter_declaration (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.var
(local_parameter_declaration (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.var
