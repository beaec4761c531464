; Long values that a skeleton leaves out

(class_body (property_declaration "=" . (_) @elide))
(source_file (property_declaration "=" . (_) @elide))
(enum_entry (class_body) @elide)
