; What C++ has beyond C, whose queries hold here too.

; Functions. Constructors and conversions have no type. What is `= default` has its body there. How a constructor
; gives its members their values is not for its callers to know.

(function_definition declarator: (_) @name (field_initializer_list)? @body body: (_) @body) @definition.func
(function_definition declarator: (_) @name (default_method_clause) @body) @definition.func
(function_definition declarator: (_) @name (delete_method_clause)) @definition.func
(declaration declarator: (function_declarator) @name) @definition.var
(declaration declarator: (operator_cast) @name) @definition.func
(field_declaration (storage_class_specifier) @modifier declarator: (_) @name) @definition.attr
(field_declaration
  declarator: [
    (function_declarator) @name
    (pointer_declarator declarator: (function_declarator)) @name
    (reference_declarator (function_declarator)) @name]
  default_value: (number_literal) @modifier) @definition.attr
(field_declaration
  declarator: (function_declarator (trailing_return_type (type_descriptor type: (_) @returns))) @name) @definition.attr
(function_definition
  declarator: (function_declarator (trailing_return_type (type_descriptor type: (_) @returns))) @name) @definition.func

; Functions whose head a macro writes, with the name that it is given: tests, of which some are members of a fixture

((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (_) @owner !declarator)
      . (parameter_declaration type: (type_identifier) @name !declarator) .))
  body: (compound_statement) @body) @definition.func
  (#any-of? @_macro "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P" "FUZZ_TEST_F" "BENCHMARK_F" "BENCHMARK_DEFINE_F"))
((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @name !declarator)
      . (parameter_declaration type: (_) @owner !declarator) .))
  body: (compound_statement) @body) @definition.func
  (#eq? @_macro "BOOST_FIXTURE_TEST_CASE"))
((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (_) !declarator)
      . (parameter_declaration type: (type_identifier) @name !declarator) .))
  body: (compound_statement) @body) @definition.func
  (#eq? @_macro "TEST"))

; Types

(class_specifier
  name: (_) @name
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)?
  body: (_) @members) @definition.class
(struct_specifier
  name: (_) @name
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
  body: (_) @members) @definition.struct
(alias_declaration name: (_) @name type: (type_descriptor type: (_) @returns)) @definition.type
(concept_definition name: (_) @name) @definition.type
(type_definition type: [(qualified_identifier) (template_type)] @returns declarator: (_) @name) @definition.type
(declaration declarator: (init_declarator declarator: (structured_binding_declarator (identifier) @name))) @definition.var

; Types that are declared without saying what they are

(translation_unit (class_specifier name: (_) @name !body) @export)
(preproc_ifdef (class_specifier name: (_) @name !body) @export)
(declaration_list (class_specifier name: (_) @name !body) @export)
(field_declaration type: [(struct_specifier name: (_) @name !body) (class_specifier name: (_) @name !body)] !declarator) @export

; Namespaces; the names of an inline one are those of the namespace around it

(namespace_definition . "namespace" name: (_) @name) @container.namespace
