; A script is a class, with a name or without one, as are those inside of it

((source (class_name_statement name: (name) @name) (extends_statement (_) @base)) @members @definition.class)
((source (extends_statement (_) @base) (class_name_statement name: (name) @name)) @members @definition.class)
((source (class_name_statement name: (name) @name extends: (extends_statement (_) @base)?)) @members @definition.class)
((source (extends_statement (_) @base)) @members @definition.class
  (#not-match? @members "(^|\n)class_name[ \t]"))
((source) @members @definition.class
  (#not-match? @members "(^|\n)(class_name|extends)[ \t]"))
(class_definition
  name: (name) @name
  extends: (extends_statement (_) @base)?
  body: (_) @members) @definition.class
(enum_definition name: (name) @name body: (_) @members) @definition.enum
(enumerator left: (identifier) @name) @definition.attr

; Functions and signals

(function_definition (static_keyword)? @modifier name: (name) @name return_type: (_)? @returns body: (body) @body) @definition.func
(constructor_definition "_init" @name body: (body) @body) @definition.func
(signal_statement name: (name) @name) @definition.func

; Variables

(source (variable_statement name: (name) @name) @definition.attr)
(class_body (variable_statement name: (name) @name) @definition.attr)
((source (const_statement name: (name) @name value: (_) @_value) @definition.attr)
  (#not-match? @_value "^(pre)?load\\("))
((class_body (const_statement name: (name) @name value: (_) @_value) @definition.attr)
  (#not-match? @_value "^(pre)?load\\("))

; What a script offers, and scripts that are loaded

((class_name_statement name: (name) @name) @alias)

((const_statement value: (call . (identifier) @_load)) @import (#any-of? @_load "preload" "load"))
((variable_statement value: (call . (identifier) @_load)) @import (#any-of? @_load "preload" "load"))
