; What C++ has beyond C, whose queries hold here too.

; Calls and instances. What a receiver is cast to is its type.

(call_expression
  function: [(qualified_identifier) (template_function)] @callee
  arguments: (argument_list) @arguments) @call
(call_expression
  function: (field_expression
    argument: [
      (call_expression function: (template_function
        name: (identifier) @_cast
        arguments: (template_argument_list . (type_descriptor type: (_) @receiver))))
      (parenthesized_expression (call_expression function: (template_function
        name: (identifier) @_cast
        arguments: (template_argument_list . (type_descriptor type: (_) @receiver)))))]
    field: [(field_identifier) @method (template_method name: (_) @method)])
  arguments: (argument_list) @arguments) @call
(call_expression
  function: (field_expression
    argument: (parenthesized_expression (cast_expression type: (type_descriptor type: (_) @receiver)))
    field: (field_identifier) @method)
  arguments: (argument_list) @arguments) @call

(new_expression type: (_) @callee arguments: (argument_list)? @arguments) @new
(declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (init_declarator value: [(argument_list) (initializer_list)] @arguments)) @new
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (identifier)) @new)
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (function_declarator declarator: (identifier) parameters: (_) @arguments)) @new)
(for_statement initializer: (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (function_declarator declarator: (identifier) parameters: (_) @arguments)) @new)
(compound_literal_expression
  type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  value: (initializer_list) @arguments) @new
(compound_literal_expression
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  value: (initializer_list (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize))
(declaration type: [(qualified_identifier) (template_type)] @type declarator: (init_declarator
  value: (initializer_list (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize)))
(field_initializer . (_) @callee [(argument_list) (initializer_list)] @arguments) @new
((call_expression
  function: [
    (template_function name: (identifier) @_maker arguments: (template_argument_list . (type_descriptor type: (_) @callee)))
    (qualified_identifier name: (template_function
      name: (identifier) @_maker
      arguments: (template_argument_list . (type_descriptor type: (_) @callee))))]
  arguments: (argument_list) @arguments) @new
  (#any-of? @_maker "make_unique" "make_shared" "make_ref"))

; Types

(_ type: (qualified_identifier) @typename)
(type_parameter_declaration (type_identifier) @name) @typevariable
(optional_type_parameter_declaration name: (type_identifier) @name) @typevariable

; Operators of types: `operands` says where their operands are

(binary_expression) @operation
(assignment_expression) @operation
(update_expression) @operation
(unary_expression) @operation
(pointer_expression operator: "*") @operation
(subscript_expression) @operation
(field_expression operator: "->") @operation
(if_statement . "if" @operator condition: (condition_clause value: [(identifier) (field_expression) (call_expression)] @operand)) @operation
(for_range_loop . "for" @operator right: [(identifier) (field_expression) (call_expression) (pointer_expression)] @operand) @operate
(user_defined_literal . (_) @value (literal_suffix) @suffix)

; Functions handed over

(argument_list [(qualified_identifier) @value (pointer_expression "&" (qualified_identifier) @value)])
(initializer_list [(qualified_identifier) @value (pointer_expression "&" (qualified_identifier) @value)])
(assignment_expression right: [(qualified_identifier) @value (pointer_expression "&" (qualified_identifier) @value)])
(optional_parameter_declaration default_value: [(identifier) @value (qualified_identifier) @value
  (pointer_expression "&" [(identifier) (qualified_identifier)] @value)])
(field_declaration default_value: [(identifier) @value (qualified_identifier) @value
  (pointer_expression "&" [(identifier) (qualified_identifier)] @value)])
(init_declarator value: [(qualified_identifier) @value (pointer_expression "&" (qualified_identifier) @value)])

; Parameters and declarations

(function_declarator parameters: (parameter_list
  [(optional_parameter_declaration type: (_) @type declarator: (_) @target)
   (variadic_parameter_declaration type: (_) declarator: (_) @target)] @parameter))
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: [
    (function_declarator declarator: (identifier) @target)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @target))
    (reference_declarator (function_declarator declarator: (identifier) @target))]) @declare)
(for_statement initializer: (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier) @target)) @declare)
(lambda_declarator parameters: (parameter_list (parameter_declaration type: (_) @type declarator: (_) @target) @declare))
(lambda_capture_initializer left: (_) @target) @declare
(structured_binding_declarator (identifier) @target @declare)
(condition_clause value: (declaration declarator: (_) @target value: (_) @value) @declare)
((declaration declarator: (init_declarator
  declarator: (_) @target
  value: (call_expression function: [
    (template_function name: (_) @_maker arguments: (template_argument_list . (type_descriptor type: (_) @type)))
    (qualified_identifier name: (template_function
      name: (_) @_maker
      arguments: (template_argument_list . (type_descriptor type: (_) @type))))]))) @declare
  (#any-of? @_maker "make_unique" "make_shared" "make_ref" "static_cast" "dynamic_cast" "reinterpret_cast" "const_cast"
    "static_pointer_cast" "dynamic_pointer_cast"))
(for_range_loop type: (_) @type declarator: (_) @target right: (_) @value) @loop
(for_range_loop declarator: [
    (structured_binding_declarator (identifier) @target .)
    (_ (structured_binding_declarator (identifier) @target .))]
  right: (_) @value) @loop

; Assignments

(field_initializer . (field_identifier) @target) @assign

; Errors

(throw_statement [
  (call_expression function: (_) @error)
  (compound_literal_expression type: (_) @error)
  (new_expression type: (_) @error)
  (identifier) @error
  (field_expression) @error
  (qualified_identifier) @error]) @raise
((throw_statement) @raise (#match? @raise "^throw\\s*;"))

(try_statement
  body: (_) @protected
  (catch_clause parameters: (parameter_list (parameter_declaration
    type: (_) @caught
    declarator: (_)? @name)?)) @handler)

; Functions without a name that are returned or stored: their errors are not their owner's

(return_statement (lambda_expression) @detached)
(assignment_expression right: (lambda_expression) @detached)

; Configuration

((call_expression
  function: (qualified_identifier name: (identifier) @_reader)
  arguments: (argument_list . [(string_literal) @key (identifier) @by (binary_expression) @by (call_expression) @by])) @env
  (#any-of? @_reader "getenv" "secure_getenv" "setenv"))
((call_expression
  function: (qualified_identifier name: (identifier) @_opener)
  arguments: (argument_list . (string_literal) @key)) @file
  (#any-of? @_opener "fopen" "open" "freopen" "LoadFile"))
((declaration
  type: (_) @_stream
  declarator: (init_declarator value: [(argument_list . (string_literal) @key) (initializer_list . (string_literal) @key)])) @file
  (#match? @_stream "stream$"))

; A settings object by its usual name: `context.config.get("weekstart")`
((call_expression
  function: (field_expression argument: (_) @receiver field: [(field_identifier) (template_method)] @_get)
  arguments: (argument_list . (string_literal) @key)) @key
  (#match? @receiver "(^|[.>:_]|[a-z])([cC]onfig|[cC]onfiguration|[sS]ettings|[pP]references|[pP]refs)_?(\\s*\\(\\))?$")
  (#match? @_get "^(get|has|value|contains|read|lookup|is)([_A-Z][A-Za-z_0-9]*)?(<.*>)?$"))

(raw_string_literal) @literal
(using_declaration) @import
((call_expression function: (field_expression field: (field_identifier) @_adds) arguments: (argument_list . (string_literal) @key)) @flag
  (#any-of? @_adds "add_flag" "add_option")
  (#match? @key "^.-"))

; What members are read of that no expression writes

(field_expression argument: (parenthesized_expression (conditional_expression)) @aside)
