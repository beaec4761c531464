; Long values that a skeleton leaves out

(program (static_final_declaration_list (static_final_declaration "=" . (_) @elide)))
(program (initialized_identifier_list (initialized_identifier "=" . (_) @elide)))
(declaration (static_final_declaration_list (static_final_declaration "=" . (_) @elide)))
(declaration (initialized_identifier_list (initialized_identifier "=" . (_) @elide)))
