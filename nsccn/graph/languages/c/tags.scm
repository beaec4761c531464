; Functions, prototypes, variables: the declarator next to the name says which.

(function_definition
  type: (_) @returns
  declarator: (_) @name
  body: (compound_statement) @body) @definition.func
(function_definition
  (storage_class_specifier "static") @modifier
  declarator: (_) @name) @definition.func
(declaration type: (_) @returns declarator: (_) @name) @definition.var
(declaration (storage_class_specifier) @modifier declarator: (_) @name) @definition.var

; Types

(struct_specifier name: (_) @name body: (_) @members) @definition.struct
(union_specifier name: (_) @name body: (_) @members) @definition.struct
(enum_specifier name: (_) @name body: (_) @members) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @members) declarator: (_) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @members) declarator: (_) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @members) declarator: (_) @name) @definition.enum
((type_definition
  type: [
    (struct_specifier name: (_) @_tag @returns body: (_))
    (union_specifier name: (_) @_tag @returns body: (_))
    (enum_specifier name: (_) @_tag @returns body: (_))]
  declarator: (_) @name @definition.type)
  (#not-eq? @name @_tag))
((type_definition
  type: [
    (struct_specifier name: (_) @_tag @returns !body)
    (union_specifier name: (_) @_tag @returns !body)
    (enum_specifier name: (_) @_tag @returns !body)]
  declarator: (_) @name) @definition.type
  (#not-eq? @name @_tag))
(type_definition
  type: [(type_identifier) (primitive_type) (sized_type_specifier)] @returns
  declarator: (_) @name) @definition.type

; Types that are declared without saying what they are

(type_definition type: (struct_specifier name: (_) @name !body) @export)
(translation_unit (struct_specifier name: (_) @name !body) @export)
(preproc_ifdef (struct_specifier name: (_) @name !body) @export)
(declaration_list (struct_specifier name: (_) @name !body) @export)

; Fields. Those of a nameless struct belong to the field or type around it.

(field_declaration type: (_) @returns declarator: (_) @name) @definition.attr
(type_definition type: (enum_specifier body: (enumerator_list (enumerator name: (_) @name) @definition.attr)))
(enum_specifier name: (_) body: (enumerator_list (enumerator name: (_) @name) @definition.attr))
(enum_specifier !name body: (enumerator_list (enumerator name: (_) @name) @definition.var))

; Macros

(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro
((preproc_ifdef "#ifndef" @modifier name: (_) @_tested . (preproc_def name: (_) @name value: (_)) @definition.var)
  (#eq? @_tested @name))
(preproc_def name: (_) @name value: (_)) @definition.var

; Includes

(preproc_include) @import
