; Functions that are given a name, wherever they stand

(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-" ":="]
  rhs: (function_definition body: (_) @body)) @definition.func
(binary_operator
  lhs: (parenthesized_expression body: (function_definition body: (_) @body))
  operator: ["->" "->>"]
  rhs: (identifier) @name) @definition.func
(binary_operator
  lhs: (extract_operator lhs: (identifier) @owner rhs: (identifier) @name)
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.func
((program (binary_operator
  lhs: (identifier) @owner
  operator: ["<-" "="]
  rhs: (call
    function: (identifier) @_list
    arguments: (arguments (argument
      name: (identifier) @name value: (function_definition body: (_) @body)) @definition.func))))
  (#any-of? @_list "list" "list2" "lst"))
((call
  function: (identifier) @_list
  arguments: (arguments (argument
    name: (identifier) @name value: (function_definition body: (braced_expression) @body)) @loose.func))
  (#any-of? @_list "list" "list2" "lst"))

; R6: classes, their methods, fields and active bindings

((binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
    arguments: (arguments))) @definition.class
  (#any-of? @_make "R6Class" "new_class"))
((binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
    arguments: (arguments (argument
      name: (identifier) @_section
      value: (call arguments: (arguments) @members))))) @definition.class
  (#any-of? @_make "R6Class" "new_class")
  (#any-of? @_section "active" "private" "properties" "public"))
((binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
    arguments: (arguments
      (argument name: (identifier) @_inherit value: [(identifier) (namespace_operator)] @base)))) @definition.class
  (#any-of? @_make "R6Class" "new_class")
  (#any-of? @_inherit "inherit" "parent"))
((binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
    arguments: (arguments (argument name: (identifier) @modifier value: (false))))) @definition.class
  (#eq? @_make "R6Class")
  (#eq? @modifier "portable"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument
    name: (identifier) @modifier
    value: (call arguments: (arguments (argument
      name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method)))))
  (#eq? @_make "R6Class")
  (#any-of? @modifier "public" "private" "active"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument
    name: (identifier) @modifier
    value: (call arguments: (arguments (argument name: (identifier) @name value: (_)) @definition.attr)))))
  (#eq? @_make "R6Class")
  (#any-of? @modifier "public" "private"))

; Classes of S4, and of references: their fields and methods

((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments . (argument value: (string) @name))) @definition.class
  (#any-of? @_make "setClass" "setRefClass"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments
    . (argument value: (string) @name)
    (argument
      name: (identifier) @_section
      value: (call arguments: (arguments) @members)))) @definition.class
  (#any-of? @_make "setClass" "setRefClass")
  (#any-of? @_section "fields" "methods" "slots"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments
    . (argument value: (string) @name)
    (argument name: (identifier) @_contains value: [
      (string content: (string_content) @base)
      (call arguments: (arguments (argument value: (string content: (string_content) @base))))
    ]))) @definition.class
  (#any-of? @_make "setClass" "setRefClass")
  (#eq? @_contains "contains"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument
    name: (identifier) @_fields
    value: (call arguments: (arguments (argument name: (identifier) @name) @definition.attr)))))
  (#any-of? @_make "setClass" "setRefClass")
  (#any-of? @_fields "fields" "representation" "slots"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument value: (call
    function: (identifier) @_fields
    arguments: (arguments (argument name: (identifier) @name) @definition.attr)))))
  (#eq? @_make "setClass")
  (#eq? @_fields "representation"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument
    name: (identifier) @_methods
    value: (call arguments: (arguments (argument
      name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method)))))
  (#eq? @_make "setRefClass")
  (#eq? @_methods "methods"))
((call
  function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_methods)
  arguments: (arguments [
    (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method
    (argument value: (call arguments: (arguments (argument
      name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method)))
  ]))
  (#eq? @_methods "methods"))
((call
  function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_set)
  arguments: (arguments
    . (argument value: (string) @modifier)
    . (comma)
    . (argument value: (string) @name)
    . (comma)
    . (argument value: (function_definition body: (_) @body)))) @definition.method
  (#eq? @_set "set")
  (#any-of? @modifier "\"public\"" "\"private\"" "\"active\""))

((call
  function: (identifier) @modifier
  arguments: (arguments . (argument value: (string) @name))) @definition.class
  (#eq? @modifier "setRefClass"))

; The objects of ggplot2

((binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
    arguments: (arguments
      . (argument value: [(string) (null)])
      . (comma)
      . (argument value: [(identifier) (namespace_operator)] @base)) @members)) @definition.class
  (#eq? @_make "ggproto"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments (argument
    name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method))
  (#eq? @_make "ggproto"))

; Generics of S4 and S7, and their methods

((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments
    . (argument value: (string) @name)
    (argument value: (function_definition body: (_) @body)))) @definition.func
  (#eq? @_make "setGeneric"))
((call
  function: [(identifier) @_make (namespace_operator rhs: (identifier) @_make)]
  arguments: (arguments
    . (argument value: (string) @name)
    . (comma)
    . (argument value: [
      (string content: (string_content) @owner)
      (call arguments: (arguments . (argument value: (string content: (string_content) @owner))))
    ])
    (argument value: (function_definition body: (_) @body)))) @definition.method
  (#eq? @_make "setMethod"))
((binary_operator
  lhs: (call
    function: (identifier) @_method
    arguments: (arguments . (argument value: (identifier) @name) . (comma) . (argument value: (identifier) @owner)))
  operator: ["<-" "="]
  rhs: (function_definition body: (_) @body)) @definition.method
  (#eq? @_method "method"))

; Variables of a file, and what environments hold

((program (binary_operator
  lhs: [(identifier) (string)] @name operator: ["<-" "="] rhs: (_) @_value) @definition.var)
  (#not-match? @_value "^([A-Za-z0-9]+::)?(R6Class|ggproto|new_class|setClass|setRefClass)[(]")
  (#not-eq? @name @_value))
(program (binary_operator operator: ["->"] rhs: (identifier) @name) @definition.var)
((program (binary_operator
  lhs: (extract_operator lhs: (identifier) @owner rhs: (identifier) @name)
  operator: ["<-" "="]) @definition.attr))

; Files that are read, and packages that are attached

((call function: [(identifier) @_takes (namespace_operator rhs: (identifier) @_takes)]) @import
  (#any-of? @_takes "library" "require" "source" "sys.source" "load_all" "tar_source" "loadNamespace" "requireNamespace"))
(namespace_operator) @qualified
