; Modules, protocols, and what implements these

((call target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block) @members) @definition.class
  (#eq? @_def "defmodule"))
((call target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block) @members) @definition.interface
  (#eq? @_def "defprotocol"))
((call target: (identifier) @_def @modifier
  (arguments . (alias) @owner @base
    (keywords . (pair value: [(alias) @name (list . (alias) @name) (identifier) @name])))
  (do_block) @members) @definition.class
  (#eq? @_def "defimpl"))
((call target: (identifier) @_def @modifier
  (arguments . (alias) @name @base .)
  (do_block) @members) @definition.class
  (#eq? @_def "defimpl"))
((call target: (identifier) @_def (arguments . (alias) @name)) @package
  (#any-of? @_def "defmodule" "defprotocol"))

; What a module says that it behaves as; errors

((unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments . (alias) @base .))) @inherit
  (#eq? @_behaviour "behaviour"))
((call target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block (call target: (identifier) @_error) @base)) @definition.class
  (#eq? @_def "defmodule")
  (#eq? @_error "defexception"))

; Functions and macros

((call target: (identifier) @_def @modifier
  (arguments . [
    (call target: (identifier) @name (arguments)? @arguments)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name (arguments)? @arguments) (identifier) @name] operator: "when")
  ])
  (do_block) @body) @definition.func
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp"))
((call target: (identifier) @_def @modifier
  (arguments . [
    (call target: (identifier) @name (arguments)? @arguments)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name (arguments)? @arguments) (identifier) @name] operator: "when")
  ] (keywords . (pair key: (keyword) @_do value: (_) @value)))) @definition.func
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defn" "defnp" "defdelegate")
  (#match? @_do "^(do|to|as):"))
((call target: (identifier) @_def @modifier
  (arguments . [
    (call target: (identifier) @name (arguments)? @arguments)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name (arguments)? @arguments) (identifier) @name] operator: "when")
  ] .)) @definition.func
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute @modifier @type
  (arguments (binary_operator
    left: [
      (call target: (identifier) @name (arguments) @arguments)
      (binary_operator left: (call target: (identifier) @name (arguments) @arguments) operator: "::")
    ])))) @definition.func
  (#any-of? @_attribute "callback" "macrocallback"))

; What stands before definitions

((unary_operator operator: "@" operand: (call target: (identifier) @_attribute)) @attribute
  (#any-of? @_attribute "deprecated" "doc" "impl"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute) @type) @attribute
  (#any-of? @_attribute "callback" "macrocallback" "opaque" "spec" "type" "typep"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments . [(string) (sigil)] @value))) @doc
  (#any-of? @_attribute "doc" "moduledoc"))

; What modules hold, and the fields of what they make

((do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.attr)
  (#not-match? @name "^(after_compile|before_compile|behaviour|callback|compile|deprecated|derive|dialyzer|doc|enforce_keys|external_resource|fallback_to_any|impl|macrocallback|moduledoc|moduletag|on_definition|on_load|opaque|optional_callbacks|spec|tag|type|typedoc|typep|describetag)$"))
((call target: (identifier) @_def (arguments . (list (atom) @name @definition.attr)))
  (#any-of? @_def "defstruct" "defexception"))
((call target: (identifier) @_def
  (arguments . [
    (keywords (pair key: (keyword) @name) @definition.attr)
    (list (keywords (pair key: (keyword) @name) @definition.attr))
  ]))
  (#any-of? @_def "defstruct" "defexception"))
((call target: (identifier) @_field (arguments . (atom) @name)) @definition.attr
  (#any-of? @_field
    "belongs_to" "embeds_many" "embeds_one" "field" "has_many" "has_one" "many_to_many"))

; Directives

((call target: (identifier) @_directive (arguments)) @import
  (#any-of? @_directive "alias" "embed_templates" "import" "require" "use"))
((call target: (identifier) @_scope
  (arguments . [(string) (identifier)] . [(alias) (keywords . (pair key: (keyword) @_alias value: (alias)))]) @import)
  (#eq? @_scope "scope")
  (#match? @_alias "^alias:"))
