; Calls

(function_call_expression
  function: [(name) (qualified_name) (relative_name) (variable_name) (subscript_expression)
    (parenthesized_expression [(variable_name) (member_access_expression) (subscript_expression)] @callee)] @callee
  arguments: (arguments) @arguments) @call
(member_call_expression object: (_) @receiver name: (name) @method arguments: (arguments) @arguments) @call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @method arguments: (arguments) @arguments) @call
(scoped_call_expression scope: (_) @receiver name: (name) @method arguments: (arguments) @arguments) @call
(object_creation_expression
  [(name) (qualified_name) (relative_name) (variable_name)] @callee (arguments)? @arguments) @new
(object_creation_expression (anonymous_class (arguments)? @arguments (base_clause (_) @callee)) @new)

; What a trait's method under another name, or one that is chosen of several, stands for

(use_declaration (name) @receiver (use_list (use_as_clause . (name) @method (name)) @call))
(use_as_clause (class_constant_access_expression (_) @receiver . (name) @method) (name)) @call
(use_instead_of_clause (class_constant_access_expression (_) @receiver . (name) @method)) @call

; Functions and types that are handed over

(function_call_expression function: (name) @method arguments: (arguments (variadic_placeholder))) @value
(function_call_expression function: (qualified_name) @value arguments: (arguments (variadic_placeholder)))
(member_call_expression
  object: (_) @receiver name: (name) @method arguments: (arguments (variadic_placeholder))) @value
(scoped_call_expression
  scope: (_) @receiver name: (name) @method arguments: (arguments (variadic_placeholder))) @value
(array_creation_expression
  . (array_element_initializer . (variable_name) @receiver .)
  . (array_element_initializer . (string (string_content) @method) .) .) @value
