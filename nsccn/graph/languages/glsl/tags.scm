; Blocks of an interface

(declaration (identifier) @name . (field_declaration_list) @members) @definition.struct
