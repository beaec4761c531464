; Types. An object beside a class of its name belongs to it: both are one type.

(class_definition
  (modifiers)? @modifier
  "class" @modifier
  name: (identifier) @name
  extend: (extends_clause
    [(type_identifier) @base (stable_type_identifier) @base (generic_type type: (_) @base)])?
  body: (template_body)? @members) @definition.class
(trait_definition
  (modifiers)? @modifier
  "trait" @modifier
  name: (identifier) @name
  extend: (extends_clause
    [(type_identifier) @base (stable_type_identifier) @base (generic_type type: (_) @base)])?
  body: (template_body)? @members) @definition.interface
(object_definition
  (modifiers)? @modifier
  "object" @modifier
  name: (identifier) @name
  extend: (extends_clause
    [(type_identifier) @base (stable_type_identifier) @base (generic_type type: (_) @base)])?
  body: (template_body)? @members) @definition.class
(enum_definition
  "enum" @modifier
  name: (identifier) @name
  extend: (extends_clause
    [(type_identifier) @base (stable_type_identifier) @base (generic_type type: (_) @base)])?
  body: (enum_body) @members) @definition.enum
(given_definition
  name: (identifier) @name
  return_type: [(type_identifier) @base (stable_type_identifier) @base (generic_type type: (_) @base)]
  body: (with_template_body) @members) @definition.class
(type_definition
  name: (type_identifier) @name
  type: (_)? @returns) @definition.type

; Objects without a name

(instance_expression
  . [(type_identifier) @name @base (stable_type_identifier) @name @base (generic_type type: (_) @name) @base]
  (template_body) @members) @loose.class

; Functions. What an object has needs no instance.

(function_definition
  (modifiers)? @modifier
  name: [(identifier) (operator_identifier)] @name
  return_type: (_)? @returns
  body: (_) @body) @definition.func
(function_declaration
  (modifiers)? @modifier
  name: [(identifier) (operator_identifier)] @name
  return_type: (_)? @returns) @definition.func
; (what takes nothing is called by its name alone)
(function_definition !parameters name: (_) @name "=" @modifier body: (_) @body) @definition.func
(function_declaration !parameters name: (_) @name ":" @modifier) @definition.func
(function_definition name: (_) @name . (type_parameters) . ":" . (_) . "=" @modifier . body: (_) @body) @definition.func
(function_declaration name: (_) @name . (type_parameters) . ":" @modifier) @definition.func
; What finds its arguments itself is called without any
(function_definition name: (_) @name . (type_parameters)? . (parameters . "(" . ["implicit" "using"])
  "=" @modifier body: (_) @body) @definition.func
(function_declaration name: (_) @name . (type_parameters)? . (parameters . "(" . ["implicit" "using"])
  ":" @modifier) @definition.func
(object_definition body: (template_body (function_definition "def" @modifier name: (_) @name) @definition.func))
(extension_definition
  "extension" . (parameters) @extended
  (function_definition name: (_) @name) @definition.func)
(extension_definition
  "extension" . (type_parameters) @extended . (parameters) @extended
  (function_definition name: (_) @name) @definition.func)

; Values and variables of types, and of files

(package_object body: (template_body (val_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.var))
(package_object body: (template_body (var_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.var))
(package_clause body: (template_body (val_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.var))
(template_body (val_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.attr)
(template_body (val_definition (modifiers)? @modifier pattern: (identifiers (identifier) @name)) @definition.attr)
(template_body (var_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.attr)
(template_body (var_definition (modifiers)? @modifier pattern: (identifiers (identifier) @name)) @definition.attr)
(template_body (val_declaration (modifiers)? @modifier name: (identifier) @name) @definition.attr)
(template_body (var_declaration (modifiers)? @modifier name: (identifier) @name) @definition.attr)
(with_template_body (val_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.attr)
(enum_body (val_definition (modifiers)? @modifier pattern: (identifier) @name) @definition.attr)
(object_definition body: (template_body (val_definition "val" @modifier pattern: (identifier) @name) @definition.attr))
(object_definition body: (template_body (var_definition "var" @modifier pattern: (identifier) @name) @definition.attr))
(compilation_unit [
  (val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.var)
(class_parameter (modifiers)? @modifier ["val" "var"] name: (identifier) @name) @definition.attr
(class_definition "case" class_parameters: (class_parameters
  (class_parameter name: (identifier) @name) @definition.attr))
(simple_enum_case name: (identifier) @name) @definition.attr
(full_enum_case name: (identifier) @name) @definition.attr

; Annotations of declarations

(class_definition (annotation name: (_) @callee) @decorator)
(trait_definition (annotation name: (_) @callee) @decorator)
(object_definition (annotation name: (_) @callee) @decorator)
(function_definition (annotation name: (_) @callee) @decorator)
(val_definition (annotation name: (_) @callee) @decorator)
(var_definition (annotation name: (_) @callee) @decorator)

; Package and imports

(package_clause name: (package_identifier) @package)
(package_object name: (identifier) @package)
(import_declaration) @import
