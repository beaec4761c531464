"""What answers a path of a URL, told from its end: the way up finds what stands before it where the way down is lost.

    registrators = [partial(app.register_blueprint, api, url_prefix="/api")]        @api.route("/job", methods=["GET"])

The first line hands on a router that many files add to, and names none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.routes import is_part, stands_for_any
from nsccn.tools.registered import registrations
from nsccn.tools.routefiles import RouteFiles
from nsccn.tools.routemounts import Mounted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex
    from nsccn.tools.registered import Registered

_MOST_TRIED: Final = 16


def ending_so(index: RepoIndex, graph: CodeGraph, route: Route, tails: Iterable[int]) -> list[Mounted]:
    """Return which of some functions answer the whole of a path, for those that spell most of it."""
    files = RouteFiles(index, graph)
    found = [
        _mounted(index, one, route, answering)
        for answering in [*dict.fromkeys(tails)][:_MOST_TRIED]
        for one in registrations(index, graph, answering, files)
        if _answers(one, route)
    ]
    best = max(((one.spelt, one.fit) for one in found), default=(0, 0))
    return sorted((one for one in found if (one.spelt, one.fit) == best), key=lambda one: one.lines)


def _answers(one: Registered, route: Route) -> bool:
    if not one.is_whole:
        return False
    is_method = not one.method or not route.method or one.method == route.method
    return is_method and len(one.parts) == len(route.parts) and all(map(is_part, one.parts, route.parts))


def _mounted(index: RepoIndex, one: Registered, route: Route, answering: int) -> Mounted:
    path, line = one.lines[-1]
    text = index.text(path).split("\n")[line - 1]
    spelt = sum(not stands_for_any(part) for part in one.parts)
    return Mounted(0, one.lines, text, 1 + (one.method == route.method), answering, spelt)
