; Calls

(call_expression function: (_) @callee) @arguments @call
(call_expression function: (expression (struct_expression type: (_) @callee))) @arguments @call
(new_expression name: (type_name . (user_defined_type) @callee .)) @new
(modifier_invocation . (_) @callee) @arguments @new
(inheritance_specifier ancestor: (_) @callee ancestor_arguments: (_)) @new
(emit_statement name: (_) @callee) @arguments @call
(yul_function_call function: (yul_identifier) @callee) @call

; Types

(user_defined_type) @typename

; Parameters and variables

(function_definition (parameter type: (_) @type name: (identifier) @target) @parameter)
(modifier_definition (parameter type: (_) @type name: (identifier) @target) @parameter)
(constructor_definition (parameter type: (_) @type name: (identifier) @target) @parameter)
(return_type_definition (parameter type: (_) @type name: (identifier) @target) @declare)
(try_statement (parameter type: (_) @type name: (identifier) @target) @declare)
(catch_clause (parameter type: (_) @type name: (identifier) @target) @declare)
(state_variable_declaration type: (_) @type name: (identifier) @target value: (_)? @value) @declare
(struct_member type: (_) @type name: (identifier) @target) @declare
(constant_variable_declaration type: (_) @type name: (identifier) @target value: (_) @value) @declare
(variable_declaration_statement
  (variable_declaration type: (_) @type name: (identifier) @target) value: (_)? @value) @declare
(variable_declaration_tuple (variable_declaration type: (_) @type name: (identifier) @target) @declare)

; Assignments

(assignment_expression left: (_) @target right: (_) @value) @assign
(augmented_assignment_expression left: (_) @target ["+=" "-=" "*=" "/=" "&=" "|=" "^=" "<<=" ">>="]) @augment
(update_expression argument: (_) @target) @augment
(unary_expression operator: "delete" argument: (_) @target) @augment

; Functions that are handed over, and what is read

(call_argument (expression [(identifier) (member_expression)] @value))
(member_expression) @member
(return_statement (expression . [(identifier) (member_expression)] @value))
(return_statement (expression) @return)

; Errors

(revert_statement error: (expression [(identifier) (member_expression)] @error)) @raise
((call_expression
  function: (expression (identifier) @_require)
  (call_argument (expression (call_expression function: (_) @error))) .) @raise
  (#eq? @_require "require"))
(try_statement body: (_) (catch_clause (identifier) @caught) @handler)

(string) @literal
