; Types

(class_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  superclass: (superclass (_) @base)?
  interfaces: (super_interfaces (type_list (_) @base))?
  body: (class_body) @members) @definition.class
(interface_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  (extends_interfaces (type_list (_) @base))?
  body: (interface_body) @members) @definition.interface
(enum_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_) @base))?
  body: (enum_body) @members) @definition.enum
(record_declaration
  (modifiers)? @modifier
  "record" @modifier
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_) @base))?
  body: (class_body) @members) @definition.class
(annotation_type_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  body: (annotation_type_body) @members) @definition.interface

; Classes without a name: what is made implements or extends a type on the spot

(object_creation_expression
  type: [
    (type_identifier) @name @base
    (scoped_type_identifier) @name @base
    (generic_type . (_) @name) @base
  ]
  (class_body) @members) @loose.class
(enum_declaration name: (identifier) @base body: (enum_body
  (enum_constant body: (class_body) @name @members) @loose.class))

; Methods

(method_declaration
  (modifiers)? @modifier
  type: (_) @returns
  name: (identifier) @name
  body: (block)? @body) @definition.func
(constructor_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  body: (constructor_body) @body) @definition.func
(compact_constructor_declaration
  (modifiers)? @modifier
  name: (identifier) @name
  body: (block) @body) @definition.func
(annotation_type_element_declaration
  type: (_) @returns
  name: (identifier) @name) @definition.func

; Fields

(field_declaration
  (modifiers)? @modifier
  declarator: (variable_declarator name: (identifier) @name)) @definition.attr
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name)) @definition.attr
(enum_constant name: (identifier) @name) @definition.attr
(record_declaration parameters: (formal_parameters
  (formal_parameter name: (identifier) @name) @definition.attr))

; Annotations of declarations, not of parameters

(class_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(interface_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(enum_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(record_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(annotation_type_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(method_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(constructor_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))
(field_declaration (modifiers [(annotation name: (_) @callee) (marker_annotation name: (_) @callee)] @decorator))

; Package and imports

(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration) @import
