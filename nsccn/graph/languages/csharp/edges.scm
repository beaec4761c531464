; Calls

(invocation_expression
  function: [
    (identifier)
    (generic_name (identifier))
    (member_access_expression)
    (conditional_access_expression)
    (invocation_expression)
    (element_access_expression)
  ] @callee
  arguments: (argument_list) @arguments) @call

(object_creation_expression type: (_) @callee arguments: (argument_list)? @arguments) @new
(constructor_initializer ["base" "this"] @callee (argument_list) @arguments) @call
(base_list . (_) @callee . (argument_list) @arguments) @call
(primary_constructor_base_type type: (_) @callee (argument_list) @arguments) @call

; An object of the type that stands where it goes: `Cart cart = new(3)`

(variable_declaration
  type: (_) @callee
  (variable_declarator (implicit_object_creation_expression (argument_list) @arguments) @new))
(property_declaration
  type: (_) @callee
  value: (implicit_object_creation_expression (argument_list) @arguments) @new)
(property_declaration
  type: (_) @callee
  value: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @arguments) @new))
(method_declaration
  returns: (_) @callee
  body: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @arguments) @new))
(method_declaration
  returns: (_) @callee
  body: (block (return_statement (implicit_object_creation_expression (argument_list) @arguments) @new)))
(operator_declaration
  type: (_) @callee
  body: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @arguments) @new))
(operator_declaration
  type: (_) @callee
  body: (block (return_statement (implicit_object_creation_expression (argument_list) @arguments) @new)))

(field_declaration (modifier "static")) @shared
(field_declaration (modifier "const")) @shared
(property_declaration (modifier "static")) @shared

; Functions handed over

