; Functions, macros and methods, those that set a place too: `(setf total)`

(list_lit (defun (defun_header keyword: (defun_keyword "defmacro") function_name: (_) @name) value: (_)? @body)) @definition.macro
(list_lit (defun (defun_header
  keyword: (defun_keyword ["defun" "defmethod" "defgeneric"])
  function_name: [(sym_lit) @name (list_lit . (_) . (_) @name) (package_lit symbol: (_) @name)]) value: (_)? @body)) @definition.func
((list_lit . value: (sym_lit) @_def . value: (sym_lit) @name) @definition.macro
  (#any-of? @_def "define-modify-macro" "define-compiler-macro" "defsetf" "define-setf-expander"))

; Types

((list_lit . value: (sym_lit) @_def . value: (sym_lit) @name) @definition.class
  (#any-of? @_def "defclass" "define-condition"))
((list_lit . value: (sym_lit) @_def . value: [(sym_lit) @name (list_lit . value: (sym_lit) @name)]) @definition.struct
  (#eq? @_def "defstruct"))
((list_lit . value: (sym_lit) @_def . value: (sym_lit) @name) @definition.type (#eq? @_def "deftype"))

; Values

((list_lit . value: (sym_lit) @_def . value: (sym_lit) @name) @definition.var
  (#any-of? @_def "defparameter" "defvar" "defconstant" "defglobal" "define-constant"))

; What these say of themselves

(list_lit (defun (defun_header) . value: (str_lit) @doc))
((list_lit . value: (sym_lit) @_def . value: (sym_lit) . value: (_) . value: (str_lit) @doc)
  (#any-of? @_def "defparameter" "defvar" "defconstant" "deftype" "define-constant"))
