; Parameters; those of functions without a name are local variables of what encloses them

(function_declaration parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))
(generator_function_declaration parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))
(method_definition parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))
(variable_declarator value: (arrow_function parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter)))
(function_signature parameters: (formal_parameters [
  (required_parameter pattern: (identifier) @target type: (_)? @type)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))
(abstract_method_signature parameters: (formal_parameters [
  (required_parameter pattern: (identifier) @target type: (_)? @type)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))
(method_signature parameters: (formal_parameters [
  (required_parameter pattern: (identifier) @target type: (_)? @type)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @parameter))

(arrow_function parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @declare))
(function_expression parameters: (formal_parameters [
  (required_parameter
    pattern: [(identifier) @target (rest_pattern (identifier) @target)] type: (_)? @type value: (_)? @value)
  (optional_parameter pattern: (identifier) @target type: (_)? @type)
] @declare))
(formal_parameters (required_parameter
  pattern: (object_pattern [
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
  type: (_)? @type)) @declare
(formal_parameters (required_parameter pattern: (array_pattern (identifier) @target @declare)))

((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @target))) @loop
    (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @target))) @loop
  ]))
  (#any-of? @_method "forEach" "map" "filter" "find" "some" "every" "flatMap" "findIndex" "findLast"))
((call_expression
  function: (member_expression object: (_) @source property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (required_parameter pattern: (array_pattern (identifier) @target)))) @loop))
  (#any-of? @_method "forEach" "map" "filter" "find" "some" "every" "flatMap"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @target))) @declare
    (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @target))) @declare
  ]))
  (#eq? @_method "then"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters (required_parameter pattern: (identifier) @target))) @loop))
  (#any-of? @_method "sort" "toSorted"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (_) . (required_parameter pattern: (identifier) @target))) @loop))
  (#any-of? @_method "reduce" "reduceRight"))

; Types

(type_identifier) @typename
(nested_type_identifier) @typename
(type_parameter name: (type_identifier) @name) @typevariable
(mapped_type_clause name: (type_identifier) @name) @typevariable

; Typed variables and fields

(variable_declarator name: (identifier) @target type: (_) @type value: (_)? @value) @declare
(variable_declarator name: (identifier) @target value: (as_expression (_) (type_identifier) @type)) @declare
(formal_parameters . (required_parameter pattern: (this) @target type: (_) @type) @declare)
(assignment_expression "using" left: (identifier) @target right: (_) @value) @declare
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @target type: (_)? @type value: (_)? @value) @declare
(property_signature name: (property_identifier) @target type: (_) @type) @declare
(required_parameter (accessibility_modifier) pattern: (identifier) @target type: (_)? @type) @declare
(required_parameter
  . decorator: (decorator)* . (override_modifier)? . "readonly" . pattern: (identifier) @target
  type: (_)? @type) @declare
(optional_parameter (accessibility_modifier) pattern: (identifier) @target type: (_)? @type) @declare
(optional_parameter
  . decorator: (decorator)* . (override_modifier)? . "readonly" . pattern: (identifier) @target
  type: (_)? @type) @declare

(as_expression . [(identifier) (member_expression)] @value)

(required_parameter value: [(arrow_function) (function_expression)] @detached)

; The members of an object that is written out, `as const` or `satisfies` a type

(variable_declarator name: (identifier) @owner value: [
  (as_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
  (satisfies_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
  (satisfies_expression . (as_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ])))
]) @declare
(export_statement "default" @owner value: [
  (as_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
  (satisfies_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
  (satisfies_expression . (as_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ])))
]) @declare

; The members of an object that a function gives, `as const`

(return_statement [
  (as_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
  (satisfies_expression . (object [
    (pair key: (property_identifier) @target
      value: [(identifier) (member_expression) (new_expression) (call_expression)] @value)
    (pair key: (property_identifier) @target value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @target)
    (shorthand_property_identifier) @target @value
    (spread_element [(identifier) (member_expression) (call_expression)] @value) @target
  ]))
]) @owner @declare

; Callbacks that are told of an error are run later

((call_expression
  function: [(identifier) @_taker (member_expression property: (property_identifier) @_taker)]
  arguments: (arguments [
    (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @_first)))
    (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @_first)))
  ] @detached .))
  (#any-of? @_first "err" "error")
  (#not-match? @_taker "^(catch|then|forEach|map|filter|find|findLast|findIndex|some|every|flatMap|reduce)$"))

; What a module that is imported when it is wanted is called by who waits for it

((call_expression
  function: (member_expression
    object: (call_expression function: (import) arguments: (arguments . (string) @module))
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter
    pattern: [
      (identifier) @alias
      (object_pattern [
        (shorthand_property_identifier_pattern) @name
        (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
      ])
    ]))))) @import
  (#eq? @_then "then"))

; Functions that tell of what type their argument is, where their declared result says so

((call_expression
  function: [(identifier) (member_expression)] @callee
  arguments: (arguments . [(identifier) (member_expression)] @target .)) @asked
  (#match? @callee "(^|\\.)[$_]*(is|has|assert)[A-Z]")
  (#not-match? @callee "^(Array|Number|Object|Buffer|React|ts)\\."))

; Values that are handed over

(required_parameter value: [(identifier) (member_expression)] @value)

; Messages, which go to what handles their type

((call_expression
  function: (member_expression property: (property_identifier) @_send)
  arguments: (arguments . [(new_expression) (identifier)] @value)) @send
  (#match? @_send "^(send|publish|dispatch|execute|query|raise|fire|emit|enqueue|apply)(Async|Sync|Sticky|Now|Later|All|Local|And[A-Z][A-Za-z]*|After[A-Z][A-Za-z]*|To[A-Z][A-Za-z]*|[A-Za-z]*(Event|Message|Command|Query|Request|Notification|Job)s?(Async|Sync)?)?$|^add[A-Za-z]*Event"))

; What a framework hands the errors of others to

((decorator (call_expression
  function: (identifier) @_mark
  arguments: (arguments [(identifier) (member_expression)] @caught))) @handled
  (#eq? @_mark "Catch"))

; What gives a store of Zustand within itself

((variable_declarator name: (identifier) @value value: (call_expression
  function: [(identifier) (call_expression)] @_create
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (_) @_set . (required_parameter pattern: (identifier) @target) @declare))
    (call_expression arguments: (arguments . [
      (arrow_function parameters: (formal_parameters . (_) @_set . (required_parameter pattern: (identifier) @target) @declare))
      (call_expression arguments: (arguments . [
        (arrow_function parameters: (formal_parameters . (_) @_set . (required_parameter pattern: (identifier) @target) @declare))
        (call_expression arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) @_set . (required_parameter pattern: (identifier) @target) @declare))))
      ]))
    ]))
  ])))
  (#match? @_create "^create(Store|WithEqualityFn)?(<|\\(|$)")
  (#match? @_set "^_?(set)?$")
  (#eq? @target "get"))
