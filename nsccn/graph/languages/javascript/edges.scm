; Parameters; those of functions without a name are local variables of what encloses them

([
  (function_declaration parameters: (formal_parameters [
    (identifier) @target
    (assignment_pattern left: (identifier) @target right: (_) @value)
    (rest_pattern (identifier) @target)
  ] @parameter))
  (generator_function_declaration parameters: (formal_parameters [
    (identifier) @target
    (assignment_pattern left: (identifier) @target right: (_) @value)
    (rest_pattern (identifier) @target)
  ] @parameter))
  (method_definition parameters: (formal_parameters [
    (identifier) @target
    (assignment_pattern left: (identifier) @target right: (_) @value)
    (rest_pattern (identifier) @target)
  ] @parameter))
  (variable_declarator value: [
    (arrow_function parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
    (function_expression parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
  ])
  (assignment_expression right: [
    (arrow_function parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
    (function_expression parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
  ])
  (pair value: [
    (arrow_function parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
    (function_expression parameters: (formal_parameters [
      (identifier) @target
      (assignment_pattern left: (identifier) @target right: (_) @value)
      (rest_pattern (identifier) @target)
    ] @parameter))
  ])
])

(arrow_function parameters: (formal_parameters [
  (identifier) @target
  (assignment_pattern left: (identifier) @target right: (_) @value)
  (rest_pattern (identifier) @target)
] @declare))
(function_expression parameters: (formal_parameters [
  (identifier) @target
  (assignment_pattern left: (identifier) @target right: (_) @value)
  (rest_pattern (identifier) @target)
] @declare))
(formal_parameters (object_pattern [
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
])) @declare
(formal_parameters (assignment_pattern left: (object_pattern [
  (shorthand_property_identifier_pattern) @target @taken
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @target @taken right: (_) @value)
  (pair_pattern key: (property_identifier) @taken value: (identifier) @target)
]))) @declare
(formal_parameters (array_pattern (identifier) @target @declare))

((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (identifier) @target)) @loop
    (function_expression parameters: (formal_parameters . (identifier) @target)) @loop
  ]))
  (#any-of? @_method "forEach" "map" "filter" "find" "some" "every" "flatMap" "findIndex" "findLast"))
((call_expression
  function: (member_expression object: (_) @source property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (array_pattern (identifier) @target))) @loop))
  (#any-of? @_method "forEach" "map" "filter" "find" "some" "every" "flatMap"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (identifier) @target)) @declare
    (function_expression parameters: (formal_parameters . (identifier) @target)) @declare
  ]))
  (#eq? @_method "then"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters (identifier) @target)) @loop))
  (#any-of? @_method "sort" "toSorted"))
((call_expression
  function: (member_expression object: (_) @value property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) . (identifier) @target)) @loop))
  (#any-of? @_method "reduce" "reduceRight"))

(field_definition
  property: [(property_identifier) (private_property_identifier)] @target value: (_) @value) @declare

; Callbacks that are told of an error are run later

((call_expression
  function: [(identifier) @_taker (member_expression property: (property_identifier) @_taker)]
  arguments: (arguments [
    (arrow_function parameters: (formal_parameters . (identifier) @_first))
    (function_expression parameters: (formal_parameters . (identifier) @_first))
  ] @detached .))
  (#any-of? @_first "err" "error")
  (#not-match? @_taker "^(catch|then|forEach|map|filter|find|findLast|findIndex|some|every|flatMap|reduce)$"))

; What a module that is imported when it is wanted is called by who waits for it

((call_expression
  function: (member_expression
    object: (call_expression function: (import) arguments: (arguments . (string) @module))
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters .
    [
      (identifier) @alias
      (object_pattern [
        (shorthand_property_identifier_pattern) @name
        (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
      ])
    ])))) @import
  (#eq? @_then "then"))

; The object around, handed over

(arguments (this) @value)
(assignment_expression right: (this) @value)
(variable_declarator value: (this) @value)
(pair value: (this) @value)
(array (this) @value)

; What gives a store of Zustand within itself

((variable_declarator name: (identifier) @value value: (call_expression
  function: [(identifier) (call_expression)] @_create
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (_) @_set . (identifier) @target @declare))
    (call_expression arguments: (arguments . [
      (arrow_function parameters: (formal_parameters . (_) @_set . (identifier) @target @declare))
      (call_expression arguments: (arguments . [
        (arrow_function parameters: (formal_parameters . (_) @_set . (identifier) @target @declare))
        (call_expression arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) @_set . (identifier) @target @declare))))
      ]))
    ]))
  ])))
  (#match? @_create "^create(Store|WithEqualityFn)?(<|\\(|$)")
  (#match? @_set "^_?(set)?$")
  (#eq? @target "get"))
