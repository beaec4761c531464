; Modules and types

(module_defn (identifier) @name block: (_) @members) @definition.module
(record_type_defn (type_name type_name: (identifier) @name)) @definition.struct
(union_type_defn (type_name type_name: (identifier) @name)) @definition.type
(enum_type_defn (type_name type_name: (identifier) @name)) @definition.enum
(type_abbrev_defn (type_name type_name: (identifier) @name)) @definition.type
(anon_type_defn (type_name type_name: (identifier) @name) block: (_)? @members) @definition.class
(exception_definition exception_name: (long_identifier) @name) @definition.type

; What they have

(record_field . (identifier) @name) @definition.attr
(union_type_case . (identifier) @name) @definition.attr
(enum_type_case . (identifier) @name) @definition.attr
(member_signature . (identifier) @name) @definition.method
(member_defn (method_or_prop_defn
  name: (property_or_ident (identifier) @name .) args: (_) . (_) @body)) @definition.method
(member_defn (method_or_prop_defn !args name: (property_or_ident (identifier) @name .) . (_) @body)) @definition.method

; Functions and values, but for those inside of others

(file (declaration_expression (function_or_value_defn
    (function_declaration_left [(identifier) (active_pattern)] @name) body: (_) @body) @definition.func))
(module_defn (declaration_expression (function_or_value_defn
    (function_declaration_left [(identifier) (active_pattern)] @name) body: (_) @body) @definition.func))
(named_module (declaration_expression (function_or_value_defn
    (function_declaration_left [(identifier) (active_pattern)] @name) body: (_) @body) @definition.func))
(namespace (declaration_expression (function_or_value_defn
    (function_declaration_left [(identifier) (active_pattern)] @name) body: (_) @body) @definition.func))

(file (declaration_expression (function_or_value_defn
    (value_declaration_left (identifier_pattern . (long_identifier_or_op . (_) @name))) body: (_)) @definition.var))
(module_defn (declaration_expression (function_or_value_defn
    (value_declaration_left (identifier_pattern . (long_identifier_or_op . (_) @name))) body: (_)) @definition.var))
(named_module (declaration_expression (function_or_value_defn
    (value_declaration_left (identifier_pattern . (long_identifier_or_op . (_) @name))) body: (_)) @definition.var))
(namespace (declaration_expression (function_or_value_defn
    (value_declaration_left (identifier_pattern . (long_identifier_or_op . (_) @name))) body: (_)) @definition.var))
