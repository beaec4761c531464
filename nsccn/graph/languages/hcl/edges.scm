; What an expression names, where nothing of the block itself is meant

((variable_expr) @address
  (#not-match? @address "^(count|each|path|self)$"))
((attribute
  . (identifier) @prefix
  . (expression . (variable_expr) @address))
  (#eq? @prefix "provider"))
((attribute
  . (identifier) @prefix
  . (expression (collection_value (object (object_elem (expression) . (expression . (variable_expr) @address))))))
  (#eq? @prefix "providers"))

; What a module is given

((block
  . (identifier) @_module
  (body (attribute . (identifier) @given)))
  (#eq? @_module "module")
  (#not-match? @given "^(count|depends_on|for_each|providers|source|version)$"))
((config_file (body (attribute
  . (identifier) @_inputs
  . (expression (collection_value (object (object_elem . (expression . (variable_expr (identifier) @given) .))))))))
  (#eq? @_inputs "inputs"))
((config_file (body (attribute . (identifier) @itself @given)))
  (#not-eq? @given "inputs"))
((block
  . (identifier) @_variables
  (body (attribute . (identifier) @itself @given)))
  (#eq? @_variables "variables"))

; Files that are read

((function_call
  . (identifier) @_reads
  (function_arguments . (expression [
    (literal_value (string_lit (template_literal) @opened))
    (template_expr (quoted_template . (quoted_template_start) . (template_interpolation (expression
      . (variable_expr) @_path . (get_attr (identifier) @_module) .)) . (template_literal) @opened . (quoted_template_end)))])))
  (#any-of? @_reads "file" "filebase64" "filemd5" "filesha1" "filesha256" "filesha512" "templatefile")
  (#eq? @_path "path")
  (#eq? @_module "module"))

(string_lit) @literal
(quoted_template) @literal
