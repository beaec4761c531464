; Long values that a skeleton leaves out

(assignment left: (constant) right: [(array) (hash) (string) (chained_string) (regex) (string_array) (symbol_array) (call !block)]
  @elide)
