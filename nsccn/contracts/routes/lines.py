"""Where the path of a URL is written that no folder spells: beside a function, in a router's call, by who asks for it.

    @router.post("/{case_id}/escalate")      r.GET("/carts/:id", show)      resources :carts

Or a function's own name is the end of it, where a decorator says no other (`@action(detail=True) def escalate`).

What stands before it, as the prefix of a router, may be written elsewhere, so the end of a path is looked for. Where
a line says what the router calls, that is told; where it is written whole for one function, that is what is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.configured import answered_by_configuration
from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.heirs import files_with_parts
from nsccn.contracts.routes.inline import written_in_place
from nsccn.contracts.routes.methodnames import methods_named
from nsccn.contracts.routes.mounts import Begun, Found, Mounted, mounted
from nsccn.contracts.routes.partly import (
    MOST_FILES,
    Written,
    answered,
    answered_by_none,
    answered_by_rule,
    said_of_begun,
)
from nsccn.contracts.routes.places import MOST_TOLD, Place, lines_writing
from nsccn.contracts.routes.resources import answered_elsewhere, conventional
from nsccn.contracts.routes.root import at_root
from nsccn.contracts.routes.routingwords import has_routing
from nsccn.contracts.routes.tails import Above, ending_so
from nsccn.contracts.routes.texts import is_open
from nsccn.contracts.services.httprules import ruled
from nsccn.graph.codegraph import CodeGraph
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.routes import route_of, stands_for_any
from nsccn.regexes import regex
from nsccn.text import first_few, listed, one_line

if TYPE_CHECKING:
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_BASE: Final = "api"
_MOST_LINES: Final = 5
_MOST_QUOTED: Final = 2
"""Files of which a line is shown."""
_MOST_ANSWERING: Final = 3
_CALLED: Final = regex(r"(\w+)[!?]?\s?[\[({\"']")
_LONGEST: Final = 1000


def where_written(index: RepoIndex, asked: str, files: RouteFiles | None = None) -> Written | None:
    """Tell where the end of a URL's path is written, or else a part of it; None where it is not known.

    Who asks for several gives the `files` that are read, so that each is read once.
    """
    route = route_of(asked)
    named = [number for number, part in enumerate(route.parts) if not is_open(part)] if route else []
    if route is None:
        return None
    graph = index.snapshot.all_entities
    if files is None and isinstance(graph, CodeGraph):
        files = RouteFiles(index, graph)
    if not named:
        return _without_words(index, files, route) if files else None
    if files is not None and (rules := ruled(index, files.graph, route)):
        return answered_by_rule(index, rules)
    holding = files_with_parts(index, [route.parts[place] for place in named])
    places = [
        *methods_named(index, route, named, files),
        *lines_writing(index, route, named, files, holding),
    ]
    above = Above()
    begun: Sequence[Begun] = ()
    if files is not None:
        parts, places, above, begun = _in_parts(index, files, route, places)
        if parts:
            return _below(answered(index, route, parts, begun), above)
        if (drawn := answered_elsewhere(index, route)) is not None:
            return answered_by_none(drawn)
    if not places:
        return _in_place(index, files, route) or _begun(route, begun)
    found = _best(index, _longest(places))
    first = role_of(next(iter(found)))  # what a test asks for says less
    alike = {path: held for path, held in found.items() if role_of(path) is first}
    is_told = sum(not place.asks for place in places) <= MOST_TOLD
    if is_told and (whole := _whole(index, alike, above)) is not None:
        return _below(whole, above)
    ending = [place.path for place in places if place.reaches_end and not place.asks]
    if in_place := _in_place(index, files, route, ending) or _begun(route, begun):
        return in_place
    shown = [_said(index, held, quoted=number < _MOST_QUOTED) for number, held in enumerate(alike.values())]
    what = "The end" if any(place.reaches_end for place in places) else "A part"
    return Written(f"{what} of that path is written at {listed(shown[:MOST_FILES], len(found))}.")


def _below(written: Written, above: Above) -> Written:
    """Say below what a path lies for what answers it, where it is known that something stands before it."""
    longer = above.longer.get(written.answering[0], ()) if len(written.answering) == 1 else ()
    return written._replace(below="/".join(("", *longer)))


def _without_words(index: RepoIndex, files: RouteFiles, route: Route) -> Written | None:
    """Tell where a path is written of which no part is a word, as `/` or `/404`."""
    if drawn := _conventional(index, files.graph, route):
        return answered(index, route, drawn, [])
    root = None if route.parts else at_root(index, files, route)
    return Written(root.said, root.answering, root.said, root.lines, blocks=root.shown) if root else None


def _in_place(
    index: RepoIndex, files: RouteFiles | None, route: Route, ending: Sequence[str] = ()
) -> Written | None:
    """Tell where the functions are written that answer a path, and have no name.

    One whose end is written may be as a client has it that knows the address of the server: below `/api`.
    """
    based = (route._replace(parts=(_BASE, *route.parts)), f"That path below /{_BASE}")
    may_lie_below = ending and route.parts[:1] != (_BASE,)
    for asked, path in ((route, "That path"), *([based] if may_lie_below else ())):
        blocks = written_in_place(index, files, asked, ending) if files else []
        if blocks:
            said = f"{path} is answered by what is written at {listed([one.said for one in blocks], len(blocks))}."
            places = tuple((one.path, one.first) for one in blocks)
            return Written(said, (), said, places, blocks=tuple(blocks))
    return None


def _begun(route: Route, begun: Sequence[Begun]) -> Written | None:
    """Tell how far a path is written from its beginning, if it is."""
    return Written(said_of_begun(route, begun)) if begun else None


def _in_parts(
    index: RepoIndex, files: RouteFiles, route: Route, places: Sequence[Place]
) -> tuple[Sequence[Mounted], list[Place], Above, Sequence[Begun]]:
    """Return what answers a path by the way up from it, or else the way down to it where no line says more of it.

    With that come the lines that write a run of its parts, without those for what answers another path, and how far
    it is written from its beginning.
    """
    graph = files.graph
    drawn = _conventional(index, graph, route)
    below = Found() if drawn else mounted(index, graph, files, route)
    likeliest = sorted(places, key=lambda place: not place.is_whole)
    ends = [place.answering for place in likeliest if place.reaches_end and place.answering is not None]
    above = ending_so(
        index, graph, files, route, [*(one.answering for one in below.best), *ends, *below.tails]
    )
    left = [
        place._replace(answering=None, is_whole=False) if place.answering in above.elsewhere else place
        for place in places
    ]
    if above.found:
        return above.found, left, above, ()
    likely = [one for one in below.best if one.answering not in above.elsewhere]
    found = drawn or [one for one in likely if one.answering not in above.longer] or likely
    read = {line for one in found for line in one.lines}
    is_best = bool(found) and all(
        (found[0].begins, -found[0].spelt) < (place.begins, -place.spelt)
        or (place.path, place.line) in read
        or place.answering is None
        or not place.reaches_end
        for place in left
    )
    return found if is_best and found else above.unrooted, left, above, below.begun


def _conventional(index: RepoIndex, graph: CodeGraph, route: Route) -> list[Mounted]:
    """Return what answers a path by convention, or as configuration says: what answers any only where no other does."""
    rows = conventional(index, graph, route) or answered_by_configuration(index, graph, route)
    written = [one for one in rows if not any(part.startswith("*") for part in one[0].parts)]
    return [
        Mounted(
            0,
            ((row.path, row.line),),
            row.text,
            2,
            answering,
            sum(not stands_for_any(part) for part in row.parts),
        )
        for row, answering in written or rows
    ]


class _Says(NamedTuple):
    """What a line says of the end of a path that stands on it."""

    answers: bool
    is_routed: bool
    asks: bool

    def is_as_much(self, other: _Says) -> bool:
        """Whether another says no more; who asks and what answers say different things, what does neither the least."""
        is_least = not (other.is_routed or other.asks)
        return self.answers >= other.answers and (is_least or self[1:] == other[1:])


def _longest(places: Sequence[Place]) -> list[Place]:
    """Return places without those of shorter ends of a path, where others that say as much of it have longer ones."""
    said = [(role_of(place.path), _said_on(place)) for place in places]
    begins: dict[tuple[Role, _Says], int] = {}
    for place, key in zip(places, said, strict=True):
        if place.reaches_end:
            begins[key] = min(begins.get(key, place.begins), place.begins)
    least = {
        (role, one): min(
            first for (of, other), first in begins.items() if of is role and other.is_as_much(one)
        )
        for role, one in begins
    }
    return [
        place
        for place, key in zip(places, said, strict=True)
        if not place.reaches_end or place.begins == least[key]
    ]


def _said_on(place: Place) -> _Says:
    answers = place.answering is not None
    return _Says(answers, answers or has_routing(_called_with(place.text)), place.asks)


def _called_with(text: str) -> str:
    """Return the names of what is called on a line."""
    return " ".join(_CALLED.findall(text[:_LONGEST]))


def _best(index: RepoIndex, places: Sequence[Place]) -> dict[str, list[Place]]:
    """Return the places of each file that fit best, the likeliest files first."""
    reaches_end = any(place.reaches_end for place in places)
    fits: dict[str, int] = {}
    found: dict[str, list[Place]] = {}
    for place in sorted(places, key=lambda one: -one.fit):
        if place.reaches_end == reaches_end and place.fit == fits.setdefault(place.path, place.fit):
            found.setdefault(place.path, []).append(place)
    best = max(fits[path] for path in found)
    paths = sorted(
        (path for path in found if min(best, 1) <= fits[path]),
        key=lambda path: (
            role_of(path),
            not _is_code(index, path),
            all(place.answering is None for place in found[path]),
            not any(place.is_whole for place in found[path]),
            found[path][0].asks,
            not found[path][0].owner,
            path,
        ),
    )
    return {path: [place for place in found[path] if place.is_whole] or found[path] for path in paths}


def _whole(index: RepoIndex, found: dict[str, list[Place]], above: Above) -> Written | None:
    """Tell where all of a path is written for what answers it, None where that is nowhere.

    Of what answers one below another path that is told only where nothing else does.
    """
    fitting = {
        path: [place for place in held if place.is_whole and place.answering is not None]
        for path, held in found.items()
    }
    free = {
        path: [place for place in held if place.answering not in above.longer]
        for path, held in fitting.items()
    }
    whole = {path: held for path, held in free.items() if held}
    is_end = not whole
    whole = whole or {path: held for path, held in fitting.items() if held}
    if not whole:
        return None
    answering = {one.answering for places in whole.values() for one in places if one.answering is not None}
    shown = [_said(index, whole[path], quoted=number < _MOST_QUOTED) for number, path in enumerate(whole)]
    briefly = [_said(index, whole[path], quoted=not number, names=False) for number, path in enumerate(whole)]
    sentence = f"{'The end of that' if is_end else 'That'} path is written at {{}}."
    return Written(
        sentence.format(listed(shown[:MOST_FILES], len(shown))),
        sorted(answering),
        sentence.format(listed(briefly[:MOST_FILES], len(briefly))),
        tuple((one.path, one.line) for places in whole.values() for one in places),
    )


def _is_code(index: RepoIndex, path: str) -> bool:
    """Whether a file is in a language; what is not may tell of a path, and does not answer it."""
    table = index.snapshot.entities
    return bool(table.kinds[table.kind[table.entities_of(path).start]] == "module")


def _said(index: RepoIndex, places: Sequence[Place], *, quoted: bool, names: bool = True) -> str:
    """Name the lines of one file, with the text of the first where it is quoted, and what they are written for."""
    first = places[0]
    lines = first_few([place.line for place in places], _MOST_LINES, separator=",")
    text = f" `{one_line(first.text)}`" if quoted else ""
    answering = list(
        dict.fromkeys(place.answering for place in places if names and place.answering is not None)
    )
    meant = first_few(answering, _MOST_ANSWERING, index.snapshot.all_entities.id_of)
    return f"{encode_path(first.path)}:{lines}{text}{f' for {meant}' if meant else ''}"
