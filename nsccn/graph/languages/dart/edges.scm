; Calls. A call is a suffix with brackets behind its callee, which stands beside it.

(selector (argument_part (arguments) @arguments)) @call
(cascade_section . (cascade_selector . (identifier) @method .) . (argument_part (arguments) @arguments)) @call
(new_expression . "new" . _+ @callee . (arguments) @arguments) @new
(const_object_expression . (const_builtin) . _+ @callee . (arguments) @arguments) @new
(initializer_list_entry . (super) @callee . (arguments) @arguments) @call
(initializer_list_entry . (super) @callee . "." @callee . (identifier) @callee . (arguments) @arguments) @call
(redirection . ":" . (this) @callee . (arguments) @arguments) @call
(redirection . ":" . (this) @callee . "." @callee . (identifier) @callee . (arguments) @arguments) @call
(redirecting_factory_constructor_signature "=" . (type_identifier) @new)
(enum_declaration name: (identifier) @callee
  body: (enum_body (enum_constant (argument_part (arguments) @arguments)) @new))

(function_expression) @lambda

(argument . (identifier) @value .)
(argument (selector (unconditional_assignable_selector (identifier))) @value .)
(named_argument (label) . (identifier) @value .)
(named_argument (label) (selector (unconditional_assignable_selector (identifier))) @value .)
(initialized_variable_definition "=" . value: (identifier) @value .)
(static_final_declaration "=" . (identifier) @value .)
(pair value: (identifier) @value .)
(list_literal (identifier) @value . ["," "]"])
(list_literal (selector (unconditional_assignable_selector (identifier))) @value . ["," "]"])
(conditional_expression "?" . (identifier) @value . ":")
(conditional_expression ":" . (identifier) @value .)
(conditional_expression (selector (unconditional_assignable_selector (identifier))) @value . ":")
(conditional_expression (selector (unconditional_assignable_selector (identifier))) @value .)
(if_null_expression "??" . (identifier) @value .)
(if_null_expression (selector (unconditional_assignable_selector (identifier))) @value .)
(switch_expression_case "=>" . (identifier) @value .)
(switch_expression_case "=>" (selector (unconditional_assignable_selector (identifier))) @value .)
(assignment_expression "=" . right: (identifier) @value .)
(cascade_section "=" . (identifier) @value .)
(function_body "=>" . (identifier) @value . ";")
(argument (function_expression body: (function_expression_body "=>" . (identifier) @value .)) .)
(named_argument (function_expression body: (function_expression_body "=>" . (identifier) @value .)) .)
(return_statement "return" . (identifier) @value . ";")

; What is read of objects

(selector [(unconditional_assignable_selector (identifier)) (conditional_assignable_selector (identifier))]) @member
(assignable_expression) @member

(additive_expression . (_) @operand (additive_operator) @operator) @operate
(multiplicative_expression . (_) @operand (multiplicative_operator) @operator) @operate
(relational_expression . (_) @operand (relational_operator) @operator) @operate
(selector (unconditional_assignable_selector (index_selector "[" @operator))) @operate
(assignable_expression (unconditional_assignable_selector (index_selector "[" @operator)) @operate)

; Types

