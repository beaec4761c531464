; Functions. A declarator may be a pointer to a pointer to what is declared.

(function_definition
  (storage_class_specifier "static")? @modifier
  type: (_) @returns
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])
    (function_declarator declarator: (parenthesized_declarator
      [(identifier) @name
       (function_declarator declarator: (identifier) @name)
       (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))]))]
  body: (compound_statement) @body) @definition.func
(declaration
  (storage_class_specifier "static")? @modifier
  type: (_) @returns
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))]) @definition.func

; Types

(struct_specifier name: (type_identifier) @name body: (_) @members) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @members) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @members) @definition.enum
(type_definition
  type: [(struct_specifier !name body: (_) @members) (union_specifier !name body: (_) @members)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)]) @definition.struct
(type_definition
  type: (enum_specifier !name body: (_) @members)
  declarator: (type_identifier) @name) @definition.enum
((type_definition
  type: [
    (struct_specifier name: (_) @_tag body: (_))
    (union_specifier name: (_) @_tag body: (_))
    (enum_specifier name: (_) @_tag body: (_))]
  declarator: [
    (type_identifier) @name @definition.type
    (pointer_declarator declarator: (type_identifier) @name) @definition.type])
  (#not-eq? @name @_tag))
((type_definition
  type: [
    (struct_specifier name: (_) @_tag !body)
    (union_specifier name: (_) @_tag !body)
    (enum_specifier name: (_) @_tag !body)
    (type_identifier) @_tag
    (primitive_type) @_tag
    (sized_type_specifier) @_tag
    (macro_type_specifier) @_tag]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator (type_identifier) @name)
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])
    (pointer_declarator declarator: (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))]))]) @definition.type
  (#not-eq? @name @_tag))

; Fields. The fields of a nameless struct belong to the field or type around it.

(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: [
      (field_identifier) @name
      (pointer_declarator declarator: (field_identifier) @name)])
    (array_declarator declarator: (field_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))])
  (array_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])])
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])))]) @definition.attr
(type_definition type: (enum_specifier body: (enumerator_list (enumerator name: (identifier) @name) @definition.attr)))
(enum_specifier name: (_) body: (enumerator_list (enumerator name: (identifier) @name) @definition.attr))
(enum_specifier !name body: (enumerator_list (enumerator name: (identifier) @name) @definition.var))

; Variables

(declaration
  (storage_class_specifier)? @modifier
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)])))
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
        (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
      (array_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)])))])]) @definition.var

; Macros

(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_def name: (identifier) @name value: (_)) @definition.var

; Includes

(preproc_include) @import
