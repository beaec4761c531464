; Calls

(call
  function: [(identifier) (extract_operator) (namespace_operator) (call) (subset) (subset2)] @callee
  arguments: (arguments) @arguments) @call
("special" @method @call
  (#not-match? @method "^%(>|in|<>|T>|[$])%$"))
("special" @_pipe . [(identifier) (namespace_operator)] @callee @arguments @call
  (#any-of? @_pipe "%>%" "%<>%" "%T>%"))

; What runs one of several functions by the class of what it is given

((call
  function: (identifier) @prefix
  arguments: (arguments . (argument value: (string content: (string_content) @method)))) @dispatch
  (#eq? @prefix "UseMethod"))
((call
  function: (identifier) @_dispatches
  arguments: (arguments . (argument value: (string content: (string_content) @method)))) @dispatch
  (#eq? @_dispatches "standardGeneric"))

; Functions and objects that are handed over

(argument value: [(identifier) (extract_operator) (namespace_operator)] @value)
(parameter default: [(identifier) (namespace_operator)] @value)
(["<-" "<<-"] . [(identifier) (extract_operator) (namespace_operator)] @value)
(binary_operator
  lhs: [(identifier) (extract_operator) (subset) (subset2)]
  operator: "="
  rhs: [(identifier) (extract_operator) (namespace_operator)] @value)
(braced_expression [(identifier) (extract_operator) (namespace_operator)] @value . "}")
((call
  function: (identifier) @_calls
  arguments: (arguments . (argument value: (string content: (string_content) @method) @value)))
  (#any-of? @_calls "do.call" "match.fun"))

; Members

(extract_operator) @member

; Parameters and variables

(binary_operator
  lhs: [(identifier) (string) (extract_operator) (call)]
  rhs: (function_definition
    parameters: (parameters (parameter name: (identifier) @target default: (_)? @value) @parameter)))
((call
  function: [(identifier) @_takes (namespace_operator rhs: (identifier) @_takes) (extract_operator rhs: (identifier) @_takes)]
  arguments: (arguments (argument value: (function_definition
    parameters: (parameters (parameter name: (identifier) @target default: (_)? @value) @parameter)))))
  (#any-of? @_takes "ggproto" "list" "list2" "lst" "methods" "set" "setGeneric" "setMethod"))
(function_definition parameters: (parameters (parameter name: (identifier) @target) @declare))
(for_statement variable: (identifier) @target sequence: (_) @value) @loop

; Assignments

(binary_operator
  lhs: [(identifier) (string) (extract_operator) (subset) (subset2) (call)] @target
  operator: ["<-" "=" "<<-"]
  rhs: (_) @value) @assign
(binary_operator lhs: (identifier) @target operator: "<<-") @global
(binary_operator
  lhs: [(identifier) (extract_operator) (call)] @value
  operator: ["->" "->>"]
  rhs: [(identifier) (extract_operator)] @target) @assign
("->" . (identifier) @target @assign)
("->>" . (identifier) @target @assign)
("->>" . (identifier) @target @global)
(binary_operator
  lhs: (call arguments: (arguments . (argument value: (_) @target))) operator: ["<-" "=" "<<-"]) @augment
((call function: (identifier) @_remove arguments: (arguments (argument value: (identifier) @target))) @delete
  (#eq? @_remove "rm"))

; Results

((call function: (identifier) @_return arguments: (arguments . (argument value: (_) @return)))
  (#any-of? @_return "return" "invisible"))
(function_definition body: (braced_expression (_) @return . "}"))
(function_definition body: [(call) (identifier) (extract_operator)] @return)
(function_definition body: (_) @runs)

; Errors

((call
  function: [(identifier) @_raise (namespace_operator rhs: (identifier) @_raise)]
  arguments: (arguments . (argument value: (_) @error))) @raise
  (#any-of? @_raise "stop" "abort" "cli_abort"))
((call
  function: [(identifier) @_tries (namespace_operator rhs: (identifier) @_tries)]
  arguments: (arguments . (argument value: (_) @protected) (argument name: (identifier) @caught))) @handler
  (#any-of? @_tries "tryCatch" "try_fetch")
  (#any-of? @caught "error" "condition"))
((call function: (identifier) @_tries arguments: (arguments . (argument value: (_) @protected))) @handler
  (#eq? @_tries "try"))

; Configuration

((call function: (identifier) @_reader arguments: (arguments . (argument value: (string) @key))) @env
  (#eq? @_reader "Sys.getenv"))
((call function: (identifier) @_writer arguments: (arguments (argument name: (identifier) @key))) @env
  (#eq? @_writer "Sys.setenv"))
((call function: (identifier) @_reader arguments: (arguments . (argument value: (string) @key))) @key
  (#eq? @_reader "getOption"))
((call
  function: (namespace_operator lhs: (identifier) @_package rhs: (identifier) @_reader)
  arguments: (arguments . (argument value: (string) @key))) @key
  (#eq? @_package "config")
  (#eq? @_reader "get"))
((call function: (_) @_opener arguments: (arguments . (argument value: (string) @key))) @file
  (#match? @_opener "^((jsonlite|yaml)::)?(fromJSON|read_json|read_yaml|yaml\\.load_file)$"))

(string) @literal
