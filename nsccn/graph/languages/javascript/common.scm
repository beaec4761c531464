; What JavaScript, TypeScript and their JSX dialects have in common

; Classes and variables

(variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @members)) @definition.class

(program (variable_declaration (variable_declarator
  name: (identifier) @name value: (object)?) @definition.var))
((program (lexical_declaration (variable_declarator
  name: (identifier) @name value: (_)? @_value) @definition.var))
  (#not-match? @_value "^(require|await import)\\("))
(program (export_statement declaration: (lexical_declaration (variable_declarator
  name: (identifier) @name) @definition.var)))
(program (export_statement declaration: (variable_declaration (variable_declarator
  name: (identifier) @name) @definition.var)))
((program (lexical_declaration (variable_declarator
  name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (pair_pattern value: (identifier) @name)
    ])
    (array_pattern (identifier) @name)
  ] value: (_) @_value) @definition.var))
  (#not-match? @_value "^(require|await import)\\("))
(program (export_statement declaration: (lexical_declaration (variable_declarator
  name: [
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (pair_pattern value: (identifier) @name)
    ])
    (array_pattern (identifier) @name)
  ]) @definition.var)))

((program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: [(object) (array) (new_expression) (call_expression) (binary_expression) (identifier)] @_given) @definition.var))
  (#any-of? @_global "window" "globalThis")
  (#not-eq? @name @_given))
((program (expression_statement [
  (call_expression function: [
    (parenthesized_expression (_ body: (statement_block (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: [(object) (array) (new_expression) (call_expression) (binary_expression) (identifier)] @_given) @definition.var))))
    (member_expression object: (parenthesized_expression (_ body: (statement_block (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: [(object) (array) (new_expression) (call_expression) (binary_expression) (identifier)] @_given) @definition.var)))))
  ])
  (parenthesized_expression (call_expression function: (_ body: (statement_block (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: [(object) (array) (new_expression) (call_expression) (binary_expression) (identifier)] @_given) @definition.var)))))
]))
  (#any-of? @_global "window" "globalThis")
  (#not-eq? @name @_given))
((arguments (assignment_expression
  left: (member_expression object: (identifier) @_global property: (property_identifier) @name)
  right: (binary_expression)) @definition.var)
  (#any-of? @_global "window" "globalThis"))

; A store of Pinia, whose call gives what its options define

((variable_declarator name: (identifier) @name value: (call_expression
  function: (identifier) @_define
  arguments: (arguments (object) @members .))) @definition.class
  (#eq? @_define "defineStore"))
((call_expression
  function: (identifier) @_define
  arguments: (arguments (object (pair key: (property_identifier) @_options value: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func)))))
  (#eq? @_define "defineStore")
  (#any-of? @_options "actions" "getters"))
((call_expression
  function: (identifier) @_define
  arguments: (arguments (object [
    (pair key: (property_identifier) @_state value: (arrow_function
      body: (parenthesized_expression (object (pair key: (property_identifier) @name) @definition.attr))))
    (method_definition name: (property_identifier) @_state
      body: (statement_block (return_statement (object (pair key: (property_identifier) @name) @definition.attr))))
  ])))
  (#eq? @_define "defineStore")
  (#eq? @_state "state"))

; A store of Zustand, whose call gives what the function writes out that makes it, mostly within others (`persist`)

((variable_declarator name: (identifier) @name value: (call_expression
  function: [(identifier) (call_expression)] @_create
  arguments: (arguments . [
    (arrow_function parameters: (_) @_given body: (_) @body)
    (call_expression arguments: (arguments . [
      (arrow_function parameters: (_) @_given body: (_) @body)
      (call_expression arguments: (arguments . [
        (arrow_function parameters: (_) @_given body: (_) @body)
        (call_expression arguments: (arguments . (arrow_function parameters: (_) @_given body: (_) @body)))
      ]))
    ]))
  ]))) @definition.func
  (#match? @_create "^create(Store|WithEqualityFn)?(<|\\(|$)")
  (#match? @_given "^\\((_?set\\b|_?\\)|_, |\\.\\.\\.)"))

; Classes that a base makes of an object: `Base.extend({ … })`

((variable_declarator name: (identifier) @name value: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @base property: (property_identifier) @_extend)
  arguments: (arguments (object) @members))) @definition.class
  (#match? @name "^[A-Z]")
  (#eq? @_extend "extend")
  (#not-match? @base "^([$_]|jQuery|angular|lodash|Object|util)$"))
((program (expression_statement (assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @name)
  right: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @base property: (property_identifier) @_extend)
  arguments: (arguments (object) @members))) @definition.class))
  (#match? @name "^[A-Z]")
  (#eq? @_extend "extend")
  (#not-match? @base "^([$_]|jQuery|angular|lodash|Object|util)$"))
((export_statement value: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @base property: (property_identifier) @_extend)
  arguments: (arguments (object) @members))) @definition.class
  (#eq? @_extend "extend")
  (#not-match? @base "^([$_]|jQuery|angular|lodash|Object|util)$"))
((variable_declarator name: (identifier) @_name value: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @_base property: (property_identifier) @_extend)
  arguments: (arguments (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))
  (#match? @_name "^[A-Z]")
  (#eq? @_extend "extend")
  (#not-match? @_base "^([$_]|jQuery|angular|lodash|Object|util)$"))
((program (expression_statement (assignment_expression
  left: (member_expression property: (property_identifier) @_name) right: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @_base property: (property_identifier) @_extend)
  arguments: (arguments (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))))
  (#match? @_name "^[A-Z]")
  (#eq? @_extend "extend")
  (#not-match? @_base "^([$_]|jQuery|angular|lodash|Object|util)$"))
((export_statement value: (call_expression
  function: (member_expression object: [(identifier) (member_expression)] @_base property: (property_identifier) @_extend)
  arguments: (arguments (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))
  (#eq? @_extend "extend")
  (#not-match? @_base "^([$_]|jQuery|angular|lodash|Object|util)$"))

; Modules of AMD: `define(["./cart"], function (cart) { return { fill: fill }; })`

((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (array) @import . (_ parameters: (formal_parameters) @import)))
  (#any-of? @_define "define" "require" "requirejs" "sap.ui.define" "sap.ui.require"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))))
  (#any-of? @_define "define" "sap.ui.define"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (object (shorthand_property_identifier) @name)) @export))))
  (#any-of? @_define "define" "sap.ui.define"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (object (pair key: (property_identifier) @alias value: (identifier) @name) @alias))))))
  (#any-of? @_define "define" "sap.ui.define"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (identifier) @name) @alias))))
  (#any-of? @_define "define" "sap.ui.define"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (call_expression
    function: (member_expression object: [(identifier) (member_expression)] @base property: (property_identifier) @_extend)
    arguments: (arguments (object) @members))) @definition.class))))
  (#any-of? @_define "define" "sap.ui.define")
  (#eq? @_extend "extend"))
((call_expression function: [(identifier) (member_expression)] @_define
  arguments: (arguments (_ body: (statement_block (return_statement (call_expression
    function: (member_expression object: [(identifier) (member_expression)] @_base property: (property_identifier) @_extend)
    arguments: (arguments (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))))))
  (#any-of? @_define "define" "sap.ui.define")
  (#eq? @_extend "extend"))

; The reducers of a slice of Redux Toolkit, which the actions of their names run

((variable_declarator name: (identifier) @owner value: (call_expression
  function: (identifier) @_slice
  arguments: (arguments (object (pair key: (property_identifier) @_reducers value: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))))))
  (#eq? @_slice "createSlice")
  (#eq? @_reducers "reducers"))
((member_expression object: (identifier) @value property: (property_identifier) @_actions) @target @declare
  (#match? @value "[sS]lice$")
  (#eq? @_actions "actions"))

; Functions as members of an object that has a name

(program (lexical_declaration (variable_declarator name: (identifier) @owner value: (object
  (method_definition name: (property_identifier) @name body: (_) @body) @definition.func))))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @owner value: (object
  (method_definition name: (property_identifier) @name body: (_) @body) @definition.func)))))
(program (variable_declaration (variable_declarator name: (identifier) @owner value: (object
  (method_definition name: (property_identifier) @name body: (_) @body) @definition.func))))
(program (lexical_declaration (variable_declarator name: (identifier) @owner value: (object
  (pair key: (property_identifier) @name
    value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.func))))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @owner value: (object
  (pair key: (property_identifier) @name
    value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.func)))))
(program (variable_declaration (variable_declarator name: (identifier) @owner value: (object
  (pair key: (property_identifier) @name
    value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.func))))

; Functions that have a name which means nothing around them; all but arrows have an object of their own

(object (method_definition name: [(property_identifier) (computed_property_name [(identifier) (member_expression) (call_expression arguments: (arguments . (string) .))])] @name body: (_) @body) @receiver @loose.func) @members
(object (pair key: [(property_identifier) (computed_property_name [(identifier) (member_expression) (call_expression arguments: (arguments . (string) .))])] @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body) @receiver
  (generator_function body: (_) @body) @receiver
]) @loose.func) @members
(object (pair key: (property_identifier) @name value: (call_expression
  arguments: (arguments [(arrow_function) (function_expression) (call_expression)]))) @loose.func) @members
((object (method_definition name: (string) @name body: (_) @body) @receiver @loose.func) @members
  (#match? @name "^.[^.#<\"'`\\\\]+.$"))
((object (pair key: (string) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body) @receiver
  (generator_function body: (_) @body) @receiver
]) @loose.func) @members
  (#match? @name "^.[^.#<\"'`\\\\]+.$"))
(assignment_expression left: (member_expression property: (property_identifier) @name) right: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body) @receiver
]) @loose.func
(assignment_expression left: (identifier) @name right: [
  (arrow_function body: (_) @body)
  (function_expression !name body: (_) @body) @receiver
]) @loose.func
(function_expression name: (identifier) @name @itself body: (_) @body) @receiver @loose.func
(generator_function name: (identifier) @name @itself body: (_) @body) @receiver @loose.func

; Old-style classes and functions attached to something

((assignment_expression
  left: (member_expression
    object: (member_expression object: [(identifier) (member_expression)] @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.method
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (subscript_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    index: (string) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.method
  (#eq? @_prototype "prototype")
  (#match? @name "^.[^.#<\"'`\\\\]+.$"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @owner property: (property_identifier) @_prototype)
  right: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
  ] @definition.method))
  (#eq? @_prototype "prototype"))
((expression_statement (assignment_expression
  left: (member_expression object: [(identifier) (this)] @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func)
  (#not-match? @owner "^(module|exports)$"))
((assignment_expression right: (assignment_expression
  left: (member_expression object: [(identifier) (this)] @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func)
  (#not-match? @owner "^(module|exports)$"))
((program (expression_statement (assignment_expression
  left: (member_expression object: (member_expression) @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func))
  (#not-match? @owner "^(this|module|exports)\\b|\\bprototype\\b|\\b(proto|fn)$|[^\\w.$]"))
((expression_statement (assignment_expression
  left: (member_expression object: (member_expression) @owner property: (property_identifier) @name)
  right: (function_expression body: (_) @body)) @definition.func)
  (#match? @name "^[A-Z]")
  (#not-match? @owner "^(this|module|exports)\\b|\\bprototype\\b|\\b(proto|fn)$|[^\\w.$]"))
((program (expression_statement (assignment_expression
  left: (member_expression object: [(identifier) (member_expression)]) @owner
  right: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func) @members)))
  (#not-match? @owner "^(this|module|exports)\\b|\\bprototype\\b|\\b(proto|fn)$|[^\\w.$]"))
((expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_exports property: (property_identifier) @owner)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func)
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression
    object: [(identifier) @owner (member_expression property: (property_identifier) @owner)]
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func
  (#match? @owner "^(proto|fn)$"))
((call_expression
  function: (_) @_assign
  arguments: (arguments
    . (member_expression object: [(identifier) (member_expression)] @owner property: (property_identifier) @_prototype)
    (object [
      (method_definition name: (property_identifier) @name body: (_) @body)
      (pair key: (property_identifier) @name
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.method)))
  (#match? @_assign "(^|\\.)(assign|extend|mixin|merge)$")
  (#eq? @_prototype "prototype"))
((call_expression
  function: (_) @_assign
  arguments: (arguments . (identifier) @owner (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
  ] @definition.func)))
  (#match? @_assign "(^|\\.)(assign|extend|mixin|merge)$"))
(program [
  (lexical_declaration (variable_declarator name: (identifier) @owner value: (call_expression
    function: (_) @_assign
    arguments: (arguments (object [
      (method_definition name: (property_identifier) @name body: (_) @body)
      (pair key: (property_identifier) @name
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.func)))))
  (variable_declaration (variable_declarator name: (identifier) @owner value: (call_expression
    function: (_) @_assign
    arguments: (arguments (object [
      (method_definition name: (property_identifier) @name body: (_) @body)
      (pair key: (property_identifier) @name
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.func)))))
  (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @owner value: (call_expression
    function: (_) @_assign
    arguments: (arguments (object [
      (method_definition name: (property_identifier) @name body: (_) @body)
      (pair key: (property_identifier) @name
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.func))))))
] (#eq? @_assign "Object.assign"))

; Properties that a call defines

((call_expression
  function: (member_expression) @_define
  arguments: (arguments
    . (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    . (string) @title
    . (object [
      (method_definition name: (property_identifier) @name @modifier body: (_) @body)
      (pair key: (property_identifier) @name @modifier
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.method)))
  (#eq? @_define "Object.defineProperty")
  (#eq? @_prototype "prototype")
  (#match? @title "^.[@$\\w]+.$"))
((call_expression
  function: (member_expression) @_define
  arguments: (arguments . [(identifier) (this)] @owner . (string) @title . (object [
    (method_definition name: (property_identifier) @name @modifier body: (_) @body)
    (pair key: (property_identifier) @name @modifier
      value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
  ] @definition.func)))
  (#eq? @_define "Object.defineProperty")
  (#match? @title "^.[@$\\w]+.$"))
((call_expression
  function: (member_expression) @_define
  arguments: (arguments
    . (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
    . (object (pair key: (property_identifier) @title value: (object [
      (method_definition name: (property_identifier) @name @modifier body: (_) @body)
      (pair key: (property_identifier) @name @modifier
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.method)))))
  (#eq? @_define "Object.defineProperties")
  (#eq? @_prototype "prototype")
  (#any-of? @name "get" "set" "value"))
((call_expression
  function: (member_expression) @_define
  arguments: (arguments . [(identifier) (this)] @owner
    . (object (pair key: (property_identifier) @title value: (object [
      (method_definition name: (property_identifier) @name @modifier body: (_) @body)
      (pair key: (property_identifier) @name @modifier
        value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)])
    ] @definition.func)))))
  (#eq? @_define "Object.defineProperties")
  (#any-of? @name "get" "set" "value"))
((call_expression
  function: (member_expression property: (property_identifier) @_inherits)
  arguments: (arguments . [(identifier) (member_expression)] @subject . (_) @base)) @inherit
  (#eq? @_inherits "inherits"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @subject property: (property_identifier) @_prototype)
  right: [
    (call_expression arguments: (arguments . (member_expression object: (_) @base)))
    (new_expression constructor: [(identifier) (member_expression)] @base)
  ]) @inherit
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: [(identifier) (member_expression)] @subject property: (property_identifier) @_prototype)
    property: (property_identifier) @_proto)
  right: (member_expression object: (_) @base property: (property_identifier) @_prototype)) @inherit
  (#eq? @_prototype "prototype")
  (#eq? @_proto "__proto__"))

; Default exports

(export_statement
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.func
(export_statement value: (class !name body: (class_body) @members)) @definition.class
(export_statement value: [(object) (array) (new_expression) (call_expression)]) @definition.var
(export_statement "default" @target value: [(new_expression) (call_expression)] @value) @declare
(export_statement value: (object [
  (method_definition name: (property_identifier) @name body: (_) @body)
  (pair key: (property_identifier) @name
    value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
] @definition.func))
((export_statement value: [
  (object (pair key: (property_identifier) @_options value: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func)))
  (call_expression arguments: (arguments (object (pair key: (property_identifier) @_options value: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func)))))
])
  (#any-of? @_options "computed" "methods"))
(export_statement "default" declaration: (_ name: (_) @name)) @alias
(export_statement value: [(identifier) (member_expression)] @name) @alias
((export_statement value: (call_expression
  function: (_) @_wrapper
  arguments: (arguments (identifier) @name .))) @alias
  (#match? @_wrapper "(^|\\.)(memo|observer|forwardRef|with[A-Z]\\w*|connect\\(.*)$"))
(export_statement value: (call_expression
  function: (call_expression)
  arguments: (arguments . (identifier) @name .))) @alias
((export_statement value: (call_expression
  function: (identifier) @_wrapper
  arguments: (arguments . (object (pair key: (property_identifier) @_component value: (identifier) @name)) .))) @alias
  (#match? @_wrapper "^(register|wrap|with[A-Z]\\w*)$")
  (#eq? @_component "component"))

(export_statement !source (export_clause (export_specifier name: (_) @name))) @export
(export_statement !source (export_clause (export_specifier name: (_) @name alias: (_) @alias) @alias))

; CommonJS exports

((assignment_expression
  left: (member_expression) @_exports
  right: [(function_expression !name body: (_) @body) (arrow_function body: (_) @body)]) @definition.func
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (function_expression name: (identifier) @name body: (_) @body)) @definition.func
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: [(function_expression name: (identifier) @name) (class name: (_) @name)]) @alias
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (identifier) @name) @alias
  (#eq? @_exports "module.exports"))
((variable_declarator
  name: (identifier) @name
  value: [
    (identifier) @_exports
    (member_expression) @_exports
    (assignment_expression left: [(identifier) (member_expression)] @_exports right: [(object) (assignment_expression right: (object))])
    (parenthesized_expression
      (assignment_expression left: [(identifier) (member_expression)] @_exports right: [(object) (assignment_expression right: (object))]))
  ]) @alias
  (#any-of? @_exports "module.exports" "exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (assignment_expression left: (identifier) @_too right: (identifier) @name)) @alias
  (#eq? @_exports "module.exports")
  (#eq? @_too "exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (assignment_expression left: (identifier) @_too right: [
    (function_expression !name body: (_) @body)
    (arrow_function body: (_) @body)
  ])) @definition.func
  (#eq? @_exports "module.exports")
  (#eq? @_too "exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (assignment_expression left: (member_expression) @name right: [(class) (function_expression) (arrow_function)])) @alias
  (#eq? @_exports "module.exports")
  (#not-match? @name "^(module|exports)\\b"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: (assignment_expression left: (member_expression) @name right: [(class) (function_expression) (arrow_function)])) @alias
  (#any-of? @_exports "module.exports" "exports")
  (#not-match? @name "^(module|exports)\\b"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: (assignment_expression
    left: (member_expression object: (_) @_too) @name
    right: [(function_expression) (arrow_function)])) @alias
  (#any-of? @_exports "module.exports" "exports")
  (#any-of? @_too "module.exports" "exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: [(new_expression) (call_expression)]) @definition.var
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (object [
    (method_definition name: (property_identifier) @name body: (_) @body)
    (pair key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  ] @definition.func))
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (object (shorthand_property_identifier) @name)) @export
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (object (pair key: (property_identifier) @alias value: [(identifier) (member_expression)] @name) @alias))
  (#eq? @_exports "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: [
    (function_expression body: (_) @body)
    (arrow_function body: (_) @body)
  ]) @definition.func
  (#any-of? @_exports "module.exports" "exports"))
((assignment_expression
  left: (subscript_expression object: (_) @_exports index: (string) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.func
  (#any-of? @_exports "module.exports" "exports")
  (#match? @name "^.[^.#<\"'`\\\\]+.$"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @alias)
  right: [(identifier) (member_expression)] @name) @alias
  (#any-of? @_exports "module.exports" "exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name)
  right: [
    (object) (array) (string) (number) (new_expression) (true) (false)
    (call_expression arguments: (arguments [(arrow_function) (function_expression)]))
  ]) @definition.var
  (#any-of? @_exports "module.exports" "exports"))

; Imports

(import_statement) @import
(export_statement source: (string)) @import
((variable_declarator
  name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))) @import
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
  ])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))) @import
  (#eq? @_require "require"))
((variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))
    property: (property_identifier) @name)) @import
  (#eq? @_require "require"))
((call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)) @import
  (#eq? @_require "require"))
((assignment_expression right: [
  (call_expression function: (identifier) @_require arguments: (arguments . (string)))
  (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string)))
    property: (property_identifier))
]) @import
  (#eq? @_require "require"))
((assignment_expression
  left: (member_expression) @owner
  right: (object [
    (pair key: (property_identifier) @alias value: [
      (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))
      (member_expression
        object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module))
        property: (property_identifier) @name)
    ])
    (spread_element (call_expression function: (identifier) @_require arguments: (arguments . (string) @module)))
  ] @import))
  (#eq? @owner "module.exports")
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @module)) @import
(call_expression function: (import) arguments: (arguments . (comment) . (string) @module)) @import
((variable_declarator
  name: (identifier) @alias
  value: (await_expression (call_expression
    function: (import) arguments: (arguments . (string) @module)))) @import)
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
  ])
  value: (await_expression (call_expression
    function: (import) arguments: (arguments . (string) @module)))) @import)
((variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (parenthesized_expression (await_expression (call_expression
      function: (import) arguments: (arguments . (string) @module))))
    property: (property_identifier) @name)) @import)
((call_expression
  function: (member_expression
    object: (call_expression function: (import) arguments: (arguments . (string) @module))
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameter: (identifier) @alias))) @import
  (#eq? @_then "then"))

; Calls and values that are handed over

(call_expression function: (_) @callee arguments: (_) @arguments) @call
(new_expression constructor: (_) @callee arguments: (_)? @arguments) @new
(call_expression function: (parenthesized_expression (function_expression name: (_)) @immediate))
((call_expression function: (member_expression
    object: (parenthesized_expression (function_expression name: (_)) @immediate) property: (_) @_running))
  (#any-of? @_running "call" "apply"))

(arguments [(identifier) (member_expression)] @value)
((arguments (call_expression function: (identifier) @_require arguments: (arguments . (string) .)) @value)
  (#eq? @_require "require"))
((pair value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .)) @value)
  (#eq? @_require "require"))
(variable_declarator value: [(identifier) (member_expression)] @value)
(assignment_expression right: [(identifier) (member_expression)] @value)
(assignment_pattern right: [(identifier) (member_expression)] @value)
(object_assignment_pattern right: [(identifier) (member_expression)] @value)
(return_statement [(identifier) (member_expression)] @value)
(arrow_function body: [(identifier) (member_expression)] @value)
(pair value: [(identifier) (member_expression)] @value)
(object (shorthand_property_identifier) @value)
(array [(identifier) (member_expression)] @value)
(ternary_expression [(identifier) (member_expression)] @value)
(binary_expression operator: ["||" "??"] right: [(identifier) (member_expression)] @value)
(binary_expression left: (private_property_identifier) @value operator: "in")
((call_expression function: (member_expression
    object: [(identifier) (member_expression)] property: (property_identifier) @_bind)) @value
  (#eq? @_bind "bind"))
(member_expression) @member

; Results

(return_statement [(identifier) (this) (member_expression) (call_expression) (new_expression) (await_expression)
  (ternary_expression) (binary_expression) (class) (function_expression name: (_))] @return)
(arrow_function body: [(identifier) (member_expression) (call_expression) (new_expression) (await_expression)
  (ternary_expression) (binary_expression) (class) (function_expression name: (_))] @return)
(yield_expression "yield" . [(identifier) (this) (member_expression) (call_expression) (new_expression) (await_expression)
  (ternary_expression) (binary_expression)] @yield)
(yield_expression "*" . (_) @each) @yield
(arrow_function body: (_) @runs)
(function_expression body: (_) @runs)
(function_declaration body: (_) @runs)
(generator_function body: (_) @runs)
(generator_function_declaration body: (_) @runs)
(method_definition body: (_) @runs)

; Local declarations

(variable_declarator name: (identifier) @target value: (_)? @value) @declare
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @target @taken
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @target @taken right: (_) @value)
    (pair_pattern
      key: (property_identifier) @taken
      value: [(identifier) @target (assignment_pattern left: (identifier) @target right: (_) @value)])
    (pair_pattern key: (property_identifier) @taken value: (object_pattern [
      (shorthand_property_identifier_pattern) @target @taken
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @target @taken right: (_) @value)
      (pair_pattern key: (property_identifier) @taken value: (identifier) @target)
    ]))
    (rest_pattern (identifier) @target)
  ])
  value: (_)? @source) @declare
(variable_declarator
  name: (array_pattern [(identifier) @target (assignment_pattern left: (identifier) @target)]) value: (_) @source) @declare
(arrow_function parameter: (identifier) @target) @declare

; The members of an object that is written out

(variable_declarator name: (identifier) @owner value: (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
])) @declare
(export_statement "default" @owner value: (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
])) @declare

; What is given all members of other objects

((export_statement "default" @owner value: [
  (object (pair key: (property_identifier) @_mixins value: (array (identifier) @value @target @every)))
  (call_expression arguments: (arguments
    (object (pair key: (property_identifier) @_mixins value: (array (identifier) @value @target @every)))))
]) @declare
  (#eq? @_mixins "mixins"))

((call_expression
  function: (_) @callee
  arguments: (arguments . [(identifier) (this) (member_expression)] @owner
    [(identifier) (member_expression)] @value @target @every)) @declare
  (#not-match? @callee "^this\\.")
  (#match? @callee "(^|\\.)(assign|extend|mixin|merge|setPrototypeOf)$"))
((variable_declarator name: (identifier) @owner value: (call_expression
  function: (_) @callee
  arguments: (arguments . (object) [(identifier) (member_expression)] @value @target @every))) @declare
  (#not-match? @callee "^this\\.")
  (#match? @callee "(^|\\.)(assign|extend|mixin|merge)$"))
((variable_declarator name: (identifier) @owner value: (call_expression
  function: (_) @_create
  arguments: (arguments . [(identifier) (member_expression)] @value @target @every))) @declare
  (#eq? @_create "Object.create"))

; The members of an object that a function writes out for a variable of its own

(variable_declarator name: (identifier) @owner value: (object [
  (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
  (method_definition name: (property_identifier) @target)
  (pair key: (property_identifier) @within value: (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
  ]))
])) @declare

; The members of an object that a function gives

(return_statement (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
  (method_definition name: (property_identifier) @target)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  (pair key: (property_identifier) @within value: (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
  ]))
])) @owner @declare
(arrow_function body: (parenthesized_expression (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
  (method_definition name: (property_identifier) @target)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  (pair key: (property_identifier) @within value: (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
  ]))
]))) @owner @declare

; The members of an object that a function gives which is called where it stands

(variable_declarator name: (identifier) @owner value: [
  (call_expression function: (parenthesized_expression (_ body: (statement_block (return_statement (object [
    (pair key: (property_identifier) @target value: [(identifier) (member_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
  ]) @declare)))))
  (parenthesized_expression (call_expression function: (_ body: (statement_block (return_statement (object [
    (pair key: (property_identifier) @target value: [(identifier) (member_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
  ]) @declare)))))
])

; The members of an object that is kept from one rendering to the next

((variable_declarator name: (identifier) @owner value: (call_expression
  function: [(identifier) @_memo (member_expression property: (property_identifier) @_memo)]
  arguments: (arguments . (arrow_function body: (parenthesized_expression (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
  (method_definition name: (property_identifier) @target)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ])))))) @declare
  (#eq? @_memo "useMemo"))
((return_statement (call_expression
  function: [(identifier) @_memo (member_expression property: (property_identifier) @_memo)]
  arguments: (arguments . (arrow_function body: (parenthesized_expression (object [
  (pair key: (property_identifier) @target
    value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
  (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
  (method_definition name: (property_identifier) @target)
  (shorthand_property_identifier) @target @value
  (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ])))))) @owner @declare
  (#eq? @_memo "useMemo"))

(for_in_statement left: (identifier) @target right: (_) @value) @loop
(for_in_statement left: (array_pattern (identifier) @target) right: (_) @source) @loop
(for_in_statement
  left: (object_pattern [
    (shorthand_property_identifier_pattern) @target @taken
    (pair_pattern key: (property_identifier) @taken value: (identifier) @target)
  ])
  right: (_) @source) @loop
(catch_clause parameter: (identifier) @target) @declare

((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @target) @loop))
  (#any-of? @_method "forEach" "map" "filter" "find" "some" "every" "flatMap" "findIndex" "findLast"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @target) @declare))
  (#eq? @_method "then"))

; What members are read of that no expression writes

(member_expression object: (parenthesized_expression [
  (ternary_expression)
  (binary_expression operator: ["||" "??"])
]) @aside)

; Changes

(assignment_expression
  left: [(identifier) (member_expression) (subscript_expression)] @target right: (_) @value) @assign
(assignment_expression left: (array_pattern [(member_expression) (subscript_expression)] @target)) @assign
(assignment_expression left: (array_pattern (identifier) @target) right: (_) @source) @assign
(assignment_expression
  left: (object_pattern [
    (shorthand_property_identifier_pattern) @target @taken
    (pair_pattern key: (property_identifier) @taken value: (identifier) @target)
  ])
  right: (_) @source) @assign
(assignment_expression left: (object_pattern (pair_pattern
  value: [(member_expression) (subscript_expression)] @target))) @assign
(augmented_assignment_expression left: (_) @target) @augment
((call_expression
  function: (member_expression) @_assign
  arguments: (arguments . [(identifier) (member_expression)] @target)) @augment
  (#eq? @_assign "Object.assign"))
(update_expression argument: (_) @target) @augment
(unary_expression operator: "delete" argument: (_) @target) @delete

; Errors

(throw_statement (new_expression constructor: (_) @error)) @raise
(throw_statement (call_expression function: (_) @error)) @raise
(throw_statement [(identifier) (member_expression)] @error) @raise
(try_statement body: (_) @protected handler: (catch_clause parameter: (identifier)? @name) @handler)
((call_expression
  function: (member_expression object: (call_expression) @protected property: (property_identifier) @_catch)
  arguments: (arguments . [
    (arrow_function parameter: (identifier) @name)
    (arrow_function parameters: (formal_parameters . (_) @name))
    (arrow_function parameters: (formal_parameters . ")"))
    (function_expression parameters: (formal_parameters . (_)? @name))
    (identifier)
    (member_expression)
    (call_expression)])) @handler
  (#eq? @_catch "catch"))
((call_expression
  function: (member_expression object: (call_expression) @protected property: (property_identifier) @_then)
  arguments: (arguments (_) . [(arrow_function) (function_expression) (identifier) (member_expression)])) @handler
  (#eq? @_then "then"))
((call_expression function: [(identifier) (member_expression)] @_reject arguments: (arguments . [
    (new_expression constructor: (_) @error)
    (identifier) @error])) @raise
  (#any-of? @_reject "reject" "Promise.reject"))

; Types that the code asks for

(binary_expression operator: "instanceof" right: [(identifier) (member_expression)] @typename)

((binary_expression left: (_) @target operator: "instanceof" right: (_) @type) @asked)

; Functions without a name that are stored, returned or run later: their errors are not their owner's

(return_statement [(arrow_function) (function_expression)] @detached)
(arrow_function body: [(arrow_function) (function_expression)] @detached)
(assignment_expression right: [(arrow_function) (function_expression)] @detached)
(variable_declarator value: [(arrow_function) (function_expression)] @detached)
(pair value: [(arrow_function) (function_expression)] @detached)
(object (method_definition) @detached)
(binary_expression right: [
  (arrow_function) @detached (function_expression) @detached
  (parenthesized_expression [(arrow_function) (function_expression)] @detached)])
(ternary_expression [
  (arrow_function) @detached (function_expression) @detached
  (parenthesized_expression [(arrow_function) (function_expression)] @detached)])
(assignment_pattern right: [(arrow_function) (function_expression)] @detached)
(array [(arrow_function) (function_expression)] @detached)
((call_expression
  function: [(identifier) @_later (member_expression property: (property_identifier) @_later)]
  arguments: (arguments [(arrow_function) (function_expression)] @detached))
  (#any-of? @_later "setTimeout" "setInterval" "setImmediate" "queueMicrotask" "requestAnimationFrame" "nextTick" "on"
    "once" "addListener" "addEventListener" "prependListener" "subscribe" "tap" "tapAsync" "tapPromise"))

; Configuration

((member_expression object: (member_expression) @_environment property: (property_identifier) @key) @env
  (#any-of? @_environment "process.env" "import.meta.env" "Bun.env"))
((subscript_expression object: (member_expression) @_environment index: [(string) @key (identifier) @by (member_expression) @by (binary_expression) @by (template_string) @by (call_expression) @by]) @env
  (#any-of? @_environment "process.env" "import.meta.env" "Bun.env"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @key
    (pair_pattern key: (property_identifier) @key)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @key)
  ])
  value: (member_expression) @_environment) @env
  (#any-of? @_environment "process.env" "import.meta.env" "Bun.env"))
((call_expression function: (member_expression) @_reader arguments: (arguments . [(string) @key (identifier) @by (member_expression) @by (binary_expression) @by (template_string) @by (call_expression) @by])) @env
  (#any-of? @_reader "Deno.env.get"))
; An object that says what the environment holds, and a value that names its variable
((call_expression
  arguments: (arguments . (member_expression) @_environment . (object (pair key: (property_identifier) @key)))) @env
  (#any-of? @_environment "process.env" "import.meta.env" "Bun.env"))
((call_expression
  function: (identifier) @_made
  arguments: (arguments (object (pair
    key: (property_identifier) @_section
    value: (object (pair key: (property_identifier) @key)))))) @env
  (#any-of? @_made "createEnv")
  (#any-of? @_section "server" "client" "shared"))
((pair key: (property_identifier) @_environment value: (string) @key) @env
  (#eq? @_environment "env")
  (#match? @key "^.[A-Z][A-Z0-9]*_[A-Z0-9_]+.$"))
; A function of the code itself, or of a library, that asks the environment
((call_expression
  function: [(identifier) @_reader (member_expression property: (property_identifier) @_reader)]
  arguments: (arguments . (string) @key)) @env
  (#match? @_reader "(^|[_.a-z])[eE]nv($|_|[A-Z])|[gG]etenv")
  (#not-match? @_reader "([sS]et|[sS]tub|[mM]ock|[wW]ith|[aA]dd|[pP]ut|[cC]lear|[dD]elete|[rR]emove|[sS]ave|[rR]estore)_?[eE]nv")
  (#match? @key "^.[A-Z][A-Z0-9_]{2,}.$"))
((call_expression
  function: (member_expression
    object: [(identifier) @_config @receiver (member_expression property: (property_identifier) @_config)]
    property: (property_identifier) @_get)
  arguments: (arguments . [(string) @key (identifier) @by (member_expression) @by (binary_expression) @by (template_string) @by (call_expression) @by])) @key
  (#any-of? @_config "config" "configService" "configurationService" "settings" "nconf")
  (#any-of? @_get "get" "getOrThrow" "getValue" "has"))
((call_expression
  function: (member_expression property: (property_identifier) @_option)
  arguments: (arguments . (string) @key)) @flag
  (#any-of? @_option "option" "requiredOption"))
((new_expression constructor: (identifier) @_option arguments: (arguments . (string) @key)) @flag
  (#eq? @_option "Option")
  (#match? @key "^.-"))
((pair
  key: [(property_identifier) (string)] @key
  value: (call_expression function: (member_expression object: (identifier) @_flags property: (property_identifier) @_of))) @flag
  (#any-of? @_flags "Flags" "flags")
  (#any-of? @_of "boolean" "custom" "directory" "enum" "file" "help" "integer" "option" "string" "url" "version"))
((subscript_expression object: (identifier) @receiver index: (string) @key) @option
  (#any-of? @receiver "argv" "opts" "flags" "options" "program"))
((call_expression
  function: [(member_expression property: (property_identifier) @_asked) (identifier) @_asked]
  arguments: (arguments . (string) @key)) @flag
  (#any-of? @_asked "is_enabled" "isEnabled" "is_feature_enabled" "isFeatureEnabled" "feature_enabled" "featureEnabled"
    "flag_is_active" "switch_is_active" "bool_variation" "boolVariation" "variation" "getFeatureFlag" "useFeatureFlag"
    "useFlag"))
((call_expression
  function: [
    (member_expression
      object: [(identifier) @_options (member_expression property: (property_identifier) @_options)]
      property: (property_identifier) @_asked)]
  arguments: (arguments . (string) @key)) @flag
  (#any-of? @_options "argv" "args" "execArgv")
  (#any-of? @_asked "includes" "indexOf")
  (#match? @key "^.-"))
((call_expression
  function: (member_expression property: (property_identifier) @_section)
  arguments: (arguments . [(string) @key (identifier) @by (member_expression) @by (binary_expression) @by (template_string) @by (call_expression) @by])) @key
  (#eq? @_section "getConfiguration"))
((call_expression
  function: (member_expression
    object: (call_expression function: (member_expression property: (property_identifier) @_section))
    property: (property_identifier) @_get)
  arguments: (arguments . [(string) @key (identifier) @by (member_expression) @by (binary_expression) @by (template_string) @by (call_expression) @by])) @key
  (#eq? @_section "getConfiguration")
  (#any-of? @_get "get" "has" "inspect"))
(import_statement source: (string) @key) @file
((call_expression function: [(identifier) (member_expression)] @_reader arguments: (arguments . (string) @key)) @file
  (#match? @_reader "(^|\\.)(require|readFile|readFileSync|readJson|readJsonSync|readJSON|readJSONSync|load|loadConfig|open|openSync|createReadStream|existsSync|file)$"))
((call_expression function: [(identifier) (member_expression)] @_joiner arguments: (arguments (string) @key .)) @file
  (#any-of? @_joiner "path.join" "path.resolve" "join" "resolve"))
((new_expression constructor: (identifier) @_joiner arguments: (arguments . (string) @key)) @file
  (#eq? @_joiner "URL"))

(string) @literal
(template_string) @literal

; A component that is loaded when it is wanted (`lazy`, `dynamic`, `defineAsyncComponent`): what its module offers

((variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: [(identifier) @_taker (member_expression property: (property_identifier) @_taker)]
    arguments: (arguments . (arrow_function
      body: (call_expression function: (import) arguments: (arguments . (string) @module)))))) @import
  (#match? @alias "^[A-Z]")
  (#match? @_taker "[lL]azy|[dD]ynamic|[lL]oadable|[aA]sync"))
((variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: [(identifier) @_taker (member_expression property: (property_identifier) @_taker)]
    arguments: (arguments . (arrow_function body: (call_expression
      function: (member_expression
        object: (call_expression function: (import) arguments: (arguments . (string) @module))
        property: (property_identifier) @_then)
      arguments: (arguments . (arrow_function body: (parenthesized_expression (object . (pair
        key: (property_identifier) @_default
        value: (member_expression property: (property_identifier) @name))))))))))) @import
  (#match? @alias "^[A-Z]")
  (#match? @_taker "[lL]azy|[dD]ynamic|[lL]oadable|[aA]sync")
  (#eq? @_then "then")
  (#eq? @_default "default"))
