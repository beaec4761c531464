; Calls. What a receiver is cast to is its type.

(call_expression
  function: [(identifier) (field_expression) (subscript_expression)] @callee
  arguments: (argument_list) @arguments) @call
(call_expression
  function: (parenthesized_expression (pointer_expression argument: (_) @callee))
  arguments: (argument_list) @arguments) @call

; Functions handed over

(argument_list [(identifier) @value (pointer_expression operator: "&" argument: (identifier) @value)])
(argument_list (cast_expression value: (identifier) @value))
(initializer_list [(identifier) @value (pointer_expression operator: "&" argument: (identifier) @value)])
(initializer_pair value: [(identifier) @value (pointer_expression operator: "&" argument: (identifier) @value)])
(init_declarator value: [(identifier) @value (pointer_expression operator: "&" argument: (identifier) @value)])
(assignment_expression operator: "="
  right: [(identifier) @value (pointer_expression operator: "&" argument: (identifier) @value)])
(assignment_expression right: (cast_expression value: (identifier) @value))
(return_statement (identifier) @value)
(conditional_expression consequence: (identifier) @value)
(conditional_expression alternative: (identifier) @value)

; Parameters

(function_definition declarator: [
  (function_declarator parameters: (parameter_list (parameter_declaration
    type: [(_) @type (struct_specifier name: (_) @type) (union_specifier name: (_) @type)]
    declarator: [
      (identifier) @target
      (pointer_declarator declarator: [
        (identifier) @target
        (pointer_declarator declarator: (identifier) @target)
        (array_declarator declarator: (identifier) @target)])
      (array_declarator declarator: (identifier) @target)
      (function_declarator declarator: [
        (identifier) @target
        (parenthesized_declarator (pointer_declarator declarator: (identifier) @target))])]) @parameter))
  (pointer_declarator declarator: (function_declarator parameters: (parameter_list (parameter_declaration
    type: (_) @type
    declarator: [
      (identifier) @target
      (pointer_declarator declarator: [
        (identifier) @target
        (pointer_declarator declarator: (identifier) @target)
        (array_declarator declarator: (identifier) @target)])
      (array_declarator declarator: (identifier) @target)
      (function_declarator declarator: [
        (identifier) @target
        (parenthesized_declarator (pointer_declarator declarator: (identifier) @target))])]) @parameter)))])

; Declarations

(declaration
  type: [(type_identifier) @type (struct_specifier name: (_) @type) (union_specifier name: (_) @type)
    (primitive_type) (sized_type_specifier) (enum_specifier) (macro_type_specifier)]
  declarator: [
    (identifier) @target
    (pointer_declarator declarator: [
      (identifier) @target
      (pointer_declarator declarator: (identifier) @target)
      (array_declarator declarator: (identifier) @target)])
    (array_declarator declarator: [(identifier) @target (array_declarator declarator: (identifier) @target)])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @target)))
    (init_declarator
      declarator: [
        (identifier) @target
        (pointer_declarator declarator: [
          (identifier) @target
          (pointer_declarator declarator: (identifier) @target)
          (array_declarator declarator: (identifier) @target)])
        (array_declarator declarator: [(identifier) @target (array_declarator declarator: (identifier) @target)])
        (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @target)))]
      value: (_) @value)]) @declare
(field_declaration
  type: [(type_identifier) @type (struct_specifier name: (_) @type) (union_specifier name: (_) @type)]
  declarator: [
    (field_identifier) @target
    (pointer_declarator declarator: [
      (field_identifier) @target
      (pointer_declarator declarator: (field_identifier) @target)
      (array_declarator declarator: (field_identifier) @target)])
    (array_declarator declarator: [(field_identifier) @target (array_declarator declarator: (field_identifier) @target)])]) @declare
(type_definition
  type: [(type_identifier) @type (struct_specifier name: (_) @type) (union_specifier name: (_) @type)]
  declarator: [
    (type_identifier) @target
    (pointer_declarator declarator: (type_identifier) @target)]) @declare

; Assignments

(assignment_expression left: (_) @target operator: "=" right: (_) @value) @assign
(assignment_expression left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>="]) @augment
(update_expression argument: (_) @target) @augment

; Configuration

((call_expression function: (identifier) @_reader arguments: (argument_list . (string_literal) @key)) @env
  (#any-of? @_reader "getenv" "secure_getenv" "setenv" "unsetenv" "_wgetenv" "_dupenv_s"))
((call_expression function: (identifier) @_opener arguments: (argument_list . (string_literal) @key)) @file
  (#any-of? @_opener "fopen" "open" "freopen" "fopen_s" "fopen64" "open64"))

(string_literal) @literal
