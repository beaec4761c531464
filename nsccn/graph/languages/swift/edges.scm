; Calls. A function may stand behind the arguments, or instead.

(call_expression
  . (simple_identifier) @method
  . [(call_suffix (value_arguments . "(")) (call_suffix . (lambda_literal))] @arguments) @call
(call_expression
  . (navigation_expression
    target: [(simple_identifier) (call_expression) (navigation_expression) (self_expression) (super_expression)
      (tuple_expression) (postfix_expression) (line_string_literal) (array_literal) (constructor_expression)
      (as_expression) (prefix_expression operation: ["-" "+" "~" (bang)] target: (_) @receiver)] @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @method))
  . [(call_suffix (value_arguments . "(")) (call_suffix . (lambda_literal))] @arguments) @call
((call_expression
  . (prefix_expression operation: "." target: (simple_identifier) @_made) @callee
  . [(call_suffix (value_arguments . "(")) (call_suffix . (lambda_literal))] @arguments) @call
  (#not-eq? @_made "init"))
(constructor_expression constructed_type: (user_type) @callee (constructor_suffix) @arguments) @new
(lambda_literal) @lambda

(value_argument value: [(simple_identifier) (navigation_expression)] @value)

; What a struct is given where it has no initializer of its own: `Cart(room: 3)`

((call_expression . [(simple_identifier) (navigation_expression)] @callee
  . (call_suffix (value_arguments (value_argument
    name: (value_argument_label (simple_identifier) @target)) @initialize)))
  (#match? @callee "(^|\\.)[A-Z]\\w*$"))
((constructor_expression constructed_type: (user_type) @callee
  (constructor_suffix (value_arguments (value_argument
    name: (value_argument_label (simple_identifier) @target)) @initialize))))
(selector_expression (_) @value)

; What is read of objects

(navigation_expression target: (_) suffix: (navigation_suffix suffix: (simple_identifier))) @member
; Of the type that is expected there: `.font(.heading)`
(prefix_expression operation: "." target: (simple_identifier)) @member

; Types

(user_type) @typename
(type_parameter . (type_identifier) @name) @typevariable

; Parameters

(function_declaration
  (parameter name: (simple_identifier) @target ":" . (parameter_modifiers)? . (_) @type) @parameter)
(protocol_function_declaration
  (parameter name: (simple_identifier) @target ":" . (parameter_modifiers)? . (_) @type) @parameter)
(init_declaration
  (parameter name: (simple_identifier) @target ":" . (parameter_modifiers)? . (_) @type) @parameter)
(subscript_declaration
  (parameter name: (simple_identifier) @target ":" . (parameter_modifiers)? . (_) @type) @parameter)
(lambda_parameter name: (simple_identifier) @target ":" . (parameter_modifiers)? . (_) @type) @declare
(lambda_parameter . name: (simple_identifier) @target .) @declare

; Assignments

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @target)
  . (type_annotation ":" . (_) @type)?
  . ("=" . (_) @value)?) @declare
; What a property wrapper is given the type of: `@Environment(Cart.self) var cart`
((property_declaration
  (modifiers (attribute (user_type) . "(" . (navigation_expression
    target: (_) @type
    suffix: (navigation_suffix suffix: (simple_identifier) @_itself)) . ")"))
  name: (pattern bound_identifier: (simple_identifier) @target .) .) @declare
  (#eq? @_itself "self"))
(property_declaration
  name: (pattern . "(" (pattern (simple_identifier) @target)) @declare)
(class_declaration name: (type_identifier) @type
  body: (enum_class_body (enum_entry name: (simple_identifier) @target) @declare))
(if_statement (value_binding_pattern) . bound_identifier: (simple_identifier) @target
  . (type_annotation ":" . (_) @type)? . "=" . condition: (_) @value) @declare
(guard_statement (value_binding_pattern) . bound_identifier: (simple_identifier) @target
  . (type_annotation ":" . (_) @type)? . "=" . condition: (_) @value) @declare
(while_statement (value_binding_pattern) . bound_identifier: (simple_identifier) @target
  . (type_annotation ":" . (_) @type)? . "=" . condition: (_) @value) @declare
(for_statement item: (pattern bound_identifier: (simple_identifier) @target) "in" . collection: (_) @value) @loop
(for_statement item: (pattern . "(" (pattern (simple_identifier) @target)) @declare)
(catch_block error: (pattern (pattern bound_identifier: (simple_identifier) @target) "as" (user_type) @type)) @declare
(switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @target) "as" (user_type) @type)) @declare
; What a case binds: `case let .link(_, title)`, `case .link(let title)`, `if case let .link(title) = self`
(pattern (value_binding_pattern) (pattern . (simple_identifier) @target .)) @declare
(pattern (value_binding_pattern) (pattern "(" (pattern . (simple_identifier) @target .))) @declare
(pattern (simple_identifier) (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @target)) @declare
(pattern . "(" (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @target)) @declare
(switch_pattern (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @target .)) @declare
(if_statement (value_binding_pattern) (pattern . (simple_identifier) @target .)) @declare
(if_statement (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @target)) @declare
(guard_statement (value_binding_pattern) (pattern . (simple_identifier) @target .)) @declare
(guard_statement (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @target)) @declare
(while_statement (value_binding_pattern) (pattern . (simple_identifier) @target .)) @declare
(if_statement (value_binding_pattern) (pattern "(" (pattern . (simple_identifier) @target .))) @declare
(guard_statement (value_binding_pattern) (pattern "(" (pattern . (simple_identifier) @target .))) @declare
(assignment target: (directly_assignable_expression) @target operator: "=" result: (_) @value) @assign
(assignment target: (directly_assignable_expression) @target operator: ["+=" "-=" "*=" "/=" "%="]) @augment

(function_declaration
  body: (function_body (statements . [(call_expression) (navigation_expression) (simple_identifier)
    (constructor_expression)] @return .)))
(computed_property (statements . [(call_expression) (navigation_expression) (simple_identifier)
  (constructor_expression)] @return .))
(control_transfer_statement "return" result: (_) @return)

; Errors

((control_transfer_statement (throw_keyword) . (_) @error) @raise (#not-eq? @error "error"))
((control_transfer_statement (throw_keyword) . (simple_identifier) @_error) @raise (#eq? @_error "error"))
(do_statement "{" . (statements) @protected
  (catch_block error: (pattern (pattern (value_binding_pattern) (simple_identifier)) "as" (user_type) @caught)) @handler)
(do_statement "{" . (statements) @protected
  (catch_block error: (pattern . "is" (user_type) @caught)) @handler)
(do_statement "{" . (statements) @protected
  (catch_block error: (pattern . (user_type) @caught)) @handler)
(do_statement "{" . (statements) @protected
  (catch_block error: (pattern . (value_binding_pattern) . (simple_identifier) .)) @handler)
(do_statement "{" . (statements) @protected (catch_block . (catch_keyword) . "{") @handler)
(try_expression (try_operator ["?" "!"]) expr: (_) @protected) @handler

; What does not say that it throws lets no error through

(function_declaration ")" . "async"? . body: (function_body) @detached)
(function_declaration ")" . "async"? . "->" . (_) . (type_constraints)? . body: (function_body) @detached)
(function_declaration ")" . "async"? . (type_constraints) . body: (function_body) @detached)
(init_declaration ")" . "async"? . (type_constraints)? . body: (function_body) @detached)
(computed_property . "{" . (statements)) @detached

; Functions without a name that are stored

(property_declaration value: (lambda_literal) @detached)
(assignment result: (lambda_literal) @detached)
(control_transfer_statement "return" result: (lambda_literal) @detached)
((call_expression . (simple_identifier) @_kept . (call_suffix (lambda_literal) @detached)) (#eq? @_kept "Task"))
((call_expression . (simple_identifier) @_kept . (call_suffix (lambda_literal) @protected)) @handler
  (#eq? @_kept "Result"))
((constructor_expression
  constructed_type: (user_type . (type_identifier) @_kept)
  (constructor_suffix (lambda_literal) @protected)) @handler
  (#eq? @_kept "Result"))
((call_expression
  . (simple_identifier) @_asserted
  . (call_suffix (value_arguments . "(" . (value_argument value: (_) @protected)))) @handler
  (#any-of? @_asserted "XCTAssertNoThrow" "XCTAssertThrowsError"))

; What an extension says of a type

(class_declaration "extension" name: (user_type) @subject (inheritance_specifier inherits_from: (user_type) @base)) @inherit

; Configuration

((call_expression
  . (navigation_expression) @_object
  . (call_suffix (value_arguments . "[" (value_argument
    value: [(line_string_literal) @key (simple_identifier) @by (navigation_expression) @by])))) @env
  (#match? @_object "\\bprocessInfo\\s*\\.\\s*environment$"))
((call_expression
  . (navigation_expression
    target: (simple_identifier) @_object
    suffix: (navigation_suffix suffix: (simple_identifier) @_method))
  . (call_suffix (value_arguments . "(" . (value_argument
    value: [(line_string_literal) @key (simple_identifier) @by (navigation_expression) @by])))) @env
  (#eq? @_object "Environment") (#eq? @_method "get"))
((call_expression
  . (simple_identifier) @_method
  . (call_suffix (value_arguments . "(" . (value_argument value: (line_string_literal) @key)))) @env
  (#eq? @_method "getenv"))
((call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @_asked))
  . (call_suffix (value_arguments . "(" . (value_argument
    name: (value_argument_label) @_label
    value: [(line_string_literal) @key (simple_identifier) @by (navigation_expression) @by])))) @key
  (#any-of? @_label "forKey" "forInfoDictionaryKey")
  (#any-of? @_asked "array" "bool" "data" "dictionary" "double" "float" "integer" "object" "string" "stringArray" "url"))
((attribute
  (user_type) @_storage
  . (line_string_literal) @key) @key
  (#any-of? @_storage "AppStorage" "SceneStorage"))
((call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @_method))
  . (call_suffix (value_arguments . "(" . (value_argument
    name: (value_argument_label) @_label
    value: (line_string_literal) @key)))) @file
  (#any-of? @_label "forResource")
  (#any-of? @_method "url" "path"))

(line_string_literal) @literal
; What members are read of that no expression writes

((call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @method))
  . (call_suffix . (_) @each .)) @aside
  (#any-of? @method "map" "compactMap" "flatMap"))
