; Where code stands in a single-file component

(script_element (raw_text) @script)
(interpolation (raw_text) @code)

((directive_attribute (directive_name) @_name (quoted_attribute_value (attribute_value) @code))
  (#not-match? @_name "^v-(for|slot)"))
(directive_attribute [":" "@"] . (directive_value) (quoted_attribute_value (attribute_value) @code))
(directive_attribute [":" "@"] . (directive_value) (directive_modifiers) (quoted_attribute_value (attribute_value) @code))

; `(item, place) in items`

((directive_attribute (directive_name) @_name (quoted_attribute_value (attribute_value) @loop))
  (#eq? @_name "v-for"))

; Names that the markup binds for itself

((directive_attribute (directive_name) @_name (quoted_attribute_value (attribute_value) @bound))
  (#match? @_name "^v-slot"))
(directive_attribute "#" (quoted_attribute_value (attribute_value) @bound))

(tag_name) @tag
