; Types

(class_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (inheritance_modifier) @modifier])?
  ["class" "actor"]
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type) @base)?
  body: (class_body) @members) @definition.class
(class_declaration
  (modifiers (visibility_modifier . ["private" "fileprivate"] @modifier .))?
  "struct"
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type) @base)?
  body: (class_body) @members) @definition.struct
(class_declaration
  (modifiers (visibility_modifier . ["private" "fileprivate"] @modifier .))?
  "enum"
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type) @base)?
  body: (enum_class_body) @members) @definition.enum
(protocol_declaration
  (modifiers (visibility_modifier . ["private" "fileprivate"] @modifier .))?
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type) @base)?
  body: (protocol_body) @members) @definition.interface
(typealias_declaration
  (modifiers (visibility_modifier . ["private" "fileprivate"] @modifier .))?
  name: (type_identifier) @name
  "=" . [(protocol_composition_type (user_type) @base) (_)] @returns) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; An extension counts as its type

(class_declaration "extension" name: (user_type . (type_identifier) @name . (type_arguments)? .)) @container.type
(class_declaration "extension" name: (user_type
  . ((type_identifier) @owner . ".")+ . (type_identifier) @name . (type_arguments)? .)) @container.type
(class_declaration "extension" name: (array_type "[" @name)) @container.type
(class_declaration "extension" name: (dictionary_type "[" @name)) @container.type
(class_declaration "extension" name: (optional_type (user_type) @name)) @container.type

; Functions

(function_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier
    (member_modifier) @modifier (inheritance_modifier) @modifier])?
  "func" . name: _ @name
  "async"? @modifier
  ("->" . (_) @returns)?
  body: (function_body) @body) @definition.func
(protocol_function_declaration
  (modifiers (property_modifier) @modifier)?
  "func" . name: _ @name
  "async"? @modifier
  ("->" . (_) @returns)?) @definition.func
(init_declaration
  (modifiers (visibility_modifier . ["private" "fileprivate"] @modifier .))?
  "init" @name
  body: (function_body)? @body) @definition.func
(deinit_declaration "deinit" @name body: (function_body) @body) @definition.func
(subscript_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier])?
  "subscript" @name
  "->" . (_) @returns
  (computed_property)? @body) @definition.func
(macro_declaration "macro" . (simple_identifier) @name) @definition.macro

; Properties. One that is read by a function is that function; what is told of its changes stands beside it.

(class_body (property_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier])?
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.attr)
(enum_class_body (property_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier])?
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.attr)
(source_file (property_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier])?
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.var)
(enum_entry name: (simple_identifier) @name) @definition.attr
(property_declaration
  (modifiers [(visibility_modifier . ["private" "fileprivate"] @modifier .) (property_modifier) @modifier
    (member_modifier) @modifier])?
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation ":" . (_) @returns)?
  computed_value: (computed_property . "{" @modifier (computed_setter (setter_specifier) @modifier)?) @body) @definition.func
(protocol_property_declaration
  (modifiers (property_modifier) @modifier)?
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation ":" . (_) @returns)?
  (protocol_property_requirements . "{" @modifier)) @definition.func
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @title)
  (willset_didset_block . "{" . [(comment) (multiline_comment)]* . (_ . ["willSet" "didSet"] @name @modifier) )
    @body @definition.func)

; Attributes of declarations

(class_declaration (modifiers (attribute (user_type) @callee) @decorator) ["class" "struct" "enum" "actor"])
(protocol_declaration (modifiers (attribute (user_type) @callee) @decorator))
(function_declaration (modifiers (attribute (user_type) @callee) @decorator))
(init_declaration (modifiers (attribute (user_type) @callee) @decorator))
(class_body (property_declaration (modifiers (attribute (user_type) @callee) @decorator)))
(source_file (property_declaration (modifiers (attribute (user_type) @callee) @decorator)))

(import_declaration) @import
