; What all is that a trait is mixed into: `self: Kept with Named =>`

(self_type ":" . (_) @base) @inherit

; Calls. Between two operands a function may be named without a point.

(call_expression
  function: [
    (identifier) @method
    (field_expression value: (_) @receiver field: (identifier) @method)
    (generic_function function: (identifier) @method)
    (generic_function function: (field_expression value: (_) @receiver field: (identifier) @method))]
  arguments: (_) @arguments) @call
(call_expression function: [(call_expression) (parenthesized_expression)] @callee arguments: (_) @arguments) @call
(call_expression function: (field_expression value: (_) @receiver field: (operator_identifier) @method) arguments: (_) @arguments) @call
(infix_expression left: (_) @receiver operator: (identifier) @method right: (_) @arguments) @call
; (those of logic, comparisons and assignments are seldom defined, and what ends in `:` is called of what stands behind it)
((infix_expression left: (_) @receiver operator: (operator_identifier) @method right: (_) @arguments) @call
  (#not-match? @method "[=:]$|^([<>]|&&|[|][|])$"))

(instance_expression
  . [(type_identifier) (stable_type_identifier) (generic_type)] @callee
  . (arguments)? @arguments) @new
(class_definition extend: (extends_clause
  . [(type_identifier) (stable_type_identifier) (generic_type)] @callee . arguments: (arguments) @arguments) @new)
(object_definition extend: (extends_clause
  . [(type_identifier) (stable_type_identifier) (generic_type)] @callee . arguments: (arguments) @arguments) @new)

(lambda_expression) @lambda

(arguments (identifier) @value)
(arguments (field_expression) @value)
(arguments (assignment_expression right: [(identifier) (field_expression)] @value))
(postfix_expression . [(identifier) (field_expression)] @value . (identifier) @_rest (#eq? @_rest "_"))
(infix_expression operator: (identifier) right: (identifier) @value)

; What is read of objects

(field_expression) @member

; Types

(type_identifier) @typename
(stable_type_identifier) @typename
(type_parameters name: (identifier) @name) @typevariable

; Parameters

(function_definition name: (_) . (type_parameters)? .
  (parameters (parameter name: (identifier) @target type: (_) @type) @parameter))
(function_declaration name: (_) . (type_parameters)? .
  (parameters (parameter name: (identifier) @target type: (_) @type) @parameter))
(function_definition (parameters) . (parameters (parameter name: (identifier) @target type: (_) @type) @declare))
(class_parameters (class_parameter . (annotation)* . name: (identifier) @target type: (_) @type) @parameter)
(class_parameters (class_parameter ["val" "var"] name: (identifier) @target type: (_) @type) @declare)
(class_definition "case" class_parameters: (class_parameters
  (class_parameter . (annotation)* . name: (identifier) @target type: (_) @type) @declare))
(binding name: (identifier) @target type: (_) @type) @declare
(binding name: (identifier) @target .) @declare
(lambda_expression parameters: (identifier) @target @declare)
; (what visits a collection gives its elements, one by one, to a function)
(call_expression
  function: (field_expression) @value
  arguments: [
    (arguments . (lambda_expression
      parameters: [(identifier) @target (bindings . (binding . name: (identifier) @target .) .)] @loop) .)
    (block . (lambda_expression
      parameters: [(identifier) @target (bindings . (binding . name: (identifier) @target .) .)] @loop) .)
    (colon_argument lambda_start: (identifier) @target @loop)
    (case_block (case_clause pattern: (identifier) @target @loop))])
(call_expression
  function: (field_expression) @value
  arguments: (arguments . [
    (field_expression value: (wildcard) @target @loop)
    (field_expression value: (field_expression value: (wildcard) @target @loop))
    (call_expression function: (field_expression value: (wildcard) @target @loop))] .))
(infix_expression
  left: (_) @value
  operator: (identifier) @_visiting
  right: [
    (parenthesized_expression . (lambda_expression parameters: (identifier) @target @loop) .)
    (block . (lambda_expression parameters: (identifier) @target @loop) .)
    (parenthesized_expression . (field_expression value: (wildcard) @target @loop) .)
    (parenthesized_expression . (call_expression function: (field_expression value: (wildcard) @target @loop)) .)]
  (#any-of? @_visiting "map" "flatMap" "foreach" "filter" "exists" "forall"))
(extension_definition (parameters (parameter name: (identifier) @target type: (_) @type) @declare))

; (a second name of the object around, by which types inside name it)
(class_definition name: (_) @type body: (template_body (self_type . (identifier) @target) @declare))
(trait_definition name: (_) @type body: (template_body (self_type . (identifier) @target) @declare))
(object_definition name: (_) @type body: (template_body (self_type . (identifier) @target) @declare))

; Assignments

(val_definition pattern: (identifier) @target type: (_)? @type value: (_) @value) @declare
(var_definition pattern: (identifier) @target type: (_)? @type value: (_) @value) @declare
(val_declaration name: (identifier) @target type: (_) @type) @declare
(var_declaration name: (identifier) @target type: (_) @type) @declare
(val_definition pattern: (tuple_pattern (identifier) @target @declare))
(enumerator . (identifier) @target . "<-" . (_) @value) @loop
(enumerator . (identifier) @target . "=" . (_) @value) @declare
(enumerator . (tuple_pattern (identifier) @target @declare))
((case_clause pattern: (identifier) @target @declare) (#match? @target "^[a-z_]"))
((case_class_pattern pattern: (identifier) @target @declare) (#match? @target "^[a-z_]"))
(typed_pattern pattern: (identifier) @target type: (_) @type) @declare
(capture_pattern name: (identifier) @target) @declare
(infix_pattern (identifier) @target @declare)
(case_clause pattern: (tuple_pattern (identifier) @target @declare))
; (among arguments the same gives one by its name)
[
  (block (assignment_expression left: (_) @target right: (_) @value) @assign)
  (case_clause (assignment_expression left: (_) @target right: (_) @value) @assign)
  (compilation_unit (assignment_expression left: (_) @target right: (_) @value) @assign)
  (do_while_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (finally_clause (assignment_expression left: (_) @target right: (_) @value) @assign)
  (for_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (function_definition (assignment_expression left: (_) @target right: (_) @value) @assign)
  (if_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (indented_block (assignment_expression left: (_) @target right: (_) @value) @assign)
  (lambda_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (template_body (assignment_expression left: (_) @target right: (_) @value) @assign)
  (try_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (while_expression (assignment_expression left: (_) @target right: (_) @value) @assign)
  (with_template_body (assignment_expression left: (_) @target right: (_) @value) @assign)
]
(infix_expression left: [(identifier) (field_expression)] @target operator: (operator_identifier) @_operator
  (#match? @_operator "^[^=!<>].*=$|^<<=$|^>>=$")) @augment

(function_definition body: [
  (identifier) (field_expression) (call_expression) (instance_expression)] @return)
(function_definition body: (block [(identifier) (field_expression) (call_expression) (instance_expression)] @return .))
(function_definition body: (indented_block
  [(identifier) (field_expression) (call_expression) (instance_expression)] @return .))
(return_expression (_) @return)

; Errors

(throw_expression (_) @error) @raise
(try_expression
  body: (_) @protected
  (catch_clause (case_block (case_clause
    pattern: (typed_pattern pattern: (_) @name type: (_) @caught)) @handler)))
(try_expression
  body: (_) @protected
  (catch_clause (case_block (case_clause
    pattern: (case_class_pattern type: (type_identifier) @caught)) @handler)))

; Functions without a name that are stored: their errors are not their owner's

(val_definition value: (lambda_expression) @detached)

; Configuration

(call_expression
  function: (field_expression value: (identifier) @_sys field: (identifier) @_env)
  arguments: (arguments . (string) @key .)
  (#eq? @_sys "sys") (#eq? @_env "env")) @env
(call_expression
  function: (field_expression
    value: (field_expression value: (identifier) @_sys field: (identifier) @_env)
    field: (identifier) @_get)
  arguments: (arguments . (string) @key)
  (#eq? @_sys "sys") (#eq? @_env "env") (#any-of? @_get "get" "getOrElse" "apply" "contains")) @env
(call_expression
  function: (field_expression value: (identifier) @_system field: (identifier) @_getenv)
  arguments: (arguments . (string) @key .)
  (#eq? @_system "System") (#eq? @_getenv "getenv")) @env
(call_expression
  function: (field_expression
    value: (field_expression value: (identifier) @_sys field: (identifier) @_props)
    field: (identifier) @_get)
  arguments: (arguments . (string) @key)
  (#eq? @_sys "sys") (#eq? @_props "props") (#any-of? @_get "get" "getOrElse" "apply")) @key
(call_expression
  function: (field_expression value: (identifier) @_sys field: (identifier) @_props)
  arguments: (arguments . (string) @key .)
  (#eq? @_sys "sys") (#eq? @_props "props")) @key
(call_expression
  function: (field_expression field: (identifier) @_method)
  arguments: (arguments . (string) @key)
  (#any-of? @_method "getProperty" "getRequiredProperty")) @key
(call_expression
  function: (field_expression
    value: [(identifier) @_settings (field_expression field: (identifier) @_settings)]
    field: (identifier) @_asked)
  arguments: (arguments . (string) @key)
  (#any-of? @_settings "config" "conf" "configuration" "settings")
  (#match? @_asked "^(get|has|is)")) @key
(call_expression
  function: (field_expression field: (identifier) @_method)
  arguments: (arguments . (string) @key)
  (#any-of? @_method "getResource" "getResourceAsStream" "fromResource" "fromFile")) @file

(string) @literal
(interpolated_string) @literal

; What members are read of that no expression writes

((call_expression function: (field_expression field: (identifier) @method) arguments: (_) @each) @aside
  (#any-of? @method "map" "flatMap"))
((infix_expression operator: (identifier) @method right: (_) @each) @aside
  (#any-of? @method "map" "flatMap"))
