; Calls, instances, values that are handed over. `(*Cart)(nil)` calls nothing and makes no `Cart`

((call_expression function: (_) @callee arguments: (_) @arguments) @call
  (#not-match? @callee "^[(][*][^()]+[)]$"))
(type_conversion_expression type: (generic_type type: [(type_identifier) (qualified_type)] @callee)) @call
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @callee) @new

(composite_literal type: (_) @type body: (_) @value) @aggregate

; The fields that are given a value there; in a collection without the type once more

(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type)] @type
  body: (literal_value (keyed_element . (literal_element (identifier) @target)) @initialize))
(composite_literal
  type: [
    (slice_type element: [(type_identifier) @type (qualified_type) @type (pointer_type (_) @type)])
    (array_type element: [(type_identifier) @type (qualified_type) @type (pointer_type (_) @type)])
    (implicit_length_array_type
      element: [(type_identifier) @type (qualified_type) @type (pointer_type (_) @type)])]
  body: (literal_value (literal_element (literal_value
    (keyed_element . (literal_element (identifier) @target)) @initialize))))
(composite_literal
  type: (map_type value: [(type_identifier) @type (qualified_type) @type (pointer_type (_) @type)])
  body: (literal_value (keyed_element (_) . (literal_element (literal_value
    (keyed_element . (literal_element (identifier) @target)) @initialize)))))

; Functions without a name are functions of their own, unless they are called where they stand

(argument_list (func_literal) @closure)
(expression_list (func_literal) @closure)
(literal_element (func_literal) @closure)
(short_var_declaration
  left: (expression_list . (identifier) @target .)
  right: (expression_list . (func_literal) @value .)) @held

(argument_list [(identifier) (selector_expression)] @value)
(keyed_element value: (literal_element [(identifier) (selector_expression)] @value))
(literal_value (literal_element [(identifier) (selector_expression)] @value))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @value))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @value))
(var_spec value: (expression_list [(identifier) (selector_expression)] @value))
(return_statement (expression_list [(identifier) (selector_expression)] @value))

; Types

(type_identifier) @typename
(qualified_type) @typename
(call_expression function: (parenthesized_expression (unary_expression operator: "*"
  operand: [(identifier) (selector_expression)] @typename)))
(type_parameter_declaration name: (identifier) @name) @typevariable

; Parameters

(function_declaration parameters: (parameter_list
  [(parameter_declaration name: (identifier) @target type: (_) @type)
   (variadic_parameter_declaration name: (identifier) @target "..." @type . (_) @type)] @parameter))
(method_declaration parameters: (parameter_list
  [(parameter_declaration name: (identifier) @target type: (_) @type)
   (variadic_parameter_declaration name: (identifier) @target "..." @type . (_) @type)] @parameter))
(method_elem parameters: (parameter_list
  (parameter_declaration name: (identifier) @target type: (_) @type) @parameter))
(func_literal parameters: (parameter_list
  (parameter_declaration name: (identifier) @target type: (_) @type) @declare))
(function_declaration result: (parameter_list
  (parameter_declaration name: (identifier) @target type: (_) @type) @declare))
(method_declaration result: (parameter_list
  (parameter_declaration name: (identifier) @target type: (_) @type) @declare))

; Assignments

(short_var_declaration left: (expression_list) @target right: (expression_list) @value) @declare
(var_spec name: (identifier) @target type: (_)? @type value: (expression_list)? @value) @declare
(const_spec (identifier) @target type: (_)? @type value: (expression_list)? @value) @declare
(type_spec type: (struct_type (field_declaration_list [
  (field_declaration name: (field_identifier) @target type: (_) @type)
  (field_declaration !name type: [(type_identifier) @target (qualified_type name: (type_identifier) @target)
    (generic_type type: (type_identifier) @target)] @type)
] @declare)))
(short_var_declaration left: (expression_list . (_) @target)
  right: (expression_list . (type_assertion_expression type: (_) @type))) @declare
(type_switch_statement alias: (expression_list (identifier) @target) value: (_) @value) @declare
(type_switch_statement
  alias: (expression_list (identifier) @target)
  (type_case . type: (_) @type . (comment)* . (statement_list) @body)) @narrow
