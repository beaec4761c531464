; Long values, but for types, and what stands in nested blocks

((attribute . (identifier) @_name (expression) @elide)
  (#not-match? @_name "^(description|type)$"))
((block . (identifier) @_kind (body (block (body) @elide)))
  (#not-eq? @_kind "terraform"))
