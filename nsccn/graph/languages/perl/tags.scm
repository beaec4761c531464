; Packages, as classes: a file is that of its first, others have blocks

((source_file . (package_statement . name: (package) @name .)) @members @definition.class)
((source_file . (comment)+ . (package_statement . name: (package) @name .)) @members @definition.class)
(package_statement name: (package) @name (block) @members) @definition.class
(class_statement name: (package) @name (block) @members) @definition.class

(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.func
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method

((use_statement module: (package) @_inherits [
  (string_literal content: (_) @base)
  (quoted_word_list content: (_) @base)
  (list_expression (string_literal content: (_) @base))
]) @inherit
  (#any-of? @_inherits "parent" "base"))
((ambiguous_function_call_expression function: (function) @_inherits arguments: [
  (string_literal content: (_) @base)
  (list_expression (string_literal content: (_) @base))
]) @inherit
  (#any-of? @_inherits "extends" "with"))

; Accessors that a library makes

((ambiguous_function_call_expression function: (function) @_has
  arguments: [
    (autoquoted_bareword) @name
    (list_expression . (autoquoted_bareword) @name)
    (list_expression . (string_literal content: (_) @name))
  ]) @definition.attr
  (#eq? @_has "has"))

; Variables of a file

(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name)))) @definition.var)

; What a file is called, and what it takes in

(source_file . (package_statement name: (package) @package))
(use_statement) @import

; Packages that are named whole

(method_call_expression invocant: (bareword) @qualified)
((function) @qualified (#match? @qualified "::"))
((ambiguous_function_call_expression function: (function) @_inherits arguments: [
  (string_literal content: (_) @qualified)
  (list_expression (string_literal content: (_) @qualified))
])
  (#any-of? @_inherits "extends" "with"))
