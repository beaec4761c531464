; Calls and values that are handed over

(call function: (_) @call)

(call arguments: (argument_list [(identifier) (attribute)] @value))
(call arguments: (argument_list (subscript value: (attribute)) @value))
(call arguments: (argument_list (list_splat [(identifier) (attribute)] @value)))
(keyword_argument value: [(identifier) (attribute)] @value)
((call function: [(identifier) (attribute)] @callee arguments: (argument_list
  (keyword_argument name: (identifier) @target) @initialize))
  (#match? @callee "(^|[.])(cls|[A-Z]\\w*)$"))
(assignment right: [(identifier) (attribute)] @value)
(return_statement [(identifier) (attribute)] @value)
(pair value: [(identifier) (attribute)] @value)
(list [(identifier) (attribute)] @value)
(expression_list [(identifier) (attribute)] @value)
(tuple [(identifier) (attribute)] @value)
(default_parameter value: [(identifier) (attribute)] @value)
(typed_default_parameter value: [(identifier) (attribute)] @value)

; Types

(type) @type @typename
(class_pattern (dotted_name) @typename)
((call
  function: (identifier) @_test
  arguments: (argument_list . (_) . [(identifier) @typename (attribute) @typename (tuple [(identifier) (attribute)] @typename)]))
  (#any-of? @_test "isinstance" "issubclass"))
(class_definition type_parameters: (type_parameter (type (identifier) @name) @typevariable))
(function_definition type_parameters: (type_parameter (type (identifier) @name) @typevariable))

; Attributes: reading one may run a property

(attribute) @member

; Operators and statements that run methods of an object

(with_statement . "with" @operator (with_clause (with_item value: [(identifier) (attribute) (call)] @operand))) @operate
(with_statement . "async" @operator . "with" @operator (with_clause (with_item value: [(identifier) (attribute) (call)] @operand))) @operate
(with_statement . "with" @operator (with_clause (with_item value: (as_pattern . [(identifier) (attribute) (call)] @operand)))) @operate
(with_statement . "async" @operator . "with" @operator (with_clause (with_item value: (as_pattern . [(identifier) (attribute) (call)] @operand)))) @operate
(for_statement . "for" @operator right: [(identifier) (attribute) (call)] @operand) @operate
(for_statement . "async" @operator . "for" @operator right: [(identifier) (attribute) (call)] @operand) @operate
(for_in_clause . "for" @operator right: [(identifier) (attribute) (call)] @operand) @operate
(for_in_clause . "async" @operator . "for" @operator right: [(identifier) (attribute) (call)] @operand) @operate
(binary_operator left: [(identifier) (attribute)] @operand operator: _ @operator right: (_) @value) @operate
(binary_operator
  left: [(integer) (float) (list) (tuple) (dictionary) (set)] @receiver
  operator: _ @operator
  right: [(identifier) (attribute) (call)] @operand) @operate
(binary_operator
  left: [(string) (concatenated_string)] @receiver
  operator: ["+" "-" "*" "/" "//" "**" "@" "&" "|" "^" "<<" ">>"] @operator
  right: [(identifier) (attribute) (call)] @operand) @operate
(comparison_operator
  . [(integer) (float) (string) (list) (tuple) (dictionary) (set) (none)] @receiver
  . operators: ["==" "!=" "<" "<=" ">" ">="] @operator
  . [(identifier) (attribute)] @operand .) @operate
(augmented_assignment left: [(identifier) (attribute)] @operand operator: _ @operator) @operate
(unary_operator operator: _ @operator argument: [(identifier) (attribute)] @operand) @operate
(comparison_operator . [(identifier) (attribute)] @operand . operators: ["==" "!=" "<" "<=" ">" ">="] @operator) @operate
(comparison_operator
  operators: ["==" "!=" "<" "<=" ">" ">=" "in" "not in"] @operator . [(identifier) (attribute)] @operand .) @operate
(not_operator . "not" @operator argument: [(identifier) (attribute)] @operand) @operate
(if_statement . "if" @operator condition: [(identifier) (attribute)] @operand) @operate
(elif_clause . "elif" @operator condition: [(identifier) (attribute)] @operand) @operate
(while_statement . "while" @operator condition: [(identifier) (attribute)] @operand) @operate
(conditional_expression "if" @operator . [(identifier) (attribute)] @operand) @operate
(boolean_operator left: [(identifier) (attribute)] @operand operator: _ @operator) @operate
(subscript value: [(identifier) (attribute)] @operand "[" @operator) @operate
(interpolation . "{" @operator . [(identifier) (attribute)] @operand . ["}" (format_specifier)]) @operate
(interpolation . "{" . [(identifier) (attribute)] @operand . (type_conversion) @operator) @operate
(call function: (identifier) @operator arguments: (argument_list . [(identifier) (attribute) (call)] @operand)) @operate
(list_splat . "*" @operator [(identifier) (attribute) (call)] @operand) @operate
(dictionary_splat . "**" @operator [(identifier) (attribute) (call)] @operand) @operate

; Parameters

(parameters [
  (identifier) @target
  (default_parameter name: (identifier) @target)
  (typed_parameter . (identifier) @target type: (type) @type)
  (typed_parameter . (list_splat_pattern (identifier) @target) type: (type) @type)
  (typed_parameter . (dictionary_splat_pattern (identifier) @target) type: (type) @type)
  (typed_default_parameter name: (identifier) @target type: (type) @type)
  (list_splat_pattern (identifier) @target)
  (dictionary_splat_pattern (identifier) @target)
] @parameter)

(lambda parameters: (lambda_parameters [
  (identifier) @target
  (default_parameter name: (identifier) @target)
] @declare))

; Assignments

(assignment left: (_) @target type: (type)? @type right: (_)? @value) @assign
(named_expression name: (identifier) @target value: (_) @value) @assign
(augmented_assignment left: (_) @target) @augment
(augmented_assignment left: (identifier) @target right: [(list) (list_comprehension)]) @item
(delete_statement [(identifier) (attribute) (subscript)] @target) @delete
(delete_statement (expression_list (_) @target)) @delete
(for_statement left: (_) @target right: (_) @value) @loop
(for_in_clause left: (_) @target right: (_) @value) @loop
(as_pattern (_) @value alias: (as_pattern_target (identifier) @target)) @with

; What goes past `__setattr__` and properties

((call
  function: (attribute object: (identifier) @_object attribute: (identifier) @_sets)
  arguments: (argument_list . (identifier) @receiver . (string (string_content) @target) . (_) @value .)) @declare
  (#eq? @_object "object")
  (#eq? @_sets "__setattr__"))
((assignment
  left: (subscript
    value: (attribute object: (identifier) @receiver attribute: (identifier) @_held)
    subscript: (string (string_content) @target))
  right: (_) @value) @declare
  (#eq? @_held "__dict__"))

; What is asked of each element of a collection

(call
  function: (identifier) @_asks
  arguments: (argument_list . (_) @value (keyword_argument
    name: (identifier) @_key
    value: (lambda parameters: (lambda_parameters . (identifier) @target .) @loop)))
  (#any-of? @_asks "sorted" "min" "max" "groupby")
  (#eq? @_key "key"))
(call
  function: (attribute object: (_) @value attribute: (identifier) @_asks)
  arguments: (argument_list (keyword_argument
    name: (identifier) @_key
    value: (lambda parameters: (lambda_parameters . (identifier) @target .) @loop)))
  (#eq? @_asks "sort")
  (#eq? @_key "key"))
(global_statement (identifier) @target) @global
(nonlocal_statement (identifier) @target) @declare

(return_statement (_) @return)
(yield (_) @yield)
(yield "from" (_) @each) @yield

; What members are read of that no expression writes

(attribute object: (parenthesized_expression) @aside)
(subscript value: (parenthesized_expression) @aside)
((attribute object: (call function: (identifier) @_derives) @aside)
  (#any-of? @_derives "next" "min" "max" "cast" "copy" "deepcopy" "replace" "evolve"))
((subscript value: (call function: (identifier) @_derives) @aside)
  (#any-of? @_derives "list" "tuple" "sorted" "cast"))

; Types that the code asks for

((call function: (identifier) @_test arguments: (argument_list . (_) @target . (_) @type .)) @asked
  (#eq? @_test "isinstance"))

(match_statement
  subject: [(identifier) (attribute)] @target
  body: (block (case_clause
    (case_pattern [
      (class_pattern (dotted_name) @type)
      (as_pattern (case_pattern (class_pattern (dotted_name) @type)))
    ])
    consequence: (block) @body))) @narrow
(as_pattern (case_pattern (class_pattern (dotted_name) @type)) (identifier) @target) @declare
(case_pattern (dotted_name . (identifier) @target .)) @declare
(keyword_pattern (identifier) (dotted_name . (identifier) @target .)) @declare
(splat_pattern (identifier) @target) @declare
(case_clause
  (case_pattern (as_pattern (case_pattern (class_pattern (dotted_name) @type)) (identifier) @target))
  consequence: (block) @body) @narrow

; Errors

(raise_statement . (_) @error cause: (_)? @cause) @raise
(raise_statement . "raise" .) @raise

(try_statement
  body: (block) @protected
  (except_clause
    value: [
      (identifier) @caught
      (attribute) @caught
      (tuple (_) @caught)
      (as_pattern [
        (identifier) @caught
        (attribute) @caught
        (tuple (_) @caught)
      ] alias: (as_pattern_target (identifier) @name))
    ]?) @handler)

((with_statement
  (with_clause (with_item value: [
    (call function: [(identifier) (attribute)] @_stops
      arguments: (argument_list [(identifier) @caught (attribute) @caught (tuple (_) @caught)]))
    (as_pattern (call function: [(identifier) (attribute)] @_stops
      arguments: (argument_list [(identifier) @caught (attribute) @caught (tuple (_) @caught)])))]))
  body: (block) @protected) @handler
  (#match? @_stops "^(.*[.])?(suppress|raises|assertRaises|assertRaisesRegex)$"))

; Functions without a name that are stored or returned: their errors are not their owner's

(assignment right: (lambda) @detached)
(return_statement (lambda) @detached)
(pair value: (lambda) @detached)
(default_parameter value: (lambda) @detached)
(boolean_operator [(lambda) @detached (parenthesized_expression (lambda) @detached)])
(conditional_expression [(lambda) @detached (parenthesized_expression (lambda) @detached)])

; Methods that a class names for a base from outside: in the lists of Django's admin, and by fields and filters

((assignment
  left: (identifier) @_list
  right: [(tuple (string (string_content) @method @within @value)) (list (string (string_content) @method @within @value))])
  (#any-of? @_list "actions" "list_display" "readonly_fields"))
((assignment
  left: (identifier) @method @within
  right: (call function: [(identifier) @by (attribute attribute: (identifier) @by)]) @value)
  (#eq? @by "SerializerMethodField"))
((assignment right: (call
  function: [(identifier) @_field (attribute attribute: (identifier) @_field)]
  arguments: (argument_list . (string (string_content) @method @within @value))))
  (#any-of? @_field "Method" "SerializerMethodField"))
((assignment right: (call arguments: (argument_list (keyword_argument
  name: (identifier) @_by
  value: (string (string_content) @method @within @value)))))
  (#any-of? @_by "compute" "deserialize" "inverse" "method" "method_name" "search" "serialize"))

; Configuration
; A class whose fields the environment fills
((class_definition superclasses: (argument_list [(identifier) (attribute)] @base @bound_env)))
((assignment left: (identifier) @_config right: [
    (call arguments: (argument_list (keyword_argument name: (identifier) @_said value: (_) @key)))
    (dictionary (pair key: (string (string_content) @_said) value: (_) @key))]) @bound_prefix
  (#eq? @_config "model_config")
  (#eq? @_said "env_prefix"))
((class_definition name: (identifier) @_config @body
    body: (block (assignment left: (identifier) @_said right: (_) @key))) @bound_prefix
  (#eq? @_config "Config")
  (#eq? @_said "env_prefix"))
((assignment left: (identifier) @_config right: [
    (call arguments: (argument_list (keyword_argument name: (identifier) @_said value: (_) @key)))
    (dictionary (pair key: (string (string_content) @_said) value: (_) @key))]) @bound_delimiter
  (#eq? @_config "model_config")
  (#eq? @_said "env_nested_delimiter"))
((class_definition name: (identifier) @_config @body
    body: (block (assignment left: (identifier) @_said right: (_) @key))) @bound_delimiter
  (#eq? @_config "Config")
  (#eq? @_said "env_nested_delimiter"))
((keyword_argument name: (identifier) @_variable value: [(string) @variable (list (string) @variable)]) @env
  (#eq? @_variable "envvar"))

((subscript value: (attribute) @_environment subscript: [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by]) @env
  (#any-of? @_environment "os.environ" "environ"))
((subscript value: (identifier) @_environment subscript: [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by]) @env
  (#eq? @_environment "environ"))
((call function: [(attribute) (identifier)] @_reader arguments: (argument_list . [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by])) @env
  (#any-of? @_reader
    "os.getenv" "getenv" "os.environ.get" "environ.get" "os.environ.pop" "os.environ.setdefault"
    "environ.pop" "environ.setdefault" "os.environ.__getitem__"))
; What reads the environment as a type: `env.bool("SHOP_DEBUG")`, `env("SHOP_URL")`
((call function: [(attribute) (identifier)] @_reader arguments: (argument_list . (string) @key)) @env
  (#match? @_reader "(^|[._])env(\\.[a-z_]+)?$")
  (#not-match? @_reader "\\.(add|append|pop|prefixed|remove|set|setdefault|update|write)[a-z_]*$")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((comparison_operator . [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by] (attribute) @_environment) @env
  (#eq? @_environment "os.environ"))
((subscript value: [(identifier) (attribute)] @receiver subscript: [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by]) @key
  (#match? @receiver "(^|\\.\\s*)(settings|config|conf|cfg)$"))
((call
  function: (attribute object: [(identifier) (attribute)] @receiver attribute: (identifier) @_asked)
  arguments: (argument_list . [(string) @key (identifier) @by (attribute) @by (binary_operator) @by (call) @by])) @key
  (#match? @receiver "(^|\\.\\s*)(settings|config|conf|cfg)$")
  (#any-of? @_asked "get" "getbool" "getint" "getfloat" "getlist" "getdict" "getboolean" "get_bool" "get_int"
    "get_float" "get_list" "get_str" "getini"))
((call function: [(attribute) (identifier)] @_opener arguments: (argument_list . (string) @key)) @file
  (#any-of? @_opener "open" "io.open" "Path" "pathlib.Path" "read_text" "read_config"))
((call function: (attribute attribute: (identifier) @_method) arguments: (argument_list . (string) @key)) @file
  (#any-of? @_method "read" "joinpath" "read_text" "load" "from_file" "open" "from_pyfile" "from_toml" "from_json"))
; It begins with the sign: beginning with the whole, it would wait through all that stands on the left.
(("/" . (string) @key) @file)
((call
  function: [(attribute attribute: (identifier) @_method) (identifier) @_method]
  arguments: (argument_list (string) @key)) @flag
  (#any-of? @_method "add_argument" "add_option" "addoption" "option" "Option" "Arg" "Argument" "getoption")
  (#match? @key "^.-"))
((call
  function: [(attribute attribute: (identifier) @_method) (identifier) @_method]
  arguments: (argument_list (keyword_argument name: (identifier) @_dest value: (string) @named))) @flag
  (#any-of? @_method "add_argument" "add_option" "addoption")
  (#eq? @_dest "dest"))
((subscript value: [(identifier) (attribute)] @receiver subscript: (string) @key) @option
  (#match? @receiver "(^|\\.)(args|arguments|options|opts)$")
  (#not-match? @receiver "(^|\\.)req(uest)?\\."))
((call
  function: (attribute object: [(identifier) (attribute)] @receiver attribute: (identifier) @_get)
  arguments: (argument_list . (string) @key)) @option
  (#eq? @_get "get")
  (#match? @receiver "(^|\\.)(args|arguments|options|opts)$")
  (#not-match? @receiver "(^|\\.)req(uest)?\\."))
((call
  function: (identifier) @_get
  arguments: (argument_list . [(identifier) (attribute)] @receiver . (string) @key)) @option
  (#eq? @_get "getattr")
  (#match? @receiver "(^|\\.)(args|arguments|options|opts)$")
  (#not-match? @receiver "(^|\\.)req(uest)?\\."))
((call
  function: [(identifier) @_option (attribute object: (identifier) @_self attribute: (identifier) @_option)]
  arguments: (argument_list . (string) @key)) @flag
  (#eq? @_option "option")
  (#eq? @_self "self")
  (#match? @key "^.[a-z]"))
((call
  function: (attribute attribute: (identifier) @_defines)
  arguments: (argument_list . (string) @key)) @flag
  (#any-of? @_defines "DEFINE_bool" "DEFINE_boolean" "DEFINE_enum" "DEFINE_float" "DEFINE_integer" "DEFINE_list"
    "DEFINE_multi_string" "DEFINE_string"))
((call function: [(attribute attribute: (identifier) @_asked) (identifier) @_asked] arguments: (argument_list (string) @key)) @flag
  (#any-of? @_asked "is_enabled" "isEnabled" "is_feature_enabled" "isFeatureEnabled" "feature_enabled" "featureEnabled"
    "flag_is_active" "switch_is_active" "bool_variation" "boolVariation" "variation" "getFeatureFlag" "useFeatureFlag"
    "useFlag"))

(string) @literal

; What a framework hands the errors of others to

((decorator (call
  function: (attribute attribute: (identifier) @_mark)
  arguments: (argument_list . [(identifier) (attribute)] @caught))) @handled
  (#any-of? @_mark "exception_handler" "errorhandler" "app_errorhandler"))

; The interfaces of zope that a class says to have
(decorated_definition
  (decorator (call
    function: [(identifier) @_marks (attribute attribute: (identifier) @_marks)]
    arguments: (argument_list [(identifier) (attribute)] @base)))
  definition: (class_definition name: (identifier) @subject)
  (#any-of? @_marks "implementer" "implementer_only")) @inherit
