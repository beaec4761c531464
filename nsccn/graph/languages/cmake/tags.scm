; Functions and macros

(function_def (function_command (argument_list . (argument) @name)) (body)? @body) @definition.func
(macro_def (macro_command (argument_list . (argument) @name)) (body)? @body) @definition.macro

; Targets and tests

((normal_command (identifier) @_command (argument_list . (argument [(unquoted_argument) (quoted_argument)]) @name)) @definition.block
  (#match? @_command "(?i)^add_(library|executable|custom_target)$"))

; What a build is told

((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument)) @name)) @definition.var
  (#match? @_command "(?i)^(option|cmake_dependent_option)$"))
((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument)) @name
  (argument (unquoted_argument) @_cache))) @definition.var
  (#match? @_command "(?i)^set$") (#eq? @_cache "CACHE"))
