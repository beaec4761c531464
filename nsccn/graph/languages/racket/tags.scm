; Functions and macros

((list . (symbol) @_def . (list . [(symbol) @name (list . (symbol) @name)])) @definition.func
  (#any-of? @_def "define" "define/contract" "define/public" "define/private" "define/override" "define/augment"
    "define/pubment" "define/overment" "define-inline" "define-for-syntax" "define/match" "define:"))
((list . (symbol) @_def . (list . [(symbol) @name (list . (symbol) @name)]) (_) @body) @definition.func
  (#any-of? @_def "define" "define/contract" "define/public" "define/private" "define/override" "define/augment"
    "define/pubment" "define/overment" "define-inline" "define-for-syntax" "define/match" "define:"))
((list . (symbol) @_def . (symbol) @name . (list . (symbol) @_lambda)) @definition.func
  (#any-of? @_def "define" "define-for-syntax") (#any-of? @_lambda "lambda" "case-lambda" "λ" "match-lambda"))
((list . (symbol) @_def . [(symbol) @name (list . (symbol) @name)]) @definition.macro
  (#any-of? @_def "define-syntax" "define-syntax-rule" "define-syntax-parser" "define-simple-macro"
    "define-syntax-parse-rule" "define-match-expander"))

; Types

((list . (symbol) @_def . [(symbol) @name (list . (symbol) @name)]) @definition.struct
  (#any-of? @_def "struct" "define-struct" "struct/contract" "serializable-struct" "define-record-type"))
((list . (symbol) @_def . (symbol) @name . (list . (symbol) @_class)) @definition.class
  (#eq? @_def "define") (#any-of? @_class "class" "class*" "mixin" "unit" "interface"))
((list . (symbol) @_def . (symbol) @name) @definition.interface (#eq? @_def "define-signature"))

; Values

((program (list . (symbol) @_def . (symbol) @name) @definition.var)
  (#any-of? @_def "define" "define/contract" "define-parameter" "define-logger"))
