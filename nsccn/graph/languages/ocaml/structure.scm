; Functions and values, but for those inside of others

(compilation_unit (value_definition (let_binding
  pattern: (value_name) @name (parameter) body: (_) @body) @definition.func))
(structure (value_definition (let_binding
  pattern: (value_name) @name (parameter) body: (_) @body) @definition.func))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name body: (_)) @definition.var))
(structure (value_definition (let_binding pattern: (value_name) @name body: (_)) @definition.var))
