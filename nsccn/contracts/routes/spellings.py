"""Which lines spell a path where it is not seen that they ask for it: it goes on in a field, to a base, to a template.

baseRoute = `${prefix}/carts/all`;      pushUrl() { return this.base + "/api/push/" + this.token; }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import called_around
from nsccn.contracts.routes.files import COMMENT
from nsccn.contracts.routes.requesttexts import HOLE, call_of, fit, kept_as
from nsccn.contracts.routes.routingwords import has_routing, is_of_router
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.routes import stands_for_any
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from nsccn.contracts.routes.registered import Registered
    from nsccn.contracts.routes.requestfile import RequestFile
    from nsccn.contracts.routes.requesttexts import Asked

_MARK: Final = ("@", "#[", "[")
_CALLED_BARE: Final = regex(r"(?:^|[^\w.])(?P<name>\w+)[ \t]+\w?\Z")
_ROUTING_KEYS: Final = frozenset({"path", "pattern", "prefix", "route"})
"""What tables of routes give a path by."""
_DATA: Final = (".json", ".yaml", ".yml", ".toml", ".xml", ".csv", ".po")
"""Describe or word a path, and use none."""
_LEAST_PARTS: Final = 2
"""A path of one part is a page's, a flag's or a word's as well."""
_MOST_LINES: Final = 400


def spelling(file: RequestFile, route: Registered) -> Iterator[int]:
    """Yield the lines of a file of the product that spell all of a path, and register or ask for nothing."""
    named = [part for part in route.parts if not stands_for_any(part) and "*" not in part]
    if not route.is_whole or len(route.parts) < _LEAST_PARTS or not named:
        return
    is_code = role_of(file.path) is Role.SOURCE and not file.path.endswith(_DATA)
    if not is_code or not file.may_ask(named[-1].lower()):
        return
    for number in file.lines_with(named[-1].lower())[:_MOST_LINES]:
        line = file.lines[number - 1]
        if not COMMENT.match(line) and not line.lstrip().startswith(_MARK):
            spelt = (one for one in file.read(number) if _is_all(one, route.parts))
            if any(not _is_for_other(file, number, one) for one in spelt):
                yield number


def _is_all(asked: Asked, parts: Sequence[str]) -> bool:
    """Whether a text is all of a path, from its slash or behind the address of a server on."""
    is_based = asked.is_begun or asked.text.text.startswith((HOLE, "/"))
    return is_based and len(asked.parts) == len(parts) == fit(asked, parts)


def _is_for_other(file: RequestFile, number: int, asked: Asked) -> bool:
    """Whether a path is asked for, by whatever method, or is given to a router."""
    line, (first, last) = file.lines[number - 1], (asked.text.first, asked.text.last)
    if call_of(file.lines, number, first, last) or kept_as(line, asked) in _ROUTING_KEYS:
        return True
    bare = _CALLED_BARE.search(line[:first])
    around = called_around(line, first)[:1]
    return any(map(is_of_router, around)) or (bare is not None and has_routing(bare["name"]))


def elsewhere(
    files: Sequence[RequestFile], routes: Sequence[Registered], asking: Collection[str]
) -> list[tuple[str, int]]:
    """Return the lines that spell any of some paths in files none of which is known to ask for them."""
    own = {place for route in routes for place in route.lines}
    found = (
        (file.path, number)
        for file in files
        if file.path not in asking
        for route in routes
        for number in spelling(file, route)
    )
    return sorted(set(found) - own)
