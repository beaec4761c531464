; Calls: commands by their names, methods, and what makes an object

((command command_name: (command_name) @callee) @call
  (#match? @callee "^[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*$"))
((command (command_invokation_operator) command_name: (command_name_expr
  (path_command_name . (path_command_name_token) @callee .))) @call
  (#match? @callee "^[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*$"))
((command (command_invokation_operator) command_name: (command_name_expr
  (string_literal) @method)) @call
  (#match? @method "^[\"'][A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*[\"']$"))
(invokation_expression
  . [(variable) (invokation_expression) (member_access) (element_access) (parenthesized_expression)] @receiver
  (member_name (simple_name) @method)
  [(argument_list (argument_expression_list) @arguments) (argument_list . "(" . ")" .) @arguments]) @call
((invokation_expression
  . (type_literal (type_spec) @receiver)
  (member_name (simple_name) @method)
  [(argument_list (argument_expression_list) @arguments) (argument_list . "(" . ")" .) @arguments]) @call
  (#not-match? @method "^(?i:new)$"))
((invokation_expression
  . (type_literal (type_spec) @callee)
  (member_name (simple_name) @_new)
  [(argument_list (argument_expression_list) @arguments) (argument_list . "(" . ")" .) @arguments]) @new
  (#match? @_new "^(?i:new)$"))
((command
  command_name: (command_name) @_make
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @callee)) @new
  (#match? @_make "^(?i:New-Object)$"))
((command
  command_name: (command_name) @_make
  command_elements: (command_elements (command_parameter) @_type . (command_argument_sep) . (generic_token) @callee)) @new
  (#match? @_make "^(?i:New-Object)$")
  (#match? @_type "^-(?i:T)"))

; Functions that are handed over by their names

((command_elements (command_parameter) @_named . (command_argument_sep) . (generic_token) @value)
  (#match? @_named "^-(?i:Invoke|CommandName|Command|Function|Value)$"))
((command
  command_name: (command_name) @_takes
  command_elements: (command_elements (generic_token) @value))
  (#match? @_takes "^(?i:Mock|Assert-MockCalled|Get-Command|Export-ModuleMember)$"))
((command
  command_name: (command_name) @_alias
  command_elements: (command_elements . (command_argument_sep) . (generic_token) . (command_argument_sep) . (generic_token) @value))
  (#match? @_alias "^(?i:Set-Alias|New-Alias|sal|nal)$"))
((braced_variable) @method @value
  (#match? @value "^\\$\\{(?i:function):"))

; Members

(member_access) @member

; Parameters and variables

(function_parameter_declaration (parameter_list (script_parameter
  (attribute_list (attribute (type_literal (type_spec) @type)))? (variable) @target) @parameter))
(function_statement (script_block (param_block (parameter_list (script_parameter
  (attribute_list (attribute (type_literal (type_spec) @type)))? (variable) @target) @parameter))))
(class_method_parameter (type_literal (type_spec) @type)? (variable) @target) @parameter
(script_block_expression (param_block (parameter_list (script_parameter
  (attribute_list (attribute (type_literal (type_spec) @type)))? (variable) @target) @declare)))
(program (param_block (parameter_list (script_parameter
  (attribute_list (attribute (type_literal (type_spec) @type)))? (variable) @target) @declare)))
(foreach_statement (variable) @target . "in" . (pipeline) @value) @loop
(class_property_definition (type_literal (type_spec) @type) (variable) @target) @declare

; Assignments

(assignment_expression
  (left_assignment_expression) @target (assignement_operator "=") value: (_) @value) @assign
(assignment_expression
  (left_assignment_expression) @target
  (assignement_operator ["+=" "-=" "*=" "/=" "%="])) @augment
(assignment_expression (left_assignment_expression
  (logical_expression (bitwise_expression (comparison_expression (additive_expression
  (multiplicative_expression (format_expression (range_expression (array_literal_expression
  (unary_expression (expression_with_unary_operator (cast_expression
    (type_literal (type_spec) @type) (unary_expression (variable) @target)))))))))))))) @declare
((assignment_expression (left_assignment_expression) @target) @global
  (#match? @target "^\\$(?i:script|global):"))

((command
  command_name: (command_name) @_alias
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @target . (command_argument_sep) . (generic_token) @value)) @assign
  (#match? @_alias "^(?i:Set-Alias|New-Alias|sal|nal)$"))
((command
  command_name: (command_name) @_alias
  command_elements: (command_elements
    (command_parameter) @_name . (command_argument_sep) . (generic_token) @target
    (command_parameter) @_value . (command_argument_sep) . (generic_token) @value)) @assign
  (#match? @_alias "^(?i:Set-Alias|New-Alias|sal|nal)$")
  (#match? @_name "^-(?i:n)")
  (#match? @_value "^-(?i:v)"))

; Results

(flow_control_statement "return" (pipeline (pipeline_chain . (logical_expression) @return .)))

; Errors

(flow_control_statement "throw" (pipeline) @error) @raise
(flow_control_statement . "throw" .) @raise
(try_statement (statement_block) @protected (catch_clauses (catch_clause
  (catch_type_list (type_literal (type_spec) @caught))))) @handler
(try_statement (statement_block) @protected (catch_clauses (catch_clause . "catch" . (statement_block)))) @handler

; Configuration

((variable) @key @env
  (#match? @key "^\\$(?i:env):[A-Za-z_]\\w+$"))
((invokation_expression
  . (type_literal) @_environment
  (member_name (simple_name) @_reader)
  (argument_list (argument_expression_list . (_) @key))) @env
  (#match? @_environment "^\\[(?i:(System\\.)?Environment)\\]$")
  (#match? @_reader "^(?i:Get|Set)(?i:EnvironmentVariable)$")
  (#match? @key "^[\"']\\w+[\"']$"))
((command
  command_name: (command_name) @_reader
  command_elements: (command_elements (generic_token) @key)) @file
  (#match? @_reader "^(?i:Get-Content|gc|cat|Import-PowerShellDataFile)$"))
(program (param_block (parameter_list (script_parameter (variable) @key) @flag)))

(string_literal) @literal
