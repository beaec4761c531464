; Routes in a list, and what a router or a site is told at the top of a file

(module (assignment left: (identifier) @_list right: [
    (list (call) @declared)
    (binary_operator (list (call) @declared))
  ]) (#match? @_list "(urlpatterns|routes)$"))
(module (augmented_assignment left: (identifier) @_list right: (list (call) @declared))
  (#match? @_list "(urlpatterns|routes)$"))
((list (call function: (identifier) @_route) @declared) (#match? @_route "^(path|re_path|url)$"))
(module (call function: (attribute attribute: (identifier) @_told)) @declared
  (#match? @_told "^(add_api_route|add_route|add_url_rule|include_router|mount|register|register_blueprint)$"))