(argument [(identifier) (member_access_expression)] @value)
(assignment_expression right: [(identifier) (member_access_expression)] @value)
(variable_declarator "=" [(identifier) (member_access_expression)] @value)
(property_declaration value: [(identifier) (member_access_expression)] @value)
(return_statement [(identifier) (member_access_expression)] @value)
(arrow_expression_clause [(identifier) (member_access_expression)] @value)
(initializer_expression [(identifier) (member_access_expression)] @value)
; What gives a test its cases
((attribute
  name: (identifier) @_cases
  (attribute_argument_list . (attribute_argument [
    (string_literal (string_literal_content) @method)
    (invocation_expression
      function: (identifier)
      arguments: (argument_list (argument [(identifier) (member_access_expression)] @method)))]))) @value
  (#any-of? @_cases "MemberData" "DynamicData" "TestCaseSource" "ValueSource"))

(member_access_expression) @member
(conditional_access_expression) @member
(binary_expression left: (identifier) @member)
(binary_expression right: (identifier) @member)
(prefix_unary_expression (identifier) @member)
(conditional_expression (identifier) @member)
(parenthesized_expression (identifier) @member)
(element_access_expression expression: (identifier) @member)
(cast_expression value: (identifier) @member)
(as_expression left: (identifier) @member)
(is_pattern_expression expression: (identifier) @member)
(await_expression (identifier) @member)
(interpolation (identifier) @member)
(if_statement condition: (identifier) @member)
(while_statement condition: (identifier) @member)
(switch_statement value: (identifier) @member)
(switch_expression . (identifier) @member)
(switch_expression_arm (identifier) @member .)
(foreach_statement right: (identifier) @member)
(lock_statement (identifier) @member)
(lambda_expression body: (identifier) @member)
(throw_statement (identifier) @member)
(argument (identifier) @member)
(return_statement (identifier) @member)
(variable_declarator "=" (identifier) @member)
(assignment_expression right: (identifier) @member)
(arrow_expression_clause (identifier) @member)

; Operators

(binary_expression) @operation
(assignment_expression operator: ["+=" "-=" "*=" "/="]) @operation
(prefix_unary_expression ["-" "!" "~"] (identifier)) @operation
(element_access_expression) @operation
(foreach_statement "foreach" @operator
  right: [(identifier) (member_access_expression) (invocation_expression)] @operand) @operate

; Types

(generic_name) @typename
(type_argument_list [(identifier) (qualified_name)] @typename)
(_ type: [(identifier) (qualified_name)] @typename)
(method_declaration returns: [(identifier) (qualified_name)] @typename)
(as_expression right: [(identifier) (qualified_name)] @typename)
(is_pattern_expression pattern: (constant_pattern [(identifier) (member_access_expression)] @typename))
(type_parameter_constraint [(identifier) (qualified_name)] @typename)
(type_parameter name: (identifier) @name) @typevariable
(parameter type: (identifier) @typename)
(variable_declaration type: (identifier) @typename)
(property_declaration type: (identifier) @typename)
(indexer_declaration type: (identifier) @typename)
(event_declaration type: (identifier) @typename)
(method_declaration returns: (identifier) @typename)
(local_function_statement type: (identifier) @typename)
(delegate_declaration type: (identifier) @typename)
(nullable_type type: (identifier) @typename)
(array_type type: (identifier) @typename)
(cast_expression type: (identifier) @typename)
(as_expression right: (identifier) @typename)
(typeof_expression type: (identifier) @typename)
(declaration_pattern type: (identifier) @typename)
(recursive_pattern type: (identifier) @typename)
(is_pattern_expression pattern: (constant_pattern (identifier) @typename))
(foreach_statement type: (identifier) @typename)
(declaration_expression type: (identifier) @typename)
(type_parameter_constraint (identifier) @typename)
(tuple_element type: (identifier) @typename)

; Parameters

(method_declaration parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(method_declaration parameters: (parameter_list
  type: (_) @type . name: (identifier) @target @parameter))
(constructor_declaration parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(constructor_declaration parameters: (parameter_list
  type: (_) @type . name: (identifier) @target @parameter))
(local_function_statement parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(operator_declaration parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(conversion_operator_declaration parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(indexer_declaration parameters: (bracketed_parameter_list
  (parameter type: (_) @type name: (identifier) @target) @parameter))
(class_declaration (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @declare))
((struct_declaration name: (identifier) @_block (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @declare))
  (#not-eq? @_block "ζ"))
((struct_declaration
  name: (identifier) @_block
  (parameter_list . (parameter type: (_) @type name: (identifier) @target))
  body: (declaration_list [(method_declaration) (property_declaration)] @declare))
  (#eq? @_block "ζ"))
(record_declaration (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @declare))
(lambda_expression parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @declare))
(lambda_expression parameters: (parameter_list
  (parameter !type name: (identifier) @target) @declare))
(lambda_expression parameters: (implicit_parameter) @target @declare)
(anonymous_method_expression parameters: (parameter_list
  (parameter type: (_) @type name: (identifier) @target) @declare))
((invocation_expression
  function: (member_access_expression
    expression: (_) @value
    name: [(identifier) @_method (generic_name (identifier) @_method)])
  arguments: (argument_list . (argument (lambda_expression parameters: [(implicit_parameter) @target @loop
    (parameter_list . (parameter !type name: (identifier) @target) @loop .)]))))
  (#any-of? @_method "All" "Any" "Average" "Count" "DistinctBy" "Exists" "Find" "FindAll" "FindIndex" "FindLast" "First"
    "FirstAsync" "FirstOrDefault" "FirstOrDefaultAsync" "ForEach" "GroupBy" "Last" "LastOrDefault" "Max" "MaxBy" "Min"
    "MinBy" "OrderBy" "OrderByDescending" "RemoveAll" "Select" "SelectMany" "Single" "SingleAsync" "SingleOrDefault"
    "SingleOrDefaultAsync" "SkipWhile" "Sum" "TakeWhile" "ThenBy" "ThenByDescending" "ToDictionary" "ToLookup"
    "TrueForAll" "Where" "AnyAsync" "AllAsync" "CountAsync" "SumAsync" "Include"))

; Assignments

(variable_declaration
  type: (_) @type
  (variable_declarator name: (identifier) @target ("=" (_) @value)?) @declare)
(property_declaration type: (_) @type name: (identifier) @target) @declare
(event_declaration type: (_) @type name: (identifier) @target) @declare
(enum_declaration name: (identifier) @type
  body: (enum_member_declaration_list (enum_member_declaration name: (identifier) @target) @declare))
(foreach_statement type: (_) @type left: (identifier) @target right: (_) @value) @loop
(from_clause type: (_) @type name: (identifier) @target (_) @value .) @loop
(from_clause !type name: (identifier) @target (_) @value .) @loop
(let_clause . (identifier) @target (_) @value .) @declare
((invocation_expression
  function: (member_access_expression expression: (_) @value name: (identifier) @_method)
  arguments: (argument_list
    (argument (declaration_expression type: (implicit_type) name: (identifier) @target) @loop)))
  (#any-of? @_method "TryGetValue" "TryPeek" "TryPop" "TryDequeue" "TryTake" "TryRemove"))
(declaration_expression type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)
  (predefined_type)] @type name: (identifier) @target) @declare
(declaration_expression type: (implicit_type) name: (identifier) @target) @declare
(tuple_pattern name: (identifier) @target) @declare
(declaration_pattern type: (_) @type name: (identifier) @target) @declare
(recursive_pattern type: (_) @type name: (identifier) @target) @declare
(assignment_expression left: (_) @target operator: "=" right: (_) @value) @assign
(assignment_expression left: (_) @target operator: "??=" right: (_) @value) @assign
(assignment_expression left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" ">>>="]) @augment
(postfix_unary_expression [(identifier) (member_access_expression) (element_access_expression)] @target
  ["++" "--"]) @augment
(prefix_unary_expression ["++" "--"]
  [(identifier) (member_access_expression) (element_access_expression)] @target) @augment

; Errors

(throw_statement (object_creation_expression type: (_) @error)) @raise
(throw_expression (object_creation_expression type: (_) @error)) @raise
(throw_statement [(identifier) (member_access_expression) (invocation_expression)] @error) @raise
(throw_expression [(identifier) (member_access_expression) (invocation_expression)] @error) @raise
(throw_statement . "throw" . ";") @raise
((catch_clause
  (catch_declaration name: (identifier) @_caught)
  body: (block (throw_statement (object_creation_expression
    type: (_) @error
    arguments: (argument_list (argument (identifier) @cause) .))) @raise))
  (#eq? @_caught @cause))
((invocation_expression
  function: (member_access_expression expression: (identifier) @error name: (identifier) @_check)) @raise
  (#match? @error "Exception$")
  (#match? @_check "^ThrowIf"))

(try_statement
  body: (block) @protected
  (catch_clause (catch_declaration type: (_) @caught name: (identifier)? @name)) @handler)
(try_statement
  body: (block) @protected
  (catch_clause . "catch" . [(block) (catch_filter_clause)]) @handler)

; Functions without a name that are stored or returned: their errors are not their owner's

(variable_declarator "=" (lambda_expression) @detached)
(return_statement (lambda_expression) @detached)
(assignment_expression right: (lambda_expression) @detached)

; Configuration
; A class whose properties a section of the settings fills
((property_declaration (attribute_list (attribute name: (identifier) @_name)) name: (identifier) @subject) @unbound
  (#eq? @_name "ConfigurationKeyName"))
((invocation_expression
  function: (member_access_expression name: (generic_name (identifier) @_configure (type_argument_list . (_) @type .)))
  arguments: (argument_list (argument (invocation_expression
    function: (member_access_expression name: (identifier) @_section)
    arguments: (argument_list . (argument [(string_literal) (identifier) (member_access_expression) (invocation_expression)] @prefix)))))) @bound
  (#any-of? @_configure "Configure" "AddOptions" "ConfigureOptions")
  (#any-of? @_section "GetSection" "GetRequiredSection"))
((invocation_expression
  function: (member_access_expression
    expression: (invocation_expression
      function: (member_access_expression name: (identifier) @_section)
      arguments: (argument_list . (argument [(string_literal) (identifier) (member_access_expression) (invocation_expression)] @prefix)))
    name: (generic_name (identifier) @_get (type_argument_list . (_) @type .)))) @bound
  (#any-of? @_section "GetSection" "GetRequiredSection")
  (#eq? @_get "Get"))
((invocation_expression
  function: (member_access_expression
    expression: (invocation_expression
      function: (member_access_expression name: (identifier) @_section)
      arguments: (argument_list . (argument [(string_literal) (identifier) (member_access_expression) (invocation_expression)] @prefix)))
    name: (identifier) @_bind)
  arguments: (argument_list . (argument [(identifier) (member_access_expression)] @value))) @bound
  (#any-of? @_section "GetSection" "GetRequiredSection")
  (#eq? @_bind "Bind"))
((invocation_expression
  function: (member_access_expression
    expression: (invocation_expression
      function: (member_access_expression name: (generic_name (identifier) @_options (type_argument_list . (_) @type .))))
    name: (identifier) @_bind)
  arguments: (argument_list . (argument [(string_literal) (identifier) (member_access_expression) (invocation_expression)] @prefix))) @bound
  (#match? @_options "^AddOptions")
  (#eq? @_bind "BindConfiguration"))
((invocation_expression
  function: (member_access_expression
    expression: (invocation_expression
      function: (member_access_expression name: (generic_name (identifier) @_options (type_argument_list . (_) @type .))))
    name: (identifier) @_bind)
  arguments: (argument_list . (argument (invocation_expression
    function: (member_access_expression name: (identifier) @_section)
    arguments: (argument_list . (argument [(string_literal) (identifier) (member_access_expression) (invocation_expression)] @prefix)))))) @bound
  (#match? @_options "^AddOptions")
  (#eq? @_bind "Bind")
  (#any-of? @_section "GetSection" "GetRequiredSection"))

((invocation_expression
  function: (member_access_expression name: (identifier) @_method)
  arguments: (argument_list . (argument [(string_literal) @key (identifier) @by (member_access_expression) @by (binary_expression) @by (interpolated_string_expression) @by (invocation_expression) @by]))) @env
  (#any-of? @_method "GetEnvironmentVariable" "AddEnvironmentVariables"))
((invocation_expression
  function: (identifier) @_method
  arguments: (argument_list . (argument [(string_literal) @key (identifier) @by (member_access_expression) @by (binary_expression) @by (interpolated_string_expression) @by (invocation_expression) @by]))) @env
  (#eq? @_method "GetEnvironmentVariable"))
((element_access_expression
  expression: [(identifier) @_settings (member_access_expression name: (identifier) @_settings)]
  subscript: (bracketed_argument_list . (argument [(string_literal) @key (identifier) @by (member_access_expression) @by (binary_expression) @by (interpolated_string_expression) @by (invocation_expression) @by]) .)) @key
  (#any-of? @_settings "config" "_config" "configuration" "_configuration" "Configuration" "Config" "AppSettings"
    "settings" "_settings"))
((invocation_expression
  function: (member_access_expression name: [(identifier) @_method (generic_name (identifier) @_method)])
  arguments: (argument_list . (argument [(string_literal) @key (identifier) @by (member_access_expression) @by (binary_expression) @by (interpolated_string_expression) @by (invocation_expression) @by]))) @key
  (#any-of? @_method "GetSection" "GetRequiredSection" "GetConnectionString" "BindConfiguration"))
((invocation_expression
  function: (member_access_expression
    expression: [(identifier) @_settings (member_access_expression name: (identifier) @_settings)]
    name: [(identifier) @_method (generic_name (identifier) @_method)])
  arguments: (argument_list . (argument [(string_literal) @key (identifier) @by (member_access_expression) @by (binary_expression) @by (interpolated_string_expression) @by (invocation_expression) @by]))) @key
  (#any-of? @_method "GetValue" "Get" "GetChildren")
  (#any-of? @_settings "config" "_config" "configuration" "_configuration" "Configuration" "Config"))
((invocation_expression
  function: (member_access_expression name: (identifier) @_asked)
  arguments: (argument_list . (argument (string_literal) @key))) @flag
  (#any-of? @_asked "IsEnabledAsync" "IsFeatureEnabled" "IsFeatureEnabledAsync"))
((object_creation_expression
  type: [(identifier) @_option (generic_name (identifier) @_option)]
  arguments: (argument_list
    (argument name: (identifier)? @_named
      [(string_literal) @key
       (_ (initializer_expression (string_literal) @key))]))) @flag
  (#any-of? @_option "Option" "CliOption")
  (#any-of? @_named "name" "aliases")
  (#match? @key "^.-"))
((attribute
  name: (identifier) @_option
  (attribute_argument_list (attribute_argument . (string_literal) @key))) @flag
  (#any-of? @_option "Option" "CommandOption"))
((invocation_expression
  function: (member_access_expression name: (identifier) @_method)
  arguments: (argument_list . (argument (string_literal) @key))) @file
  (#any-of? @_method "AddJsonFile" "AddXmlFile" "AddIniFile" "AddYamlFile" "ReadAllText" "ReadAllTextAsync" "ReadAllLines"
    "ReadAllBytes" "OpenRead" "OpenText" "Load" "LoadFile" "Combine"))
((object_creation_expression
  type: (identifier) @_type
  arguments: (argument_list . (argument (string_literal) @key))) @file
  (#any-of? @_type "StreamReader" "FileStream" "FileInfo" "XmlTextReader"))

[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression)] @literal

; Messages, which go to what handles their type

((invocation_expression
  function: [(identifier) @_send (generic_name . (identifier) @_send)
    (member_access_expression name: [(identifier) @_send (generic_name . (identifier) @_send)])]
  arguments: (argument_list . (argument [(object_creation_expression) (identifier)] @value))) @send
  (#match? @_send "^(Send|Publish|Dispatch|Execute|Query|Invoke|Raise|Fire|Emit|Enqueue|Queue|Post|Notify|Request|Schedule)(Async|Sync|Sticky|Now|Later|All|Local|And[A-Z][A-Za-z]*|After[A-Z][A-Za-z]*|To[A-Z][A-Za-z]*|[A-Za-z]*(Event|Message|Command|Query|Request|Notification|Job)s?(Async|Sync)?)?$|^(Add|Register|Record|Apply)[A-Za-z]*Event"))
((invocation_expression
  function: (member_access_expression name: (generic_name . (identifier) @_receive (type_argument_list (_) @type . ">")))
  arguments: (argument_list . (argument "this") (argument [(lambda_expression) (identifier)] @value) .)) @receive
  (#eq? @_receive "Register"))
((invocation_expression
  function: [(generic_name . (identifier) @_receive (type_argument_list . (_) @type . ">"))
    (member_access_expression name: (generic_name . (identifier) @_receive (type_argument_list . (_) @type . ">")))]
  arguments: (argument_list (argument [(lambda_expression) (identifier)] @value) .)) @receive
  (#match? @_receive "^(Subscribe|Receive|Handle|Listen)(Async)?$"))

; What members are read of that no expression writes

(member_access_expression expression: (parenthesized_expression [
  (conditional_expression)
  (binary_expression operator: "??")
]) @aside)
((invocation_expression
  function: (member_access_expression name: (identifier) @method)
  arguments: (argument_list . (argument [(lambda_expression) (identifier) (member_access_expression)] @each) .)) @aside
  (#any-of? @method "Select" "SelectMany" "ConvertAll"))
