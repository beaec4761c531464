"""Where the path of a URL is written that no folder spells: beside a function, in a router's call, by who asks for it.

    @router.post("/{case_id}/escalate")      r.GET("/carts/:id", show)      resources :carts

Or a function's own name is the end of it, where a decorator says no other (`@action(detail=True) def escalate`).

What stands before it, as the prefix of a router, may be written elsewhere, so the end of a path is looked for. Where
a line says what the router calls, that is told; where it is written whole for one function, that is what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.nearness import shared_folders
from nsccn.contracts.routes.configured import answered_by_configuration
from nsccn.contracts.routes.files import COMMENT, RouteFiles
from nsccn.contracts.routes.heirs import MOST_READ, bases_of, files_with_parts, heirs_of, naming_one
from nsccn.contracts.routes.inline import written_in_place
from nsccn.contracts.routes.mounts import Begun, Found, Mounted, mounted
from nsccn.contracts.routes.pages import page_on
from nsccn.contracts.routes.partly import (
    MOST_FILES,
    Written,
    answered,
    answered_by_none,
    answered_by_rule,
    said_of_begun,
)
from nsccn.contracts.routes.resources import answered_elsewhere, conventional
from nsccn.contracts.routes.root import at_root
from nsccn.contracts.routes.tails import Above, ending_so
from nsccn.contracts.routes.texts import (
    WrittenPath,
    asks_for,
    is_open,
    lines_with_part,
    said_fit,
    without_defaults,
    written_paths,
)
from nsccn.contracts.services.entries import gives_routes, keeping, with_parameters
from nsccn.contracts.services.httprules import ruled
from nsccn.errors import NsccnError
from nsccn.graph.codegraph import CodeGraph
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.routes import METHODS, route_of, stands_for_any
from nsccn.text import first_few, listed, one_line

if TYPE_CHECKING:
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_WORD: Final = re.compile(r"\w+")
_NAMES: Final = re.compile(
    rf"(?:\b|_)(?:action|route|expose)\b|\bHttp(?:{'|'.join(METHODS)})\b", re.IGNORECASE
)
"""In a decorator by which the name of a function is the end of a path."""
_OF_SEVERAL: Final = re.compile(r"\b(?:router|routes)\.register\b|\bresources\b")
"""On a line that answers for a path, and for that of each thing in it: `/orders` and `/orders/42`."""
_MARK: Final = re.compile(r"@\w")
"""In a comment that is a decorator: `* @Route("/carts")`."""
_JOINS: Final = ("+", ".", "%", "..")
"""Beside a text that is a part of one."""
_ARGUMENT: Final = re.compile(r"\s*[a-z]?[\"'`]")
_NO_SIGNATURE: Final = ("#", "@", "*", "/")
"""Begin lines above a function that are not its own."""
_BASE: Final = "api"
_MOST_BELOW: Final = 16
_LONGEST: Final = 400
_MOST_LINES: Final = 5
_MOST_QUOTED: Final = 2
"""Files of which a line is shown."""
_MOST_ANSWERING: Final = 3
_MOST_TOLD: Final = 200
"""Lines of which it is told what they are written for; a path that stands on more is no one function's."""


class _Place(NamedTuple):
    path: str
    line: int
    text: str
    reaches_end: bool
    fit: int
    """2 where the line says the method that is asked for, 1 where it says none, 0 where another."""
    asks: bool = False
    """Whether the line asks for the path."""
    owner: str = ""
    """The type of the function whose name is the end of the path."""
    is_whole: bool = False
    """Whether all of the path stands there."""
    answering: int | None = None
    """What the router calls for it."""
    begins: int = 0
    """The place in the path that is asked for of its first part that stands there."""
    spelt: int = 0
    """Its parts that are no parameter there."""


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
    places = [*_named(index, route, named, files), *_places(index, route, named, files, holding)]
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
    found = _best(index, places)
    first = role_of(next(iter(found)))  # what a test asks for says less
    alike = {path: held for path, held in found.items() if role_of(path) is first}
    is_told = sum(not place.asks for place in places) <= _MOST_TOLD
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
    index: RepoIndex, files: RouteFiles, route: Route, places: Sequence[_Place]
) -> tuple[Sequence[Mounted], list[_Place], Above, Sequence[Begun]]:
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
    return found if is_best else (), left, above, below.begun


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


