; Calls

(call_expression
  function: [(identifier) (field_expression) (subscript_expression)] @callee
  arguments: (argument_list) @arguments) @call
(call_expression
  function: (parenthesized_expression (pointer_expression argument: (_) @callee))
  arguments: (argument_list) @arguments) @call

(preproc_function_def value: (preproc_arg) @expansion)

; Types

(type_identifier) @typename

; Functions handed over

(argument_list [(identifier) @value (pointer_expression "&" (identifier) @value) (cast_expression value: (identifier) @value)])
(initializer_list [(identifier) @value (pointer_expression "&" (identifier) @value) (cast_expression value: (identifier) @value)])
(initializer_pair value: [
  (identifier) @value (pointer_expression "&" (identifier) @value) (cast_expression value: (identifier) @value)])
(init_declarator value: [
  (identifier) @value (pointer_expression "&" (identifier) @value) (cast_expression value: (identifier) @value)])
(cast_expression value: [
  (pointer_expression "&" (identifier) @value)
  (cast_expression value: [(identifier) @value (pointer_expression "&" (identifier) @value)])])
(assignment_expression right: [
  (identifier) @value (pointer_expression "&" (identifier) @value) (cast_expression value: (identifier) @value)])
(return_statement (identifier) @value)
(conditional_expression consequence: (identifier) @value)
(conditional_expression alternative: (identifier) @value)

; Parameters and declarations

(function_declarator parameters: (parameter_list
  (parameter_declaration type: (_) @type declarator: (_) @target) @parameter))
(preproc_function_def parameters: (preproc_params (identifier) @target @parameter))
(declaration type: (_) @type declarator: (_) @target) @declare
(init_declarator declarator: (_) @target value: (_) @value) @declare
(field_declaration type: (_) @type declarator: (_) @target) @declare
(compound_literal_expression type: (type_descriptor type: (_) @type) value: (initializer_list) @value) @aggregate

; The fields that are given a value where an object is written out, by their names, or by their places

(declaration type: [(type_identifier) (struct_specifier name: (_))] @type declarator: (init_declarator
  declarator: [(identifier) (pointer_declarator)]
  value: (initializer_list (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize)))
(declaration type: [(type_identifier) (struct_specifier name: (_))] @type declarator: (init_declarator
  declarator: (array_declarator)
  value: (initializer_list [
    (initializer_list (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize)
    (initializer_pair designator: (subscript_designator) value: (initializer_list
      (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize))])))
(compound_literal_expression type: (type_descriptor type: (_) @type) value: (initializer_list
  (initializer_pair . designator: (field_designator (field_identifier) @target)) @initialize))

(declaration type: [(type_identifier) (struct_specifier name: (_))] @type declarator: (init_declarator
  declarator: (identifier) value: (initializer_list (_) @initialize)))
(declaration type: [(type_identifier) (struct_specifier name: (_))] @type declarator: (init_declarator
  declarator: (array_declarator) value: (initializer_list (initializer_list (_) @initialize))))
(compound_literal_expression type: (type_descriptor type: [(type_identifier) (struct_specifier name: (_))] @type)
  value: (initializer_list (_) @initialize))

; Assignments

(assignment_expression left: (_) @target operator: "=" right: (_) @value) @assign
(assignment_expression left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>="]) @augment
(update_expression argument: (_) @target) @augment

; A macro that is another name of a function in every build: `#define fail shop_fail`

((translation_unit (preproc_def name: (_) @target value: (preproc_arg) @value) @assign)
  (#match? @value "^\\s*\\w*[a-z]\\w*\\s*$"))
((translation_unit (preproc_ifdef "#ifndef" (preproc_def name: (_) @target value: (preproc_arg) @value) @assign))
  (#match? @value "^\\s*\\w*[a-z]\\w*\\s*$"))
((translation_unit (preproc_ifdef "#ifndef" (linkage_specification
  body: (declaration_list (preproc_def name: (_) @target value: (preproc_arg) @value) @assign))))
  (#match? @value "^\\s*\\w*[a-z]\\w*\\s*$"))

; Configuration

((call_expression function: (identifier) @_reader arguments: (argument_list . [(string_literal) @key (identifier) @by])) @env
  (#any-of? @_reader "getenv" "secure_getenv" "setenv" "unsetenv" "_wgetenv" "_dupenv_s"))
; A function of the code itself, or of a library, that asks the environment
((call_expression function: (identifier) @_reader arguments: (argument_list . (string_literal) @key)) @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#not-match? @_reader "^(getenv|secure_getenv)$")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((call_expression function: (identifier) @_reader arguments: (argument_list [(string_literal) @key (identifier) @by])) @key
  (#match? @_reader "(^|_)(options?|conf|config|settings?|prefs?)_(get|lookup|find|read|query)(_|$)"))
((call_expression function: (identifier) @_opener arguments: (argument_list . (string_literal) @key)) @file
  (#any-of? @_opener "fopen" "open" "freopen" "fopen_s" "fopen64" "open64"))

((initializer_list . (string_literal) @key . (identifier) @_argument) @flag
  (#any-of? @_argument "required_argument" "no_argument" "optional_argument"))
((call_expression function: (identifier) @_compares arguments: (argument_list (_) . (string_literal) @key)) @flag
  (#any-of? @_compares "strcmp" "strncmp" "strcasecmp")
  (#match? @key "^.(--[a-zA-Z][a-zA-Z0-9_-]*|-[a-z][a-zA-Z0-9_-]*|-[A-Z])=?.$"))

(string_literal) @literal
