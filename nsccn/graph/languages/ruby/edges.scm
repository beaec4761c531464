; Calls. A bare name that is no local variable is one too.

(call receiver: [(identifier) (constant) (self) (call) (scope_resolution) (instance_variable) (class_variable)
    (global_variable) (element_reference) (parenthesized_statements) (string) (array) (hash)] @receiver
  method: [(identifier) (constant)] @method
  arguments: (argument_list)? @arguments) @call
(call !receiver method: [(identifier) (constant)] @method arguments: (argument_list)? @arguments) @call
(super) @callee @call

[
  (program (identifier) @callee @call)
  (body_statement (identifier) @callee @call)
  (block_body (identifier) @callee @call)
  (then (identifier) @callee @call)
  (else (identifier) @callee @call)
  (do (identifier) @callee @call)
  (ensure (identifier) @callee @call)
  (begin (identifier) @callee @call)
  (parenthesized_statements (identifier) @callee @call)
  (argument_list (identifier) @callee @call)
  (assignment right: (identifier) @callee @call)
  (operator_assignment right: (identifier) @callee @call)
  (call receiver: (identifier) @callee @call)
  (element_reference (identifier) @callee @call)
  (binary (identifier) @callee @call)
  (unary (identifier) @callee @call)
  (if condition: (identifier) @callee @call)
  (unless condition: (identifier) @callee @call)
  (elsif condition: (identifier) @callee @call)
  (while condition: (identifier) @callee @call)
  (if_modifier (identifier) @callee @call)
  (unless_modifier (identifier) @callee @call)
  (conditional (identifier) @callee @call)
  (case value: (identifier) @callee @call)
  (array (identifier) @callee @call)
  (pair value: (identifier) @callee @call)
  (interpolation (identifier) @callee @call)
  (in (identifier) @callee @call)
  (method body: (identifier) @callee @call)
  (singleton_method body: (identifier) @callee @call)
  (rescue_modifier (identifier) @callee @call)
  (while_modifier (identifier) @callee @call)
  (until_modifier (identifier) @callee @call)
  (case_match value: (identifier) @callee @call)
  (if_guard condition: (identifier) @callee @call)
  (unless_guard condition: (identifier) @callee @call)
  (match_pattern value: (identifier) @callee @call)
  (test_pattern value: (identifier) @callee @call)
  (superclass (identifier) @callee @call)
  (exceptions (identifier) @callee @call)
  (pair key: (hash_key_symbol) @callee @call !value)
  (until condition: (identifier) @callee @call)
  (range (identifier) @callee @call)
  (pattern (identifier) @callee @call)
  (splat_argument (identifier) @callee @call)
  (hash_splat_argument (identifier) @callee @call)
  (block_argument (identifier) @callee @call)
  (optional_parameter value: (identifier) @callee @call)
  (keyword_parameter value: (identifier) @callee @call)
  (right_assignment_list (identifier) @callee @call)
]

; Operators

(binary left: [(identifier) (self) (instance_variable) (constant) (scope_resolution) (call)] @operand
  operator: _ @operator) @operate
(element_reference object: [(identifier) (self) (instance_variable) (constant) (scope_resolution) (call)] @operand "[" @operator) @operate

; What methods under another name, and methods that are handed on to another object, stand for

