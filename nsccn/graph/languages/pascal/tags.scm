; Types

(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declClass)) @definition.class
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declClass
  [(declSection) (declField) (declProc) (declProp) (declTypes) (declConsts) (declVars)] @members)) @definition.class
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declIntf)) @definition.interface
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)] type: (declIntf
  [(declSection) (declField) (declProc) (declProp) (declTypes) (declConsts) (declVars)] @members)) @definition.interface
(declType name: (identifier) @name type: (type (declEnum) @members)) @definition.enum
(declType name: [(identifier) @name (genericTpl entity: (identifier) @name)]) @definition.type

; Their members and values

(declField name: (identifier) @name) @definition.attr
(declProp name: (identifier) @name) @definition.attr
(declEnumValue name: (identifier) @name) @definition.attr

; Functions and procedures, declared and defined

(defProc header: (declProc name: [(identifier) @name (operatorName) @name]) body: (_)? @body) @definition.func
(defProc header: (declProc name: (genericDot lhs: (_) @owner rhs: (identifier) @name)) body: (_)? @body) @definition.func
(declProc name: [(identifier) @name (operatorName) @name]) @definition.func

; Values of a unit

(declConst name: (identifier) @name) @definition.var
(declVars (declVar name: (identifier) @name) @definition.var)

; What a file is called

(unit (moduleName) @package)
