; Calls: of functions of the module around, and of those of another one

(call expr: (atom) @callee args: (expr_args) @arguments) @call
(call expr: (remote module: (remote_module module: [(atom) (macro_call_expr)])) @callee args: (expr_args) @arguments) @call
(call expr: (var) @callee args: (expr_args) @arguments) @call

; Functions that are handed over, also by their names

(internal_fun fun: (atom) @value)
(external_fun module: (module name: (atom) @receiver) fun: (atom) @method) @value
((expr_args args: (macro_call_expr name: (var) @_own) . args: (atom) @method @value) (#eq? @_own "MODULE"))
((tuple . expr: (macro_call_expr name: (var) @_own) . expr: (atom) @method @value . expr: (list)) (#eq? @_own "MODULE"))
(tuple . expr: (atom) @receiver . expr: (atom) @method @value . expr: (list) .)
((call
  expr: [(atom) @_run (remote module: (remote_module module: (atom) @_erlang) fun: (atom) @_run)]
  args: (expr_args . args: (atom) @receiver . args: (atom) @method @value . args: (list)))
  (#any-of? @_run "apply" "spawn" "spawn_link" "spawn_monitor" "spawn_opt")
  (#any-of? @_erlang "erlang" "proc_lib"))

; Records and types

[(spec) (callback) (type_alias) (opaque) (record_decl)] @typing

(record_name name: (atom) @typename)
(type_sig args: (expr_args args: (call expr: (atom) @typename)))
(type_sig ty: (call expr: (atom) @typename))

; Parameters and variables

(fun_decl clause: (function_clause args: (expr_args args: (var) @target @parameter)))
(match_expr lhs: (var) @target rhs: (_) @value) @declare

; Settings

((call
  expr: (remote module: (remote_module module: (atom) @_os) fun: (atom) @_reader)
  args: (expr_args . args: (string) @key)) @env
  (#eq? @_os "os") (#any-of? @_reader "getenv"))
((call
  expr: (remote module: (remote_module module: (atom) @_application) fun: (atom) @_reader)
  args: (expr_args . args: (_) . args: (atom) @key)) @key
  (#eq? @_application "application") (#any-of? @_reader "get_env"))

(string) @literal
