; Functions, macros and methods, at the top of a file or inside of another form there

((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)) @definition.func
  (#any-of? @_def "defn" "defn-" "defmethod" "defmulti" "deftest"))
((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)
  value: (vec_lit) . value: (_)+ @body .) @definition.func
  (#any-of? @_def "defn" "defn-" "defmethod"))
((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)) @definition.macro
  (#eq? @_def "defmacro"))

; Types

((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)) @definition.interface
  (#any-of? @_def "defprotocol" "definterface"))
((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)) @definition.struct
  (#any-of? @_def "defrecord" "deftype"))

; Values

((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit name: (sym_name) @name)) @definition.var
  (#any-of? @_def "def" "defonce"))

; What these say of themselves

((list_lit . value: (sym_lit name: (sym_name) @_def) . value: (sym_lit) . value: (str_lit) @doc)
  (#any-of? @_def "def" "defmacro" "defmulti" "defn" "defn-" "defonce" "defprotocol"))

; What a file is called

((source . (list_lit . value: (sym_lit name: (sym_name) @_ns) . value: (sym_lit name: (sym_name) @package)))
  (#eq? @_ns "ns"))
