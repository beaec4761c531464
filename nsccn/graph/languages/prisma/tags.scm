; Models, enumerations

(model_block . (identifier) @name "{" @members) @definition.struct
(enum_block . (identifier) @name "{" @members) @definition.enum

; Their fields and values

(model_field field_name: (_) @name) @definition.attr
(enum_block "{" (identifier) @name @definition.attr)

; Where data lies, and what is made of the schema

(key_value_block (identifier) @name "{" @body) @definition.block
