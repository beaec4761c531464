; Types. What a class takes in as a trait stands before its parent in the order of resolution.

(class_declaration
  [(abstract_modifier) (final_modifier) (readonly_modifier)]* @modifier
  name: (name) @name
  (base_clause [(name) (qualified_name) (relative_name)] @base)?
  (class_interface_clause [(name) (qualified_name) (relative_name)] @base)?
  body: (declaration_list) @members) @definition.class
(interface_declaration
  name: (name) @name
  (base_clause [(name) (qualified_name) (relative_name)] @base)?
  body: (declaration_list) @members) @definition.interface
(trait_declaration
  name: (name) @name
  body: (declaration_list) @members) @definition.trait
(enum_declaration
  name: (name) @name
  (class_interface_clause [(name) (qualified_name) (relative_name)] @base)?
  body: (enum_declaration_list) @members) @definition.enum

(use_declaration [(name) (qualified_name) (relative_name)] @base) @inherit

; Classes without a name

(object_creation_expression (anonymous_class
  (base_clause [(name) (qualified_name) (relative_name)] @base)?
  (class_interface_clause [(name) (qualified_name) (relative_name)] @base)?
  body: (declaration_list) @name @members)) @loose.class

; Functions and methods; a trait's method under another name, or one that is chosen of several, is one that calls it

(function_definition
  name: (name) @name
  return_type: (_)? @returns
  body: (compound_statement) @body) @definition.func
(method_declaration
  [(abstract_modifier) (final_modifier) (static_modifier) (visibility_modifier)]* @modifier
  name: (name) @name
  return_type: (_)? @returns
  body: (compound_statement)? @body) @definition.func
(use_as_clause (_) @body (visibility_modifier)? . (name) @name .) @definition.func
(use_instead_of_clause (class_constant_access_expression (_) . (name) @name) . (_) @body) @definition.func

; Properties and constants

(property_declaration
  [(static_modifier) (visibility_modifier)]* @modifier
  (property_element name: (variable_name (name) @name))) @definition.attr
(property_promotion_parameter
  visibility: (visibility_modifier) @modifier
  name: (variable_name (name) @name)) @definition.attr
(declaration_list (const_declaration
  (visibility_modifier)? @modifier
  (const_element . (name) @name)) @definition.attr)
(enum_declaration_list (const_declaration
  (visibility_modifier)? @modifier
  (const_element . (name) @name)) @definition.attr)
(enum_case name: (name) @name) @definition.attr
(program (const_declaration (const_element . (name) @name)) @definition.var)
(compound_statement (const_declaration (const_element . (name) @name)) @definition.var)
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @definition.var
  (#eq? @_define "define"))

; Variables outside functions, which the whole program has

(program (expression_statement (assignment_expression left: (variable_name) @name)) @definition.var)
(program (if_statement body: (compound_statement
  (expression_statement (assignment_expression left: (variable_name) @name)) @definition.var)))

; Attributes of declarations, not of parameters

(class_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(interface_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(trait_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(enum_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(enum_case attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(function_definition attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(method_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(property_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(property_promotion_parameter attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))
(const_declaration attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @callee)) @decorator))

; What a file says of itself

(program . (php_tag) . (comment) @doc . [(namespace_definition) (declare_statement)])

; Namespace and imports

(namespace_definition name: (namespace_name) @package)
(namespace_use_declaration) @import
[(include_expression) (include_once_expression) (require_expression) (require_once_expression)] @import
