; Long values that a skeleton leaves out

(var_spec value: (expression_list (_) @elide))
(const_spec value: (expression_list (_) @elide))
