; Targets, each of those that a rule names; those that are files have an ending, and are none

((rule (targets (word) @name) (recipe (recipe_line)+ @body)?) @definition.block (#not-match? @name "[%.]"))

; Variables and what is called as a function

(variable_assignment name: (word) @name ["=" ":=" "::=" "?="]) @definition.var
(define_directive name: (word) @name value: (_)? @body) @definition.macro
