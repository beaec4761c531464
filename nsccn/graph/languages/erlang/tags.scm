; Functions, once for all clauses, and those that others are to have

(spec fun: (atom) @name sigs: (type_sig args: (expr_args) @arguments)) @definition.func
(fun_decl clause: (function_clause
  name: (atom) @name
  args: (expr_args)? @arguments
  body: (clause_body) @body)) @definition.func
(callback fun: (atom) @name) @definition.func

; Records, types, macros

(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.attr)
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro

; What a file takes in

[(import_attribute) (pp_include) (pp_include_lib)] @import
