; Calls. What a receiver is cast to is its type; `Outer.this` and `Interface.super` name theirs.

(method_invocation !object name: (identifier) @method arguments: (argument_list) @arguments) @call
(method_invocation
  object: [(identifier) (this) (super) (method_invocation) (object_creation_expression) (array_access)
    (field_access field: (identifier)) (class_literal) (string_literal)
    (parenthesized_expression [(identifier) (ternary_expression) (method_invocation) (binary_expression)
      (assignment_expression) (object_creation_expression) (switch_expression)])] @receiver
  name: (identifier) @method
  arguments: (argument_list) @arguments) @call
(method_invocation
  object: [(field_access object: (_) @receiver field: (this))
    (parenthesized_expression (cast_expression type: (_) @receiver))]
  name: (identifier) @method
  arguments: (argument_list) @arguments) @call

(object_creation_expression type: (_) @callee arguments: (argument_list) @arguments) @new
(explicit_constructor_invocation constructor: [(this) (super)] @callee arguments: (argument_list) @arguments) @call
(enum_declaration name: (identifier) @callee
  body: (enum_body (enum_constant arguments: (argument_list) @arguments) @new))

(field_declaration (modifiers "static")) @shared
(static_initializer) @shared
(enum_constant) @shared

(method_reference "::" (identifier) .) @value
(method_reference . [(identifier) (field_access) (generic_type)] @method . "::" "new") @value
; What gives a test its cases
((annotation
  name: (identifier) @_cases
  arguments: (annotation_argument_list [
    (string_literal (string_fragment) @method)
    (element_value_array_initializer (string_literal (string_fragment) @method))])) @value
  (#eq? @_cases "MethodSource"))
((annotation
  name: (identifier) @_test
  arguments: (annotation_argument_list
    (element_value_pair key: (identifier) @_cases value: (string_literal (string_fragment) @method)))) @value
  (#eq? @_test "Test") (#eq? @_cases "dataProvider"))

; Types

(type_identifier) @typename
(scoped_type_identifier) @typename
(type_parameter . (type_identifier) @name) @typevariable

; Parameters

(method_declaration parameters: (formal_parameters [
  (formal_parameter type: (_) @type name: (identifier) @target)
  (spread_parameter (modifiers)? . (_) @type . "..." @type (variable_declarator name: (identifier) @target))
] @parameter))
(constructor_declaration parameters: (formal_parameters [
  (formal_parameter type: (_) @type name: (identifier) @target)
  (spread_parameter (modifiers)? . (_) @type . "..." @type (variable_declarator name: (identifier) @target))
] @parameter))

(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @target) @declare))
(lambda_expression parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @target) @declare))
(lambda_expression parameters: (identifier) @target @declare)
(lambda_expression parameters: (inferred_parameters (identifier) @target @declare))
((method_invocation
  object: (_) @value
  name: (identifier) @_method
  arguments: (argument_list . (lambda_expression parameters: [(identifier) @target @loop
    (inferred_parameters . (identifier) @target @loop .)])))
  (#any-of? @_method "forEach" "filter" "map" "flatMap" "mapToInt" "mapToLong" "mapToObj" "mapToDouble" "anyMatch"
    "allMatch" "noneMatch" "removeIf" "peek" "ifPresent" "takeWhile" "dropWhile" "forEachOrdered" "thenApply"
    "thenAccept" "thenCompose" "concatMap" "doOnNext" "doOnSuccess"))
((method_invocation
  object: (_) @value
  name: (identifier) @_method
  arguments: (argument_list (lambda_expression parameters:
    (inferred_parameters (identifier) @target @loop)) .))
  (#any-of? @_method "sorted" "sort" "reduce" "max" "min"))

; Assignments

(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)) @declare
(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)) @declare
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)) @declare
(enum_declaration name: (identifier) @type
  body: (enum_body (enum_constant name: (identifier) @target) @declare))
