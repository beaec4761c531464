"""What answers a path of a URL where a router is given a function that is written there, and has no name.

app.get("/carts/:id", async (req, res) => {     get("/carts/{id}") {     get "/carts/:id" do
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.callarguments import WRITES_FUNCTION, bare, brackets_around
from nsccn.contracts.routes.above import RoutesAbove
from nsccn.contracts.routes.arms import arms_in
from nsccn.contracts.routes.heirs import files_with_parts, is_named_for_routes
from nsccn.contracts.routes.prefixes import Way
from nsccn.contracts.routes.receivers import called_on
from nsccn.contracts.routes.routingwords import is_routing
from nsccn.contracts.routes.texts import asks_for, is_open, methods_said
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.routes import Route, is_part, stands_for_any
from nsccn.regexes import regex
from nsccn.text import indentation, one_line

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.index import RepoIndex

_CALLED: Final = regex(r"(?P<name>\w+)[ \t]*(?:<[^<>()]*>)?[ \t]*\(?[ \t]*\Z")
_TRAILING: Final = regex(
    r"(?:[ \t]*+,[^(){}]*(?:\)[ \t]*+)?|\)?[ \t]*+)(?:\{|do\b)"
    r"[ \t]*+(?:\|[^|]*\||(?:(?<= )|[\w,])[\w, ]*->)?[ \t]*+\Z"
)
"""Behind a path, where the function stands behind the brackets of the call."""
_OF_ANY: Final = frozenset({"all", "any", "handle", "handlefunc", "sse", "websocket", "ws"})
"""What makes something answer by any method."""
_RESOURCE: Final = regex(r"@(?:Resource|Location)\(\s*\"/")
_TYPE: Final = regex(r"\b(?:class|object)\s+(\w+)")
_MOST_BELOW: Final = 3
_CLOSES: Final = ("}", "end", ")")
_MOST_TRIED: Final = 3
"""Parts of a path by which files are looked for, the last first."""
_MOST_FILES: Final = 150
_MOST_CALLS: Final = 500
_MOST_INSIDE: Final = 500
"""Lines of a call."""
MOST_FOUND: Final = 4
"""Functions that answer one path, for those of several programs."""


class Block(NamedTuple):
    """The lines of a call that is given a path, or something else, and a function for it."""

    path: str
    first: int
    last: int
    text: str
    """Of the first."""
    method: str = ""
    """By which it answers, where that is known."""
    parts: tuple[str, ...] = ()
    """Of the path that it answers."""
    is_whole: bool = True
    """Whether it is known that nothing stands before these."""
    is_route: bool = True
    """Whether it answers a path; else the call is given it for something else, as for an event."""

    @property
    def said(self) -> str:
        """Its place, with its first line."""
        return f"{encode_path(self.path)}:{self.first} `{self.text}`"


class Found(NamedTuple):
    """A block, and how well it fits."""

    rank: tuple[int, int]
    block: Block


def written_in_place(
    index: RepoIndex, files: RouteFiles, route: Route, ending: Collection[str] = ()
) -> list[Block]:
    """Return where functions are written that answer the whole of a path, those that spell most of it.

    Files that are known to write the `ending` of it are looked at first, however many hold its words.
    """
    parts = [part for part in reversed(route.parts) if not is_open(part)]
    above = RoutesAbove(index, files.graph, files)
    known = _of_code(dict.fromkeys(ending))
    for paths in (known, *(_holding(index, part) for part in parts[:_MOST_TRIED])):
        found = [one for path in paths for one in in_file(above, path, route)]
        found += [one for path in paths for one in _of_types(index, above, path, route)]
        found += [one for path in paths for one in matched(files, path, route)]
        if found:
            best = max(one.rank for one in found)
            return sorted({one.block for one in found if one.rank == best})[:MOST_FOUND]
    return []


def _holding(index: RepoIndex, part: str) -> list[str]:
    """Return the files of the product's code that hold a part of a path, as far as these are looked through."""
    table = index.snapshot.entities
    slots = files_with_parts(index, [part]) - table.text_files
    return _of_code(table.paths[slot] for slot in slots)


