; Functions

(function_definition name: (identifier) @name body: (block) @body) @definition.func

; Targets

(module (expression_statement (call arguments: (argument_list
  (keyword_argument name: (identifier) @_key value: (string (string_content) @name)))) @definition.block)
  (#eq? @_key "name"))

; Rules, providers, values

(module (expression_statement (assignment left: (identifier) @name)) @definition.var)

; What these say of themselves

(function_definition body: (block . (expression_statement (string) @doc)))
(module . (expression_statement (string) @doc))
