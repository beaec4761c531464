; Templates that a template shows as parts of itself

((call !receiver method: (identifier) @_render arguments: (argument_list)) @import
  (#eq? @_render "render"))
