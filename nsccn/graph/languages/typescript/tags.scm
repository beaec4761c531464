; Definitions

(class_declaration
  name: (_) @name
  (class_heritage [
    (extends_clause value: (_) @base)
    (implements_clause [(type_identifier) @base (nested_type_identifier) @base (generic_type name: (_) @base)])
  ])?
  body: (class_body) @members) @definition.class
(abstract_class_declaration
  "abstract" @modifier
  name: (_) @name
  (class_heritage [
    (extends_clause value: (_) @base)
    (implements_clause [(type_identifier) @base (nested_type_identifier) @base (generic_type name: (_) @base)])
  ])?
  body: (class_body) @members) @definition.class
(variable_declarator
  name: (identifier) @name
  value: (class (class_heritage (extends_clause value: (_) @base)) body: (class_body) @members)) @definition.class
((expression_statement (assignment_expression
  left: (member_expression object: [(identifier) (this)] @owner property: (property_identifier) @name)
  right: (class (class_heritage (extends_clause value: (_) @base))? body: (class_body) @members)) @definition.class)
  (#not-match? @owner "^(module|exports)$"))
((assignment_expression
  left: (member_expression) @_exports
  right: (class name: (_)? @name (class_heritage (extends_clause value: (_) @base))? body: (class_body) @members)) @definition.class
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: (class (class_heritage (extends_clause value: (_) @base))? body: (class_body) @members)) @definition.class
  (#any-of? @_exports "module.exports" "exports"))

; Classes that an expression makes, named after themselves, or by the word for all of them

[
  (pair value: (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (return_statement (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (arrow_function body: (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (arguments (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (parenthesized_expression (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (new_expression constructor: (class name: (_) @name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
]
[
  (pair value: (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (return_statement (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (arrow_function body: (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (arguments (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (parenthesized_expression (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
  (new_expression constructor: (class "class" @name !name (class_heritage (_ . (_) @base))? body: (_) @members) @definition.class)
]

(interface_declaration
  name: (_) @name
  (extends_type_clause type: [(type_identifier) @base (nested_type_identifier) @base (generic_type name: (_) @base)])?
  body: (_) @members) @definition.interface
((interface_declaration
  name: (_) @name
  (extends_type_clause type: (generic_type
    name: (_) @_with
    type_arguments: (type_arguments . [(type_identifier) @base (generic_type name: (_) @base)])))
  body: (_) @members) @definition.interface
  (#any-of? @_with "Omit" "Partial" "Pick" "Readonly" "Required"))
(interface_body (property_signature name: (property_identifier) @name) @definition.attr)
(interface_body (method_signature
  name: [(property_identifier) (string)] @name return_type: (_)? @returns) @definition.func)

(type_alias_declaration name: (_) @name value: [
  (type_identifier) @base
  (generic_type name: (_) @base) @returns
  (intersection_type [(type_identifier) @base (nested_type_identifier) @base (generic_type name: (_) @base)])
  (intersection_type (intersection_type) @base)
  (_)
]) @definition.type
(type_alias_declaration name: (_) @name
  value: [(array_type) (intersection_type (type_query)) (lookup_type) (readonly_type) (type_query)] @returns) @definition.type
((type_alias_declaration name: (_) @name value: (conditional_type
  consequence: [(type_identifier) (generic_type)] @returns
  alternative: (predefined_type) @_never)) @definition.type
  (#eq? @_never "never"))
((type_alias_declaration name: (_) @name value: (union_type) @returns) @definition.type
  (#not-match? @returns "[\"'`{]"))
(type_alias_declaration value: [
  (object_type (property_signature name: (property_identifier) @name) @definition.attr)
  (intersection_type (object_type (property_signature name: (property_identifier) @name) @definition.attr))
  (intersection_type (intersection_type
    (object_type (property_signature name: (property_identifier) @name) @definition.attr)))
  (intersection_type (intersection_type (intersection_type
    (object_type (property_signature name: (property_identifier) @name) @definition.attr))))
])
(type_alias_declaration value: [
  (object_type (method_signature name: (property_identifier) @name return_type: (_)? @returns) @definition.func)
  (intersection_type (object_type
    (method_signature name: (property_identifier) @name return_type: (_)? @returns) @definition.func))
  (intersection_type (intersection_type (object_type
    (method_signature name: (property_identifier) @name return_type: (_)? @returns) @definition.func)))
  (intersection_type (intersection_type (intersection_type (object_type
    (method_signature name: (property_identifier) @name return_type: (_)? @returns) @definition.func))))
])
((type_alias_declaration value: (generic_type name: (_) @_same type_arguments: (type_arguments . (object_type
  (property_signature name: (property_identifier) @name) @definition.attr) .)))
  (#any-of? @_same "Readonly" "Partial" "Required"))
((type_alias_declaration value: (generic_type name: (_) @_same type_arguments: (type_arguments . (object_type
  (method_signature name: (property_identifier) @name return_type: (_)? @returns) @definition.func) .)))
  (#any-of? @_same "Readonly" "Partial" "Required"))

(enum_declaration name: (_) @name body: (enum_body) @members) @definition.enum
(enum_body (property_identifier) @name @definition.attr)
(enum_body (enum_assignment name: (property_identifier) @name) @definition.attr)

(internal_module name: [(identifier) (nested_identifier)] @name body: (_) @members) @definition.module
(module name: [(identifier) (nested_identifier)] @name body: (_) @members) @definition.module
(internal_module body: (statement_block (export_statement declaration: (lexical_declaration
  (variable_declarator name: (identifier) @name) @definition.var))))
(internal_module body: (statement_block (lexical_declaration
  (variable_declarator name: (identifier) @name) @definition.var)))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.var))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.var))

(function_declaration
  name: (identifier) @name return_type: (_)? @returns body: (_) @body) @definition.func
(generator_function_declaration
  name: (identifier) @name return_type: (_)? @returns body: (_) @body) @definition.func
(function_signature name: (identifier) @name return_type: (_)? @returns) @definition.func
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function return_type: (_)? @returns body: (_) @body)
    (function_expression return_type: (_)? @returns body: (_) @body)
    (generator_function return_type: (_)? @returns body: (_) @body)
    (parenthesized_expression [
      (arrow_function return_type: (_)? @returns body: (_) @body)
      (function_expression return_type: (_)? @returns body: (_) @body)])
    (as_expression . [
      (function_expression return_type: (_)? @returns body: (_) @body)
      (parenthesized_expression [
        (arrow_function return_type: (_)? @returns body: (_) @body)
        (function_expression return_type: (_)? @returns body: (_) @body)])
      (as_expression . [
        (function_expression return_type: (_)? @returns body: (_) @body)
        (parenthesized_expression [
          (arrow_function return_type: (_)? @returns body: (_) @body)
          (function_expression return_type: (_)? @returns body: (_) @body)])])])
    (satisfies_expression . [
      (function_expression return_type: (_)? @returns body: (_) @body)
      (parenthesized_expression [
        (arrow_function return_type: (_)? @returns body: (_) @body)
        (function_expression return_type: (_)? @returns body: (_) @body)])])
  ]) @definition.func
((variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: (_) @_wrapper
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.func
  (#match? @_wrapper "(^|\\.)(memo|forwardRef|observer|useCallback|asyncHandler)$"))
(export_statement value: [
  (as_expression . (object))
  (satisfies_expression . [(object) (as_expression . (object))])
]) @definition.var
(program (export_statement declaration: (lexical_declaration (variable_declarator
  name: (identifier) @owner
  value: [(as_expression (object
      (method_definition name: (property_identifier) @name body: (_) @body) @definition.func))
    (satisfies_expression (object
      (method_definition name: (property_identifier) @name body: (_) @body) @definition.func))]))))

(class_body (method_definition
  (accessibility_modifier)? @modifier
  ["get" "set" "static" "async"]* @modifier
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name [(identifier) (member_expression) (call_expression arguments: (arguments . (string) .))])] @name
  return_type: (_)? @returns
  body: (_) @body) @definition.func)
(class_body (method_signature
  (accessibility_modifier)? @modifier
  "static"? @modifier
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name [(identifier) (member_expression) (call_expression arguments: (arguments . (string) .))])] @name
  return_type: (_)? @returns) @definition.func)
(class_body (abstract_method_signature
  "abstract" @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (_)? @returns) @definition.func)
(class_body (public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name) @definition.attr)
(class_body (public_field_definition
  "static"? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function return_type: (_)? @returns body: (_) @body)
    (function_expression return_type: (_)? @returns body: (_) @body)
  ]) @definition.func)
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.attr
(required_parameter
  . decorator: (decorator)* . (override_modifier)? . "readonly" . pattern: (identifier) @name) @definition.attr
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.attr
(optional_parameter
  . decorator: (decorator)* . (override_modifier)? . "readonly" . pattern: (identifier) @name) @definition.attr

(class_body (decorator (_) @callee) @decorator)
(class_declaration (decorator (_) @callee) @decorator)
(abstract_class_declaration (decorator (_) @callee) @decorator)
(export_statement (decorator (_) @callee) @itself @decorator)
(public_field_definition (decorator (_) @callee) @decorator)

; Imports and exports

(export_statement "=" (identifier) @name) @alias
