; Functions and commands

(function_definition (function_declaration name: (_) @name) (body (_) @body)?) @definition.func
(command_statement name: (command_name) @name) @definition.func

; Variables of a script, and those that all see

((script_file (let_statement . (scoped_identifier (scope) @_scope) @name) @definition.var)
  (#any-of? @_scope "g:" "s:"))
