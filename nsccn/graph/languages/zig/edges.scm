; Calls

(SuffixExpr . variable_type_function: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call
(SuffixExpr . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)
(SuffixExpr . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)
(SuffixExpr . (_) @callee . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)
(SuffixExpr . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)
(SuffixExpr . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)
(SuffixExpr . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @call)

; Calls whose errors are handed on

(UnaryExpr operator: (PrefixOp "try") left: (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @callee . (FnCallArguments) @arguments) @propagates)) @call
(UnaryExpr operator: (PrefixOp "try") left: (ErrorUnionExpr (SuffixExpr . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments)) @propagates)) @call
(UnaryExpr operator: (PrefixOp "try") left: (ErrorUnionExpr (SuffixExpr . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments)) @propagates)) @call
(UnaryExpr operator: (PrefixOp "try") left: (ErrorUnionExpr (SuffixExpr . (_) @callee . (_) @callee . (_) @callee . (FieldOrFnCall function_call: (IDENTIFIER) @callee . (FnCallArguments) @arguments)) @propagates)) @call

; Functions that are handed over, and what is read

(FnCallArguments (ErrorUnionExpr (SuffixExpr) @value))
(FieldInit (ErrorUnionExpr (SuffixExpr) @value))
(SuffixExpr (FieldOrFnCall field_access: (_))) @member

; Types

(ParamType (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @typename .)))
(ContainerField (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @typename .)))
(FnProto (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @typename .)) .)
(SuffixExpr . variable_type_function: (IDENTIFIER) @typename . (InitList))

; Parameters and variables

(ParamDecl parameter: (IDENTIFIER) @target (ParamType) @type) @parameter
(ContainerField field_member: (IDENTIFIER) @target ":" . (PrefixTypeOp)* @type . (ErrorUnionExpr) @type) @declare
(VarDecl variable_type_function: (IDENTIFIER) @target ":" . (PrefixTypeOp)* @type . (ErrorUnionExpr) @type) @declare
(VarDecl variable_type_function: (IDENTIFIER) @target . "=" . (ErrorUnionExpr) @value) @declare
(VarDecl variable_type_function: (IDENTIFIER) @target . "=" . (UnaryExpr left: (_) @value)) @declare
(VarDecl variable_type_function: (IDENTIFIER) @target . "=" . (BinaryExpr . (ErrorUnionExpr) @value)) @declare
(VarDecl variable_type_function: (IDENTIFIER) @target . "=" . (BinaryExpr . (UnaryExpr left: (_) @value))) @declare
(IfPrefix . (_) @value . (PtrPayload variable: (IDENTIFIER) @target)) @declare
(WhilePrefix . (_) @value . (PtrPayload variable: (IDENTIFIER) @target)) @declare
(ForPrefix (ForArgumentsList . (ForItem . (_) @value)) (PtrListPayload . variable: (IDENTIFIER) @target)) @loop

; Assignments

((AssignExpr . (_) @target . (AssignOp) @_sign . (_) @value) @assign (#eq? @_sign "="))
((AssignExpr . (_) @target . (AssignOp) @_sign) @augment (#not-eq? @_sign "="))

; Errors, and results

((AssignExpr "return" (ErrorUnionExpr (SuffixExpr . "error" field_constant: (IDENTIFIER) @error))) @raise)
(AssignExpr "return" (_) @return)

(STRINGLITERALSINGLE) @literal
