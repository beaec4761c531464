; Calls

(function_call
  name: [(identifier) (dot_index_expression) (method_index_expression)] @callee
  arguments: (arguments) @arguments) @call

; Functions and tables that are handed over

(arguments [(identifier) (dot_index_expression)] @value)
(field value: [(identifier) (dot_index_expression)] @value)
(assignment_statement (expression_list value: [(identifier) (dot_index_expression)] @value))
(return_statement (expression_list [(identifier) (dot_index_expression)] @value))

; Parameters and variables

(parameters name: (identifier) @target @parameter)
(variable_declaration (assignment_statement
  (variable_list) @target (expression_list) @value)) @declare
(variable_declaration (variable_list name: (identifier) @target)) @declare
((for_generic_clause
  (variable_list . (identifier) . (identifier) @target)
  (expression_list . (function_call name: (identifier) @_pairs arguments: (arguments . (_) @value)))) @loop
  (#any-of? @_pairs "ipairs" "pairs"))
(for_generic_clause (variable_list (identifier) @target)) @loop
(for_numeric_clause name: (identifier) @target) @loop

; The members of a table that is written out

(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner .)
  (expression_list . value: (table_constructor (field
    name: (identifier) @target value: [(identifier) (dot_index_expression) (function_call)] @value)) .))) @declare

; Assignments

(chunk (assignment_statement (variable_list) @target (expression_list) @value) @assign)
(block (assignment_statement (variable_list) @target (expression_list) @value) @assign)
((function_call name: (dot_index_expression) @_change arguments: (arguments . (_) @target)) @augment
  (#any-of? @_change "table.insert" "table.remove" "table.sort"))

; Results

(return_statement (expression_list . (_) @return))
(function_declaration body: (_) @runs)
(function_definition body: (_) @runs)

; Errors

((function_call name: (identifier) @_raise arguments: (arguments . [(string) (identifier)] @error)) @raise
  (#eq? @_raise "error"))
((function_call name: (identifier) @_protects arguments: (arguments) @protected) @handler
  (#any-of? @_protects "pcall" "xpcall"))
(return_statement (expression_list (function_definition) @detached))
(field value: (function_definition) @detached)

; Configuration

((function_call name: (dot_index_expression) @_reader arguments: (arguments . (string) @key)) @env
  (#any-of? @_reader "os.getenv" "vim.loop.os_getenv" "vim.uv.os_getenv"))
((dot_index_expression table: (dot_index_expression) @_held field: (identifier) @key) @env
  (#eq? @_held "vim.env"))
((dot_index_expression table: (dot_index_expression) @_held field: (identifier) @key) @key
  (#any-of? @_held "vim.g" "vim.o" "vim.opt"))
((function_call name: (_) @_opener arguments: (arguments . (string) @key)) @file
  (#any-of? @_opener "io.open" "io.lines" "dofile" "loadfile"))

(string) @literal
