; Calls, instances, values that are handed over

(call_expression function: (_) @callee arguments: (_) @arguments) @call
(call_expression function: (scoped_identifier
  path: (bracketed_type (qualified_type type: (_) @receiver alias: (_) @implemented))
  name: (identifier) @method) arguments: (_) @arguments) @call
(struct_expression name: (_) @callee) @new
(struct_expression name: (_) @type body: (field_initializer_list [
  (field_initializer field: (field_identifier) @target)
  (shorthand_field_initializer (identifier) @target)] @initialize))
(macro_invocation macro: (_) @callee @propagates) @call

; What a macro is given is tokens: names up to a bracket are a call

(token_tree ["fn" (identifier) (self) (super) (crate) "." "::"]+ @callee . (token_tree . "(") @arguments) @call
(token_tree (identifier) @callee . "!" . (token_tree)) @call
; And names alone between the brackets of one are what that is given
(macro_invocation (token_tree (identifier)
  . (token_tree ["(" ","] . (identifier) @value . ["," ")"])))
(macro_invocation (token_tree (token_tree (identifier)
  . (token_tree ["(" ","] . (identifier) @value . ["," ")"]))))
(macro_invocation (token_tree (token_tree (token_tree (identifier)
  . (token_tree ["(" ","] . (identifier) @value . ["," ")"])))))
; Among items, what it is given itself, too: `commands!(save, "Save", load, "Load")`
([(source_file [
    (macro_invocation (token_tree ["(" "[" "{" ","] . (identifier) @value . ["," ")" "]" "}"]))
    (expression_statement (macro_invocation (token_tree ["(" "[" "{" ","] . (identifier) @value . ["," ")" "]" "}"])))])
  (declaration_list (macro_invocation (token_tree ["(" "[" "{" ","] . (identifier) @value . ["," ")" "]" "}"])))])

(arguments [(identifier) (scoped_identifier)] @value)
(arguments (reference_expression value: [(identifier) (scoped_identifier)] @value))
(field_initializer value: [(identifier) (scoped_identifier)] @value)
(array_expression [(identifier) (scoped_identifier)] @value)
(let_declaration value: [(identifier) (scoped_identifier)] @value)
(assignment_expression right: [(identifier) (scoped_identifier)] @value)
(static_item value: [(identifier) (scoped_identifier)] @value)
(const_item value: [(identifier) (scoped_identifier)] @value)
(match_arm value: [(identifier) (scoped_identifier)] @value)

; What an attribute names: `value_parser = parse`, `paths(list, carts::show)`, `"/carts" => [get(list), post(buy)]`

