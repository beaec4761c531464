; Calls that say what a class or a module is, as those of macros do: `include Tagged`, `validates :name`, `private`

(class body: (body_statement [(call) (identifier)] @declared))
(module body: (body_statement [(call) (identifier)] @declared))
(class body: (body_statement (heredoc_body) @text))
(module body: (body_statement (heredoc_body) @text))

((call method: (identifier) @_block block: (do_block body: (body_statement [(call) (identifier)] @declared)))
  (#match? @_block "^(class_methods|included|prepended|with_options)$"))

; Routes, in the blocks around them

((call method: (identifier) @_block block: (do_block body: (body_statement (call) @declared)))
  (#match? @_block "^(authenticate|authenticated|collection|concern|constraints|controller|defaults|devise_scope|draw|member|namespace|new|resources?|scope|unauthenticated)$"))
((call method: (identifier) @_block block: (do_block body: (body_statement [
    (if consequence: (then (call) @declared))
    (if alternative: (else (call) @declared))
    (unless consequence: (then (call) @declared))
  ])))
  (#match? @_block "^(constraints|draw|namespace|scope)$"))