(alias alias: [(identifier) (simple_symbol) (constant)] @method) @call
((call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) (string)] . [(simple_symbol) (string)] @method .)) @call
  (#eq? @_alias "alias_method"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list . (simple_symbol) @receiver (simple_symbol) @method @call))
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list . (simple_symbol) @receiver . (simple_symbol) @method @call .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
((call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list . (simple_symbol) @receiver . (simple_symbol) @method . (simple_symbol) @call .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
((call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list
    (simple_symbol) @method @call
    (pair key: (hash_key_symbol) @_to value: (simple_symbol) @receiver) . (pair key: (hash_key_symbol) @_also)? .))
  (#eq? @_delegate "delegate")
  (#eq? @_to "to")
  (#not-eq? @_also "prefix"))

; Methods that are called by their names

((call
  receiver: (_) @receiver
  method: (identifier) @_send
  arguments: (argument_list . [(simple_symbol) (string)] @method)) @call
  (#any-of? @_send "send" "public_send" "__send__" "try"))
((call !receiver method: (identifier) @_send arguments: (argument_list . (simple_symbol) @method)) @call
  (#any-of? @_send "send" "public_send" "__send__"))

; Methods that are called of each element: `items.sum(&:total)`

((call
  receiver: (_) @receiver
  method: (identifier) @_each
  arguments: (argument_list (block_argument (simple_symbol) @method) @each @call .))
  (#any-of? @_each "all?" "any?" "collect" "count" "detect" "each" "each_entry" "filter" "filter_map" "find" "find_all"
    "find_each" "find_index" "flat_map" "group_by" "index_by" "map" "max_by" "min_by" "none?" "one?" "partition" "reject"
    "reject!" "reverse_each" "select" "select!" "sort_by" "sum" "take_while" "drop_while" "uniq"))

; Methods that are handed over by their names

((call
  !receiver
  method: (identifier) @_by_name
  arguments: (argument_list . (simple_symbol) @value))
  (#any-of? @_by_name "method" "instance_method" "module_function"))
((call
  receiver: (_) @receiver
  method: (identifier) @_by_name
  arguments: (argument_list . (simple_symbol) @method @value))
  (#any-of? @_by_name "method" "instance_method" "public_method"))
(body_statement (call !receiver arguments: (argument_list (simple_symbol) @value)))
((call !receiver arguments: (argument_list (pair key: (hash_key_symbol) @_guard value: [
    (simple_symbol) @value
    (array (simple_symbol) @value)
  ])))
  (#any-of? @_guard "if" "unless" "do" "guard" "guards" "before" "after" "after_commit"))
((call !receiver method: (identifier) @_rescue
    arguments: (argument_list (pair key: (hash_key_symbol) @_with value: (simple_symbol) @value)))
  (#eq? @_rescue "rescue_from")
  (#eq? @_with "with"))
((call !receiver arguments: (argument_list (pair key: (simple_symbol) @_guard value: (simple_symbol) @value)))
  (#any-of? @_guard ":if" ":unless" ":do" ":guard" ":before" ":after"))

; Types that are handed over, kept or asked for

((call method: (_) @_method arguments: (argument_list [(constant) (scope_resolution)] @typename))
  (#not-match? @_method "^(raise|fail|include|extend|prepend)$"))
(pair value: [(constant) (scope_resolution)] @typename)
(array [(constant) (scope_resolution)] @typename)
(assignment right: [(constant) (scope_resolution)] @typename)
(return (argument_list [(constant) (scope_resolution)] @typename))
(when pattern: (pattern [(constant) (scope_resolution)] @typename))

; Parameters

(method parameters: (method_parameters [
  (identifier) @target
  (optional_parameter name: (identifier) @target value: (call)? @value)
  (keyword_parameter name: (identifier) @target value: (call)? @value)
  (splat_parameter name: (identifier) @target)
  (hash_splat_parameter name: (identifier) @target)
  (block_parameter name: (identifier) @target)
] @parameter))
(singleton_method parameters: (method_parameters [
  (identifier) @target
  (optional_parameter name: (identifier) @target value: (call)? @value)
  (keyword_parameter name: (identifier) @target value: (call)? @value)
  (splat_parameter name: (identifier) @target)
  (hash_splat_parameter name: (identifier) @target)
  (block_parameter name: (identifier) @target)
] @parameter))
(block_parameters [
  (identifier) @target
  (optional_parameter name: (identifier) @target)
  (keyword_parameter name: (identifier) @target)
  (splat_parameter name: (identifier) @target)
  (block_parameter name: (identifier) @target)
  (destructured_parameter (identifier) @target)
] @declare)
(lambda_parameters [(identifier) @target (optional_parameter name: (identifier) @target)] @declare)
(rescue
  exceptions: (exceptions . [(constant) (scope_resolution)] @type .)
  variable: (exception_variable (identifier) @target) @declare)
(rescue !exceptions variable: (exception_variable (identifier) @target) @declare)
(rescue exceptions: (exceptions (_) (_)) variable: (exception_variable (identifier) @target) @declare)

; Assignments

(assignment left: [(identifier) (constant) (instance_variable) (class_variable) (global_variable) (call)
  (element_reference)] @target right: (_) @value) @assign
(assignment left: (left_assignment_list [(identifier) (instance_variable) (call)] @target)) @assign
(assignment left: (left_assignment_list) @target right: (right_assignment_list) @value) @assign
(operator_assignment left: (_) @target operator: "||=" right: (_) @value) @assign
(operator_assignment left: (_) @target
  operator: ["+=" "-=" "*=" "/=" "%=" "**=" "|=" "&=" "&&=" "<<=" ">>=" "^="]) @augment
(binary left: [(instance_variable) (class_variable) (global_variable) (constant) (call) (identifier)] @target
  operator: "<<") @item
(for pattern: (identifier) @target value: (in (_) @value)) @loop
(for pattern: (left_assignment_list (identifier) @target)) @loop

; Types that are asked for

((call
  receiver: [(identifier) (instance_variable) (call !arguments !block)] @target
  method: (identifier) @_is
  arguments: (argument_list . [(constant) (scope_resolution)] @type .)) @asked
  (#any-of? @_is "is_a?" "kind_of?" "instance_of?"))
((binary left: [(constant) (scope_resolution)] @type operator: "===" right: [(identifier) (instance_variable)] @target) @asked)
(case
  value: [(identifier) (instance_variable)] @target
  (when . (pattern [(constant) (scope_resolution)] @type) . (then) @body) @narrow)
((unless_modifier
  body: [(return) (next) (break)]
  condition: (call
    receiver: [(identifier) (instance_variable)] @target
    method: (identifier) @_is
    arguments: (argument_list . [(constant) (scope_resolution)] @type .))) @narrow
  (#any-of? @_is "is_a?" "kind_of?" "instance_of?"))

; What blocks are given: each element of a collection, or an object

((call receiver: (_) @value method: (identifier) @_each
  block: (_ parameters: (block_parameters . (identifier) @target) @loop))
  (#any-of? @_each "all?" "any?" "collect" "count" "detect" "each" "each_entry" "each_value" "each_with_index"
    "each_with_object" "filter" "filter_map" "find" "find_all" "find_index" "flat_map" "group_by" "index_by" "map"
    "max_by" "min_by" "none?" "one?" "partition" "reject" "reject!" "reverse_each" "select" "select!" "sort_by" "sum"
    "take_while" "drop_while" "to_h" "uniq"))
((call receiver: (_) @value method: (identifier) @_hands
  block: (_ parameters: (block_parameters . (identifier) @target .) @declare))
  (#any-of? @_hands "tap" "then" "yield_self"))

; Groups of examples in tests, and what they have by name

((call
  !receiver
  method: (identifier) @_group
  arguments: (argument_list . [(constant) (scope_resolution)] @type)
  block: (_) @body) @examples
  (#any-of? @_group "describe" "context" "feature" "example_group" "fdescribe" "fcontext" "xdescribe" "xcontext"))
((call
  receiver: [(constant) (scope_resolution)]
  method: (identifier) @_group
  arguments: (argument_list . [(constant) (scope_resolution)] @type)
  block: (_) @body) @examples
  (#any-of? @_group "describe" "context" "feature" "example_group" "fdescribe" "fcontext" "xdescribe" "xcontext"))
((call method: (identifier) @_group block: (_) @body) @examples
  (#any-of? @_group "describe" "context" "feature" "example_group" "fdescribe" "fcontext" "xdescribe" "xcontext"
    "shared_examples" "shared_examples_for" "shared_context" "it_behaves_like" "it_should_behave_like"))
((call
  !receiver
  method: (identifier) @method
  arguments: (argument_list . (simple_symbol) @target)
  block: (_ body: (_ (_) @value . (comment)* .))) @memoized
  (#any-of? @method "let" "let!" "subject" "subject!"))
((call !receiver method: (identifier) @method !arguments block: (_ body: (_ (_) @value . (comment)* .))) @memoized
  (#any-of? @method "subject" "subject!"))

; Results: the last expression of a method is one

(method body: (body_statement (_) @return . (comment)* .))
(method body: (body_statement (_) @return . [(rescue) (ensure)]))
(method body: [(identifier) (call) (instance_variable) (constant) (conditional) (assignment) (operator_assignment)] @return)
(singleton_method body: (body_statement (_) @return . (comment)* .))
(singleton_method body: (body_statement (_) @return . [(rescue) (ensure)]))
(singleton_method
  body: [(identifier) (call) (instance_variable) (constant) (conditional) (assignment) (operator_assignment)] @return)
(return (argument_list . (_) @return .))

; Errors

((call !receiver method: (identifier) @_raise
  arguments: (argument_list . [(constant) (scope_resolution) (identifier) (string)] @error)) @raise
  (#any-of? @_raise "raise" "fail"))
((call !receiver method: (identifier) @_raise
  arguments: (argument_list . (call receiver: [(constant) (scope_resolution)] @error))) @raise
  (#any-of? @_raise "raise" "fail"))
((rescue body: (then (identifier) @raise))
  (#eq? @raise "raise"))
((rescue body: (then [(if_modifier body: (identifier) @raise) (unless_modifier body: (identifier) @raise)]))
  (#eq? @raise "raise"))

(rescue
  exceptions: (exceptions [(constant) (scope_resolution)] @caught)?
  variable: (exception_variable (identifier) @name)?) @handler
(rescue_modifier body: (_) @protected) @handler

; Blocks that are kept and run later: their errors are not their owner's

(lambda body: (_) @detached)
((call method: (identifier) @_keeps block: (_) @detached)
  (#any-of? @_keeps "lambda" "proc" "define_method" "define_singleton_method" "at_exit" "trap"))

; Configuration

((element_reference object: (constant) @_environment . [(string) @key (identifier) @by (constant) @by (scope_resolution) @by (binary) @by (call) @by]) @env
  (#eq? @_environment "ENV"))
((call
  receiver: (constant) @_environment
  method: (identifier) @_method
  arguments: (argument_list . [(string) @key (identifier) @by (constant) @by (scope_resolution) @by (binary) @by (call) @by])) @env
  (#eq? @_environment "ENV")
  (#any-of? @_method "fetch" "key?" "has_key?" "include?" "delete" "[]"))
; A function of the code itself, or of a library, that asks the environment
((call method: (identifier) @_reader arguments: (argument_list . (string) @key)) @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((element_reference
  object: [(identifier) (instance_variable) (call !arguments)] @receiver . [(string) @key (simple_symbol) @key (identifier) @by (constant) @by (scope_resolution) @by (binary) @by (call) @by]) @key
  (#match? @receiver "(^|[.@])(default_)?(config|configuration|settings)$"))
((call
  receiver: [(identifier) (instance_variable) (call !arguments)] @receiver
  method: (identifier) @_asked
  arguments: (argument_list . [(string) @key (simple_symbol) @key (identifier) @by (constant) @by (scope_resolution) @by (binary) @by (call) @by])) @key
  (#match? @receiver "(^|[.@])(default_)?(config|configuration|settings)$")
  (#any-of? @_asked "fetch" "dig" "key?" "get"))
((call
  receiver: [(constant) (scope_resolution) (call)]
  method: (identifier) @_opener
  arguments: (argument_list . (string) @key)) @file
  (#any-of? @_opener "load_file" "safe_load_file" "read" "open" "readlines" "foreach" "join" "expand_path" "new"
    "config_for" "exist?" "from_file"))
((call
  method: (identifier) @_flag
  arguments: (argument_list (string) @key)) @flag
  (#eq? @_flag "on")
  (#match? @key "^.--?[\\[a-zA-Z]"))
((call !receiver method: (identifier) @_flag arguments: (argument_list . (simple_symbol) @key)) @flag
  (#any-of? @_flag "class_option" "method_option" "option"))
((element_reference object: [(identifier) (instance_variable)] @receiver . [(simple_symbol) (string)] @key) @option
  (#match? @receiver "^@?(options|opts)$"))
((call
  receiver: [(identifier) (instance_variable)] @receiver
  method: (identifier) @_get
  arguments: (argument_list . [(simple_symbol) (string)] @key)) @option
  (#any-of? @_get "fetch" "key?")
  (#match? @receiver "^@?(options|opts)$"))

((call
  method: (identifier) @_asked
  arguments: (argument_list . [(simple_symbol) (string)] @key)) @flag
  (#any-of? @_asked "enabled?" "feature_enabled?" "feature?"))

(string) @literal

; What a framework hands the errors of others to

((call
  !receiver
  method: (identifier) @_mark
  arguments: (argument_list [(constant) (scope_resolution)] @caught)) @handled
  (#any-of? @_mark "rescue_from" "retry_on" "discard_on"))
