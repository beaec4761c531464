; Definitions

(class_declaration
  name: (identifier) @name
  (class_heritage (_) @base)?
  body: (class_body) @members) @definition.class
(variable_declarator
  name: (identifier) @name
  value: (class (class_heritage (_) @base) body: (class_body) @members)) @definition.class
((expression_statement (assignment_expression
  left: (member_expression object: [(identifier) (this)] @owner property: (property_identifier) @name)
  right: (class (class_heritage (_) @base)? body: (class_body) @members)) @definition.class)
  (#not-match? @owner "^(module|exports)$"))
((assignment_expression right: (assignment_expression
  left: (member_expression object: [(identifier) (this)] @owner property: (property_identifier) @name)
  right: (class (class_heritage (_) @base)? body: (class_body) @members)) @definition.class)
  (#not-match? @owner "^(module|exports)$"))
((assignment_expression
  left: (member_expression) @_exports
  right: (class name: (_)? @name (class_heritage (_) @base)? body: (class_body) @members)) @definition.class
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: (class (class_heritage (_) @base)? body: (class_body) @members)) @definition.class
  (#any-of? @_exports "module.exports" "exports"))

; Classes that an expression makes, named after themselves, or by the word for all of them

[
  (pair value: (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (return_statement (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (arrow_function body: (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (arguments (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (parenthesized_expression (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (new_expression constructor: (class name: (_) @name (class_heritage (_) @base)? body: (_) @members) @definition.class)
]
[
  (pair value: (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (return_statement (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (arrow_function body: (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (arguments (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (parenthesized_expression (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
  (new_expression constructor: (class "class" @name !name (class_heritage (_) @base)? body: (_) @members) @definition.class)
]

(function_declaration name: (identifier) @name body: (_) @body) @definition.func
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.func
; What gives `this` its fields makes objects, where it is called as types are
((function_declaration name: (identifier) @name body: (statement_block
  (expression_statement (assignment_expression left: (member_expression object: (this)) @making)))) @definition.func
  (#match? @name "^[A-Z]"))
((variable_declarator name: (identifier) @name value: (function_expression body: (statement_block
  (expression_statement (assignment_expression left: (member_expression object: (this)) @making))))) @definition.func
  (#match? @name "^[A-Z]"))
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.func
((variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: (_) @_wrapper
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.func
  (#match? @_wrapper "(^|\\.)(memo|forwardRef|observer|useCallback|asyncHandler)$"))

(class_body (method_definition
  ["get" "set" "static" "async"]* @modifier
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name [(identifier) (member_expression) (call_expression arguments: (arguments . (string) .))])] @name
  body: (_) @body) @definition.func)
(class_body (field_definition
  property: [(property_identifier) (private_property_identifier)] @name) @definition.attr)
(class_body (field_definition
  "static"? @modifier
  property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.func)

(method_definition (decorator (_) @callee) @decorator)
(class_declaration (decorator (_) @callee) @decorator)
(export_statement (decorator (_) @callee) @itself @decorator)
(field_definition (decorator (_) @callee) @decorator)
