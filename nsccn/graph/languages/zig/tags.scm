; Types: what holds declarations and is given a name

(VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl "{" @members)))) @definition.struct
(ContainerField field_member: (IDENTIFIER) @name) @definition.attr

; Functions and values

(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.func
(source_file (Decl (VarDecl variable_type_function: (IDENTIFIER) @name) @definition.var))