((array_creation_expression
  . (array_element_initializer . (class_constant_access_expression . (_) @receiver . (name) @_class) .)
  . (array_element_initializer . (string (string_content) @method) .) .) @value
  (#eq? @_class "class"))
((class_constant_access_expression . [(name) (qualified_name)] . (name) @_class) @value
  (#eq? @_class "class"))
((function_call_expression
  function: (name) @_taker
  arguments: (arguments . (argument (string (string_content) @method) @value)))
  (#any-of? @_taker "array_map" "call_user_func" "call_user_func_array" "forward_static_call"
    "register_shutdown_function" "set_error_handler" "set_exception_handler" "ob_start" "spl_autoload_register"
    "register_tick_function" "header_register_callback"))
((function_call_expression
  function: (name) @_taker
  arguments: (arguments . (argument) . (argument (string (string_content) @method) @value)))
  (#any-of? @_taker "usort" "uasort" "uksort" "array_filter" "array_walk" "array_walk_recursive" "array_reduce"
    "preg_replace_callback" "iterator_apply" "add_action" "add_filter" "remove_action" "remove_filter" "has_action"
    "has_filter" "add_shortcode" "register_activation_hook" "register_deactivation_hook" "pcntl_signal" "array_udiff"))
; What gives a test its cases
((attribute
  . (name) @_cases @owner
  parameters: (arguments . (argument [(string (string_content) @method) (encapsed_string (string_content) @method)] @value)))
  (#eq? @_cases "DataProvider"))
; What an object subscribes its methods to
((method_declaration
  name: (name) @_subscribed @owner
  body: (compound_statement (return_statement (array_creation_expression (array_element_initializer
    (_) . [(string (string_content) @method) (encapsed_string . (string_content) @method .)] @value .)))))
  (#eq? @_subscribed "getSubscribedEvents"))
((method_declaration
  name: (name) @_subscribed @owner
  body: (compound_statement (return_statement (array_creation_expression (array_element_initializer
    (_) . (array_creation_expression . (array_element_initializer . (string (string_content) @method) @value .)))))))
  (#eq? @_subscribed "getSubscribedEvents"))
((method_declaration
  name: (name) @_subscribed @owner
  body: (compound_statement (return_statement (array_creation_expression (array_element_initializer
    (_) . (array_creation_expression (array_element_initializer
      . (array_creation_expression . (array_element_initializer . (string (string_content) @method) @value .)))))))))
  (#eq? @_subscribed "getSubscribedEvents"))
(argument (variable_name) @value)

; Types

(named_type) @typename
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @typename)

; Parameters

(function_definition parameters: (formal_parameters [
  (simple_parameter type: (_)? @type name: (variable_name) @target)
  (variadic_parameter type: (_) @type "..." @type name: (variable_name) @target)
  (variadic_parameter !type name: (variable_name) @target)
] @parameter))
(method_declaration parameters: (formal_parameters [
  (simple_parameter type: (_)? @type name: (variable_name) @target)
  (variadic_parameter type: (_) @type "..." @type name: (variable_name) @target)
  (variadic_parameter !type name: (variable_name) @target)
  (property_promotion_parameter type: (_)? @type name: (variable_name) @target)
] @parameter))
(property_promotion_parameter type: (_)? @type name: (variable_name) @target) @declare
(anonymous_function parameters: (formal_parameters [
  (simple_parameter type: (_)? @type name: (variable_name) @target)
  (variadic_parameter type: (_) @type "..." @type name: (variable_name) @target)
  (variadic_parameter !type name: (variable_name) @target)
] @declare))
(arrow_function parameters: (formal_parameters [
  (simple_parameter type: (_)? @type name: (variable_name) @target)
  (variadic_parameter type: (_) @type "..." @type name: (variable_name) @target)
  (variadic_parameter !type name: (variable_name) @target)
] @declare))
(property_hook parameters: (formal_parameters
  (simple_parameter type: (_)? @type name: (variable_name) @target) @declare))

; Assignments

(assignment_expression
  left: [(variable_name) (member_access_expression) (scoped_property_access_expression) (subscript_expression)] @target
  right: (_) @value) @assign
(assignment_expression left: [(list_literal [(variable_name) @target (list_literal (variable_name) @target)])
  (list_literal [(member_access_expression) (subscript_expression)] @target)]) @assign
(assignment_expression left: (list_literal) @target right: (array_creation_expression) @value) @assign
(reference_assignment_expression
  left: [(variable_name) (member_access_expression) (scoped_property_access_expression) (subscript_expression)] @target
  right: (_) @value) @assign
(augmented_assignment_expression left: (_) @target operator: "??=" right: (_) @value) @assign
(augmented_assignment_expression left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "**=" ".=" "&=" "|=" "^=" "<<=" ">>="]) @augment
(update_expression argument: (_) @target) @augment
(reference_assignment_expression
  right: [(member_access_expression) (scoped_property_access_expression) (subscript_expression)] @target) @augment
(foreach_statement . [(member_access_expression) (scoped_property_access_expression)] @target . [
  (by_ref)
  (pair (_) . (by_ref))
]) @augment
(unset_statement [(member_access_expression) (scoped_property_access_expression) (subscript_expression)] @target) @delete
(property_declaration type: (_)? @type (property_element
  name: (variable_name) @target default_value: (_)? @value)) @declare
(const_declaration (const_element . (name) @target . (_) @value)) @declare
(enum_declaration name: (name) @type body: (enum_declaration_list (enum_case name: (name) @target) @declare))
(static_variable_declaration name: (variable_name) @target value: (_)? @value) @declare
(global_declaration (variable_name) @target) @global
(foreach_statement . (_) @value . [
  (variable_name) @target
  (by_ref (variable_name) @target)
  (pair (_) . [(variable_name) @target (by_ref (variable_name) @target)])
]) @loop
(foreach_statement . (_) . [
  (list_literal (variable_name) @target)
  (pair . (variable_name) @target)
  (pair (_) . (list_literal (variable_name) @target))
]) @loop

; Results

(return_statement [(variable_name) (member_access_expression) (scoped_property_access_expression)
  (function_call_expression) (member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)
  (object_creation_expression) (conditional_expression) (binary_expression) (assignment_expression)] @return)
((return_statement (class_constant_access_expression . [(name) (qualified_name)] . (name) @_class) @return)
  (#eq? @_class "class"))
(function_definition body: (_) @runs)
(method_declaration body: (_) @runs)
(anonymous_function body: (_) @runs)
(arrow_function body: (_) @runs)

; What a container gives under a name, and what a facade asks it for

((member_call_expression name: (name) @_bind
  arguments: (arguments . (argument (string (string_content) @key)) . (argument [
    (arrow_function return_type: (_)? @type body: (_) @value)
    (anonymous_function return_type: (_)? @type body: (compound_statement (return_statement (_) @value)))
    (class_constant_access_expression) @value
    (object_creation_expression) @value
    (variable_name) @value]))) @provided
  (#any-of? @_bind "bind" "bindIf" "instance" "scoped" "scopedIf" "singleton" "singletonIf"))
((property_element name: (variable_name (name) @_bound)
  default_value: (array_creation_expression
    (array_element_initializer . (string (string_content) @key) . (class_constant_access_expression) @value) @provided))
  (#any-of? @_bound "bindings" "singletons"))
((method_declaration name: (name) @_accessor
  body: (compound_statement (return_statement (string (string_content) @key)) @provided))
  (#eq? @_accessor "getFacadeAccessor"))

; Types that the code asks for

((binary_expression left: (_) @target operator: "instanceof" right: (_) @type) @asked)
((function_call_expression
  function: (name) @_test
  arguments: (arguments
    . (argument (_) @target)
    . (argument (class_constant_access_expression . [(name) (qualified_name)] @type . (name) @_class)) .)) @asked
  (#eq? @_test "is_a")
  (#eq? @_class "class"))
((expression_statement (function_call_expression
  function: (name) @_assert
  arguments: (arguments . (argument (binary_expression left: (_) @target operator: "instanceof" right: (_) @type))))) @narrow
  (#eq? @_assert "assert"))

; Errors

(throw_expression (object_creation_expression [(name) (qualified_name)] @error)) @raise
(throw_expression [(variable_name) (member_access_expression) (function_call_expression) (member_call_expression)
  (scoped_call_expression)] @error) @raise
((function_call_expression
  function: (name) @_throws
  arguments: (arguments . (argument) . (argument [
    (object_creation_expression [(name) (qualified_name)] @error)
    (variable_name) @error
    (scoped_call_expression) @error
    (class_constant_access_expression . [(name) (qualified_name)] @error)]))) @raise
  (#any-of? @_throws "throw_if" "throw_unless"))
((function_call_expression function: (name) @error arguments: (arguments
    . [(argument (integer)) (argument (class_constant_access_expression))])) @raise
  (#eq? @error "abort"))
((function_call_expression function: (name) @error
  arguments: (arguments . (argument) . [(argument (integer)) (argument (class_constant_access_expression))])) @raise
  (#any-of? @error "abort_if" "abort_unless"))
((catch_clause
  name: (variable_name) @_caught
  body: (compound_statement (expression_statement (throw_expression (object_creation_expression
    [(name) (qualified_name)] @error
    (arguments (argument (variable_name) @cause) .))) @raise)))
  (#eq? @_caught @cause))
(try_statement
  body: (compound_statement) @protected
  (catch_clause type: (type_list (_) @caught) name: (variable_name)? @name) @handler)

; Functions without a name that are stored, returned or run later: their errors are not their owner's

(assignment_expression right: [(anonymous_function) (arrow_function)] @detached)
(return_statement [(anonymous_function) (arrow_function)] @detached)
(array_element_initializer [(anonymous_function) (arrow_function)] @detached)
(arrow_function body: [(anonymous_function) (arrow_function)] @detached)
(binary_expression right: [(anonymous_function) (arrow_function)] @detached)
((function_call_expression
  function: (name) @_later
  arguments: (arguments (argument [(anonymous_function) (arrow_function)] @detached)))
  (#any-of? @_later "add_action" "add_filter" "add_shortcode" "register_shutdown_function" "set_error_handler"
    "set_exception_handler" "spl_autoload_register"))
((member_call_expression
  name: (name) @_later
  arguments: (arguments (argument [(anonymous_function) (arrow_function)] @detached)))
  (#any-of? @_later "on" "once" "listen" "addListener" "bind" "singleton" "extend" "get" "post" "put" "delete" "then"
    "addEventListener" "subscribe" "register"))

; Configuration

((function_call_expression
  function: (name) @_reader
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @env
  (#any-of? @_reader "getenv" "env"))
((subscript_expression . (variable_name) @_environment . [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]) @env
  (#eq? @_environment "$_ENV"))
((subscript_expression . (variable_name) @_environment . [(string) (encapsed_string)] @key) @env
  (#eq? @_environment "$_SERVER")
  (#not-match? @key "^.(argc|argv|AUTH_|CONTENT_|DOCUMENT_|GATEWAY_|HTTP|ORIG_|PATH|PHP_|QUERY_|REDIRECT_|REMOTE_|REQUEST_|SCRIPT_|SERVER_)"))
; A function of the code itself, or of a library, that asks the environment
([
  (function_call_expression function: (name) @_reader arguments: (arguments . (argument (string) @key)))
  (member_call_expression name: (name) @_reader arguments: (arguments . (argument (string) @key)))
  (scoped_call_expression name: (name) @_reader arguments: (arguments . (argument (string) @key)))
 ] @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((function_call_expression
  function: (name) @_reader
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @key
  (#any-of? @_reader "config" "ini_get" "get_option" "get_site_option" "get_theme_mod" "variable_get"))
((scoped_call_expression
  scope: (name) @_config name: (name) @_get
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @key
  (#any-of? @_config "Config" "Configure" "Setting" "Settings")
  (#any-of? @_get "get" "has" "read" "check" "string" "integer" "boolean" "array"))
((member_call_expression
  name: (name) @_get
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @key
  (#any-of? @_get "getParameter" "hasParameter" "getSystemValue" "getAppValue" "getConfig" "getSetting"))
((member_call_expression
  object: [(variable_name) (member_access_expression)] @receiver name: (name) @_get
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @key
  (#match? @receiver "(^.|>|_|[cC]ore)([cC]onfig|[cC]onfiguration|[sS]ettings|scopeConfig)$")
  (#any-of? @_get "get" "has" "getValue" "isSetFlag" "getBool" "getInt" "getString"))
((member_call_expression
  object: (member_call_expression name: (name) @_holder) name: (name) @_get
  arguments: (arguments . (argument [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]))) @key
  (#any-of? @_holder "getConfig" "getConfiguration" "getSettings")
  (#any-of? @_get "get" "has" "getValue" "isSetFlag" "getBool" "getInt" "getString"))
((subscript_expression
  . [(variable_name) (member_access_expression)] @receiver . [(string) @key (encapsed_string) @key (variable_name) @by (binary_expression) @by (class_constant_access_expression) @by (function_call_expression) @by]) @key
  (#match? @receiver "(^.|>|_)([cC]onfig|[cC]onfiguration|[sS]ettings)$"))
((member_call_expression
  name: (name) @_option
  arguments: (arguments . (argument (string) @key))) @flag
  (#any-of? @_option "addOption" "getOption" "hasOption" "isFeatureEnabled" "featureEnabled"))
((function_call_expression
  function: (name) @_opener
  arguments: (arguments . (argument [(string) (binary_expression right: (string) @key)] @key))) @file
  (#any-of? @_opener "file_get_contents" "fopen" "file" "parse_ini_file" "simplexml_load_file" "is_file" "file_exists"
    "is_readable" "yaml_parse_file"))
((member_call_expression
  name: (name) @_opener
  arguments: (arguments . (argument [(string) (binary_expression right: (string) @key)] @key))) @file
  (#any-of? @_opener "load" "import" "parseFile" "loadFile" "mergeConfigFrom"))
((scoped_call_expression
  name: (name) @_opener
  arguments: (arguments . (argument [(string) (binary_expression right: (string) @key)] @key))) @file
  (#any-of? @_opener "parseFile" "loadFile" "fromFile"))

(string) @literal
(encapsed_string) @literal

; Names that are written with their namespaces

[(qualified_name) (relative_name)] @qualified

; Operators and statements that run methods of an object

(foreach_statement . "foreach" @operator . [(variable_name) (member_access_expression) (member_call_expression)] @operand) @operate
(subscript_expression . [(variable_name) (member_access_expression)] @operand . "[" @operator) @operate
(clone_expression . "clone" @operator (variable_name) @operand) @operate
(echo_statement . "echo" @operator (variable_name) @operand) @operate
((cast_expression type: (cast_type) @operator value: [(variable_name) (member_access_expression)] @operand) @operate
  (#eq? @operator "string"))
((function_call_expression function: (name) @operator
  arguments: (arguments . (argument [(variable_name) (member_access_expression)] @operand) .)) @operate
  (#any-of? @operator "count" "json_encode"))

; Properties that an object has not are read by a method

(member_access_expression) @member

; Messages, which go to what handles their type

((function_call_expression
  function: (name) @_send
  arguments: (arguments . (argument [(object_creation_expression) (variable_name)] @value))) @send
  (#any-of? @_send "event" "dispatch" "dispatch_sync" "dispatch_now" "broadcast" "report_if"))
((member_call_expression
  name: (name) @_send
  arguments: (arguments . (argument [(object_creation_expression) (variable_name)] @value))) @send
  (#match? @_send "^(send|publish|dispatch|execute|query|raise|fire|emit|enqueue|queue|push|notify|record|handle|ask)(Async|Sync|Sticky|Now|Later|All|Local|And[A-Z][A-Za-z]*|After[A-Z][A-Za-z]*|To[A-Z][A-Za-z]*|[A-Za-z]*(Event|Message|Command|Query|Request|Notification|Job)s?(Async|Sync)?)?$"))
((scoped_call_expression
  name: (name) @_send
  arguments: (arguments . (argument [(object_creation_expression) (variable_name)] @value))) @send
  (#match? @_send "^(dispatch|push|later|send|fire)"))
((scoped_call_expression scope: [(name) (qualified_name)] @value name: (name) @_send) @send
  (#match? @_send "^dispatch"))

; What members are read of that no expression writes

(member_call_expression object: (parenthesized_expression [
  (conditional_expression)
  (binary_expression operator: "??")
]) @aside)
(member_access_expression object: (parenthesized_expression [
  (conditional_expression)
  (binary_expression operator: "??")
]) @aside)
