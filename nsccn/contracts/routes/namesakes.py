"""Which route is meant where functions of one name answer several: that of the router which is asked.

router = APIRouter()        @router.get("") def all_carts(): ... router.url_path_for("all_carts")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.marks import marks_above
from nsccn.contracts.routes.names import blueprint_of
from nsccn.contracts.routes.routingwords import is_routing
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.marks import Mark

_RECEIVER: Final = regex(r"(?P<name>[A-Za-z_]\w*)\.\Z")
_ROUTER: Final = regex(r"Router\w*\(")
"""Makes a router that is a part of an application; this itself knows all names."""
_MOST_READ: Final = 40


def is_meant(files: RouteFiles, own: str, name: str, place: tuple[str, int], before: str) -> bool:
    """Whether a line that asks for a route of a name means the one of a file; `before` stands before the call."""
    path, line = place
    on, asking = _RECEIVER.search(before), files.at(path)
    homes = _homes(files, asking, on["name"], line) if on and asking else []
    return own in homes if homes else len(_answering(files, name)) < 2


def _homes(files: RouteFiles, asking: RouteFile, name: str, line: int) -> list[str]:
    """Return the file that makes the router of a name; none where that is no router, or not known."""
    taken = asking.router(name, line)
    if taken is not None and taken not in asking.import_lines:
        return [asking.path] if _ROUTER.search(asking.lines[taken - 1]) else []
    return [path for path, original in asking.imported(name) if _makes_router(files, path, original)]


def _makes_router(files: RouteFiles, path: str, name: str) -> bool:
    home = files.at(path)
    values = home.values(name) if home else ()
    return home is not None and any(_ROUTER.search(home.lines[begin - 1]) for begin, _ in values)


def _answering(files: RouteFiles, name: str) -> set[str]:
    """Return the files of the product with a function of a name that a decorator makes answer."""
    found = set[str]()
    named = (files.graph.entity(one) for one in files.graph.named(name)[:_MOST_READ])
    for entity in named:
        home = files.at(entity.path) if entity.kind in FUNCTION_KINDS and entity.path else None
        is_read = home is not None and home.language == "python" and role_of(home.path) is Role.SOURCE
        if home and is_read and any(_names(files, home, mark) for mark in marks_above(home.lines, entity)):
            found.add(home.path)
    return found


def _names(files: RouteFiles, home: RouteFile, mark: Mark) -> bool:
    """Whether a decorator makes a function answer under its own name: below a blueprint it has that one's before it."""
    on = mark.name.rpartition(".")[0]
    return is_routing(mark.name) and not (on and blueprint_of(files, home, on, mark.line))
