; Packages, as classes, and their subroutines

(package_statement name: (package) @name (block) @members) @definition.class
(class_statement name: (package) @name (block) @members) @definition.class
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.func
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method

; Variables of a file

(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name)))) @definition.var)

; What a file is called

(source_file . (package_statement name: (package) @package))
