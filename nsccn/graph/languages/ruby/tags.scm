; Types. A module is one too: it has methods, and classes take them in.

(class
  name: [(constant) (scope_resolution)] @name
  superclass: (superclass [(constant) (scope_resolution)] @base)?
  body: (body_statement)? @members) @definition.class
(module
  name: [(constant) (scope_resolution)] @name
  body: (body_statement)? @members) @definition.module

((assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_new
    arguments: (argument_list . [(constant) (scope_resolution)] @base)?
    block: (do_block body: (_) @members)?)) @definition.class
  (#any-of? @_class "Class" "Struct" "Data")
  (#any-of? @_new "new" "define"))
((call
  receiver: (constant) @_class
  method: (identifier) @_new
  arguments: (argument_list (simple_symbol) @name @definition.attr))
  (#any-of? @_class "Struct" "Data")
  (#any-of? @_new "new" "define"))
; What another type makes and gives methods in a block is one too, as below a type that inherits from `Struct`
((assignment
  left: (constant) @name
  right: (call
    receiver: [(constant) (scope_resolution)] @base
    method: (identifier) @_new
    block: (do_block body: (body_statement [(method) (singleton_method)]) @members))) @definition.class
  (#not-match? @base "^(Class|Module|Struct|Data)$")
  (#eq? @_new "new"))
((assignment
  left: (constant)
  right: (call
    receiver: [(constant) (scope_resolution)] @_base
    method: (identifier) @_new
    arguments: (argument_list (simple_symbol) @name @definition.attr)
    block: (do_block body: (body_statement [(method) (singleton_method)]))))
  (#not-match? @_base "^(Class|Module|Struct|Data)$")
  (#eq? @_new "new"))

; A block that runs in a type which stands elsewhere opens it again

((call receiver: [(constant) (scope_resolution)] @name method: (identifier) @_opens block: (_)) @container.type
  (#any-of? @_opens "class_eval" "class_exec" "module_eval" "module_exec" "instance_eval" "instance_exec"))
((call
  receiver: [(constant) (scope_resolution)]
  method: (identifier) @_opens @modifier
  block: (_ body: (_ (method name: (_) @name body: (body_statement)? @body) @definition.func)))
  (#any-of? @_opens "instance_eval" "instance_exec"))
((call
  !receiver
  method: (identifier) @_for @modifier
  block: (_ body: (_ (method name: (_) @name body: (body_statement)? @body) @definition.func)))
  (#eq? @_for "class_methods"))

; Methods that no other object may be asked for, those behind a word in their type and those that stand beside it

(body_statement (identifier) @modifier (method name: (_) @name body: (body_statement)? @body) @definition.func
  (#any-of? @modifier "private" "protected" "public"))
((call !receiver method: (identifier) @modifier
    arguments: (argument_list . (method name: (_) @name body: (body_statement)? @body) @definition.func .))
  (#any-of? @modifier "private" "protected"))

; Methods, those first that stand in the other branch of a condition: one of both counts

(else "else" @modifier (method name: (_) @name body: (body_statement)? @body) @definition.func)
(else "else" @modifier (singleton_method object: (self) @modifier name: (_) @name body: (body_statement)? @body) @definition.func)
(method name: (_) @name body: (body_statement)? @body) @definition.func
((method name: (_) @name body: (body_statement [
    (call receiver: [(constant) (scope_resolution)] @returns method: (identifier) @_new
      arguments: (_)? block: (_)?)
    (assignment right: (call receiver: [(constant) (scope_resolution)] @returns method: (identifier) @_new
      arguments: (_)? block: (_)?))
    (operator_assignment right: (call receiver: [(constant) (scope_resolution)] @returns method: (identifier) @_new
      arguments: (_)? block: (_)?))
  ] . (comment)* .)) @definition.func
  (#eq? @_new "new"))
(singleton_method object: (self) @modifier name: (_) @name body: (body_statement)? @body) @definition.func
(singleton_method . "def" @modifier object: [(constant) (identifier) (instance_variable)] name: (_) @name body: (body_statement)? @body) @definition.func
(singleton_class value: (self) @modifier body: (body_statement (method name: (_) @name) @definition.func))
(singleton_class value: (self) @modifier body: (body_statement (call arguments: (argument_list (method name: (_) @name) @definition.func))))
((call
  !receiver
  method: (identifier) @_define @modifier
  arguments: (argument_list . (simple_symbol) @name)
  block: (_ body: (_)? @body)) @definition.func
  (#any-of? @_define "define_method" "define_singleton_method"))
((call
  !receiver
  method: (identifier) @_define @modifier
  arguments: (argument_list . (simple_symbol) @name . (lambda body: (_)? @body) .)) @definition.func
  (#eq? @_define "scope"))
((call
  !receiver
  method: (identifier) @_define @modifier
  arguments: (argument_list . (simple_symbol) @name . [
    (call !receiver method: (identifier) @_makes block: (_ body: (_)? @body))
    (parenthesized_statements . (call !receiver method: (identifier) @_makes block: (_ body: (_)? @body)) .)
  ] .)) @definition.func
  (#eq? @_define "scope")
  (#any-of? @_makes "lambda" "proc"))
((call
  !receiver
  method: (identifier) @_define @modifier
  arguments: (argument_list . (simple_symbol) @name . (call receiver: (constant) @_class method: (identifier) @_makes
    block: (_ body: (_)? @body)) .)) @definition.func
  (#eq? @_define "scope")
  (#eq? @_class "Proc")
  (#eq? @_makes "new"))

; Methods that a loop writes, one for each word

((call
  receiver: [
    (string_array (bare_string) @word)
    (symbol_array (bare_symbol) @word)
    (array [(simple_symbol) (string)] @word)
    (hash (pair key: (hash_key_symbol) @word))
  ]
  method: (identifier) @_each
  block: (_ parameters: (block_parameters . (identifier) @_word)
    body: (_ (call
      !receiver
      method: (identifier) @_define @modifier
      arguments: (argument_list . [(identifier) @_named @name (string . (interpolation (identifier) @_named) @name . (string_content) @ending .)] .)
      block: (_ body: (_)? @body)) @definition.func)))
  (#any-of? @_each "each" "each_pair")
  (#eq? @_named @_word)
  (#any-of? @_define "define_method" "define_singleton_method"))
((call
  receiver: [
    (string_array (bare_string) @word)
    (symbol_array (bare_symbol) @word)
    (array [(simple_symbol) (string)] @word)
    (hash (pair key: (hash_key_symbol) @word))
  ]
  method: (identifier) @_each
  block: (_ parameters: (block_parameters . (identifier) @_word)
    body: (_ (call !receiver method: (identifier) @_eval)
      (heredoc_body (heredoc_content) @_head . (interpolation (identifier) @_named) @name . (heredoc_content) @ending) @definition.func)))
  (#any-of? @_each "each" "each_pair")
  (#eq? @_named @_word)
  (#any-of? @_eval "class_eval" "module_eval")
  (#match? @_head "\\bdef $"))

; Methods that a declaration writes for each of its words

((call
  !receiver
  method: (identifier) @declares
  arguments: (argument_list . (simple_symbol) @titled . [
    (hash (pair key: [(hash_key_symbol) (simple_symbol) (string)] @word))
    (array [(simple_symbol) (string)] @word)
    (symbol_array (bare_symbol) @word)
    (string_array (bare_string) @word)
    (call receiver: [
      (hash (pair key: [(hash_key_symbol) (simple_symbol) (string)] @word))
      (array [(simple_symbol) (string)] @word)
      (symbol_array (bare_symbol) @word)
      (string_array (bare_string) @word)])
  ])) @definition.func
  (#eq? @declares "enum"))
((call
  !receiver
  method: (identifier) @declares
  arguments: (argument_list . (simple_symbol) @titled (pair key: (hash_key_symbol) @word value: (integer)))) @definition.func
  (#eq? @declares "enum")
  (#not-match? @word "^_?(default|instance_methods|prefix|scopes|suffix|validate)$"))
((call
  !receiver
  method: (identifier) @declares
  arguments: (argument_list . (pair key: (hash_key_symbol) @titled value: [
    (hash (pair key: [(hash_key_symbol) (simple_symbol) (string)] @word))
    (array [(simple_symbol) (string)] @word)
    (symbol_array (bare_symbol) @word)
    (string_array (bare_string) @word)
    (call receiver: [
      (hash (pair key: [(hash_key_symbol) (simple_symbol) (string)] @word))
      (array [(simple_symbol) (string)] @word)
      (symbol_array (bare_symbol) @word)
      (string_array (bare_string) @word)])
  ]))) @definition.func
  (#eq? @declares "enum"))
((call
  !receiver
  method: (identifier) @declares
  block: (_ body: (_ (call
    !receiver
    method: (identifier) @_event
    arguments: (argument_list (simple_symbol) @word)) @definition.func)))
  (#any-of? @declares "state_machine" "aasm")
  (#eq? @_event "event"))

; Methods under another name, and methods that are handed on to another object: they call what they stand for

(alias name: (_) @name) @definition.func
((call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) (string)] @name . [(simple_symbol) (string)] .)) @definition.func
  (#eq? @_alias "alias_method"))
((call !receiver method: (identifier) @_delegate @modifier arguments: (argument_list . (simple_symbol) (simple_symbol) @name @definition.func))
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
((call !receiver method: (identifier) @_delegate @modifier arguments: (argument_list . (simple_symbol) . (simple_symbol) @name @definition.func .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
((call
  !receiver
  method: (identifier) @_delegate @modifier
  arguments: (argument_list . (simple_symbol) . (simple_symbol) . (simple_symbol) @name @definition.func .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
((call
  !receiver
  method: (identifier) @_delegate @modifier
  arguments: (argument_list
    (simple_symbol) @name @definition.func
    (pair key: (hash_key_symbol) @_to value: (simple_symbol)) . (pair key: (hash_key_symbol) @_also)? .))
  (#eq? @_delegate "delegate")
  (#eq? @_to "to")
  (#not-eq? @_also "prefix"))

; Constants, globals, accessors

(program (assignment left: [(constant) (global_variable)] @name) @definition.var)
(body_statement (assignment left: (constant) @name) @definition.attr)
((call
  !receiver
  method: (identifier) @_accessor
  arguments: (argument_list (simple_symbol) @name)) @definition.attr
  (#any-of? @_accessor "attr_accessor" "attr_reader" "attr_writer" "attr" "mattr_accessor" "cattr_accessor"
    "class_attribute" "thread_mattr_accessor"))
(class
  superclass: (superclass (_) @_base)
  body: (body_statement
    (call !receiver method: (identifier) @_accessor
      arguments: (argument_list (simple_symbol) . (simple_symbol) @name)) @definition.attr)
  (#match? @_base "CurrentAttributes$")
  (#eq? @_accessor "attribute"))
((call
  !receiver
  method: (identifier) @_association
  arguments: (argument_list . (simple_symbol) @name)) @definition.attr
  (#any-of? @_association "belongs_to" "has_one" "has_many" "has_and_belongs_to_many" "attribute"))
((call
  !receiver
  method: (identifier) @modifier
  arguments: (argument_list . (simple_symbol) @name)) @definition.attr
  (#any-of? @modifier "belongs_to" "has_one" "has_many" "has_and_belongs_to_many"))
((call
  !receiver
  method: (identifier) @_association
  arguments: (argument_list
    . (simple_symbol) @name
    (pair key: (hash_key_symbol) @_key value: (string (string_content) @returns)))) @definition.attr
  (#any-of? @_association "belongs_to" "has_one" "has_many" "has_and_belongs_to_many")
  (#eq? @_key "class_name"))

; Tables of a schema, and their columns

((call
  receiver: (_) @_schema
  block: (_ body: (_ (call
    !receiver
    method: (identifier) @_create
    arguments: (argument_list . (string (string_content) @name))) @definition.var)))
  (#match? @_schema "^ActiveRecord::Schema")
  (#eq? @_create "create_table"))
((call
  receiver: (_) @_schema
  block: (_ body: (_ (call
    !receiver
    method: (identifier) @_create
    block: (_ parameters: (block_parameters . (identifier) @_table) body: (_ (call
      receiver: (identifier) @_of
      method: (identifier) @_type
      arguments: (argument_list . (string (string_content) @name))) @definition.attr))))))
  (#match? @_schema "^ActiveRecord::Schema")
  (#eq? @_create "create_table")
  (#eq? @_of @_table)
  (#not-match? @_type "index|constraint|foreign_key"))

; Inheritance stated inside

((call
  !receiver
  method: (identifier) @_include
  arguments: (argument_list [(constant) (scope_resolution)] @base)) @inherit
  (#any-of? @_include "include" "extend" "prepend"))
((call
  receiver: [(constant) (scope_resolution)] @subject
  method: (identifier) @_include
  arguments: (argument_list [(constant) (scope_resolution)] @base)) @inherit
  (#any-of? @_include "include" "extend" "prepend"))
((call
  receiver: [(constant) (scope_resolution)] @subject
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @_include [(constant) (scope_resolution)] @base)) @inherit
  (#any-of? @_send "send" "__send__" "public_send")
  (#any-of? @_include ":include" ":extend" ":prepend"))

((call
  receiver: [(constant) (scope_resolution)] @subject
  method: (identifier) @_opens
  block: (_ body: (_ (call
    !receiver
    method: (identifier) @_include
    arguments: (argument_list [(constant) (scope_resolution)] @base)) @inherit)))
  (#any-of? @_opens "class_eval" "class_exec" "module_eval" "module_exec")
  (#any-of? @_include "include" "extend" "prepend"))

; What a module gives to whoever takes it in, it is treated as having itself

([
  (singleton_method name: (identifier) @_hook parameters: (method_parameters . (identifier) @_taker .)
    body: (body_statement (call receiver: (identifier) @_receiver method: (identifier) @_takes
      arguments: (argument_list [(constant) (scope_resolution)] @base)) @inherit))
  (method name: (identifier) @_hook parameters: (method_parameters . (identifier) @_taker .)
    body: (body_statement (call receiver: (identifier) @_receiver method: (identifier) @_takes
      arguments: (argument_list [(constant) (scope_resolution)] @base)) @inherit))
 ]
  (#any-of? @_hook "included" "extended" "prepended" "inherited")
  (#eq? @_receiver @_taker)
  (#any-of? @_takes "extend" "include" "prepend"))
([
  (singleton_method name: (identifier) @_hook parameters: (method_parameters . (identifier) @_taker .)
    body: (body_statement (call receiver: (identifier) @_receiver method: (identifier) @_send
      arguments: (argument_list . (simple_symbol) @_takes [(constant) (scope_resolution)] @base)) @inherit))
  (method name: (identifier) @_hook parameters: (method_parameters . (identifier) @_taker .)
    body: (body_statement (call receiver: (identifier) @_receiver method: (identifier) @_send
      arguments: (argument_list . (simple_symbol) @_takes [(constant) (scope_resolution)] @base)) @inherit))
 ]
  (#any-of? @_hook "included" "extended" "prepended" "inherited")
  (#eq? @_receiver @_taker)
  (#any-of? @_send "send" "__send__" "public_send")
  (#any-of? @_takes ":extend" ":include" ":prepend"))
((module name: (_) @subject body: (body_statement
    (call !receiver method: (identifier) @_extend
      arguments: (argument_list (scope_resolution name: (constant) @_concern)))
    (module name: (constant) @base))) @inherit
  (#eq? @_extend "extend")
  (#eq? @_concern "Concern")
  (#eq? @base "ClassMethods"))

; Imports

((call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list (string))) @import
  (#any-of? @_require "require" "require_relative" "load" "autoload"))

; Methods that a controller lets its templates call

((call !receiver method: (identifier) @_helper arguments: (argument_list (simple_symbol) @name)) @export
  (#eq? @_helper "helper_method"))