((attribute (_) @_attribute arguments: (token_tree
    "=" . [(identifier) (self) (super) (crate) "::"]+ @value . ["," ")"]))
  (#not-match? @_attribute "^cfg"))
((attribute (identifier) @_attribute arguments: (token_tree
    [(identifier) "default"] @_by . "=" . (string_literal (string_content) @value)))
  (#eq? @_attribute "serde")
  (#any-of? @_by "default" "deserialize_with" "getter" "serialize_with" "skip_serializing_if"))
((attribute arguments: (token_tree
    (identifier) @_by . (token_tree ["(" ","] . [(identifier) (self) (super) (crate) "::"]+ @value . ["," ")"])))
  (#any-of? @_by "custom" "paths"))
((attribute arguments: (token_tree (token_tree
    (identifier) @_by . (token_tree "(" . [(identifier) (self) (super) (crate) "::"]+ @value . ")"))))
  (#any-of? @_by "delete" "get" "head" "options" "patch" "post" "put"))
((attribute arguments: (token_tree (token_tree (token_tree
    (identifier) @_by . (token_tree "(" . [(identifier) (self) (super) (crate) "::"]+ @value . ")")))))
  (#any-of? @_by "delete" "get" "head" "options" "patch" "post" "put"))

; Operators of types: `operands` says where their operands are

(binary_expression) @operation
(compound_assignment_expr) @operation
(unary_expression "-" [(identifier) (field_expression)]) @operation
(unary_expression "!" [(identifier) (field_expression)]) @operation
(index_expression) @operation
(reference_expression (mutable_specifier) value: (index_expression) @target) @lend
(reference_expression (mutable_specifier) value: (field_expression) @target) @lend
(for_expression "for" @operator value: (_) @operand) @operation

; What stands in brackets and is asked for a member

(field_expression value: (parenthesized_expression [
  (call_expression) (try_expression) (await_expression) (if_expression) (match_expression) (type_cast_expression)
  (reference_expression value: [(call_expression) (unary_expression [(call_expression) (field_expression)])])
  (unary_expression (call_expression))]) @aside)

; Types

(type_identifier) @typename
(scoped_type_identifier) @typename
(type_parameter name: (type_identifier) @name) @typevariable
(type_binding name: (type_identifier) @typebinding)

; Parameters

(function_item parameters: (parameters (parameter pattern: (identifier) @target type: (_) @type) @parameter))
(function_item parameters: (parameters (parameter pattern: (ref_pattern (identifier) @target) type: (_) @type) @parameter))
((function_item parameters: (parameters
    (parameter pattern: (tuple_struct_pattern type: (_) @_wrapper . (identifier) @target .) type: (_) @type) @parameter))
  (#match? @_wrapper "(^|::)(Data|Extension|Form|Json|Query|State)$"))
(function_item parameters: (parameters (parameter pattern: (tuple_pattern) @target type: (_) @type) @declare))
(function_signature_item parameters: (parameters (parameter pattern: (identifier) @target type: (_) @type) @parameter))
(closure_parameters (identifier) @target @declare)
((call_expression
  function: (field_expression field: (field_identifier) @_taker) @value
  arguments: (arguments (closure_expression parameters: (closure_parameters . [
    (identifier) @target
    (tuple_pattern) @target
    (reference_pattern [(identifier) (tuple_pattern)] @target)
    (reference_pattern (reference_pattern (identifier) @target))
    (mut_pattern (identifier) @target)] .) @loop)))
  (#not-match? @_taker "^(inspect_err|is_err_and|map_err|or_else|unwrap_or_else)$"))
(closure_parameters (parameter pattern: (identifier) @target type: (_) @type)) @declare

; A type parameter is known by its bounds

(function_item type_parameters: (type_parameters
  (type_parameter name: (type_identifier) @target bounds: (trait_bounds) @type) @declare))
(function_item (where_clause
  (where_predicate left: (type_identifier) @target bounds: (trait_bounds) @type) @declare))

(impl_item
  type_parameters: (type_parameters
    (type_parameter name: (type_identifier) @target bounds: (trait_bounds) @type))
  body: (declaration_list (function_item) @declare))
(impl_item
  (where_clause
    (where_predicate left: (type_identifier) @target bounds: (trait_bounds) @type))
  body: (declaration_list (function_item) @declare))

; What an `impl` calls the parameters of its type, or is made for; of a wrapper from elsewhere, what that holds

(impl_item "impl" @target type: [(generic_type) (reference_type) (array_type)] @type body: (declaration_list (function_item) @declare))

; Assignments

(let_declaration pattern: (identifier) @target value: (type_cast_expression type: (_) @type)) @declare
(let_declaration pattern: [(identifier) (tuple_pattern) (ref_pattern) (mut_pattern)] @target type: (_)? @type value: (_)? @value) @declare
((let_declaration pattern: (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)
    (tuple_struct_pattern type: (_) @_inner . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)] .)] .)
  value: (_) @value) @declare
  (#any-of? @_wrapper "Some" "Ok") (#any-of? @_inner "Some" "Ok"))
((let_condition pattern: (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)
    (tuple_struct_pattern type: (_) @_inner . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)] .)] .)
  value: (_) @value) @declare
  (#any-of? @_wrapper "Some" "Ok") (#any-of? @_inner "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm
  pattern: (match_pattern (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)
    (tuple_struct_pattern type: (_) @_inner . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)] .)] .))))) @declare
  (#any-of? @_wrapper "Some" "Ok") (#any-of? @_inner "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm
  pattern: (match_pattern (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)
    (tuple_struct_pattern type: (_) @_inner . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)] .)] .)) @declare)))
  (#any-of? @_wrapper "Some" "Ok") (#any-of? @_inner "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (_) @_wrapper . (tuple_pattern) @target .) value: (_) @value) @declare
  (#any-of? @_wrapper "Some" "Ok"))
((let_condition pattern: (tuple_struct_pattern type: (_) @_wrapper . (tuple_pattern) @target .) value: (_) @value) @declare
  (#any-of? @_wrapper "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm
  pattern: (match_pattern (tuple_struct_pattern type: (_) @_wrapper . (tuple_pattern) @target .)) @declare)))
  (#any-of? @_wrapper "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)] .) value: (_) @failed) @declare
  (#eq? @_wrapper "Err"))
((let_condition pattern: (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)] .) value: (_) @failed) @declare
  (#eq? @_wrapper "Err"))
((match_expression value: (_) @failed body: (match_block (match_arm
  pattern: (match_pattern (tuple_struct_pattern type: (_) @_wrapper . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target) (reference_pattern (identifier) @target)] .)) @declare)))
  (#eq? @_wrapper "Err"))
((call_expression
  function: (field_expression value: (_) @failed field: (field_identifier) @_taker)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . (identifier) @target .) @declare)))
  (#any-of? @_taker "inspect_err" "is_err_and" "map_err" "or_else" "unwrap_or_else"))
(for_expression pattern: (_) @target value: (_) @value) @loop
(for_expression pattern: (reference_pattern [(identifier) (tuple_pattern)] @target) value: (_) @value) @loop
(assignment_expression left: (_) @target right: (_) @value) @assign
(compound_assignment_expr left: [(identifier) (field_expression) (index_expression)] @target) @augment
; What a variable points at, not the variable
(compound_assignment_expr left: (unary_expression (_) @target)) @item
; What is lent to be written: `fill(&mut self.cart)`
(arguments (reference_expression (mutable_specifier) value: (field_expression) @target) @augment)
(field_declaration name: (field_identifier) @target type: (_) @type) @declare
(struct_item body: (ordered_field_declaration_list type: (_) @type) @ordered @declare)
(enum_variant name: (identifier) @target body: (ordered_field_declaration_list . type: (_) @type .)) @declare

; What else patterns bind: a name alone is what is matched, of others nothing is known

((match_expression value: (_) @value body: (match_block (match_arm
  pattern: (match_pattern . (identifier) @target)))) @declare
  (#match? @target "^[a-z_]"))
((tuple_struct_pattern type: (_) @_type (identifier) @target @declare)
  (#match? @target "^[a-z_]") (#not-match? @_type "^(Some|Ok)$"))
((tuple_struct_pattern (tuple_pattern (identifier) @target @declare)) (#match? @target "^[a-z_]"))
((match_pattern (tuple_pattern (identifier) @target @declare)) (#match? @target "^[a-z_]"))
((slice_pattern (identifier) @target @declare) (#match? @target "^[a-z_]"))
(captured_pattern . (identifier) @target @declare)

; What a variant of an enum holds

((match_arm
  pattern: (match_pattern (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .))
  value: (_) @body) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))
((match_arm
  pattern: (match_pattern
    (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .)
    condition: (_) @body)) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))
((if_expression
  condition: (let_condition pattern: (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .))
  consequence: (_) @body) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))

((while_expression
  condition: (let_condition pattern: (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .))
  body: (_) @body) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))
((let_declaration pattern: (tuple_struct_pattern type: (scoped_identifier) @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .)
  alternative: (_)) @declare)

; The same of a variant that another holds

((match_arm
  pattern: (match_pattern (tuple_struct_pattern
    (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .)))
  value: (_) @body) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))
((match_arm
  pattern: (match_pattern
    (tuple_struct_pattern (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .))
    condition: (_) @body)) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))
((if_expression
  condition: (let_condition pattern: (tuple_struct_pattern
    (tuple_struct_pattern type: [(scoped_identifier) (identifier)] @type . [(identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)
      (ref_pattern (mut_pattern (identifier) @target))] .)))
  consequence: (_) @body) @narrow
  (#not-match? @type "^(Some|Ok|Err)$"))

; Fields that a pattern takes out of a struct, or of a variant of an enum

(struct_pattern type: (_) @source (field_pattern name: (shorthand_field_identifier) @target @taken)) @declare
(struct_pattern type: (_) @source (field_pattern name: (field_identifier) @taken pattern: [
  (identifier) @target (ref_pattern (identifier) @target) (mut_pattern (identifier) @target)])) @declare

; Assignments to what is declared

(static_item name: (identifier) @target type: (_) @type) @declare
(const_item name: (identifier) @target type: (_) @type) @declare

; Inheritance

(impl_item trait: (_) @base type: (_) @subject) @inherit
((impl_item
  type_parameters: (type_parameters (type_parameter
    name: (type_identifier) @_parameter
    bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier)] @subject)))
  trait: (_) @base
  type: (type_identifier) @_type) @inherit
  (#eq? @_parameter @_type))
((impl_item
  trait: (_) @base
  type: (type_identifier) @_type
  (where_clause (where_predicate
    left: (type_identifier) @_parameter
    bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier)] @subject)))) @inherit
  (#eq? @_parameter @_type))
; An enum for which a macro hands on to its variants what a trait has
((attribute_item (attribute
    [(identifier) @_dispatching (scoped_identifier name: (identifier) @_dispatching)]
    arguments: (token_tree (identifier) @base)))
  . (attribute_item)*
  . (enum_item name: (_) @subject) @inherit
  (#eq? @_dispatching "enum_dispatch"))
(trait_item name: (_) @subject bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)) @inherit

; Errors: values of Err, and panics

((call_expression function: (identifier) @_wrapper arguments: (arguments . [(identifier) (scoped_identifier)] @error .)) @raise
  (#eq? @_wrapper "Err"))
((call_expression function: (identifier) @_wrapper arguments: (arguments . (struct_expression name: (_) @error) .)) @raise
  (#eq? @_wrapper "Err"))
((call_expression function: (identifier) @_wrapper arguments: (arguments . (call_expression function: [
    (scoped_identifier name: (identifier)) @error
    (identifier) @error
    (field_expression value: (self)) @error]) .)) @raise
  (#eq? @_wrapper "Err"))
((call_expression
  function: (field_expression field: (field_identifier) @_making)
  arguments: (arguments . [
    (scoped_identifier) @error
    (call_expression function: (scoped_identifier) @error)
    (struct_expression name: (_) @error)
    (closure_expression body: [
      (scoped_identifier) @error
      (call_expression function: (scoped_identifier) @error)
      (struct_expression name: (_) @error)])] .)) @raise
  (#any-of? @_making "ok_or" "ok_or_else" "map_err")
  (#match? @error "(::[A-Z]\\w*|Err(or)?::\\w+)$")
  (#not-match? @error "::(from|into|new)$"))
((macro_invocation macro: (_) @error) @raise
  (#any-of? @error "panic" "unreachable" "todo" "unimplemented" "bail" "anyhow::bail" "std::panic" "ensure"))
; Among tokens: a macro that returns an error does so where it stands
((token_tree "return" . (identifier) @_wrapper
    . (token_tree (identifier) @error . "::" . (identifier) . (token_tree)) @raise)
  (#eq? @_wrapper "Err") (#match? @error "^[A-Z]"))
((token_tree "return" . (identifier) @_wrapper . (token_tree (identifier) @error . (token_tree "{") .) @raise)
  (#eq? @_wrapper "Err") (#match? @error "^[A-Z]"))

; Calls whose error is handed on

(try_expression (call_expression function: (_) @callee arguments: (_) @arguments) @propagates) @call
(try_expression (await_expression (call_expression function: (_) @callee arguments: (_) @arguments)) @propagates) @call
((try_expression (call_expression function: (field_expression
  value: [
    (call_expression function: (_) @callee arguments: (_) @arguments)
    (await_expression (call_expression function: (_) @callee arguments: (_) @arguments))] @propagates
  field: (field_identifier) @_handing))) @call
  (#any-of? @_handing "context" "with_context" "map_err" "wrap_err" "wrap_err_with" "change_context"))
((function_item return_type: (_) @_result
  body: (block (call_expression function: (_) @callee arguments: (_) @arguments) @propagates .)) @call
  (#match? @_result "Result"))
(return_expression (call_expression function: (_) @callee arguments: (_) @arguments) @propagates) @call

; Calls whose error ends here, and errors that the code asks for

((match_expression
  value: [
    (call_expression function: (_) @callee arguments: (_) @arguments)
    (await_expression (call_expression function: (_) @callee arguments: (_) @arguments))]
  body: (match_block (match_arm
    pattern: (match_pattern (tuple_struct_pattern type: (identifier) @_wrapper))
    value: (_) @body))) @settled
  (#eq? @_wrapper "Err"))
((if_expression
  condition: (let_condition
    pattern: (tuple_struct_pattern type: (identifier) @_wrapper)
    value: [
      (call_expression function: (_) @callee arguments: (_) @arguments)
      (await_expression (call_expression function: (_) @callee arguments: (_) @arguments))])
  consequence: (block) @body) @settled
  (#eq? @_wrapper "Err"))
((call_expression function: (field_expression
  value: [
    (call_expression function: (_) @callee arguments: (_) @arguments)
    (await_expression (call_expression function: (_) @callee arguments: (_) @arguments))]
  field: (field_identifier) @_ending)) @settled
  (#any-of? @_ending "ok" "unwrap_or" "unwrap_or_else" "unwrap_or_default" "is_err" "is_ok"))
((tuple_struct_pattern
  type: (identifier) @_wrapper
  . [(scoped_identifier) @caught (tuple_struct_pattern type: (scoped_identifier) @caught)
     (struct_pattern type: (scoped_type_identifier) @caught)] .) @handled
  (#eq? @_wrapper "Err"))

; Closures and futures: what they return is not what their owner returns

(closure_expression body: (_) @detached)
(async_block (block) @detached)

; Configuration
; A struct whose fields settings fill
((call_expression function:
    (generic_function function: (field_expression field: (field_identifier) @_reads) type_arguments: (type_arguments . (_) @type))) @bound
  (#eq? @_reads "try_deserialize"))
((call_expression function:
    (generic_function function: (field_expression value: (_) @_from field: (field_identifier) @_reads) type_arguments: (type_arguments . (_) @type))) @bound
  (#match? @_from "[fF]igment")
  (#eq? @_reads "extract"))
((let_declaration type: (_) @type value: [
    (call_expression function: (field_expression field: (field_identifier) @_reads))
    (try_expression (call_expression function: (field_expression field: (field_identifier) @_reads)))]) @bound
  (#eq? @_reads "try_deserialize"))
((let_declaration type: (_) @type value: [
    (call_expression function: (field_expression value: (_) @_from field: (field_identifier) @_reads))
    (try_expression (call_expression function: (field_expression value: (_) @_from field: (field_identifier) @_reads)))]) @bound
  (#match? @_from "[fF]igment")
  (#eq? @_reads "extract"))
((call_expression function: (field_expression field: (field_identifier) @_reads) arguments: (arguments)) @bound
  (#eq? @_reads "try_deserialize"))
((call_expression function: (generic_function function: (scoped_identifier) @_reads type_arguments: (type_arguments . (_) @type))) @bound_env
  (#eq? @_reads "envy::from_env"))
((call_expression function: (generic_function
    function: (field_expression
      value: (call_expression function: (scoped_identifier) @_prefixed arguments: (arguments . (string_literal) @prefix .))
      field: (field_identifier) @_reads)
    type_arguments: (type_arguments . (_) @type))) @bound_env
  (#eq? @_prefixed "envy::prefixed")
  (#eq? @_reads "from_env"))
((attribute_item (attribute (identifier) @_attribute arguments: (token_tree) @_says))
  . [(attribute_item) (line_comment)]* . (field_declaration name: (field_identifier) @subject) @unbound
  (#eq? @_attribute "serde")
  (#match? @_says "rename|skip|flatten"))
((attribute_item (attribute (identifier) @_attribute arguments: (token_tree) @_says))
  . [(attribute_item) (line_comment)]* . (struct_item name: (type_identifier) @subject) @unbound
  (#eq? @_attribute "serde")
  (#match? @_says "rename_all")
  (#not-match? @_says "\"snake_case\""))
((attribute_item (attribute (identifier) @_attribute arguments: (token_tree (identifier) @_by . ["," ")"])))
  . [(attribute_item) (line_comment)]* . (field_declaration name: (field_identifier) @variable) @env
  (#any-of? @_attribute "arg" "clap" "structopt")
  (#eq? @_by "env"))

((call_expression function: [(scoped_identifier) (identifier)] @_reader arguments: (arguments . [(string_literal) @key (identifier) @by (reference_expression) @by (scoped_identifier) @by (macro_invocation) @by (call_expression) @by])) @env
  (#any-of? @_reader "env::var" "std::env::var" "env::var_os" "std::env::var_os" "var" "var_os" "dotenvy::var"
    "env::set_var" "std::env::set_var" "env::remove_var"))
; A function of the code itself, or of a library, that asks the environment
((call_expression
  function: [(identifier) @_reader (field_expression field: (field_identifier) @_reader)
    (scoped_identifier name: (identifier) @_reader)]
  arguments: (arguments . (string_literal) @key .)) @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((macro_invocation macro: (identifier) @_reader (token_tree . (string_literal) @key)) @env
  (#any-of? @_reader "env" "option_env"))
((macro_invocation macro: (identifier) @_reader (token_tree . (string_literal) @key)) @file
  (#any-of? @_reader "include_str" "include_bytes" "include"))
((call_expression function: (scoped_identifier name: (identifier) @_opener) arguments: (arguments . (string_literal) @key)) @file
  (#any-of? @_opener "open" "read_to_string" "read" "new" "from" "from_path" "with_name" "from_file" "create"))
((call_expression function: (field_expression field: (field_identifier) @_opener) arguments: (arguments . (string_literal) @key)) @file
  (#any-of? @_opener "join" "open" "push"))
((call_expression function: (field_expression value: (identifier) @_object field: (field_identifier) @_reader)
  arguments: (arguments . [(string_literal) @key (identifier) @by (reference_expression) @by (scoped_identifier) @by (macro_invocation) @by (call_expression) @by])) @key
  (#any-of? @_object "config" "settings" "cfg" "conf")
  (#any-of? @_reader "get" "get_string" "get_int" "get_bool" "get_float" "get_table" "get_array"))
((call_expression function: (field_expression field: (field_identifier) @_option)
  arguments: (arguments . (string_literal) @key)) @flag
  (#eq? @_option "long"))

((call_expression function: [(field_expression field: (field_identifier) @_asked) (scoped_identifier name: (identifier) @_asked)]
  arguments: (arguments . (string_literal) @key)) @flag
  (#any-of? @_asked "is_enabled" "is_feature_enabled" "feature_enabled" "bool_variation"))
((call_expression
  function: [
    (field_expression value: (_) @_given field: (field_identifier) @_asked)
    (generic_function function: (field_expression value: (_) @_given field: (field_identifier) @_asked))]
  arguments: (arguments . (string_literal) @key)) @flag
  (#any-of? @_asked "get_flag" "get_one" "get_many" "get_count" "contains_id" "is_present" "value_of" "values_of"
    "value_source" "remove_one" "remove_many")
  (#not-match? @_given "(headers?|headers_mut|cookies|request|req|query|form)(\\(\\))?$"))
((attribute_item (attribute (identifier) @_attribute arguments: [
    (token_tree (identifier) @_by . (string_literal) @key)
    (token_tree (token_tree (identifier) @_by . (string_literal) @key))
    (token_tree (token_tree (token_tree (identifier) @_by . (string_literal) @key)))])) @flag
  (#any-of? @_attribute "cfg" "cfg_attr")
  (#eq? @_by "feature"))
((attribute_item (attribute (identifier) @_attribute
    arguments: (token_tree (identifier) @_by . (string_literal) @key))) @flag
  (#any-of? @_attribute "arg" "clap" "structopt" "argh")
  (#eq? @_by "long"))
((attribute_item (attribute (identifier) @_attribute arguments: (token_tree (identifier) @_by . ["," ")"])))
  . [(attribute_item) (line_comment)]* . (field_declaration name: (field_identifier) @key) @flag
  (#any-of? @_attribute "arg" "clap" "structopt" "argh")
  (#eq? @_by "long"))
((attribute_item (attribute (identifier) @_attribute
    arguments: (token_tree (identifier) @_by . (string_literal) @key))) @env
  (#any-of? @_attribute "arg" "clap" "structopt")
  (#eq? @_by "env"))
((macro_invocation macro: (identifier) @_macro (token_tree . (identifier) @_by . (string_literal) @key)) @flag
  (#eq? @_macro "cfg")
  (#eq? @_by "feature"))

(string_literal) @literal
(raw_string_literal) @literal
