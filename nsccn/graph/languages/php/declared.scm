; Routes, and what else a facade is told at the top of a file or in the functions that groups are given

((expression_statement) @declared
  (#match? @declared "^(Artisan::command|Breadcrumbs::for|Broadcast::channel|Route::|Schedule::|\\$(app|group|router?|routes)->(add|any|delete|get|group|map|patch|post|put|resource)\\()"))