(resource type: (_) @type name: (identifier) @target value: (_) @value) @with
(enhanced_for_statement type: (_) @type name: (identifier) @target value: (_) @value) @loop
(instanceof_expression right: (_) @type name: (identifier) @target) @declare
(type_pattern . (_) @type . (identifier) @target) @declare
(assignment_expression left: (_) @target operator: "=" right: (_) @value) @assign
(assignment_expression left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" ">>>="]) @augment
(update_expression [(identifier) (field_access) (array_access)] @target) @augment

; Errors

(throw_statement (object_creation_expression type: (_) @error)) @raise
(throw_statement [(identifier) (field_access) (method_invocation)] @error) @raise
((catch_clause
  (catch_formal_parameter name: (identifier) @_caught)
  body: (block (throw_statement (object_creation_expression
    type: (_) @error
    arguments: (argument_list (identifier) @cause .))) @raise))
  (#eq? @_caught @cause))
(throws (_) @error @raise)
((method_invocation
  name: (identifier) @_method
  arguments: (argument_list . [
    (method_reference . (_) @error . "::" . "new")
    (lambda_expression body: (object_creation_expression type: (_) @error))
    (lambda_expression body: (block
      (return_statement (object_creation_expression type: (_) @error))))] .) @raise)
  (#eq? @_method "orElseThrow"))

(try_statement
  body: (block) @protected
  (catch_clause (catch_formal_parameter (catch_type (_) @caught) name: (identifier) @name)) @handler)
(try_with_resources_statement
  resources: (_)
  body: (block) @protected
  (catch_clause (catch_formal_parameter (catch_type (_) @caught) name: (identifier) @name)) @handler)

; Functions without a name that are stored or returned: their errors are not their owner's

(variable_declarator value: (lambda_expression) @detached)
(return_statement (lambda_expression) @detached)
(assignment_expression right: (lambda_expression) @detached)

; Configuration
; A class whose fields settings fill, or the object that a method makes
((annotation
  name: (identifier) @base
  arguments: (annotation_argument_list [(string_literal) (identifier) (field_access)] @prefix)) @bound
  (#any-of? @base "ConfigurationProperties" "ConfigMapping" "ConfigProperties"))
((annotation
  name: (identifier) @base
  arguments: (annotation_argument_list (element_value_pair
    key: (identifier) @_prefix
    value: [(string_literal) (identifier) (field_access)] @prefix))) @bound
  (#any-of? @base "ConfigurationProperties" "ConfigMapping" "ConfigProperties")
  (#any-of? @_prefix "prefix" "value"))
((field_declaration (modifiers (annotation name: (identifier) @_name)) declarator: (variable_declarator name: (identifier) @subject)) @unbound
  (#any-of? @_name "Name" "WithName"))

((method_invocation
  object: (identifier) @_object
  name: (identifier) @_method
  arguments: (argument_list . [(string_literal) @key (identifier) @by (field_access) @by (binary_expression) @by (method_invocation) @by])) @env
  (#eq? @_object "System") (#eq? @_method "getenv"))
; A function of the code itself, or of a library, that asks the environment
((method_invocation
  object: (_)? @_object
  name: (identifier) @_method
  arguments: (argument_list . (string_literal) @key)) @env
  (#match? @_method "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_method "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#not-eq? @_object "System")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((method_invocation
  name: (identifier) @_method
  arguments: (argument_list . [(string_literal) @key (identifier) @by (field_access) @by (binary_expression) @by (method_invocation) @by])) @key
  (#any-of? @_method "getProperty" "getBundle" "getRequiredProperty"))
((method_invocation
  object: (identifier) @_settings
  name: (identifier) @_asked
  arguments: (argument_list . [(string_literal) @key (identifier) @by (field_access) @by (binary_expression) @by (method_invocation) @by])) @key
  (#any-of? @_settings "config" "configuration" "settings" "prefs" "preferences" "environment")
  (#not-match? @_asked "^(set|put|add|remove)"))
; A variable of a function that is called so may hold the properties of anything
((method_invocation
  object: (identifier) @receiver
  name: (identifier) @_asked
  arguments: (argument_list . [(string_literal) @key (identifier) @by (field_access) @by (binary_expression) @by (method_invocation) @by])) @key
  (#any-of? @receiver "properties" "props")
  (#not-match? @_asked "^(set|put|add|remove|get(Required)?Property$)"))
((method_invocation
  object: (identifier) @_system
  name: (identifier) @_get
  arguments: (argument_list . [(string_literal) @key (identifier) @by (field_access) @by (binary_expression) @by (method_invocation) @by])) @key
  (#any-of? @_system "Boolean" "Integer" "Long")
  (#any-of? @_get "getBoolean" "getInteger" "getLong"))
((method_invocation
  name: (identifier) @_asked
  arguments: (argument_list . (string_literal) @key)) @flag
  (#any-of? @_asked "isFeatureEnabled" "featureEnabled" "boolVariation" "addOption" "hasOption" "getOptionValue" "longOpt"))
((annotation
  name: [(identifier) @_annotation (scoped_identifier name: (identifier) @_annotation)]
  arguments: (annotation_argument_list (element_value_pair
    key: (identifier) @_part
    value: [(string_literal) @key (element_value_array_initializer (string_literal) @key)]))) @flag
  (#any-of? @_annotation "Option" "Parameter")
  (#any-of? @_part "name" "names" "aliases")
  (#match? @key "^.-"))
((annotation
  name: (identifier) @_annotation
  arguments: (annotation_argument_list
    [(string_literal) @key (element_value_array_initializer (string_literal) @key)])) @key
  (#any-of? @_annotation "Value" "ConfigProperty" "ConditionalOnProperty" "ConfigurationProperties"))
((annotation
  name: (identifier) @_annotation
  arguments: (annotation_argument_list (element_value_pair
    key: (identifier) @_part
    value: [(string_literal) @key (element_value_array_initializer (string_literal) @key)])) @_arguments) @key
  (#any-of? @_annotation "Value" "ConfigProperty" "ConditionalOnProperty" "ConfigurationProperties")
  (#any-of? @_part "value" "name" "prefix")
  (#not-match? @_arguments "\\bprefix\\s*=[^)]*\\b(name|value)\\s*=|\\b(name|value)\\s*=[^)]*\\bprefix\\s*="))
((annotation
  name: (identifier) @_annotation
  arguments: (annotation_argument_list [
    ((element_value_pair key: (identifier) @_prefix value: (string_literal) @prefix)
      (element_value_pair
        key: (identifier) @_part
        value: [(string_literal) @key (element_value_array_initializer (string_literal) @key)]))
    ((element_value_pair
        key: (identifier) @_part
        value: [(string_literal) @key (element_value_array_initializer (string_literal) @key)])
      (element_value_pair key: (identifier) @_prefix value: (string_literal) @prefix))])) @key
  (#eq? @_annotation "ConditionalOnProperty")
  (#eq? @_prefix "prefix")
  (#any-of? @_part "value" "name"))
((annotation
  name: (identifier) @_annotation
  arguments: (annotation_argument_list [
    (string_literal) @key @_text
    (element_value_array_initializer (string_literal) @key @_text)
    (element_value_pair value: [
      (string_literal) @key @_text
      (element_value_array_initializer (string_literal) @key @_text)])])) @key
  (#not-match? @_annotation "^(Value|ConfigProperty|ConditionalOnProperty|ConfigurationProperties)$")
  (#match? @_text "^\"[$]\\{[^{}\"]+\\}\"$"))
((method_invocation
  name: (identifier) @_method
  arguments: (argument_list . (string_literal) @key)) @file
  (#any-of? @_method "getResource" "getResourceAsStream" "get" "of" "newInputStream" "readString" "load" "resolve"))
((object_creation_expression
  type: (type_identifier) @_type
  arguments: (argument_list . (string_literal) @key)) @file
  (#any-of? @_type "File" "FileInputStream" "FileReader" "ClassPathResource"))
((annotation
  name: (identifier) @_annotation
  arguments: (annotation_argument_list [(string_literal) @key
    (element_value_pair value: (string_literal) @key)])) @file
  (#eq? @_annotation "PropertySource"))

(string_literal) @literal

; Messages, which go to what handles their type

((method_invocation
  name: (identifier) @_send
  arguments: (argument_list . [(object_creation_expression) (identifier)] @value)) @send
  (#match? @_send "^(send|publish|dispatch|execute|query|invoke|raise|fire|emit|enqueue|queue|post|notify|request|schedule|apply)(Async|Sync|Sticky|Now|Later|All|Local|And[A-Z][A-Za-z]*|After[A-Z][A-Za-z]*|To[A-Z][A-Za-z]*|[A-Za-z]*(Event|Message|Command|Query|Request|Notification|Job)s?(Async|Sync)?)?$|^(add|register|record)[A-Za-z]*Event"))

; What members are read of that no expression writes

(method_invocation object: (parenthesized_expression (ternary_expression)) @aside)
(field_access object: (parenthesized_expression (ternary_expression)) @aside)
((method_invocation name: (identifier) @method
  arguments: (argument_list . [(lambda_expression) (method_reference)] @each .)) @aside
  (#any-of? @method "map" "flatMap" "mapToObj" "thenApply" "thenApplyAsync" "thenCompose" "thenComposeAsync"))

; What a framework hands the errors of others to

((annotation
  name: (identifier) @_mark
  arguments: (annotation_argument_list [
    (class_literal (_) @caught)
    (element_value_array_initializer (class_literal (_) @caught))
    (element_value_pair value: (class_literal (_) @caught))
    (element_value_pair value: (element_value_array_initializer (class_literal (_) @caught)))])) @handled
  (#any-of? @_mark "ExceptionHandler" "ServerExceptionMapper" "MessageExceptionHandler"))