(type_identifier) @typename
(type_parameter . (type_identifier) @name) @typevariable
(constant_pattern (identifier) @typename (#match? @typename "^_?[A-Z]"))

; Parameters, each behind its type if it has one

(function_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(function_signature (formal_parameter_list (optional_formal_parameters [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter])))
(setter_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(operator_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(constructor_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter (constructor_param "." . (identifier) @target) @value) @parameter
  (formal_parameter (super_formal_parameter "." . (identifier) @target)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(constructor_signature (formal_parameter_list (optional_formal_parameters [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter (constructor_param "." . (identifier) @target) @value) @parameter
  (formal_parameter (super_formal_parameter "." . (identifier) @target)) @parameter
  (formal_parameter . (identifier) @target .) @parameter])))
(constant_constructor_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter (constructor_param "." . (identifier) @target) @value) @parameter
  (formal_parameter (super_formal_parameter "." . (identifier) @target)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(constant_constructor_signature (formal_parameter_list (optional_formal_parameters [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter (constructor_param "." . (identifier) @target) @value) @parameter
  (formal_parameter (super_formal_parameter "." . (identifier) @target)) @parameter
  (formal_parameter . (identifier) @target .) @parameter])))
(factory_constructor_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(factory_constructor_signature (formal_parameter_list (optional_formal_parameters [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter])))
(redirecting_factory_constructor_signature (formal_parameter_list [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter]))
(redirecting_factory_constructor_signature (formal_parameter_list (optional_formal_parameters [
  (formal_parameter
    [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
    . name: (identifier) @target) @parameter
  (formal_parameter [(final_builtin) "covariant"] . name: (identifier) @target) @parameter
  (formal_parameter (identifier) @target . (formal_parameter_list)) @parameter
  (formal_parameter . (identifier) @target .) @parameter])))
(function_expression parameters: (formal_parameter_list [
  (formal_parameter [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type . name: (identifier) @target) @declare
  (formal_parameter . (identifier) @target .) @declare]))
(function_expression parameters: (formal_parameter_list (optional_formal_parameters
  (formal_parameter [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type . name: (identifier) @target) @declare)))
(extension_type_declaration representation: (representation_declaration
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type . name: (identifier) @target) @declare)

; Assignments

(declaration
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . (initialized_identifier_list (initialized_identifier . (identifier) @target ("=" . (_) @value)?))) @declare
(declaration
  [(final_builtin) (inferred_type) "late"]
  . (initialized_identifier_list (initialized_identifier . (identifier) @target ("=" . (_) @value)?))) @declare
(declaration
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . (static_final_declaration_list (static_final_declaration . (identifier) @target "=" . (_) @value))) @declare
(declaration
  [(final_builtin) (const_builtin)]
  . (static_final_declaration_list (static_final_declaration . (identifier) @target "=" . (_) @value))) @declare
(declaration [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type . (identifier_list (identifier) @target)) @declare
(enum_declaration name: (identifier) @type body: (enum_body (enum_constant name: (identifier) @target) @declare))
(program
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . (initialized_identifier_list (initialized_identifier . (identifier) @target ("=" . (_) @value)?) @declare))
; (what stands before the names is captured, or the first of them all would be the only one that is found)
(program
  [(final_builtin) (inferred_type) "late"] @_lead
  . (initialized_identifier_list (initialized_identifier . (identifier) @target ("=" . (_) @value)?) @declare))
(program
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . (static_final_declaration_list (static_final_declaration . (identifier) @target "=" . (_) @value) @declare))
(program
  [(final_builtin) (const_builtin)] @_lead
  . (static_final_declaration_list (static_final_declaration . (identifier) @target "=" . (_) @value) @declare))
(initialized_variable_definition
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . name: (identifier) @target . ("=" . value: (_) @value)?) @declare
(initialized_variable_definition
  [(final_builtin) (inferred_type) (const_builtin) "late"]
  . name: (identifier) @target . ("=" . value: (_) @value)?) @declare
(initialized_variable_definition (initialized_identifier . (identifier) @target . ("=" . (_) @value)?) @declare)
(for_loop_parts
  [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type
  . name: (identifier) @target . "in" . value: (_) @value) @loop
(for_loop_parts
  [(final_builtin) (inferred_type)]
  . name: (identifier) @target . "in" . value: (_) @value) @loop
(variable_pattern [(type_identifier) (type_arguments) (nullable_type) (function_type) (record_type)] @type . (identifier) @target) @declare
(variable_pattern [(final_builtin) (inferred_type)] . (identifier) @target @declare)
(pattern_variable_declaration (_ (constant_pattern (identifier) @target @declare)))
(for_loop_parts (_ (constant_pattern (identifier) @target @declare)) "in")
(catch_clause (catch_parameters (identifier) @target @declare))
(assignment_expression left: (_) @target operator: "=" . right: (_) @value) @assign
(assignment_expression left: (_) @target operator: ["+=" "-=" "*=" "/=" "~/=" "%=" "??=" "&=" "|=" "^=" "<<=" ">>=" ">>>="]) @augment
(cascade_section . (cascade_selector . (identifier) @target .) "=" . (_) @value) @assign
(cascade_section . (cascade_selector . (identifier) @target .) ["+=" "-=" "*=" "/=" "??=" "|=" "&="]) @augment
(postfix_expression (assignable_expression) @target (postfix_operator)) @augment
(unary_expression (increment_operator) (assignable_expression) @target) @augment
(field_initializer . (identifier) @target . "=" . (_) @value) @assign

(function_body) @runs
(function_expression_body) @runs
(function_body "=>" . (_) @return)
(return_statement "return" . (_) @return)
(yield_statement "yield" . (_) @yield)
(yield_each_statement "*" . (_) @each) @yield

((parenthesized_expression [(if_null_expression) (conditional_expression)]) @aside
  . (selector [(unconditional_assignable_selector) (conditional_assignable_selector)]))

; What an object is asked to be

(if_statement
  [
    (type_test_expression . (_) @target (type_test (is_operator . "is" .) . (type_identifier) @type))
    (logical_and_expression
      . (type_test_expression . (_) @target (type_test (is_operator . "is" .) . (type_identifier) @type)))]
  consequence: (_) @body) @narrow
(logical_and_expression
  . (type_test_expression . (_) @target (type_test (is_operator . "is" .) . (type_identifier) @type))
  . (logical_and_operator)
  . (_) @body) @narrow
(conditional_expression
  . (type_test_expression . (_) @target (type_test (is_operator . "is" .) . (type_identifier) @type))
  . "?" . consequence: (_) @body) @narrow
(logical_or_expression
  . (type_test_expression . (_) @target (type_test (is_operator "!") . (type_identifier) @type))
  . (logical_or_operator)
  . (_) @body) @narrow
(if_statement
  (type_test_expression . (_) @target (type_test (is_operator "!") . (type_identifier) @type))
  consequence: [
    (return_statement) (break_statement) (continue_statement) (expression_statement (throw_expression))
    (block [(return_statement) (break_statement) (continue_statement) (expression_statement (throw_expression))] .)]) @narrow
(switch_statement
  condition: (parenthesized_expression . (_) @target)
  body: (switch_block (switch_statement_case
    (case_builtin) . [
      (constant_pattern (identifier) @type)
      (object_pattern . (type_identifier) @type)]) @body)
  (#match? @type "^_?[A-Z]")) @narrow
(switch_expression
  condition: (parenthesized_expression . (_) @target)
  body: (switch_expression_case
    . [(constant_pattern (identifier) @type) (object_pattern . (type_identifier) @type)]) @body
  (#match? @type "^_?[A-Z]")) @narrow

; Errors

(throw_expression "throw" . (_) @error) @raise
(rethrow_expression) @raise
(try_statement
  body: (block) @protected
  [(type_identifier) (type_arguments)] @caught
  . (catch_clause (catch_parameters . (identifier) @name))?
  . (block) @handler)
(try_statement
  body: (block) @protected
  (block) . (catch_clause (catch_parameters . (identifier) @name)) . (block) @handler)

; Functions without a name that are stored or returned: their errors are not their owner's

(initialized_variable_definition value: (function_expression) @detached)
(initialized_identifier (function_expression) @detached)
(assignment_expression right: (function_expression) @detached)
(return_statement (function_expression) @detached)
(function_body "=>" . (function_expression) @detached)

; Configuration: the environment of the process, and what is given to the compiler

((identifier) @_platform
  . (selector (unconditional_assignable_selector (identifier) @_environment))
  . (selector (unconditional_assignable_selector (index_selector (string_literal) @key))) @env
  (#any-of? @_platform "Platform" "dotenv") (#any-of? @_environment "environment" "env"))
((identifier) @_type
  . (selector (unconditional_assignable_selector (identifier) @_method))
  . (selector (argument_part (arguments . (argument (string_literal) @key)))) @env
  (#any-of? @_type "String" "bool" "int") (#eq? @_method "fromEnvironment"))
((const_object_expression
  (type_identifier) @_type . "." . (identifier) @_method
  . (arguments . (argument (string_literal) @key))) @env
  (#any-of? @_type "String" "bool" "int") (#eq? @_method "fromEnvironment"))

(string_literal) @literal

; Messages: what is added to a bloc, or fired, and who is named to handle those of a type

((selector (unconditional_assignable_selector (identifier) @_send))
  . (selector (argument_part (arguments
    . (argument . [(identifier) (const_object_expression) (new_expression)] @value)))) @send
  (#match? @_send "^(add|fire)$"))
((identifier) @_send
  . (selector (argument_part (arguments
    . (argument . [(identifier) (const_object_expression) (new_expression)] @value)))) @send
  (#match? @_send "^(add|fire)$"))
(cascade_section
  . (cascade_selector . (identifier) @_send .)
  . (argument_part (arguments
    . (argument . [(identifier) (const_object_expression) (new_expression)] @value)))
  (#match? @_send "^(add|fire)$")) @send
; Behind `=>` the grammar takes what a cascade is given for what the function without a name is called with.
((function_expression (function_expression_body (cascade_section . (cascade_selector . (identifier) @_send .) .) .))
  . (selector (argument_part (arguments
    . (argument . [(identifier) (const_object_expression) (new_expression)] @value)))) @send
  (#match? @_send "^(add|fire)$"))
((identifier) @_receive
  . (selector (argument_part
    (type_arguments . (type_identifier) @type .)
    (arguments . (argument . [(identifier) (function_expression)] @value)))) @receive
  (#eq? @_receive "on"))
