; Components that the markup names by their tags

((expression_statement . (identifier) @component .) (#match? @component "^[A-Z]"))
