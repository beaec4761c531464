; Calls. A function may stand behind the arguments; between two operands it may be named without a point.

(call_expression . (simple_identifier) @method . (call_suffix) @arguments) @call
(call_expression
  . (navigation_expression
    . [(simple_identifier) (call_expression) (navigation_expression) (indexing_expression) (this_expression)
      (super_expression) (parenthesized_expression) (postfix_expression) (string_literal) (callable_reference)
      (when_expression) (object_literal)] @receiver
    (navigation_suffix (simple_identifier) @method))
  . (call_suffix) @arguments) @call
(call_expression . [(indexing_expression) (call_expression) (postfix_expression)] @callee . (call_suffix) @arguments) @call
(infix_expression
  . [(simple_identifier) (call_expression) (navigation_expression) (indexing_expression) (this_expression)
    (parenthesized_expression)] @receiver
  . (simple_identifier) @method
  . (_) @arguments) @call

(delegation_specifier (constructor_invocation (user_type) @callee (value_arguments) @arguments) @new)
(constructor_delegation_call ["this" "super"] @callee (value_arguments) @arguments) @call
(class_declaration (type_identifier) @callee
  (enum_class_body (enum_entry (value_arguments) @arguments) @new))

(lambda_literal) @lambda

(callable_reference (simple_identifier)) @value
(navigation_expression (navigation_suffix "::" (simple_identifier))) @value
; What gives a test its cases
((annotation (constructor_invocation
  (user_type) @_cases
  (value_arguments (value_argument (string_literal (string_content) @method))))) @value
  (#eq? @_cases "MethodSource"))

; What is read of objects, and operators

(navigation_expression . (_) (navigation_suffix (simple_identifier))) @member

(additive_expression . (_) @operand . ["+" "-"] @operator . (_) @value) @operate
(multiplicative_expression . (_) @operand . ["*" "/" "%"] @operator . (_) @value) @operate
(range_expression . (_) @operand . ".." @operator . (_) @value) @operate
(comparison_expression . (_) @operand . ["<" ">" "<=" ">="] @operator) @operate
(equality_expression . (_) @operand . ["==" "!="] @operator
  . [(simple_identifier) (navigation_expression) (call_expression) (this_expression) (indexing_expression)]) @operate
(check_expression (_) "in" @operator . (_) @operand) @operate
(prefix_expression . ["-" "+" "!"] @operator . (_) @operand) @operate
(indexing_expression . (_) @operand . (indexing_suffix "[" @operator)) @operate
(directly_assignable_expression . (_) @operand . (indexing_suffix "[" @operator)) @operate
(assignment (directly_assignable_expression . (_) @operand .) . ["+=" "-=" "*=" "/=" "%="] @operator . (_) @value) @operate
(for_statement "in" @operator . (_) @operand) @operate

; Types

(user_type) @typename
(type_parameter (type_identifier) @name) @typevariable

; Parameters

(function_declaration (function_value_parameters
  (parameter . (simple_identifier) @target (_) @type .) @parameter))
(secondary_constructor (function_value_parameters
  (parameter . (simple_identifier) @target (_) @type .) @parameter))
(anonymous_function (function_value_parameters
  (parameter . (simple_identifier) @target (_) @type .) @declare))
(setter (parameter_with_optional_type (simple_identifier) @target (_)? @type) @parameter)
(primary_constructor (class_parameter (simple_identifier) @target
  [(user_type) (nullable_type) (function_type) (parenthesized_type)] @type) @parameter)
(primary_constructor (class_parameter (binding_pattern_kind) (simple_identifier) @target
  [(user_type) (nullable_type) (function_type) (parenthesized_type)] @type) @declare)
(lambda_parameters (variable_declaration . (simple_identifier) @target (_) @type)) @declare
(lambda_parameters (multi_variable_declaration (variable_declaration . (simple_identifier) @target) @declare))

; Assignments

(property_declaration
  (variable_declaration . (simple_identifier) @target (_)? @type)
  ("=" . (_) @value)?) @declare
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression . (simple_identifier) @_lazy (call_suffix
    (annotated_lambda (lambda_literal (statements (_) @value .))))))
  (#match? @_lazy "^lazy$|Lazy$")) @declare
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression (call_suffix (type_arguments . (type_projection (user_type) @type) .))))) @declare
; What a state holds to which a variable leaves its value
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression (navigation_expression . (_) @value (navigation_suffix (simple_identifier) @_held))))
  (#any-of? @_held "collectAsState" "collectAsStateWithLifecycle" "observeAsState" "subscribeAsState")) @loop
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression . (simple_identifier) @_made (call_suffix (value_arguments . (value_argument . (_) @value .) .))))
  (#eq? @_made "mutableStateOf")) @declare
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression . (simple_identifier) @_kept (call_suffix (annotated_lambda (lambda_literal (statements .
    (call_expression . (simple_identifier) @_made (call_suffix . (value_arguments . (value_argument . (_) @value .) .))) .))))))
  (#any-of? @_kept "remember" "rememberSaveable") (#eq? @_made "mutableStateOf")) @declare
(property_declaration
  (variable_declaration . (simple_identifier) @target .)
  (property_delegate (call_expression . (simple_identifier) @_kept (call_suffix (annotated_lambda (lambda_literal (statements .
    (call_expression . (simple_identifier) @_made (call_suffix (type_arguments . (type_projection (_) @type) .))) .))))))
  (#any-of? @_kept "remember" "rememberSaveable") (#eq? @_made "mutableStateOf")) @declare
(property_declaration (multi_variable_declaration (variable_declaration . (simple_identifier) @target) @declare))
(class_declaration (type_identifier) @type
  (enum_class_body (enum_entry (simple_identifier) @target) @declare))
(for_statement (variable_declaration . (simple_identifier) @target (_)? @type) . "in" . (_) @value) @loop
(for_statement (multi_variable_declaration (variable_declaration . (simple_identifier) @target) @declare))
(catch_block . (simple_identifier) @target . (_) @type) @declare
(when_subject (variable_declaration . (simple_identifier) @target (_)? @type) "=" . (_) @value) @declare
(assignment (directly_assignable_expression) @target . "=" . (_) @value) @assign
(assignment (directly_assignable_expression) @target . ["+=" "-=" "*=" "/=" "%="]) @augment
(postfix_expression . [(simple_identifier) (navigation_expression) (indexing_expression)] @target . ["++" "--"]) @augment
(prefix_expression ["++" "--"] . [(simple_identifier) (navigation_expression) (indexing_expression)] @target) @augment

(function_declaration (function_body "=" . (_) @return))
(getter (function_body "=" . (_) @return))

; What an object is asked to be

(if_expression
  condition: [
    (check_expression . (_) @target . "is" . (_) @type)
    (conjunction_expression (check_expression . (_) @target . "is" . (_) @type))
    (conjunction_expression (conjunction_expression (check_expression . (_) @target . "is" . (_) @type)))]
  consequence: (_) @body) @narrow
(conjunction_expression . (check_expression . (_) @target . "is" . (_) @type) . (_) @body) @narrow
(conjunction_expression
  . (conjunction_expression (check_expression . (_) @target . "is" . (_) @type))
  . (_) @body) @narrow
(disjunction_expression . (check_expression . (_) @target . "!is" . (_) @type) . (_) @body) @narrow
(if_expression
  condition: (check_expression . (_) @target . "!is" . (_) @type)
  alternative: (_) @body) @narrow
(if_expression
  condition: (check_expression . (_) @target . "!is" . (_) @type)
  consequence: (control_structure_body [
    (jump_expression ["return" "throw" "continue" "break" "return@" "continue@" "break@"])
    (statements (jump_expression ["return" "throw" "continue" "break" "return@" "continue@" "break@"]) .)])) @narrow
(when_expression
  (when_subject . [
    (simple_identifier) @target
    (navigation_expression) @target
    (this_expression) @target
    (variable_declaration . (simple_identifier) @target)])
  (when_entry . (when_condition (type_test "is" (_) @type)) . (control_structure_body) @body)) @narrow
; behind `if`, which the grammar is given as a further condition
(when_expression
  (when_subject . [
    (simple_identifier) @target
    (navigation_expression) @target
    (this_expression) @target
    (variable_declaration . (simple_identifier) @target)])
  (when_entry
    . (when_condition (type_test "is" (_) @type))
    . (when_condition [(call_expression) (comparison_expression) (conjunction_expression) (equality_expression)]) @body
    . (control_structure_body))) @narrow
(when_expression
  (when_subject . [
    (simple_identifier) @target
    (navigation_expression) @target
    (this_expression) @target
    (variable_declaration . (simple_identifier) @target)])
  (when_entry
    . (when_condition (type_test "is" (_) @type))
    . (when_condition [(call_expression) (comparison_expression) (conjunction_expression) (equality_expression)])
    . (control_structure_body) @body)) @narrow
(when_entry
  . (when_condition [
    (check_expression . (_) @target . "is" . (_) @type)
    (conjunction_expression (check_expression . (_) @target . "is" . (_) @type))
    (conjunction_expression (conjunction_expression (check_expression . (_) @target . "is" . (_) @type)))])
  . (control_structure_body) @body) @narrow
((call_expression
  . (simple_identifier) @_required
  . (call_suffix (value_arguments . (value_argument [
    (check_expression . (_) @target . "is" . (_) @type)
    (conjunction_expression (check_expression . (_) @target . "is" . (_) @type))
    (conjunction_expression (conjunction_expression (check_expression . (_) @target . "is" . (_) @type)))])))) @narrow
  (#any-of? @_required "require" "check" "assertTrue"))
((call_expression
  . (simple_identifier) @_required
  . (call_suffix
    (type_arguments . (type_projection (user_type) @type) .)
    (value_arguments . (value_argument (_) @target)))) @narrow
  (#eq? @_required "assertIs"))
((call_expression
  . (navigation_expression . (_) @target (navigation_suffix (simple_identifier) @_required))
  . (call_suffix (type_arguments . (type_projection (user_type) @type) .))) @narrow
  (#any-of? @_required "shouldBeInstanceOf" "shouldBeTypeOf"))

; Errors

(jump_expression "throw" . (_) @error) @raise
((catch_block
  . (simple_identifier) @_caught
  (statements (jump_expression "throw" . (call_expression (call_suffix
    (value_arguments (value_argument (simple_identifier) @cause) .))) @error) @raise))
  (#eq? @_caught @cause))
((call_expression
  . (simple_identifier) @_error
  . (call_suffix (value_arguments . (value_argument (string_literal) @error) .))) @raise
  (#eq? @_error "error"))

(try_expression "{" . (statements) @protected
  (catch_block . (simple_identifier) @name . (_) @caught) @handler)

; Functions without a name that are stored: their errors are not their owner's

(property_declaration "=" . (lambda_literal) @detached)
(assignment "=" . (lambda_literal) @detached)

; Configuration
; A class whose fields settings fill, or the object that a function makes
((annotation (constructor_invocation
  (user_type) @base
  (value_arguments (value_argument (string_literal) @prefix)))) @bound
  (#any-of? @base "ConfigurationProperties" "ConfigMapping" "ConfigProperties"))

((call_expression
  . (navigation_expression . (simple_identifier) @_object (navigation_suffix (simple_identifier) @_method))
  . (call_suffix (value_arguments . (value_argument [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by]) .))) @env
  (#eq? @_object "System") (#eq? @_method "getenv"))
((indexing_expression
  . (call_expression . (navigation_expression . (simple_identifier) @_object
    (navigation_suffix (simple_identifier) @_method)))
  . (indexing_suffix [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by])) @env
  (#eq? @_object "System") (#eq? @_method "getenv"))
; A function of the code itself, or of a library, that asks the environment
((call_expression
  . [(simple_identifier) @_method (navigation_expression (navigation_suffix (simple_identifier) @_method))]
  . (call_suffix (value_arguments . (value_argument (string_literal) @key)))) @env
  (#match? @_method "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_method "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((call_expression
  . (navigation_expression (navigation_suffix (simple_identifier) @_method))
  . (call_suffix (value_arguments . (value_argument [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by])))) @key
  (#any-of? @_method "getProperty" "getBundle" "getRequiredProperty" "propertyOrNull"))
((call_expression
  . (navigation_expression . (simple_identifier) @_settings (navigation_suffix (simple_identifier) @_asked))
  . (call_suffix (value_arguments . (value_argument [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by])))) @key
  (#any-of? @_settings "config" "configuration" "settings" "prefs" "preferences" "environment" "sharedPreferences")
  (#not-match? @_asked "^(set|put|add|remove)"))
; A variable of a function that is called so may hold the properties of anything
((call_expression
  . (navigation_expression . (simple_identifier) @receiver (navigation_suffix (simple_identifier) @_asked))
  . (call_suffix (value_arguments . (value_argument [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by])))) @key
  (#any-of? @receiver "properties" "props")
  (#not-match? @_asked "^(set|put|add|remove|get(Required)?Property$)"))
((indexing_expression
  . (simple_identifier) @receiver
  . (indexing_suffix [(string_literal) @key (simple_identifier) @by (navigation_expression) @by (additive_expression) @by (call_expression) @by])) @key
  (#any-of? @receiver "config" "configuration" "settings" "properties" "props" "prefs" "preferences" "environment"))
((call_expression
  . [(simple_identifier) @_asked (navigation_expression (navigation_suffix (simple_identifier) @_asked))]
  . (call_suffix (value_arguments . (value_argument (string_literal) @key)))) @flag
  (#any-of? @_asked "isFeatureEnabled" "featureEnabled" "boolVariation"))
((call_expression
  . (simple_identifier) @_option
  . (call_suffix (value_arguments (value_argument . (string_literal) @key)))) @flag
  (#eq? @_option "option")
  (#match? @key "^.-"))
((annotation (constructor_invocation
  (user_type) @_annotation
  (value_arguments (value_argument . (string_literal) @key)))) @key
  (#any-of? @_annotation "Value" "ConfigProperty" "ConditionalOnProperty" "ConfigurationProperties"))
((annotation (constructor_invocation
  (user_type) @_annotation
  (value_arguments (value_argument
    . (simple_identifier) @_part
    . [(string_literal) @key (collection_literal (string_literal) @key)])) @_arguments)) @key
  (#any-of? @_annotation "Value" "ConfigProperty" "ConditionalOnProperty" "ConfigurationProperties")
  (#any-of? @_part "value" "name" "prefix")
  (#not-match? @_arguments "\\bprefix\\s*=[^)]*\\b(name|value)\\s*=|\\b(name|value)\\s*=[^)]*\\bprefix\\s*="))
((annotation (constructor_invocation
  (user_type) @_annotation
  (value_arguments [
    ((value_argument . (simple_identifier) @_prefix . (string_literal) @prefix)
      (value_argument
        . (simple_identifier) @_part
        . [(string_literal) @key (collection_literal (string_literal) @key)]))
    ((value_argument
        . (simple_identifier) @_part
        . [(string_literal) @key (collection_literal (string_literal) @key)])
      (value_argument . (simple_identifier) @_prefix . (string_literal) @prefix))]))) @key
  (#eq? @_annotation "ConditionalOnProperty")
  (#eq? @_prefix "prefix")
  (#any-of? @_part "value" "name"))
((annotation (constructor_invocation
  (user_type) @_annotation
  (value_arguments (value_argument [
    (string_literal) @key @_text
    (collection_literal (string_literal) @key @_text)])))) @key
  (#not-match? @_annotation "^(Value|ConfigProperty|ConditionalOnProperty|ConfigurationProperties)$")
  (#match? @_text "^\"\\\\[$]\\{[^{}\"]+\\}\"$"))
((call_expression
  . [(simple_identifier) @_method (navigation_expression (navigation_suffix (simple_identifier) @_method))]
  . (call_suffix (value_arguments . (value_argument (string_literal) @key)))) @file
  (#any-of? @_method "getResource" "getResourceAsStream" "get" "of" "newInputStream" "readString" "load" "resolve"
    "File" "FileInputStream" "FileReader" "ClassPathResource" "Path"))

(string_literal) @literal

; Messages, which go to what handles their type

((call_expression
  . [(simple_identifier) @_send (navigation_expression (navigation_suffix (simple_identifier) @_send))]
  . (call_suffix (value_arguments . (value_argument . [(call_expression) (simple_identifier)] @value)))) @send
  (#match? @_send "^(send|publish|dispatch|execute|query|invoke|raise|fire|emit|enqueue|queue|post|notify|request|schedule|apply)(Async|Sync|Sticky|Now|Later|All|Local|And[A-Z][A-Za-z]*|After[A-Z][A-Za-z]*|To[A-Z][A-Za-z]*|[A-Za-z]*(Event|Message|Command|Query|Request|Notification|Job)s?(Async|Sync)?)?$|^(add|register|record)[A-Za-z]*Event"))

; What members are read of that no expression writes

(navigation_expression . (parenthesized_expression [(elvis_expression) (if_expression) (when_expression)]) @aside)
((call_expression
  . [(simple_identifier) @method (navigation_expression (navigation_suffix (simple_identifier) @method) .)]
  . (call_suffix (_) @each .)) @aside
  (#any-of? @method "map" "mapNotNull" "mapLatest" "flatMap" "let" "async" "coroutineScope" "runBlocking" "supervisorScope"
    "withContext" "withTimeout" "withTimeoutOrNull"))

; What a framework hands the errors of others to

((annotation (constructor_invocation
  (user_type (type_identifier) @_mark)
  (value_arguments (value_argument (callable_reference . (type_identifier) @caught))))) @handled
  (#any-of? @_mark "ExceptionHandler" "ServerExceptionMapper" "MessageExceptionHandler"))
