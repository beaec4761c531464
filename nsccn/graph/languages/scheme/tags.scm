; Functions and macros

((list . (symbol) @_def . (list . [(symbol) @name (list . (symbol) @name)])) @definition.func
  (#any-of? @_def "define" "define*" "define-public" "define*-public" "define-inline" "define-integrable"
    "define-method" "define-private" "define-in-module"))
((list . (symbol) @_def . (list . [(symbol) @name (list . (symbol) @name)]) (_) @body) @definition.func
  (#any-of? @_def "define" "define*" "define-public" "define*-public" "define-inline" "define-integrable"
    "define-method" "define-private" "define-in-module"))
((list . (symbol) @_def . (symbol) @name . (list . (symbol) @_lambda)) @definition.func
  (#any-of? @_def "define" "define-public") (#any-of? @_lambda "lambda" "lambda*" "case-lambda"))
((list . (symbol) @_def . (symbol) @name) @definition.macro
  (#any-of? @_def "define-syntax" "define-syntax-public" "define-macro" "defmacro" "defmacro-public"))
((list . (symbol) @_def . (list . (symbol) @name)) @definition.macro
  (#any-of? @_def "define-syntax" "define-syntax-rule" "define-macro"))

; Types

((list . (symbol) @_def . [(symbol) @name (list . (symbol) @name)]) @definition.struct
  (#any-of? @_def "define-record-type" "define-record" "define-structure"))
((list . (symbol) @_def . (symbol) @name) @definition.class (#eq? @_def "define-class"))

; Values

((program (list . (symbol) @_def . (symbol) @name) @definition.var)
  (#any-of? @_def "define" "define-public" "define-constant" "define-parameter"))
((list . (symbol) @_def . (symbol) @name) @definition.var (#eq? @_def "define-public"))
