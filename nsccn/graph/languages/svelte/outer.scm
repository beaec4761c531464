; Where code stands in a component

(script_element (raw_text) @script)
[(expression) (render_expr)] @shown
(attribute_name (raw_text_expr) @code)
(if_start_expr (raw_text_expr) @code)
(else_if_expr (raw_text_expr) @code)
(key_start_expr (raw_text_expr) @code)
(html_expr (raw_text_expr) @code)
(const_expr (raw_text_expr) @code)
(each_start_expr (raw_text_each) @code)
(await_start_expr (raw_text_await) @code)
(await_start_expr . "{" "#" (special_block_keyword) . (raw_text_expr) @code)
(quoted_attribute_value (attribute_value) @mixed)

; `use:action`, `transition:fade`; `bind:value` and `class:active` where nothing else is said of the value

((attribute_name) @directive (#match? @directive "^(use|transition|in|out|animate):"))
((attribute . (attribute_name) @directive .) (#match? @directive "^(bind|class):"))

; Names that the markup binds for itself

(each_start_expr (as) (raw_text_expr) @bound)
(await_start_expr (then) (raw_text_expr) @bound)
(then_expr (raw_text_expr) @bound)
(catch_expr (raw_text_expr) @bound)
(snippet_start_expr (snippet_name) @named)
(snippet_start_expr (raw_text_expr) @bound)
((const_expr (raw_text_expr) @assigned))
((attribute_name) @bound (#match? @bound "^let:"))

(tag_name) @tag
