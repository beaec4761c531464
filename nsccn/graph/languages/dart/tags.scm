; Types

(class_definition
  (mixin)? "class" name: (identifier) @name
  superclass: (superclass "extends" . (type_identifier) @base)?
  body: (class_body) @members) @definition.class
(class_definition
  name: (identifier) @name
  superclass: (superclass (mixins ["with" ","] . (type_identifier) @base))
  body: (class_body) @members) @definition.class
(class_definition
  name: (identifier) @name
  interfaces: (interfaces ["implements" ","] . (type_identifier) @base)
  body: (class_body) @members) @definition.class
(class_definition (mixin_application_class
  . (identifier) @name
  (mixin_application . (type_identifier) @base))) @definition.class
(class_definition (mixin_application_class
  . (identifier) @name
  (mixin_application (mixins ["with" ","] . (type_identifier) @base)))) @definition.class
(class_definition (mixin_application_class
  . (identifier) @name
  (mixin_application (interfaces ["implements" ","] . (type_identifier) @base)))) @definition.class
(mixin_declaration
  (mixin) . (identifier) @name
  (class_body) @members) @definition.class
(mixin_declaration
  (mixin) . (identifier) @name
  ["on" ","] . (type_identifier) @base
  (class_body) @members) @definition.class
(mixin_declaration
  (mixin) . (identifier) @name
  (interfaces ["implements" ","] . (type_identifier) @base)
  (class_body) @members) @definition.class
(enum_declaration name: (identifier) @name body: (enum_body) @members) @definition.enum
(enum_declaration
  name: (identifier) @name
  (mixins ["with" ","] . (type_identifier) @base)
  body: (enum_body) @members) @definition.enum
(enum_declaration
  name: (identifier) @name
  (interfaces ["implements" ","] . (type_identifier) @base)
  body: (enum_body) @members) @definition.enum
(extension_type_declaration name: (identifier) @name body: (_) @members) @definition.class
(extension_type_declaration
  name: (identifier) @name
  (interfaces ["implements" ","] . (type_identifier) @base)
  body: (_) @members) @definition.class
(type_alias "typedef" . (type_identifier) @name "=" . (_) @returns) @definition.type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list)) @definition.type

; What an extension has, the type has that it is for; the name of the extension is another name of the type

(extension_declaration name: (identifier) @name . (type_parameters)? . "on" . class: (_) @returns body: (_) @members) @definition.type
(extension_declaration
  "on" . class: (type_identifier) @name . (type_arguments)? . (nullable_type)? . body: (_)) @container.type
(extension_declaration
  "on" . class: (type_identifier) @owner . class: (type_identifier) @name
  . (type_arguments)? . (nullable_type)? . body: (_)) @container.type

; Functions, with their bodies behind them. A constructor gives what it is named by; one without a name has its type's.

(program (function_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  name: (identifier) @name) @definition.func)
(ERROR (function_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  name: (identifier) @name) @definition.func)
(local_function_declaration (lambda_expression parameters: (function_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  name: (identifier) @name) @definition.func))
(method_signature
  "static"? @modifier
  (function_signature
    . [(type_identifier) (function_type) (record_type)]? @returns
    name: (identifier) @name)) @definition.func
(declaration
  "static"? @modifier
  (function_signature
    . [(type_identifier) (function_type) (record_type)]? @returns
    name: (identifier) @name)) @definition.func
(program (getter_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  "get" @modifier
  name: (identifier) @name) @definition.func)
(method_signature
  "static"? @modifier
  (getter_signature
    . [(type_identifier) (function_type) (record_type)]? @returns
    "get" @modifier
    name: (identifier) @name)) @definition.func
(declaration
  "static"? @modifier
  (getter_signature
    . [(type_identifier) (function_type) (record_type)]? @returns
    "get" @modifier
    name: (identifier) @name)) @definition.func
(program (setter_signature "set" @modifier name: (identifier) @name @title) @definition.func)
(method_signature
  "static"? @modifier
  (setter_signature "set" @modifier name: (identifier) @name @title)) @definition.func
(declaration
  "static"? @modifier
  (setter_signature "set" @modifier name: (identifier) @name @title)) @definition.func
(method_signature (operator_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  "operator" @name . _ @operator)) @definition.func
(declaration (operator_signature
  . [(type_identifier) (function_type) (record_type)]? @returns
  "operator" @name . _ @operator)) @definition.func
(method_signature (constructor_signature . (identifier) @returns . "." @modifier . (identifier) @name)) @definition.func
(method_signature (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.func
(declaration (constructor_signature . (identifier) @returns . "." @modifier . (identifier) @name)) @definition.func
(declaration (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.func
(declaration (constant_constructor_signature
  (const_builtin) . (identifier) @returns . "." @modifier . (identifier) @name)) @definition.func
(declaration (constant_constructor_signature
  (const_builtin) . (identifier) @name . (formal_parameter_list))) @definition.func
(_ (factory_constructor_signature
  "factory" . (identifier) @returns . "." @modifier . (identifier) @name)) @definition.func
(_ (factory_constructor_signature "factory" . (identifier) @name . (formal_parameter_list))) @definition.func
(declaration (redirecting_factory_constructor_signature
  "factory" . (identifier) @returns . "." @modifier . (identifier) @name)) @definition.func
(declaration (redirecting_factory_constructor_signature
  "factory" . (identifier) @name . (formal_parameter_list))) @definition.func

; Fields, constants, variables

(declaration "static"? @modifier (initialized_identifier_list
  (initialized_identifier . (identifier) @name))) @definition.attr
(declaration "static"? @modifier (static_final_declaration_list
  (static_final_declaration . (identifier) @name))) @definition.attr
(declaration (identifier_list (identifier) @name)) @definition.attr
(enum_constant name: (identifier) @name) @definition.attr
(extension_type_declaration representation: (representation_declaration
  name: (identifier) @name) @definition.attr)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.var)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.var)

; Annotations of declarations

(program (annotation name: (_) @callee) @decorator)
(class_body (annotation name: (_) @callee) @decorator)
(enum_body (annotation name: (_) @callee) @decorator)
(extension_body (annotation name: (_) @callee) @decorator)
(type_alias (annotation name: (_) @callee) @decorator)

(library_name (dotted_identifier_list) @package)
(import_or_export (library_import) @import)
(import_or_export (library_export) @import)
(part_directive) @import
(part_of_directive) @import
