; Long values that a skeleton leaves out

(init_declarator value: (initializer_list) @elide)
(init_declarator value: (concatenated_string) @elide)
(preproc_def value: (_) @elide)
