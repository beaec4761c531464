; Calls: of functions of the module around, of those of another one, of what a variable holds

((call target: (identifier) @callee (arguments) @arguments) @call
  (#not-match? @callee "^(alias|and|case|cond|def|defdelegate|defexception|defguard|defguardp|defimpl|defmacro|defmacrop|defmodule|defn|defnp|defoverridable|defp|defprotocol|defstruct|for|if|import|in|not|or|quote|raise|receive|require|reraise|self|super|throw|try|unless|unquote|unquote_splicing|use|when|with)$"))
(call target: (dot left: [(alias) (identifier)] right: (identifier)) @callee (arguments) @arguments) @call
(call target: (dot left: (unary_operator operator: "@") right: (identifier)) @callee (arguments) @arguments) @call
(call target: (dot left: (call target: [(identifier) (dot)] . (arguments) .) right: (identifier)) @callee (arguments) @arguments) @call
(call target: (dot left: (identifier) @callee .) (arguments) @arguments) @call
(call target: (dot left: (alias) right: (identifier)) @callee . (do_block)) @call
[
  (arguments (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (body (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (do_block (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (list (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (pair value: (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (tuple (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (binary_operator
    operator: ["|>" "=" "==" "!=" "<>" "++" "&&" "||" "and" "or" "<-" "|"]
    right: (call target: (dot left: (alias) right: (identifier)) . ) @call)
  (binary_operator
    left: (call target: (dot left: (alias) right: (identifier)) . ) @call
    operator: ["|>" "==" "!=" "<>" "++" "&&" "||" "and" "or" "+" "-" "<" ">" "<=" ">="])
]
((call target: (identifier) @_def
  (arguments
    . (call target: (identifier) @method (arguments) @arguments)
    . (keywords . (pair key: (keyword) @_to value: (alias) @receiver) .))) @call
  (#eq? @_def "defdelegate")
  (#match? @_to "^to:"))
((call target: (identifier) @_def
  (arguments
    . (call target: (identifier) (arguments) @arguments)
    . (keywords
        . (pair key: (keyword) @_first value: [(alias) @receiver (atom) @method])
        . (pair key: (keyword) @_second value: [(alias) @receiver (atom) @method]) .))) @call
  (#eq? @_def "defdelegate")
  (#match? @_first "^(to|as):")
  (#match? @_second "^(to|as):"))

; Functions and modules that are handed over

(unary_operator operator: "&" operand: (binary_operator
  left: [(identifier) (call target: (dot left: [(alias) (identifier)] right: (identifier)))] @value
  operator: "/" right: (integer)))
((call target: (identifier) @_given (arguments (alias) @value))
  (#not-match? @_given "^(behaviour|def(impl|module|protocol)|raise|reraise)$"))
(call target: (dot) (arguments (alias) @value))
((call target: (identifier) @_routes (arguments (alias) @receiver . (atom) @method) @value)
  (#match? @_routes "^(connect|delete|get|head|options|patch|post|put|trace)$"))
((call target: (identifier) @_runs (arguments . [
    (atom) @method @owner @value
    (list (atom) @method @owner @value)
    (binary_operator left: (atom) @method @owner @value operator: "when")]))
  (#any-of? @_runs "on_mount" "plug" "setup" "setup_all"))
(tuple . [(alias) (identifier)] @receiver . (atom) @method . (list) .) @value
((call target: (identifier) @_apply (arguments . [(alias) (identifier)] @receiver . (atom) @method . (_)) @value)
  (#any-of? @_apply "apply" "spawn" "spawn_link"))
((call target: (dot) @_runs (arguments [(alias) (identifier)] @receiver . (atom) @method . (list)) @value)
  (#match? @_runs "^(Task(\\.Supervisor)?\\.(async|start)(_\\w+)?|Agent\\.(cast|get|start|update)\\w*|Node\\.spawn\\w*|(Kernel|Process|:erlang)\\.(apply|spawn)\\w*|:timer\\.(apply_\\w+|tc)|:e?rpc\\.\\w+|:proc_lib\\.\\w+)$"))
(list (alias) @value)
(list (block . (alias) @value .))
(tuple (alias) @value)
(pair value: (alias) @value)
(binary_operator right: (alias) @value)
(map (struct (alias) @typename))
(alias) @qualified

; Variables

(unary_operator operator: "@" operand: (call target: (identifier) @target (arguments . (alias) @value .))) @declare
((unary_operator operator: "@" operand: (call target: (identifier) @target
  (arguments . (call target: (dot left: (alias) @_application) (arguments . (_) . (_) . (alias) @value .)) .))) @declare
  (#eq? @_application "Application"))
(binary_operator left: (identifier) @target operator: "=" right: (_) @value) @declare
(binary_operator left: (identifier) @target operator: "<-") @loop
(stab_clause left: (arguments (identifier) @target @parameter))

; Results: a module that a function gives by its name, or where a setting names no other

((call target: (identifier) @_def (arguments (keywords . (pair value: [
    (alias) @return
    (call target: (dot left: (alias) @_application) (arguments . (_) . (_) . (alias) @return .))
  ]) .) .))
  (#any-of? @_def "def" "defp")
  (#eq? @_application "Application"))
((call target: (identifier) @_def (do_block [
    (alias) @return
    (call target: (dot left: (alias) @_application) (arguments . (_) . (_) . (alias) @return .))
  ] .))
  (#any-of? @_def "def" "defp")
  (#eq? @_application "Application"))

; Errors

((call target: (identifier) @_raise (arguments . (alias) @error)) @raise
  (#any-of? @_raise "raise" "reraise"))
((call target: (identifier) @_raise (arguments . (string) @error)) @raise
  (#eq? @_raise "raise"))
((call target: (identifier) @_raise (arguments . (map (struct (alias) @error)))) @raise
  (#eq? @_raise "raise"))

; Configuration

((call target: (dot left: (alias) @_system right: (identifier) @_reader)
  (arguments . [(string) @key (identifier) @by])) @env
  (#eq? @_system "System")
  (#any-of? @_reader "fetch_env" "fetch_env!" "get_env" "put_env"))
((call target: (dot left: (alias) @_application right: (identifier) @_reader)
  (arguments . [(atom) (call)] . [(atom) @key (alias) @key (identifier) @by])) @key
  (#eq? @_application "Application")
  (#any-of? @_reader "compile_env" "compile_env!" "fetch_env" "fetch_env!" "get_env"))

(string) @literal
((do_block (rescue_block (stab_clause left: (arguments
  (binary_operator operator: "in" right: [(alias) @caught (list (alias) @caught)])))) @handler))
((do_block (rescue_block (stab_clause left: (arguments [(alias) @caught (list (alias) @caught)]))) @handler))
(do_block (rescue_block (stab_clause left: (arguments (identifier)))) @handler)
