"""What answers a path of a URL, told from its end: the way up finds what stands before it where the way down is lost.

    registrators = [partial(app.register_blueprint, api, url_prefix="/api")]        @api.route("/job", methods=["GET"])

The first line hands on a router that many files add to, and names none of them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.inherited import MOST_HEIRS
from nsccn.contracts.routes.mounts import Mounted
from nsccn.contracts.routes.registered import registrations
from nsccn.contracts.routes.segments import is_typed_so
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import is_part, stands_for_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.registered import Registered
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_MOST_TRIED: Final = 16


class Above(NamedTuple):
    """What the ways up from some functions tell of a path."""

    found: Sequence[Mounted] = ()
    """Those that answer the whole of it, for those that spell most."""
    elsewhere: frozenset[int] = frozenset()
    """Those that answer other paths."""
    longer: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    """What stands before it for those that answer one which ends so."""
    unrooted: Sequence[Mounted] = ()
    """Those that answer the whole of it as it is written in parts, but for what may stand before that."""


def ending_so(
    index: RepoIndex, graph: CodeGraph, files: RouteFiles, route: Route, tails: Iterable[int]
) -> Above:
    """Return which of some functions answer the whole of a path."""
    found, elsewhere, longer = list[Mounted](), set[int](), dict[int, tuple[str, ...]]()
    unrooted = list[Mounted]()
    for answering in [*dict.fromkeys(tails)][:_MOST_TRIED]:
        own = registrations(index, graph, answering, files, MOST_HEIRS)
        is_type = not own and graph.entity(answering).kind in TYPE_KINDS
        if is_type:  # a resource, that its methods answer for
            methods = [*graph.members(answering)][:_MOST_TRIED]
            own = [one for method in methods for one in registrations(index, graph, method, files)]
        asked = route._replace(method="") if is_type else route
        signature = graph.entity(answering).signature
        alike = [one for one in own if _ends_alike(one, asked, signature)]
        for one in alike if not is_type else ():
            if len(one.parts) == len(route.parts) and (one.is_whole or len(one.lines) > 1):
                (found if one.is_whole else unrooted).append(_mounted(files, one, route, answering))
        spelt = [_spelt(one.parts[-len(route.parts) :]) for one in alike]
        ends = [one for one, most in zip(alike, spelt, strict=True) if most == max(spelt)]
        before = [one.parts[: -len(route.parts)] for one in ends]
        if own and not alike and not is_type:
            elsewhere.add(answering)
        elif before and all(before):
            longer[answering] = before[0]
    return Above(_best(found), frozenset(elsewhere), longer, _best(unrooted))


def _best(found: Sequence[Mounted]) -> list[Mounted]:
    """Return those of what answers a path that spell most of it."""
    best = max(((one.spelt, one.fit) for one in found), default=(0, 0))
    return sorted((one for one in found if (one.spelt, one.fit) == best), key=lambda one: one.lines)


def _ends_alike(one: Registered, route: Route, signature: str) -> bool:
    """Whether a path ends as another, or the other way round, for one method, and with values of its parameters."""
    if one.method and route.method and one.method != route.method:
        return False
    shared = min(len(one.parts), len(route.parts))
    own, asked = one.parts[len(one.parts) - shared :], route.parts[len(route.parts) - shared :]
    if not is_typed_so(own, asked, signature):
        return False
    pairs = zip(own, asked, strict=True)
    # Names of types that stand for a part are told in small letters.
    is_alike = all(is_part(part, given) or part.lower() == given.lower() for part, given in pairs)
    return is_alike and (shared > 0 or not one.is_whole)


def _mounted(files: RouteFiles, one: Registered, route: Route, answering: int) -> Mounted:
    path, line = one.lines[-1]
    text = files.text(path).split("\n")[line - 1]
    fit = 1 + (one.method == route.method)
    return Mounted(0, one.lines, text, fit, answering, _spelt(one.parts), one.is_whole)


def _spelt(parts: Sequence[str]) -> int:
    return sum(not stands_for_any(part) for part in parts)
