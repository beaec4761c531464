; Types

(struct_item (visibility_modifier)? @modifier name: (type_identifier) @name
  body: (field_declaration_list)? @members) @definition.struct
(union_item (visibility_modifier)? @modifier name: (type_identifier) @name
  body: (field_declaration_list) @members) @definition.struct
(enum_item (visibility_modifier)? @modifier name: (type_identifier) @name
  body: (enum_variant_list) @members) @definition.enum
(trait_item (visibility_modifier)? @modifier name: (type_identifier) @name
  body: (declaration_list) @members) @definition.trait
(type_item (visibility_modifier)? @modifier name: (type_identifier) @name type: (_) @returns) @definition.type
(associated_type name: (type_identifier) @name bounds: (trait_bounds . (_) @returns)?) @definition.type

(field_declaration (visibility_modifier)? @modifier name: (field_identifier) @name) @definition.attr
(enum_variant name: (identifier) @name) @definition.attr

; An impl block counts as its type

(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (scoped_type_identifier path: (_) @owner name: (type_identifier) @name)
  (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @owner name: (type_identifier) @name)])
  (reference_type type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier path: (_) @owner name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (scoped_type_identifier path: (_) @owner name: (type_identifier) @name)])
    (dynamic_type trait: (type_identifier) @name)
    (array_type element: [(type_identifier) (primitive_type)] @name)])
  (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier path: (_) @owner name: (type_identifier) @name)])
  (array_type element: [(type_identifier) (primitive_type)] @name)
  (pointer_type type: [(type_identifier) (primitive_type)] @name)
]) @container.type

; Functions

(function_item (visibility_modifier)? @modifier name: (identifier) @name
  return_type: (_)? @returns
  body: (block) @body) @definition.func
(function_item (function_modifiers) @modifier name: (identifier) @name) @definition.func
(impl_item "for" @modifier body: (declaration_list (function_item name: (identifier) @name) @definition.func))
(function_signature_item (visibility_modifier)? @modifier name: (identifier) @name
  return_type: (_)? @returns) @definition.func
(macro_definition name: (identifier) @name) @definition.macro
; A type that a macro writes under a name of its own stands where the macro does
(macro_rule right: (token_tree "struct" . (identifier) @name @definition.struct))
(macro_rule right: (token_tree "enum" . (identifier) @name @definition.enum))

; Constants and statics

(source_file (const_item (visibility_modifier)? @modifier name: (identifier) @name) @definition.var)
(mod_item body: (declaration_list (const_item (visibility_modifier)? @modifier name: (identifier) @name) @definition.var))
(block (const_item name: (identifier) @name) @definition.var)
(impl_item body: (declaration_list (const_item (visibility_modifier)? @modifier name: (identifier) @name) @definition.attr))
(trait_item body: (declaration_list (const_item name: (identifier) @name) @definition.attr))
(static_item (visibility_modifier)? @modifier name: (identifier) @name) @definition.var

; Modules

(mod_item (visibility_modifier)? @modifier name: (identifier) @name
  body: (declaration_list) @members) @definition.module
(mod_item !body) @import
((attribute_item (attribute (identifier) @_path)) @import . [(attribute_item) (line_comment) (block_comment)]*
  . (mod_item !body) @import
  (#any-of? @_path "path" "cfg_attr"))
(use_declaration) @import
(extern_crate_declaration) @import

; Attributes

((attribute_item (attribute . (_) @callee)) @decorator . [(attribute_item) (line_comment) (block_comment)]* . [
  (function_item) (function_signature_item) (struct_item) (enum_item) (union_item) (trait_item) (type_item)
  (mod_item body: (_)) (const_item) (static_item) (macro_definition) (field_declaration) (enum_variant)])

; What is compiled for tests alone is as good as marked `#[test]`.

((attribute_item (attribute (identifier) @_cfg arguments: (token_tree . (identifier) @callee .))) @decorator
  . [(attribute_item) (line_comment) (block_comment)]* . [
  (function_item) (struct_item) (enum_item) (union_item) (trait_item) (type_item) (mod_item body: (_)) (const_item)
  (static_item) (macro_definition)]
  (#eq? @_cfg "cfg") (#eq? @callee "test"))
((attribute_item (attribute (identifier) @_cfg
    arguments: (token_tree . (identifier) @_all . (token_tree (identifier) @callee) .))) @decorator
  . [(attribute_item) (line_comment) (block_comment)]* . [
  (function_item) (struct_item) (enum_item) (union_item) (trait_item) (type_item) (mod_item body: (_)) (const_item)
  (static_item) (macro_definition)]
  (#eq? @_cfg "cfg") (#eq? @_all "all") (#eq? @callee "test"))

; Documentation of a module is inside it

(source_file . (line_comment (inner_doc_comment_marker))+ @doc)
(source_file . (block_comment (inner_doc_comment_marker)) @doc)
(mod_item body: (declaration_list . (line_comment (inner_doc_comment_marker))+ @doc))

; Imports among the tokens that a macro is given

(token_tree "use" @import . [(identifier) (crate) (self) (super) "::" "as" "*" (token_tree)]+ @import . ";")
(token_tree "mod" @import . (identifier) @import . ";")

; A macro that is given nothing but names, among items, may declare the modules of these names

((source_file [
  (expression_statement (macro_invocation (token_tree (identifier)) @_names))
  (macro_invocation (token_tree (identifier)) @_names)] @import)
  (#match? @_names "^.[a-z0-9_#,\\s]+.$"))

; What a file holds that is put in its place

((source_file [
  (expression_statement (macro_invocation macro: (identifier) @_macro (token_tree . (string_literal))))
  (macro_invocation macro: (identifier) @_macro (token_tree . (string_literal)))] @import)
  (#eq? @_macro "include"))
