; Calls

(command name: (command_name (word) @callee)) @call

; Functions that another command runs, now or later: `run` is that of bats

((command name: (command_name (word) @_runs) . argument: (word) @callee) @call
  (#any-of? @_runs "eval" "run" "time"))
((command name: (command_name (word) @_keeps) argument: (word) @value)
  (#any-of? @_keeps "add-zsh-hook" "autoload" "complete" "export" "trap" "zle" "bind" "declare" "typeset"))
((command name: (command_name (word) @_keeps) . argument: (word) @value)
  (#eq? @_keeps "compdef"))
((declaration_command (word) @_option (variable_name) @value)
  (#match? @_option "^-[a-z]*[fF]"))
((command name: (command_name (word) @_keeps) . argument: (string . (string_content) @method .) @value)
  (#eq? @_keeps "trap")
  (#match? @method "^[A-Za-z_][A-Za-z0-9_-]*$"))

; Variables of functions; the word that declares one stands for its type, so that it counts beside what is given later

(declaration_command ["local" "declare" "typeset"] @type [
  (variable_name) @target
  (variable_assignment name: (variable_name) @target)
]) @declare
(for_statement variable: (variable_name) @target) @loop

; Assignments, but for those that hold for one command alone

[
  (case_item (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (command_substitution (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (compound_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (do_group (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (elif_clause (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (else_clause (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (if_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (list (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (negated_command (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (pipeline (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (program (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (redirected_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (subshell (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (variable_assignments (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (while_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
  (declaration_command ["export" "readonly"]
    (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "=") @assign)
]
[
  (case_item (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (command_substitution (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (compound_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (do_group (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (elif_clause (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (else_clause (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (if_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (list (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (negated_command (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (pipeline (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (program (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (redirected_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (subshell (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (variable_assignments (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (while_statement (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
  (declaration_command ["export" "readonly"]
    (variable_assignment name: [(variable_name) @target (subscript name: (variable_name) @target)] "+=") @augment)
]
(unset_command (variable_name) @target) @delete
(postfix_expression (variable_name) @target) @augment

; Configuration: what the environment may have, and what is put there

((expansion . (variable_name) @key operator: [":-" "-" ":=" "=" ":?" "?" ":+" "+"]) @env
  (#match? @key "^[A-Z][A-Z0-9_]+$")
  (#not-match? @key "^(BASH(_[A-Z]+)?|FUNCNAME|IFS|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PWD|RANDOM|REPLY|SECONDS|UID|EUID|ZSH_[A-Z]+)$"))
([(simple_expansion (variable_name) @key) (expansion . (variable_name) @key .)] @env
  (#match? @key "^(BROWSER|CI|COLUMNS|DISPLAY|EDITOR|HOME|LANG|LC_[A-Z]+|LOGNAME|NO_COLOR|PAGER|PATH|SHELL|TERM|TMPDIR|USER|VISUAL|XDG_[A-Z_]+|GITHUB_(ACTIONS|ENV|OUTPUT|PATH|REF|SHA|TOKEN|WORKSPACE))$"))
((declaration_command "export" [(variable_name) @variable (variable_assignment name: (variable_name) @variable)]) @env
  (#match? @variable "^[A-Z][A-Z0-9_]+$"))
((command name: (command_name) @_reader . argument: (word) @key) @env
  (#eq? @_reader "printenv"))

((case_item value: (word) @key) @flag
  (#match? @key "^--?[a-zA-Z]"))

(string) @literal
(raw_string) @literal
