; Types

(class_declaration
  (modifier)* @modifier
  name: (identifier) @name
  (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name) (primary_constructor_base_type)] @base)?
  body: (declaration_list)? @members) @definition.class
((struct_declaration
  (modifier)* @modifier
  name: (identifier) @name
  (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @base)?
  body: (declaration_list)? @members) @definition.struct
  (#not-eq? @name "ζ"))
(record_declaration
  (modifier)* @modifier
  name: (identifier) @name
  (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name) (primary_constructor_base_type)] @base)?
  body: (declaration_list)? @members) @definition.class
(interface_declaration
  (modifier)* @modifier
  name: (identifier) @name
  (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @base)?
  body: (declaration_list)? @members) @definition.interface
(enum_declaration
  (modifier)* @modifier
  name: (identifier) @name
  body: (enum_member_declaration_list)? @members) @definition.enum
(delegate_declaration
  (modifier)* @modifier
  type: (_) @returns
  name: (identifier) @name) @definition.type

; Methods

(method_declaration
  (modifier)* @modifier
  returns: (_) @returns
  (explicit_interface_specifier "." @modifier)?
  name: (identifier) @name
  body: [(block) @body (arrow_expression_clause (_) @body)]?) @definition.func
((method_declaration
  name: (identifier) @name
  parameters: (parameter_list . (parameter (modifier) @modifier @_this))) @definition.func
  (#eq? @_this "this"))
; (`extension(Cart cart) { … }` is read as `struct ζ(Cart cart) { … }`: what stands in it is the type's around)
((struct_declaration
  name: (identifier) @_block
  (parameter_list . (parameter name: (identifier)) @extended)
  body: (declaration_list (method_declaration name: (identifier) @name) @definition.func))
  (#eq? @_block "ζ"))
(local_function_statement
  (modifier)* @modifier
  type: (_) @returns
  name: (identifier) @name
  body: [(block) @body (arrow_expression_clause (_) @body)]) @definition.func
((constructor_declaration
  (modifier)* @modifier
  name: (identifier) @name
  body: [(block) @body (arrow_expression_clause (_) @body)]?) @definition.func
  (#not-eq? @modifier "static"))
((constructor_declaration
  (modifier) @name @modifier
  body: (block) @body) @definition.func
  (#eq? @name "static"))
(destructor_declaration
  "~" @name
  body: [(block) @body (arrow_expression_clause (_) @body)]?) @definition.func
(operator_declaration
  (modifier)* @modifier
  type: (_) @returns
  "operator" @name
  operator: _ @operator
  body: [(block) @body (arrow_expression_clause (_) @body)]?) @definition.func
(conversion_operator_declaration
  (modifier)* @modifier
  "operator" @name
  type: (_) @returns @operator
  body: [(block) @body (arrow_expression_clause (_) @body)]?) @definition.func

; Properties: those with code run when they are read or written, and so may those that only say that there is one

(property_declaration
  (modifier)* @modifier
  type: (_) @returns
  name: (identifier) @name) @definition.attr
(property_declaration
  (modifier)* @modifier
  type: (_) @returns
  (explicit_interface_specifier "." @modifier)?
  name: (identifier) @name
  value: (arrow_expression_clause "=>" @modifier (_) @body)) @definition.func
(property_declaration
  (modifier)* @modifier
  type: (_) @returns
  (explicit_interface_specifier "." @modifier)?
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration name: _ @modifier body: (_))) @body) @definition.func
(interface_declaration body: (declaration_list (property_declaration
  (modifier)* @modifier
  type: (_) @returns
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration name: _ @modifier))) @definition.func))
((property_declaration
  (modifier)* @modifier
  (modifier "abstract")
  type: (_) @returns
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration name: _ @modifier))) @definition.func)
(indexer_declaration
  (modifier)* @modifier
  type: (_) @returns
  (explicit_interface_specifier "." @modifier)?
  "this" @name
  accessors: (accessor_list (accessor_declaration name: _ @modifier body: (_))) @body) @definition.func
(indexer_declaration
  (modifier)* @modifier
  type: (_) @returns
  (explicit_interface_specifier "." @modifier)?
  "this" @name
  value: (arrow_expression_clause "=>" @modifier (_) @body)) @definition.func
(indexer_declaration
  (modifier)* @modifier
  type: (_) @returns
  "this" @name) @definition.func

; Fields, events, constants

(field_declaration
  (modifier)* @modifier
  (variable_declaration type: (_) @returns (variable_declarator name: (identifier) @name))) @definition.attr
(event_field_declaration
  (modifier)* @modifier
  (variable_declaration type: (_) @returns (variable_declarator name: (identifier) @name))) @definition.attr
(event_declaration
  (modifier)* @modifier
  type: (_) @returns
  name: (identifier) @name
  accessors: (accessor_list)? @body) @definition.attr
(enum_member_declaration name: (identifier) @name) @definition.attr
(class_declaration (parameter_list (parameter name: (identifier) @name) @definition.attr))
((struct_declaration name: (identifier) @_block (parameter_list (parameter name: (identifier) @name) @definition.attr))
  (#not-eq? @_block "ζ"))
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.attr))
(global_statement (local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.var)

; Attributes of declarations, not of parameters

(class_declaration (attribute_list (attribute) @callee) @decorator)
(struct_declaration (attribute_list (attribute) @callee) @decorator)
(record_declaration (attribute_list (attribute) @callee) @decorator)
(interface_declaration (attribute_list (attribute) @callee) @decorator)
(enum_declaration (attribute_list (attribute) @callee) @decorator)
(method_declaration (attribute_list (attribute) @callee) @decorator)
(constructor_declaration (attribute_list (attribute) @callee) @decorator)
(property_declaration (attribute_list (attribute) @callee) @decorator)
(field_declaration (attribute_list (attribute) @callee) @decorator)
(event_field_declaration (attribute_list (attribute) @callee) @decorator)
(enum_member_declaration (attribute_list (attribute) @callee) @decorator)

; Namespaces and what they take from others

(namespace_declaration name: (_) @name) @package
(file_scoped_namespace_declaration name: (_) @name) @package
(using_directive) @import
