; Types, their fields and values

(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)])
  [(object_declaration) (ref_type (object_declaration)) (pointer_type (object_declaration))] @members) @definition.struct
(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)])
  (enum_declaration) @members) @definition.enum
(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)])) @definition.type
(field_declaration (symbol_declaration_list
  (symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)]))) @definition.attr
(enum_field_declaration (symbol_declaration name: (_) @name)) @definition.attr

; Functions, and what is written in their place

(proc_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.func
(func_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.func
(method_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.func
(iterator_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.func
(converter_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.func
(template_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.macro
(macro_declaration name: [(identifier) @name (accent_quoted . (_) @name) (exported_symbol . [(identifier) @name (accent_quoted . (_) @name)])] body: (_)? @body) @definition.macro

; Values of a module

(source_file (const_section (variable_declaration (symbol_declaration_list
  (symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)]))) @definition.var))
(source_file (let_section (variable_declaration (symbol_declaration_list
  (symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)]))) @definition.var))
(source_file (var_section (variable_declaration (symbol_declaration_list
  (symbol_declaration name: [(identifier) @name (exported_symbol . (_) @name)]))) @definition.var))

; What these say of themselves

(documentation_comment) @doc
