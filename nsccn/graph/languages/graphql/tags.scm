; Types, and what is added to them elsewhere

(object_type_definition (name) @name (fields_definition)? @members) @definition.struct
(object_type_extension (name) @name (fields_definition)? @members) @definition.struct
(interface_type_definition (name) @name (fields_definition)? @members) @definition.interface
(interface_type_extension (name) @name (fields_definition)? @members) @definition.interface
(input_object_type_definition (name) @name (input_fields_definition)? @members) @definition.struct
(input_object_type_extension (name) @name (input_fields_definition)? @members) @definition.struct
(enum_type_definition (name) @name (enum_values_definition)? @members) @definition.enum
(enum_type_extension (name) @name (enum_values_definition)? @members) @definition.enum
(union_type_definition (name) @name) @definition.type
(union_type_extension (name) @name) @definition.type
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro

; Their fields and values

(field_definition (name) @name) @definition.attr
(input_fields_definition (input_value_definition (name) @name) @definition.attr)
(enum_value_definition (enum_value (name) @name)) @definition.attr

; What asks for them

(operation_definition (name) @name (selection_set)? @body) @definition.func
(fragment_definition (fragment_name (name) @name) (selection_set)? @body) @definition.func

; What they say of themselves

[
  (object_type_definition (description) @attribute)
  (interface_type_definition (description) @attribute)
  (input_object_type_definition (description) @attribute)
  (enum_type_definition (description) @attribute)
  (union_type_definition (description) @attribute)
  (scalar_type_definition (description) @attribute)
  (directive_definition (description) @attribute)
  (field_definition (description) @attribute)
  (enum_value_definition (description) @attribute)
  (input_fields_definition (input_value_definition (description) @attribute))
]
[
  (object_type_definition (description (string_value) @doc))
  (interface_type_definition (description (string_value) @doc))
  (input_object_type_definition (description (string_value) @doc))
  (enum_type_definition (description (string_value) @doc))
  (union_type_definition (description (string_value) @doc))
  (scalar_type_definition (description (string_value) @doc))
  (directive_definition (description (string_value) @doc))
  (field_definition (description (string_value) @doc))
  (enum_value_definition (description (string_value) @doc))
  (input_fields_definition (input_value_definition (description (string_value) @doc)))
]