def _of_code(paths: Iterable[str]) -> list[str]:
    """Return which of some files may answer for the product; of too many those that are named for routes."""
    found = sorted(path for path in paths if role_of(path) in (Role.SOURCE, Role.EXAMPLE))
    if len(found) > _MOST_FILES:
        found = [path for path in found if is_named_for_routes(path)]
    return found if len(found) <= _MOST_FILES else []


def in_file(above: RoutesAbove, path: str, route: Route) -> Iterator[Found]:
    """Yield what is written in a file for a path, as a router is given it."""
    file = above.files.at(path)
    for number, written, called in calls_in(above, path, route) if file else ():
        last = _last_line(file.lines, number, written) if file else 0
        for way in ways_to(above, file, number, written, route) if file and last else ():
            first, text, _ = _call_at(file.lines, number, written) if file else (number, "", 0)
            by = _method(called, route)
            yield _found(way.parts, path, (first, last), text, by, is_whole=way.is_whole)


def block_around(index: RepoIndex, files: RouteFiles, path: str, line: int) -> Block | None:
    """Return what is written for a path around a line, the innermost; None where nothing is."""
    above, file, any_ = RoutesAbove(index, files.graph, files), files.at(path), Route("", ())
    found: Block | None = None
    for number, written, called in _calls(above, path, any_) if file else ():
        first, text, _ = _call_at(file.lines, number, written) if file else (number, "", 0)
        last = _last_line(file.lines, number, written) if file and first <= line else 0
        way = next(_ways(above, file, number, written), None) if file and line <= last else None
        if way is not None:
            method = _method(called, any_)
            found = Block(path, first, last, one_line(text), method, way.parts, way.is_whole)
    return found


def calls_in(above: RoutesAbove, path: str, route: Route) -> Iterator[tuple[int, WrittenPath, str]]:
    """Yield the calls of a file that are given the end of a path: the line, the path, and what is called."""
    return (one for one in _calls(above, path, route) if _ends_so(one[1], route))


def _calls(above: RoutesAbove, path: str, route: Route) -> Iterator[tuple[int, WrittenPath, str]]:
    """Yield the calls of a file that make something answer by the method of a route, for whatever path."""
    file = above.files.at(path)
    calls = [number for name, number in file.calls_with_text if _fits(name, route)] if file else []
    for number in dict.fromkeys(calls[:_MOST_CALLS]):
        for written in file.paths_on(number) if file else ():
            _, text, place = _call_at(file.lines, number, written) if file else (number, "", 0)
            called = _CALLED.search(text, 0, place) if file and not _asks(file, number, text) else None
            if called is not None and _fits(called["name"], route):
                yield number, written, called["name"]


def _asks(file: RouteFile, number: int, text: str) -> bool:
    """Whether a line asks for a path, by itself or by what its chain begins with: `this.http`, `.get("/carts")`."""
    head = file.chain_head(number)
    begins = file.lines[head - 1].rstrip() if head != number else ""
    return asks_for(text) or asks_for(begins) or asks_for(begins + text.lstrip())


def _call_at(lines: Sequence[str], number: int, written: WrittenPath) -> tuple[int, str, int]:
    """Return where a call begins that is given a path on a line, its text there, and where the path is in that."""
    text, (place, _) = lines[number - 1], written.span
    above = lines[number - 2].rstrip() if number > 1 and not text[:place].strip() else ""
    return (number - 1, above + text.lstrip(), len(above)) if above.endswith("(") else (number, text, place)


def ways_to(
    above: RoutesAbove, file: RouteFile, number: int, written: WrittenPath, route: Route
) -> Iterator[Way]:
    """Yield the ways by which what is written on a line is all of a path."""
    for one in _ways(above, file, number, written):
        if len(one.parts) == len(route.parts) and all(map(is_part, one.parts, route.parts)):
            yield one


