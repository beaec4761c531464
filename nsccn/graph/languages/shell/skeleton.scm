; Long values that a skeleton leaves out

(variable_assignment value: (array) @elide)
