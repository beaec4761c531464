; Types, their constructors and fields, classes

(data_type name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(type_synomym name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @members) @definition.interface
(data_constructor constructor: [(prefix name: (_) @name) (record name: (_) @name)]) @definition.attr
(field name: (field_name (variable) @name)) @definition.attr

; Functions and values, once for all clauses

(declarations (signature name: (variable) @name) @definition.func)
(declarations (signature name: (prefix_id (operator) @name)) @definition.func)
(declarations (function name: (variable) @name match: (_)+ @body binds: (_)? @body) @definition.func)
(declarations (function name: (prefix_id (operator) @name) match: (_)+ @body binds: (_)? @body) @definition.func)
(declarations (function (infix operator: (operator) @name) match: (_)+ @body binds: (_)? @body) @definition.func)
(declarations (bind name: (variable) @name match: (_)+ @body binds: (_)? @body) @definition.func)
(class_declarations (signature name: (variable) @name) @definition.method)

; What a module is called

(header module: (module) @package)
