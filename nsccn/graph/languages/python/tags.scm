; Definitions

(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base)?
  body: (block) @members) @definition.class
((class_definition
  name: (identifier) @name
  superclasses: (argument_list
    (keyword_argument name: (identifier) @_keyword value: [(identifier) (attribute)] @metaclass))) @definition.class
  (#eq? @_keyword "metaclass"))
((class_definition
  name: (identifier) @name
  superclasses: (argument_list (call
    function: [(identifier) (attribute)] @_maker
    arguments: (argument_list . [(identifier) (attribute)] @metaclass [(identifier) (attribute) (subscript)]? @base)))) @definition.class
  (#any-of? @_maker "with_metaclass" "six.with_metaclass"))

((if_statement
  condition: [(identifier) (attribute)] @modifier
  consequence: (block (function_definition
    name: (identifier) @name
    return_type: (type)? @returns
    body: (block) @body) @definition.func))
  (#match? @modifier "(^|[.])TYPE_CHECKING$"))

((try_statement
  body: (block [
    (import_from_statement name: [
      (dotted_name (identifier) @_given)
      (aliased_import alias: (identifier) @_given)
    ])
    (assignment left: (identifier) @_given)
  ])
  (except_clause
    (identifier) @modifier
    (block (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func)))
  (#any-of? @modifier "ImportError" "ModuleNotFoundError" "NameError" "AttributeError")
  (#eq? @name @_given))

((if_statement
  condition: (comparison_operator
    . [(attribute) (subscript (attribute))] @modifier
    operators: ["<" "<="])
  consequence: (block (function_definition
    name: (identifier) @name
    return_type: (type)? @returns
    body: (block) @body) @definition.func))
  (#match? @modifier "[.]version_info"))
((if_statement
  [
    condition: (comparison_operator
      . [(attribute) (subscript (attribute))] @modifier
      operators: [">" ">="])
    (elif_clause condition: (comparison_operator
      . [(attribute) (subscript (attribute))] @modifier
      operators: [">" ">="]))
  ]
  (else_clause body: (block [
    (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func
    (try_statement (except_clause (block (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func)))
  ])))
  (#match? @modifier "[.]version_info"))

(_
  ["if" "elif" "else"] @modifier
  (block [
    (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func
    (decorated_definition definition: (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func)
  ]))
((try_statement
  body: (block (function_definition name: (identifier) @_given))
  (except_clause
    "except" @modifier
    (block (function_definition
      name: (identifier) @name
      return_type: (type)? @returns
      body: (block) @body) @definition.func)))
  (#eq? @name @_given))

(function_definition
  name: (identifier) @name
  return_type: (type)? @returns
  body: (block) @body) @definition.func

(module (assignment left: (identifier) @name) @definition.var)
(module (assignment left: (pattern_list (identifier) @name)) @definition.var)
(module [
  (if_statement [
    (block (assignment left: (identifier) @name) @definition.var)
    (elif_clause (block (assignment left: (identifier) @name) @definition.var))
    (else_clause (block (assignment left: (identifier) @name) @definition.var))
  ])
  (try_statement [
    (block (assignment left: (identifier) @name) @definition.var)
    (except_clause (block (assignment left: (identifier) @name) @definition.var))
    (else_clause (block (assignment left: (identifier) @name) @definition.var))
    (finally_clause (block (assignment left: (identifier) @name) @definition.var))
  ])
  (with_statement (block (assignment left: (identifier) @name) @definition.var))
])

((class_definition body: (block (assignment
    left: (identifier) @name
    right: (call function: (identifier) @modifier)) @definition.attr))
  (#any-of? @modifier "property" "staticmethod" "classmethod"))
(class_definition body: (block (assignment left: (identifier) @name) @definition.attr))
((class_definition body: (block (if_statement [
    (block (assignment
      left: (identifier) @name
      right: (call function: (identifier) @modifier)) @definition.attr)
    (else_clause (block (assignment
      left: (identifier) @name
      right: (call function: (identifier) @modifier)) @definition.attr))
  ])))
  (#any-of? @modifier "property" "staticmethod" "classmethod"))
(class_definition body: (block (if_statement [
  (block (assignment left: (identifier) @name) @definition.attr)
  (elif_clause (block (assignment left: (identifier) @name) @definition.attr))
  (else_clause (block (assignment left: (identifier) @name) @definition.attr))
])))
((class_definition body: (block (assignment
    left: (identifier) @name
    right: (call function: [(identifier) @modifier (attribute attribute: (identifier) @modifier)])) @definition.attr))
  (#any-of? @modifier "ForeignKey" "ManyToManyField" "OneToOneField"))
((class_definition body: (block (assignment right: (call
    function: [(identifier) @modifier @_relation (attribute attribute: (identifier) @modifier @_relation)]
    arguments: (argument_list
      . [(identifier) (attribute) (string)] @returns
      (keyword_argument name: (identifier) @_key value: (string (string_content) @name)) @definition.attr)))))
  (#eq? @_key "related_name")
  (#any-of? @_relation "ForeignKey" "ManyToManyField" "OneToOneField")
  (#match? @name "^[a-z_][a-z0-9_]*$"))

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])
  right: (type [(parenthesized_expression (_) @returns) (_) @returns])) @definition.type

(decorator . (_) @callee) @decorator

; Documentation

(module . (comment)* . (string) @doc)
(class_definition body: (block . (comment)* . (string) @doc))
(function_definition body: (block . (comment)* . (string) @doc))

; Imports and exports

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
; What a path in a text names
((assignment left: (identifier) right: (call
    function: [(identifier) @_loads (attribute attribute: (identifier) @_loads)]
    arguments: (argument_list . (string) .))) @import
  (#any-of? @_loads "import_module" "import_string"))

((module (assignment
    left: (identifier) @_all
    right: [(list (string) @name) (tuple (string) @name)]) @export)
  (#eq? @_all "__all__"))
