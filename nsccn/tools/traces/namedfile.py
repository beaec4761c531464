"""What a trace says of a file that nothing is known to import or read: what shows it, and where text names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tools.names.missing import lines_that_name

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_VIEW: Final = regex(r"(?:.*/)?(?:views|templates)/(?P<shown>(?:[^/]+/)*[^/.]+)\.[\w.]+", re.IGNORECASE)
"""A template, with what it is called below the folder of all."""
_CONTROLLER: Final = "controller"
_MOST_SHOWING: Final = 3


def said_of_file(index: RepoIndex, graph: CodeGraph, file: Entity) -> Iterator[str]:
    """Yield which actions show a template by convention, and else where the text has the name of a file."""
    view = _VIEW.fullmatch(file.path)
    if view and (showing := _showing(graph, view["shown"])):
        yield f"By convention {first_few(showing, _MOST_SHOWING, graph.id_of)} shows it."
        return
    for name in _names(graph, file.path, view["shown"] if view else ""):
        own = {(file.path, line) for line in range(file.start_line, file.end_line + 1)}
        if places := lines_that_name(index, name, own):
            yield f"The text has `{name}` at {places}."
            return


def _showing(graph: CodeGraph, shown: str) -> list[int]:
    """Return the actions after which a template and its folder are named: `carts/show`, `Carts/Show`."""
    *folders, action = shown.split("/")
    if not folders:
        return []
    wanted = "".join(_letters(folders[-1])) + _CONTROLLER
    pascal = action[:1].upper() + action[1:]
    return [
        one
        for name in dict.fromkeys((action, pascal))
        for one in graph.named(name)
        if graph.kinds[graph.kind[one]] in FUNCTION_KINDS
        and (owner := graph.owner_of(one)) >= 0
        and graph.name_of(owner).lower() == wanted
        and role_of(graph.path_of(one)) is Role.SOURCE
    ]


def _letters(name: str) -> Iterator[str]:
    return (letter for letter in name.lower() if letter.isalnum())


def _names(graph: CodeGraph, path: str, shown: str) -> Iterator[str]:
    """Yield by what names text may mean a file, the surest first."""
    if "/" in shown:
        yield from (shown.replace("/", "."), shown)
    last = path.rpartition("/")[2]
    if sum(one == path or one.endswith(f"/{last}") for one in graph.paths) == 1:
        yield last
    elif "/" in path:
        yield "/".join(path.split("/")[-2:])
