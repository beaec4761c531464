; Functions

(function_definition name: (word) @name body: (_) @body) @definition.func

; Variables outside functions, those of a script that stands in braces or a condition too

(program (variable_assignment name: (variable_name) @name) @definition.var)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.var)
(program (list (variable_assignment name: (variable_name) @name) @definition.var))
(program (if_statement (variable_assignment name: (variable_name) @name) @definition.var))
(program (compound_statement (variable_assignment name: (variable_name) @name) @definition.var))
(program (compound_statement (declaration_command (variable_assignment name: (variable_name) @name)) @definition.var))
((program (command
    name: (command_name) @_nothing
    argument: [
      (expansion . (variable_name) @name operator: [":=" "="])
      (string . (expansion . (variable_name) @name operator: [":=" "="]) .)]) @definition.var)
  (#eq? @_nothing ":"))

; What a file says of itself

((program . (comment) @_interpreter . (comment) @doc)
  (#match? @_interpreter "^#!"))

; Files that are sourced, and scripts that are run

((command name: (command_name) @_source) @import
  (#any-of? @_source "source" "." "\\." "load"))
((command name: (command_name) @_shell) @import
  (#any-of? @_shell "ash" "bash" "dash" "exec" "ksh" "sh" "zsh"))
((command name: (command_name) @_script) @import
  (#match? @_script "/[A-Za-z0-9_.-]+[\"']?$"))
