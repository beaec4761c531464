"""Which controllers of Phoenix render a function: one of a view by its templates' names, or one named as they are.

defmodule ShopWeb.CartView … def render("show.json", …)      ShopWeb.CartController: render(conn, "show.json", …)
defmodule ShopWeb.CartJSON … def show(…)                     ShopWeb.CartController: render(conn, :show, …)
defmodule ShopWeb.LineView … def render("line.json", …)      render_many(lines, LineView, "line.json")
                                                             conn |> put_view(LineView) |> render("line.json", …)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MODULE: Final = regex(r"(?P<stem>(?:\w+\.)*\w+)(?P<ending>View|HTML|JSON)")
_OF_VIEW: Final = "View"
_RENDER: Final = "render"
_CONTROLLER: Final = "Controller"
_CLAUSE: Final = regex(r"\bdef\s+render\(\s*\"([\w.]+)\"")
_CODE: Final = ".ex"
_MOST_FILES: Final = 100
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 6


def rendered_by_controllers(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where a function is rendered, nothing of what is none of a view."""
    entity = graph.entity(root)
    if not entity.path.endswith(_CODE) or entity.kind not in FUNCTION_KINDS:
        return Told()
    module = _MODULE.fullmatch(entity.qualified_name.rpartition(".")[0])
    if module is None or (module["ending"] == _OF_VIEW) != (entity.name == _RENDER):
        return Told()
    names = _templates(index, entity)
    places = sorted(set(_places(index, entity, module, names))) if names else []
    if not places:
        return Told()
    said = f"By the text, rendered at {first_few(together(graph, places), _MOST_SHOWN)}."
    return Told((said,), frozenset(places), is_used=True)


def _templates(index: RepoIndex, entity: Entity) -> list[str]:
    """Return how code writes what a function renders: the templates of its clauses, or its own name."""
    if entity.name != _RENDER:
        return [f":{entity.name}", f'"{entity.name}"', f'"{entity.name}.json"', f'"{entity.name}.html"']
    lines = index.text_if_any(entity.path).split("\n")[entity.start_line - 1 : entity.end_line]
    return [f'"{one}"' for one in _CLAUSE.findall("\n".join(lines))]


def _places(
    index: RepoIndex, entity: Entity, module: re.Match[str], names: list[str]
) -> Iterator[tuple[str, int]]:
    """Yield the lines that render one of some templates: of the module's controller, or with the module's name."""
    written = "|".join(map(re.escape, names))
    last = module[0].rpartition(".")[2]
    rendered = rf"(?P<at>\brender\(?\s*(?:\w+\s*,\s*)?(?:{written})(?!\w))"
    own = re.compile(rendered)
    chosen = re.compile(rf"\bput_view\([^()]*?\b{last}\s*\)\s*\|>\s*{rendered}")
    other = re.compile(rf"(?P<at>\brender\w*\(?[^()\n]*\b{last}\s*,\s*(?:{written})(?!\w))")
    controller = re.compile(rf"\bdefmodule\s+{re.escape(module['stem'])}{_CONTROLLER}\s+do\b")
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    held = lexical.files_with(module["stem"].rpartition(".")[2] + _CONTROLLER) | lexical.files_with(last)
    code = sorted(paths[slot] for slot in held if paths[slot].endswith(_CODE))
    for path in [one for one in code if role_of(one) is Role.SOURCE and one != entity.path][:_MOST_FILES]:
        text = index.text_if_any(path)
        if len(text) <= _LARGEST:
            for pattern in (*((own,) if controller.search(text) else ()), chosen, other):
                yield from (
                    (path, text.count("\n", 0, one.start("at")) + 1) for one in pattern.finditer(text)
                )
