; Functions and macros

(function_definition name: (symbol) @name) @definition.func
(function_definition name: (symbol) @name parameters: (_) (_) @body) @definition.func
(macro_definition name: (symbol) @name) @definition.macro
(macro_definition name: (symbol) @name parameters: (_) (_) @body) @definition.macro
((list . (symbol) @_def . (symbol) @name) @definition.func
  (#any-of? @_def "cl-defun" "cl-defmethod" "cl-defgeneric" "defun*" "define-minor-mode" "define-derived-mode"
    "define-globalized-minor-mode" "define-inline" "transient-define-prefix" "transient-define-suffix"
    "transient-define-infix" "transient-define-argument" "ert-deftest" "iter-defun" "define-compilation-mode"))
((list . (symbol) @_def . (symbol) @name . (list) (_) @body) @definition.func
  (#any-of? @_def "cl-defun" "cl-defmethod" "cl-defgeneric" "defun*" "define-inline" "transient-define-prefix"
    "transient-define-suffix" "ert-deftest" "iter-defun"))
((list . (symbol) @_def . (symbol) @name) @definition.macro
  (#any-of? @_def "cl-defmacro" "defmacro*" "pcase-defmacro"))
((list . (symbol) @_def . (quote (symbol) @name)) @definition.func
  (#any-of? @_def "defalias" "define-obsolete-function-alias"))

; Types

((list . (symbol) @_def . [(symbol) @name (list . (symbol) @name)]) @definition.struct
  (#any-of? @_def "cl-defstruct" "defstruct"))
((list . (symbol) @_def . (symbol) @name) @definition.class (#eq? @_def "defclass"))

; Variables

(special_form ["defvar" "defconst"] . (symbol) @name) @definition.var
((list . (symbol) @_def . (symbol) @name) @definition.var
  (#any-of? @_def "defcustom" "defface" "defgroup" "defvar-local" "defvar-keymap"))

; What these say of themselves

(function_definition docstring: (string) @doc)
(macro_definition docstring: (string) @doc)
(special_form ["defvar" "defconst"] . (symbol) . (_) . (string) @doc)
((list . (symbol) @_def . (symbol) . (_) . (string) @doc)
  (#any-of? @_def "cl-defun" "cl-defgeneric" "cl-defmacro" "defcustom" "defface" "defgroup" "defvar-local"
    "transient-define-prefix" "transient-define-suffix" "ert-deftest"))
((list . (symbol) @_def . (symbol) . (string) @doc) (#eq? @_def "define-minor-mode"))