(short_var_declaration left: (expression_list . (identifier) @target)
  right: (expression_list . (unary_expression operator: "<-" operand: (_) @value))) @loop
(receive_statement left: (expression_list . (identifier) @target) ":="
  right: (unary_expression operator: "<-" operand: (_) @value)) @loop
(range_clause left: (expression_list (_) (_) @target) right: (_) @value) @loop
(range_clause left: (expression_list . (identifier) @target) right: (_) @value @keys) @loop
(assignment_statement left: (expression_list) @target right: (expression_list) @value) @assign
(inc_statement (_) @target) @augment
(dec_statement (_) @target) @augment
((call_expression
  function: (selector_expression operand: (identifier) @_atomic field: (field_identifier) @_change)
  arguments: (argument_list . (unary_expression operand: (_) @target))) @augment
  (#eq? @_atomic "atomic")
  (#match? @_change "^(Add|And|CompareAndSwap|Or|Store|Swap)"))
((call_expression function: (identifier) @_function arguments: (argument_list . (_) @target)) @delete
  (#any-of? @_function "delete" "clear"))

; `var _ Interface = (*Type)(nil)` states that the type implements the interface

((var_spec name: (identifier) @_blank type: [(type_identifier) (qualified_type)] @base value: (expression_list [
    (call_expression function: (parenthesized_expression (unary_expression operand: (_) @subject)))
    (composite_literal type: (type_identifier) @subject)
    (unary_expression operand: (composite_literal type: (type_identifier) @subject))])) @inherit
  (#eq? @_blank "_"))

; Errors: returned values that are named or made like errors, what these wrap, and panics

((return_statement (expression_list (identifier) @error .)) @raise
  (#match? @error "^(Err|err)[A-Z]"))
((return_statement (expression_list (selector_expression) @error .)) @raise
  (#match? @error "[.]Err[A-Z]"))
((return_statement (expression_list (call_expression function: (_) @error) .)) @raise
  (#match? @error "^(fmt[.]Errorf|status[.]Errorf?|\\w*[eE]rrors[.](New|Wrapf?|Errorf|Join))$"))
((return_statement (expression_list (call_expression function: (_) @_wraps
    arguments: (argument_list . (_) @_format [(identifier) (selector_expression)] @error)) .)) @raise
  (#eq? @_wraps "fmt.Errorf")
  (#match? @_format "%w")
  (#match? @error "(^[Ee]rr|[.]Err)[A-Z]"))
((return_statement (expression_list (call_expression function: (_) @_wraps
    arguments: (argument_list [(identifier) (selector_expression)] @error)) .)) @raise
  (#match? @_wraps "^\\w*[eE]rrors[.]Join$")
  (#match? @error "(^[Ee]rr|[.]Err)[A-Z]"))
((return_statement (expression_list (call_expression function: (_) @_wraps
    arguments: (argument_list . [(identifier) (selector_expression)] @error)) .)) @raise
  (#match? @_wraps "^\\w*[eE]rrors[.](WithMessagef?|WithStack|Wrapf?)$")
  (#match? @error "(^[Ee]rr|[.]Err)[A-Z]"))
((return_statement (expression_list
    [(composite_literal type: (_) @error)
     (unary_expression operand: (composite_literal type: (_) @error))] .)) @raise
  (#match? @error "Err(or)?$"))
((return_statement (expression_list [
    (composite_literal body: (literal_value [
      (literal_element (identifier) @error) (keyed_element (_) (literal_element (identifier) @error))]))
    (unary_expression operand: (composite_literal body: (literal_value [
      (literal_element (identifier) @error) (keyed_element (_) (literal_element (identifier) @error))])))] .)) @raise
  (#match? @error "^Err[A-Z]"))
((call_expression function: (identifier) @error) @raise
  (#eq? @error "panic"))

; Calls whose error is handed on

((return_statement (expression_list
  (call_expression function: (_) @callee arguments: (_) @arguments) @propagates .)) @call
  (#not-match? @callee "^[(][*][^()]+[)]$"))
(if_statement
  initializer: [
    (short_var_declaration right: (expression_list
      (call_expression function: (_) @callee arguments: (_) @arguments) @propagates))
    (assignment_statement right: (expression_list
      (call_expression function: (_) @callee arguments: (_) @arguments) @propagates))]
  condition: (binary_expression right: (nil))
  consequence: (block (statement_list (return_statement (expression_list [
    (identifier) (call_expression) (selector_expression) (unary_expression) (composite_literal)] .))))) @call
((statement_list
  [(short_var_declaration
     left: (expression_list (identifier) @_error .)
     right: (expression_list
       (call_expression function: (_) @callee arguments: (_) @arguments) @propagates))
   (assignment_statement
     left: (expression_list (identifier) @_error .)
     right: (expression_list
       (call_expression function: (_) @callee arguments: (_) @arguments) @propagates))]
  .
  (if_statement
    condition: (binary_expression left: (identifier) @_checked right: (nil))
    consequence: (block (statement_list (return_statement (expression_list [
      (identifier) (call_expression) (selector_expression) (unary_expression) (composite_literal)] .)))))) @call
  (#eq? @_error @_checked))
(short_var_declaration
  left: (expression_list (identifier) @target .)
  right: (expression_list . (call_expression function: (_) @callee) .)) @outcome
(assignment_statement
  left: (expression_list (identifier) @target .)
  right: (expression_list . (call_expression function: (_) @callee) .)) @outcome
((return_statement (expression_list (identifier) @target .)) @answer
  (#match? @target "[eE]rr"))

; Calls whose error ends here, and errors that the code asks for. What is assigned to a variable that was there before
; may go on from there

(if_statement
  initializer: (short_var_declaration
    left: (expression_list (identifier) @target .)
    right: (expression_list (call_expression function: (_) @callee arguments: (_) @arguments)))
  condition: (binary_expression operator: "!=" right: (nil))
  consequence: (block) @body) @settled
((statement_list
  (short_var_declaration
    left: (expression_list (identifier) @target .)
    right: (expression_list (call_expression function: (_) @callee arguments: (_) @arguments)))
  .
  (comment)*
  .
  (if_statement
    condition: (binary_expression left: (identifier) @_checked operator: "!=" right: (nil))
    consequence: (block) @body)) @settled
  (#eq? @target @_checked))
((call_expression
  function: (selector_expression) @_asks
  arguments: (argument_list (_) . [
    (identifier) @caught (selector_expression) @caught (unary_expression operand: (identifier) @caught)] .)) @handled
  (#match? @_asks "^\\w*[eE]rrors[.](Is|As)$"))
((binary_expression
  left: (identifier) @_error operator: ["==" "!="] right: [(identifier) (selector_expression)] @caught) @handled
  (#any-of? @_error "err" "e" "cause" "rerr" "werr")
  (#match? @caught "(^|[.])(Err[A-Z]|EOF$)"))
((type_assertion_expression operand: (identifier) @_error
  type: [(pointer_type (_) @caught) (type_identifier) @caught (qualified_type) @caught]) @handled
  (#eq? @_error "err"))
((type_switch_statement value: (identifier) @_error
  (type_case type: [(pointer_type (_) @caught) (type_identifier) @caught (qualified_type) @caught])) @handled
  (#eq? @_error "err"))
((expression_switch_statement value: (identifier) @_error
  (expression_case value: (expression_list [(identifier) (selector_expression)] @caught))) @handled
  (#any-of? @_error "err" "e" "cause")
  (#match? @caught "(^|[.])(Err[A-Z]|EOF$)"))

; Configuration
; A struct whose fields settings fill
((call_expression
  function: (selector_expression operand: [(identifier) @receiver (selector_expression field: (field_identifier) @receiver)] field: (field_identifier) @_method)
  arguments: (argument_list . [(identifier) @value (selector_expression) @value (unary_expression operand: (_) @value)])) @bound
  (#match? @receiver "^(v|vp|vip|k|ko|.*[vV]iper|.*[kK]oanf)$")
  (#any-of? @_method "Unmarshal" "UnmarshalExact"))
((call_expression
  function: (selector_expression operand: [(identifier) @receiver (selector_expression field: (field_identifier) @receiver)] field: (field_identifier) @_method)
  arguments: (argument_list . (interpreted_string_literal) @prefix . [(identifier) @value (selector_expression) @value (unary_expression operand: (_) @value)])) @bound
  (#match? @receiver "^(v|vp|vip|k|ko|.*[vV]iper|.*[kK]oanf)$")
  (#any-of? @_method "Unmarshal" "UnmarshalKey" "UnmarshalWithConf"))

((call_expression
  function: (selector_expression) @_reader
  arguments: (argument_list . [(interpreted_string_literal) @key (raw_string_literal) @key (identifier) @by (selector_expression) @by (binary_expression) @by (call_expression) @by])) @env
  (#any-of? @_reader "os.Getenv" "os.LookupEnv" "os.Setenv" "syscall.Getenv"))
; A field that the environment fills
((field_declaration tag: (raw_string_literal) @key) @env
  (#match? @key "[` ]env(config)?:\"[A-Za-z_]"))
; A function of the code itself, or of a library, that asks the environment
((call_expression
  function: [(identifier) (selector_expression)] @_reader
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @key)) @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#not-match? @_reader "^(os[.]Getenv|os[.]LookupEnv|syscall[.]Getenv)$")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((call_expression
  function: (selector_expression operand: (identifier) @_object field: (field_identifier) @_method)
  arguments: (argument_list . [(interpreted_string_literal) @key (raw_string_literal) @key (identifier) @by (selector_expression) @by (binary_expression) @by (call_expression) @by])) @key
  (#eq? @_object "viper")
  (#match? @_method "^(Get.*|IsSet|InConfig|Sub|UnmarshalKey)$"))
((call_expression
  function: (selector_expression
    operand: [
      (identifier) @_object
      (selector_expression field: (field_identifier) @_object)
      (call_expression function: (selector_expression field: (field_identifier) @_object))]
    field: (field_identifier) @_method)
  arguments: (argument_list . (interpreted_string_literal) @key)) @flag
  (#any-of? @_object "flag" "pflag" "flags" "flagSet" "flagset" "fs" "CommandLine" "Flags" "PersistentFlags"
    "LocalFlags" "InheritedFlags")
  (#match? @_method "^((Get)?(Bool|Count|Duration|Float|U?[Ii]nt|String|IP|Text)(8|16|32|64|Slice|Array|ToString)*P?|Lookup|Changed|(Bool)?FuncP?)$"))
((call_expression
  function: (selector_expression
    operand: [
      (identifier) @_object
      (selector_expression field: (field_identifier) @_object)
      (call_expression function: (selector_expression field: (field_identifier) @_object))]
    field: (field_identifier) @_method)
  arguments: (argument_list . [(unary_expression) (identifier) (selector_expression)] . (interpreted_string_literal) @key)) @flag
  (#any-of? @_object "flag" "pflag" "flags" "flagSet" "flagset" "fs" "CommandLine" "Flags" "PersistentFlags"
    "LocalFlags" "InheritedFlags")
  (#match? @_method "VarP?F?$"))
((composite_literal
  type: (qualified_type name: (type_identifier) @_flag)
  body: (literal_value (keyed_element
    . (literal_element (identifier) @_name) . (literal_element (interpreted_string_literal) @key)))) @flag
  (#any-of? @_flag "BoolFlag" "DurationFlag" "Float64Flag" "GenericFlag" "IntFlag" "IntSliceFlag" "Int64Flag" "PathFlag"
    "StringFlag" "StringSliceFlag" "TimestampFlag" "UintFlag")
  (#eq? @_name "Name"))
((call_expression
  function: (selector_expression field: (field_identifier) @_asked)
  arguments: (argument_list . (interpreted_string_literal) @key)) @flag
  (#any-of? @_asked "IsEnabled" "FeatureEnabled" "IsFeatureEnabled" "BoolVariation"))
((call_expression
  function: (selector_expression) @_opener
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @key)) @file
  (#any-of? @_opener "os.Open" "os.ReadFile" "os.OpenFile" "ioutil.ReadFile" "filepath.Join" "viper.SetConfigFile"))

[(interpreted_string_literal) (raw_string_literal)] @literal
