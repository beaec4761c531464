; Where code stands in a component

(frontmatter (frontmatter_js_block) @script)
(script_element (raw_text) @script)
[(attribute_js_expr) (attribute_backtick_string)] @code

; Expressions in which markup may stand: `{rows.map((row) => <Row of={row} />)}`

(html_interpolation) @nesting
[(element) (script_element) (style_element)] @element

(tag_name) @tag
