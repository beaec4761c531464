; Calls of macros that say what a module is, and the routes, plugs and fields in their blocks

((call target: (identifier) @_block (do_block (call) @declared))
  (#match? @_block "^(defmodule|embedded_schema|live_session|pipeline|resources|schema|scope)$"))
