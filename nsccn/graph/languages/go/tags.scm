; Types. What is embedded counts as a base.

(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @members)) @definition.struct
(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list
    (field_declaration !name type: (_) @base)))) @definition.struct
(type_spec
  name: (type_identifier) @name
  type: (interface_type "{" @members)) @definition.interface
(type_spec
  name: (type_identifier) @name
  type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @definition.interface
(type_spec
  name: (type_identifier) @name
  type: [(type_identifier) (qualified_type) (pointer_type) (map_type) (slice_type) (array_type) (channel_type)
    (function_type) (generic_type)] @returns) @definition.type
(type_alias name: (type_identifier) @name type: (interface_type "{" @members)) @definition.interface
(type_alias name: (type_identifier) @name type: (_) @returns) @definition.type

(type_spec type: (struct_type (field_declaration_list [
  (field_declaration name: (field_identifier) @name)
  (field_declaration !name type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)])
] @definition.attr)))

; Functions

(function_declaration name: (identifier) @name body: (block)? @body) @definition.func
(function_declaration name: (identifier) @name
  result: [(type_identifier) (pointer_type) (qualified_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type)] @returns) @definition.func
(function_declaration name: (identifier) @name
  result: (parameter_list . (parameter_declaration type: (_) @returns))) @definition.func

(method_declaration
  receiver: (parameter_list (parameter_declaration name: (identifier)? @receiver
    type: [(type_identifier) @owner (generic_type) @owner
      (pointer_type [(type_identifier) (generic_type)] @owner)]))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method
(method_declaration name: (field_identifier) @name
  result: [(type_identifier) (pointer_type) (qualified_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type)] @returns) @definition.method
(method_declaration name: (field_identifier) @name
  result: (parameter_list . (parameter_declaration type: (_) @returns))) @definition.method

(method_elem name: (field_identifier) @name) @definition.method
(method_elem name: (field_identifier) @name
  result: [(type_identifier) (pointer_type) (qualified_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type)] @returns) @definition.method
(method_elem name: (field_identifier) @name
  result: (parameter_list . (parameter_declaration type: (_) @returns))) @definition.method

; Variables of the package

((source_file (var_declaration (var_spec name: (identifier) @name) @definition.var))
  (#not-eq? @name "_"))
((source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.var)))
  (#not-eq? @name "_"))
((source_file (const_declaration (const_spec (identifier) @name) @definition.var))
  (#not-eq? @name "_"))

; Package and imports

(source_file . (comment)+ @doc . (package_clause))
(package_clause (package_identifier) @package)
(import_spec) @import
