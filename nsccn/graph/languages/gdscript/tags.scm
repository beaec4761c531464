; Classes inside of a script, which is one itself

(class_definition name: (name) @name body: (_) @members) @definition.class
(enum_definition name: (name) @name body: (_) @members) @definition.enum

; Functions and signals

(function_definition name: (name) @name body: (body) @body) @definition.func
(constructor_definition "_init" @name body: (body) @body) @definition.func
(signal_statement name: (name) @name) @definition.func

; Variables

(source (variable_statement name: (name) @name) @definition.var)
(source (const_statement name: (name) @name) @definition.var)
(class_body (variable_statement name: (name) @name) @definition.attr)
(class_body (const_statement name: (name) @name) @definition.attr)
