; Classes, their properties, events and values

(class_definition name: (identifier) @name) @definition.class
(class_definition name: (identifier) @name [(properties) (methods) (events) (enumeration)] @members) @definition.class
(property name: (identifier) @name) @definition.attr
(events (identifier) @name @definition.attr)
(enumeration (enum . (identifier) @name) @definition.attr)

; Functions

(function_definition name: (identifier) @name (block (_) @body)?) @definition.func
(function_signature name: (identifier) @name) @definition.func

; What these say of themselves

(function_definition name: (_) (function_arguments)? . (comment) @doc)
(class_definition name: (_) (superclasses)? . (comment) @doc)
