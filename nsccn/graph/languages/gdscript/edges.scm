; Calls

(call . (identifier) @callee . (arguments) @arguments) @call
(attribute . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)
(attribute . (_) @callee . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)
(attribute . (_) @callee . (_) @callee . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)
(attribute . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)
(attribute . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)
(attribute . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (attribute_call . (identifier) @callee . (arguments) @arguments) @call)

; Functions that are handed over

(arguments [(identifier) (attribute)] @value)
(return_statement [(identifier) (attribute)] @value)
(array [(identifier) (attribute)] @value)
(pair value: [(identifier) (attribute)] @value)
((call . (identifier) @_made . (arguments . (identifier) @_self . (string) @method .)) @value
  (#eq? @_made "Callable") (#eq? @_self "self"))
((call . (identifier) @_run . (arguments . (string) @method)) @value
  (#any-of? @_run "call_deferred" "call" "callv" "rpc" "has_method"))
(attribute) @member

; Parameters and variables

(parameters (identifier) @target @parameter)
(parameters (typed_parameter . (identifier) @target type: (type) @type) @parameter)
(parameters (default_parameter . (identifier) @target) @parameter)
(parameters (typed_default_parameter . (identifier) @target type: (type)? @type) @parameter)
(variable_statement name: (name) @target type: (type)? @type value: (_)? @value) @declare
(const_statement name: (name) @target type: (type)? @type value: (_)? @value) @declare
(for_statement left: (identifier) @target right: (_) @value) @loop

; Assignments

(assignment left: (_) @target right: (_) @value) @assign
(augmented_assignment left: (_) @target) @augment

(return_statement (_) @return)
(type (identifier) @typename)
(binary_operator right: (identifier) @typename)
(string) @literal