def _best(index: RepoIndex, places: Sequence[_Place]) -> dict[str, list[_Place]]:
    """Return the places of each file that fit best, the likeliest files first."""
    reaches_end = any(place.reaches_end for place in places)
    fits: dict[str, int] = {}
    found: dict[str, list[_Place]] = {}
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


def _whole(index: RepoIndex, found: dict[str, list[_Place]], above: Above) -> Written | None:
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


def _said(index: RepoIndex, places: Sequence[_Place], *, quoted: bool, names: bool = True) -> str:
    """Name the lines of one file, with the text of the first where it is quoted, and what they are written for."""
    first = places[0]
    lines = first_few([place.line for place in places], _MOST_LINES, separator=",")
    text = f" `{one_line(first.text)}`" if quoted else ""
    answering = list(
        dict.fromkeys(place.answering for place in places if names and place.answering is not None)
    )
    meant = first_few(answering, _MOST_ANSWERING, index.snapshot.all_entities.id_of)
    return f"{encode_path(first.path)}:{lines}{text}{f' for {meant}' if meant else ''}"


def _named(index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None) -> list[_Place]:
    """Return the methods whose name is the last part of a path, of the types that the part before it is written with.

    Where those have none, of their bases, and where nothing is known of them, of all types.
    """
    found = list(_methods(index, route, named[-1], files))
    if not found or not named[:-1]:
        return found
    before = route._replace(method="", parts=route.parts[: named[-2] + 1])
    holding = files_with_parts(index, [route.parts[place] for place in named[:-1]])
    owners = {one.owner for one in found}
    named_by = list(_words(index, before, named[:-1], files, naming_one(index, holding, owners)))
    if near := _nearest(found, named_by):
        return near
    heirs = heirs_of(index, owners, len(holding))
    if heirs is not None:
        holding = naming_one(index, holding, heirs)
    written = _words(index, before, named[:-1], files, holding)
    bases = [
        (path, base)
        for path, word in written
        if heirs is None or word in heirs
        for base in bases_of(index, word)
    ]
    return _nearest(found, bases) or found


def _words(
    index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None, slots: Iterable[int]
) -> Iterator[tuple[str, str]]:
    """Yield the words of the lines of some files that a path is written on, each with the file."""
    for place in _places(index, route, named, files, slots):
        yield from ((place.path, word) for word in dict.fromkeys(_WORD.findall(place.text)))


def _nearest(found: Sequence[_Place], owners: Sequence[tuple[str, str]]) -> list[_Place]:
    """Return the methods of the types that are named nearest to them; none where no type is named."""
    near = [
        max((shared_folders(path, one.path) for path, own in owners if own == one.owner), default=-1)
        for one in found
    ]
    return [one for one, shared in zip(found, near, strict=True) if shared == max(near) >= 0]


def _methods(index: RepoIndex, route: Route, last: int, files: RouteFiles | None) -> Iterator[_Place]:
    """Yield the methods whose name is a part of a path, as a decorator says that tells no other."""
    table = index.snapshot.entities
    named = [one for one in table.named(route.parts[last]) if table.kinds[table.kind[one]] == "method"]
    for path in dict.fromkeys(map(table.path_of, named[:MOST_READ])):
        with suppress(NsccnError, OSError):
            definitions = index.facts(path).definitions
            lines = (files or index).text(path).split("\n")
            for one in definitions:
                if one.name == route.parts[last] and one.decorators:
                    said = _decorated(lines[one.full_range.start_line - 1 : one.name_line])
                    if said and all("".join(one.parts).upper() in METHODS for one in written_paths(said)):
                        is_end, fit = last == len(route.parts) - 1, said_fit(said, route.method)
                        owner = definitions[one.parent].name
                        answering = next(
                            own
                            for own in table.entities_of(path)
                            if (table.name_of(own), table.entity(own).name_line) == (one.name, one.name_line)
                        )
                        yield _Place(
                            path,
                            one.name_line,
                            said,
                            is_end,
                            fit,
                            owner=owner,
                            answering=answering,
                            begins=last,
                        )


def _decorated(lines: Sequence[str]) -> str:
    """Return what stands above a name, from the decorator that makes a path of it; nothing where none does."""
    first = next((at for at, line in enumerate(lines) if _NAMES.search(line.partition("(")[0])), len(lines))
    return " ".join(map(str.strip, lines[first:]))


