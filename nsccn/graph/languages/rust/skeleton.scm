; Long values that a skeleton leaves out

(const_item value: (_) @elide)
(static_item value: (_) @elide)
(macro_rule right: (token_tree) @elide)
