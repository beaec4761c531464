; Types: what holds declarations and is given a name, also what a function makes and gives back

(VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl "{" @members)))) @definition.struct
((source_file (Decl (FnProto function: (IDENTIFIER) @name) (Block (Statement (AssignExpr
  (ErrorUnionExpr (SuffixExpr (ContainerDecl "{" @members)))))))  @definition.struct)
  (#match? @name "^[A-Z]"))
(VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ErrorSetDecl) @members))) @definition.enum
(ContainerField field_member: (IDENTIFIER) @name) @definition.attr
(ContainerField . (ErrorUnionExpr . (SuffixExpr . variable_type_function: (IDENTIFIER) @name .) .) .) @definition.attr
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.attr)

; A file with fields, or that names itself, is one

((source_file (Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER) @_this))))) @members @definition.struct
  (#eq? @_this "@This") (#not-eq? @name "Self"))
((source_file (Decl (VarDecl
  variable_type_function: (IDENTIFIER) @_name
  (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER) @_this))))) @members @definition.struct
  (#eq? @_this "@This") (#eq? @_name "Self"))

; Functions and values

((Decl (FnProto function: (IDENTIFIER) @name (_) @returns .) (Block)? @body) @definition.func
  (#not-match? @name "^[A-Z]"))
(TestDecl "test" @modifier (STRINGLITERALSINGLE) @name (Block) @body) @definition.func
((Decl (VarDecl variable_type_function: (IDENTIFIER) @name (_)? @_value .) @definition.var)
  (#not-match? @_value "^@(import|This)\\("))

((Decl (VarDecl variable_type_function: (IDENTIFIER) @_name
  (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER) @_import))) @import)
  (#eq? @_import "@import"))
((source_file (Decl (VarDecl
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER) @_this))) @alias))
  (#eq? @_this "@This") (#not-eq? @name "Self"))

; What a file says of itself

(source_file . (container_doc_comment) @doc)