def _places(
    index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None, slots: Iterable[int]
) -> Iterator[_Place]:
    """Yield the lines of some files that write a run of the parts of a path; `named` are no parameters in it."""
    last = named[-1]
    told = 0
    for slot in sorted(slots):
        path = index.snapshot.entities.paths[slot]
        with suppress(NsccnError, OSError):
            file, is_contract = files.at(path) if files else None, gives_routes(path)
            asis: Sequence[str] = ()
            handed = file.handed if file else None
            if file is None or is_contract:
                text = (files or index).text(path)
                asis = text.split("\n") if is_contract else ()
                text = with_parameters(text) if is_contract else text
                holding = [number for number, _ in lines_with_part([route.parts[last]], text)]
                lines = text.split("\n") if holding else []
            else:
                holding = file.lines_with_part([route.parts[last]])
                lines = file.lines if holding else []
            for number in holding:
                line = lines[number - 1]
                if COMMENT.match(line) and not _MARK.search(line):
                    continue
                begins = _ARGUMENT.match(line)  # what it is given to stands before it
                before = lines[number - 2] if begins and number > 1 else ""
                ends = [
                    (end, one)
                    for one in _written(lines, number, before)
                    if (end := _end(one.parts, route.parts, last))
                ]
                if ends:
                    is_argument = before.rstrip().endswith("(")
                    shown = " ".join((before.strip(), *map(str.strip, lines[number - 1 : number + 1])))
                    own = asis[number - 1] if asis else line
                    fit = said_fit(before + line, route.method)
                    end, written = max(ends, key=itemgetter(0))
                    rest = route.parts[end:]
                    reaches_end = not rest or (
                        all(map(is_open, rest)) and _OF_SEVERAL.search(before + line) is not None
                    )
                    asks = not is_contract and asks_for(before + line)
                    told += not asks
                    is_asked = handed is not None and not asks and told <= _MOST_TOLD
                    answering = (
                        page_on(handed.graph, path, line)
                        or (keeping(index, handed.graph, path, number) if is_contract else None)
                        or handed.over(lines, number, written.span, route.method)
                        if is_asked and handed is not None
                        else None
                    )
                    yield _Place(
                        path,
                        number,
                        shown if is_argument else own,
                        reaches_end,
                        fit,
                        asks,
                        is_whole=fit > 0 and _is_whole(line, written, route),
                        answering=answering,
                        begins=end - len(written.parts),
                        spelt=sum(not stands_for_any(part) for part in written.parts),
                    )


def _written(lines: Sequence[str], number: int, before: str) -> Iterator[WrittenPath]:
    """Yield the paths on a line, and what is left of them where the function below has defaults for their ends."""
    for one in written_paths(lines[number - 1], before):
        yield one
        if one.parts and one.parts[-1].startswith("{"):
            below = lines[number : number + _MOST_BELOW]
            own = (text[:_LONGEST] for text in below if not text.lstrip().startswith(_NO_SIGNATURE))
            signature = " ".join(own).partition("{")[0]
            yield from (one._replace(parts=parts) for parts in without_defaults(one.parts, signature))


def _is_whole(line: str, written: WrittenPath, route: Route) -> bool:
    """Whether what is written is all of a path, each part as it is asked for or any: `:id`, but no other than 42."""
    first, last = written.span
    parts = written.parts
    begins = line[first + 1 : last].lstrip("^")
    return (
        len(parts) == len(route.parts)
        and all(own == given or stands_for_any(own) for own, given in zip(parts, route.parts, strict=True))
        and not (begins.startswith(("{", "$", "#")))
        and line[:first].rstrip()[-1:] not in _JOINS
        and line[last:].lstrip()[:1] not in _JOINS
    )


def _end(written: Sequence[str], wanted: Sequence[str], last: int) -> int:
    """Return where a run of parts ends in a path, 0 where it is not in it, or not at the part that matters."""
    for start in range(max(last - len(written) + 1, 0), min(last, len(wanted) - len(written)) + 1):
        pairs = list(zip(written, wanted[start:], strict=False))
        fit = all(own == given or stands_for_any(own) or is_open(given) for own, given in pairs)
        if fit and written[last - start] == wanted[last]:
            return start + len(written)
    return 0