def _ways(above: RoutesAbove, file: RouteFile, number: int, written: WrittenPath) -> Iterator[Way]:
    way = above.below(file, number, file.lines[number - 1], written, Way((), ()))
    way = above.linked(file, number, written, way)
    yield from above.of(file, number, called_on(file, number, written), way)


def matched(files: RouteFiles, path: str, route: Route) -> Iterator[Found]:
    """Yield what a file matches the method and the path of a request with."""
    file = files.at(path)
    for one in arms_in(files.text(path), file.lines, route) if file else ():
        text = file.lines[one.first - 1] if file else ""
        yield _found(one.parts, path, (one.first, one.last), text, one.method)


def _of_types(index: RepoIndex, above: RoutesAbove, path: str, route: Route) -> Iterator[Found]:
    """Yield what answers a path that is written above a type, by which Ktor names it: `get<Cart> { … }`."""
    file = above.files.at(path)
    whole = above.files.text(path) if file else ""
    for found in islice(_RESOURCE.finditer(whole), _MOST_CALLS):
        number = whole.count("\n", 0, found.start()) + 1
        if file is None:
            continue
        below = " ".join(file.lines[number - 1 : number + _MOST_BELOW])
        type_ = _TYPE.search(below)
        for written in file.paths_on(number) if type_ else ():
            if type_ and len(written.parts) == len(route.parts) and _ends_so(written, route):
                form = re.compile(rf"(?<![\w.])(?P<name>\w+)<(?:\w+\.)*{type_[1]}>[ \t]*\{{")
                for other in _holding(index, type_[1]) or [path]:
                    home = above.files.at(other)
                    for at, line in enumerate(home.lines if home else (), 1):
                        call = form.search(line)
                        if home and call and _fits(call["name"], route):
                            lines = at, _end_of_block(home.lines, at)
                            yield _found(written.parts, other, lines, line, _method(call["name"], route))


def _found(
    parts: Sequence[str], path: str, lines: tuple[int, int], text: str, method: str, *, is_whole: bool = True
) -> Found:
    spelt = sum(not stands_for_any(own) for own in parts)
    block = Block(path, *lines, one_line(text), method, tuple(parts), is_whole)
    return Found((int(is_whole), spelt), block)


def _method(name: str, route: Route) -> str:
    """Return by which method a call makes something answer; nothing where that is any."""
    said = methods_said(f"{name}(")
    return route.method or (said.pop() if len(said) == 1 else "")


def _fits(name: str, route: Route) -> bool:
    """Whether a call makes what it is given answer by the method that is asked for."""
    said = methods_said(f"{name}(") if is_routing(name) else set()
    is_any = name.lower() in _OF_ANY
    return is_any or (route.method in said if route.method else bool(said))


def _last_line(lines: Sequence[str], number: int, written: WrittenPath) -> int:
    """Return the last line of a call that is given a function with a path; 0 where it is given none."""
    text = lines[number - 1]
    if _TRAILING.match(text, written.span[1]):
        return _end_of_block(lines, number)
    below = bare("\n".join(("(" + text[written.span[1] :], *lines[number : number + _MOST_INSIDE])))
    inside = brackets_around(below, 1, 1)
    is_given = inside is not None and WRITES_FUNCTION.search(below, *inside) is not None
    return number + below.count("\n", *inside) if inside is not None and is_given else 0


def _end_of_block(lines: Sequence[str], number: int) -> int:
    """Return the last line of a block that begins at the end of one."""
    depth, last = indentation(lines[number - 1]), number
    while last < len(lines) and (not lines[last].strip() or indentation(lines[last]) > depth):
        last += 1
    return last + 1 if last < len(lines) and lines[last].lstrip().startswith(_CLOSES) else last


def _ends_so(written: WrittenPath, route: Route) -> bool:
    before = len(route.parts) - len(written.parts)
    return before >= 0 and all(map(is_part, written.parts, route.parts[before:]))
