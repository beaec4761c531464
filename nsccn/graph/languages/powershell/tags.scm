; Functions, filters and workflows; their parameters may stand before their name's brace or in it

(function_statement (function_name) @name (script_block (script_block_body) @body)?) @definition.func

; Classes and enumerations, with what they have

(class_statement . (simple_name) @name "{" @members) @definition.class
(class_statement . (simple_name) @name ":" (simple_name) @base "{" @members) @definition.class
(class_statement (class_method_definition
  (class_attribute)? @modifier
  (simple_name) @name
  (script_block)? @body) @definition.method)
(class_statement (class_property_definition
  (class_attribute)? @modifier
  (variable) @name) @definition.attr)
(enum_statement . (simple_name) @name "{" @members) @definition.enum
(enum_statement (enum_member (simple_name) @name) @definition.attr)

; Variables of a script

(program (statement_list (pipeline (assignment_expression (left_assignment_expression
  (logical_expression (bitwise_expression (comparison_expression (additive_expression
  (multiplicative_expression (format_expression (range_expression (array_literal_expression
  (unary_expression (variable) @name))))))))))) @definition.var)))
(program (statement_list (pipeline (assignment_expression (left_assignment_expression
  (logical_expression (bitwise_expression (comparison_expression (additive_expression
  (multiplicative_expression (format_expression (range_expression (array_literal_expression
  (unary_expression (expression_with_unary_operator (cast_expression (unary_expression (variable) @name)))))))))))))) @definition.var)))

; Second names of commands

((command
  command_name: (command_name) @_alias
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @name . (command_argument_sep) . (generic_token))) @definition.var
  (#match? @_alias "^(?i:Set-Alias|New-Alias|sal|nal)$"))
((command
  command_name: (command_name) @_alias
  command_elements: (command_elements
    (command_parameter) @_name . (command_argument_sep) . (generic_token) @name
    (command_parameter) @_value . (command_argument_sep) . (generic_token))) @definition.var
  (#match? @_alias "^(?i:Set-Alias|New-Alias|sal|nal)$")
  (#match? @_name "^-(?i:n)")
  (#match? @_value "^-(?i:v)"))

; Help in comments: at the beginning of a function, and of a script

(function_statement . _ . (function_name) . (comment) @doc)
(function_statement (script_block . (comment) @doc))
((program . (comment) @doc . [(param_block) (statement_list . (pipeline))])
  (#match? @doc "^<#[^#]*\\.(?i:SYNOPSIS|DESCRIPTION)"))

; Files that are read into the one that names them, modules, and scripts that are run

((comment) @import
  (#match? @import "^#(?i:sing)[ \\t]+(?i:module)[ \\t]"))
((command (command_invokation_operator) @_dot) @import
  (#eq? @_dot "."))
((command (command_invokation_operator) @_run command_name: (command_name_expr) @_script) @import
  (#eq? @_run "&")
  (#match? @_script "\\.(?i:psm?1)[\"')]*$"))
((command command_name: (command_name) @_script) @import
  (#match? @_script "(^_+$|\\.(?i:psm?1)$)"))
((command command_name: (command_name) @_takes) @import
  (#match? @_takes "^(?i:Import-Module|ipmo|Get-ChildItem|gci|dir|ls|Resolve-Path)$"))
((hash_entry (key_expression) @_part) @import
  (#match? @_part "^[\"']?(?i:RootModule|ModuleToProcess|NestedModules|ScriptsToProcess)[\"']?$"))
