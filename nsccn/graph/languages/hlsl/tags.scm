; Buffers of constants

((translation_unit (declaration type: (type_identifier) @_buffer declarator: (identifier) @name) @definition.struct)
  (#any-of? @_buffer "cbuffer" "tbuffer"))
