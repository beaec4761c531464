"""Which method answers the path of a URL that a protocol gives one of its procedures (`google.api.http`).

    rpc GetCart(A) returns (Cart) {
      option (google.api.http) = {get: "/v1/{name=carts/*}"};         GET /v1/carts/42 -> the method that keeps GetCart
    }

What a parameter is bound to is a part of the path, or several: `*` is any part, `**` any parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.services.entries import BOUND, gives_routes, keeping, rpcs
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.routes import is_part, stands_for_any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.contracts.services.entries import Entry, Rule
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_WORDS: Final = ("google", "api", "http")
_MANY: Final = "{many}"
_MOST_FILES: Final = 400
_LARGEST: Final = 300_000
_UNREAD: Final = (Role.GENERATED, Role.VENDORED, Role.DOCUMENT)


class Ruled(NamedTuple):
    """A procedure whose path is asked for."""

    entry: Entry
    rule: Rule
    spelt: int
    """Parts of the path that are no parameter."""
    answering: int | None
    """The method that keeps the procedure."""


def ruled(index: RepoIndex, graph: CodeGraph, route: Route) -> list[Ruled]:
    """Return the procedures that answer all of a path, of several those that spell most of it."""
    found = [
        (entry, rule, sum(not stands_for_any(part) for part in own))
        for entry in _entries(index)
        for rule in entry.rules
        if rule.method in {"", route.method or rule.method, "GET" if route.method == "HEAD" else ""}
        and _fits(own := _parts(rule.path), route.parts)
    ]
    most = max((spelt for *_, spelt in found), default=0)
    return [
        Ruled(entry, rule, spelt, keeping(index, graph, entry.path, entry.line))
        for entry, rule, spelt in found
        if spelt == most
    ]


def _entries(index: RepoIndex) -> Iterator[Entry]:
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    found = sorted(path for slot in lexical.files_with_all(_WORDS) if gives_routes(path := paths[slot]))
    for path in found[:_MOST_FILES]:
        if role_of(path) not in _UNREAD and len(text := index.text_if_any(path)) <= _LARGEST:
            yield from rpcs(path, text)


def _parts(written: str) -> list[str]:
    bare = BOUND.sub(lambda found: found[1], written)
    return [part.replace("**", _MANY).replace("*", "{any}") for part in bare.split("/") if part]


def _fits(own: Sequence[str], given: Sequence[str]) -> bool:
    if own and own[-1] == _MANY and len(given) >= len(own):
        own, given = own[:-1], given[: len(own) - 1]
    return len(own) == len(given) and all(map(is_part, own, given))
