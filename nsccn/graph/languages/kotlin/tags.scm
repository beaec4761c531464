; Types

(class_declaration
  (modifiers [(class_modifier) (inheritance_modifier) (visibility_modifier) (platform_modifier)] @modifier)?
  "interface"
  (type_identifier) @name
  (delegation_specifier [(user_type) @base (explicit_delegation (user_type) @base)])?
  (class_body)? @members) @definition.interface
(class_declaration
  (modifiers [(class_modifier) (inheritance_modifier) (visibility_modifier) (platform_modifier)] @modifier)?
  "enum"
  (type_identifier) @name
  (delegation_specifier [(user_type) @base (explicit_delegation (user_type) @base)])?
  (enum_class_body) @members) @definition.enum
(class_declaration
  (modifiers [(class_modifier) (inheritance_modifier) (visibility_modifier) (platform_modifier)] @modifier)?
  "class"
  (type_identifier) @name
  (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)
    (explicit_delegation [(user_type) @base (constructor_invocation (user_type) @base)])])?
  (class_body)? @members) @definition.class
(object_declaration
  (modifiers [(class_modifier) (inheritance_modifier) (visibility_modifier) (platform_modifier)] @modifier)?
  (type_identifier) @name
  (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)
    (explicit_delegation [(user_type) @base (constructor_invocation (user_type) @base)])])?
  (class_body)? @members) @definition.class
(type_alias
  (type_identifier) @name
  "=" . (_) @returns) @definition.type

; Objects without a name

(object_literal
  (delegation_specifier [(user_type) @name @base (constructor_invocation (user_type) @name @base)
    (explicit_delegation (user_type) @name @base)])
  (class_body) @members) @loose.class
(object_literal "object" @name . (class_body) @members) @loose.class
(class_declaration (type_identifier) @base (enum_class_body
  (enum_entry (class_body) @name @members) @loose.class))

; Functions. What a companion object has is the type's.

(function_declaration
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier) (function_modifier) (platform_modifier)]
    @modifier)?
  receiver: (receiver_type)? @extended
  (simple_identifier) @name
  (function_value_parameters)
  (":" . [(user_type) (nullable_type) (function_type) (parenthesized_type)] @returns)?
  (function_body)? @body) @definition.func
(companion_object "companion" @modifier (class_body
  (function_declaration (simple_identifier) @name) @definition.func))
(secondary_constructor
  (modifiers (visibility_modifier) @modifier)?
  "constructor" @name
  "{"? @body
  (statements)? @body
  "}"? @body) @definition.func

; Properties. One that is read by a function is that function; what sets it stands beside it.

(class_body (property_declaration
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier) (platform_modifier)] @modifier)?
  receiver: (receiver_type)? @extended
  (variable_declaration . (simple_identifier) @name)) @definition.attr)
(enum_class_body (property_declaration
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier) (platform_modifier)] @modifier)?
  (variable_declaration . (simple_identifier) @name)) @definition.attr)
(companion_object "companion" @modifier (class_body
  (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.attr))
(source_file (property_declaration
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier) (platform_modifier)] @modifier)?
  receiver: (receiver_type)? @extended
  (variable_declaration . (simple_identifier) @name)) @definition.var)
(property_declaration
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier) (platform_modifier)] @modifier)?
  receiver: (receiver_type)? @extended
  (variable_declaration . (simple_identifier) @name
    [(user_type) (nullable_type) (function_type) (parenthesized_type)]? @returns)
  (getter "get" @modifier (function_body) @body)) @definition.func
(companion_object "companion" @modifier (class_body (property_declaration
  (variable_declaration . (simple_identifier) @name)
  (getter (function_body))) @definition.func))
(property_declaration
  receiver: (receiver_type)? @extended
  (variable_declaration . (simple_identifier) @title)
  (setter "set" @name @modifier (function_body) @body) @definition.func)
(_
  (property_declaration receiver: (receiver_type)? @extended
    (variable_declaration . (simple_identifier) @title) (getter))
  . [(line_comment) (multiline_comment)]* . (setter "set" @name @modifier (function_body) @body) @definition.func)
(class_parameter
  (modifiers [(visibility_modifier) (inheritance_modifier) (member_modifier)] @modifier)?
  (binding_pattern_kind)
  (simple_identifier) @name) @definition.attr
(enum_entry (simple_identifier) @name) @definition.attr

; Annotations of declarations, not of parameters or variables

(class_declaration (modifiers (annotation
  [(user_type) @callee (constructor_invocation (user_type) @callee)]) @decorator))
(object_declaration (modifiers (annotation
  [(user_type) @callee (constructor_invocation (user_type) @callee)]) @decorator))
(function_declaration (modifiers (annotation
  [(user_type) @callee (constructor_invocation (user_type) @callee)]) @decorator))
(class_body (property_declaration (modifiers (annotation
  [(user_type) @callee (constructor_invocation (user_type) @callee)]) @decorator)))

; Package and imports

(package_header (identifier) @package)
(import_header) @import
((file_annotation (constructor_invocation (user_type) @_annotation
  (value_arguments (value_argument (string_literal) @name)))) @export
  (#eq? @_annotation "JvmName"))
