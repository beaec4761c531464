"""Which lines write a run of the parts of a path, as `@router.post("/{case_id}/escalate")` does.

A file that only describes a service writes paths, too, with its parameters in a notation of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import LOGS
from nsccn.contracts.routes.files import COMMENT
from nsccn.contracts.routes.pages import page_on
from nsccn.contracts.routes.texts import (
    WrittenPath,
    asks_for,
    is_open,
    lines_with_part,
    may_write,
    said_fit,
    without_defaults,
    written_paths,
)
from nsccn.contracts.services.entries import gives_routes, keeping, with_parameters
from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.routes import stands_for_any
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.handlers import HandedIn
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_OF_SEVERAL: Final = regex(r"\b(?:router|routes)\.register\b|\bresources\b")
"""On a line that answers for a path, and for that of each thing in it: `/orders` and `/orders/42`."""
_MARK: Final = regex(r"@\w")
"""In a comment that is a decorator: `* @Route("/carts")`."""
_JOINS: Final = ("+", ".", "%", "..")
"""Beside a text that is a part of one."""
_ARGUMENT: Final = regex(r"\s*[a-z]?[\"'`]")
_NO_SIGNATURE: Final = ("#", "@", "*", "/")
"""Begin lines above a function that are not its own."""
_MOST_BELOW: Final = 16
_LONGEST: Final = 400
MOST_TOLD: Final = 200
"""Lines of which it is told what they are written for; a path that stands on more is no one function's."""


class Place(NamedTuple):
    """A line that writes a part of a path."""

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


class _Lines(NamedTuple):
    """The lines of a file that may write a part of a path."""

    path: str
    holding: Sequence[int]
    read: Sequence[str]
    """All lines, with parameters as frameworks write them."""
    asis: Sequence[str]
    """The same as they stand there."""
    handed: HandedIn | None
    is_contract: bool


def lines_writing(
    index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None, slots: Iterable[int]
) -> Iterator[Place]:
    """Yield the lines of some files that write a run of the parts of a path; `named` are no parameters in it."""
    told = 0
    paths = (index.snapshot.entities.paths[slot] for slot in sorted(slots))
    for path in filter(_may_write, paths):
        with suppress(NsccnError, OSError):
            lines = _lines(index, files, path, route.parts[named[-1]])
            for number in lines.holding:
                if found := _on_line(lines, number, route, named[-1]):
                    place, written = found
                    is_word = "/" not in lines.read[number - 1][slice(*written.span)]
                    if is_word and role_of(path) is Role.TEST:
                        continue
                    told += not place.asks
                    is_asked = lines.handed is not None and not place.asks and told <= MOST_TOLD
                    answering = _answering(index, lines, number, written, route.method) if is_asked else None
                    yield place._replace(answering=answering)


def _may_write(path: str) -> bool:
    """Whether a file may write paths: no log, and none that says what another does in a further language."""
    return not path.endswith(LOGS) and role_of(path) is not Role.TRANSLATION


def _lines(index: RepoIndex, files: RouteFiles | None, path: str, part: str) -> _Lines:
    """Return the lines of a file, and which of them may write a part of a path."""
    if files is not None and not gives_routes(path) and not may_write(part, files.text(path)):
        return _Lines(path, (), (), (), None, is_contract=False)
    file, is_contract = files.at(path) if files else None, gives_routes(path)
    handed = file.handed if file else None
    if file is not None and not is_contract:
        return _Lines(path, file.lines_with_part([part]), file.lines, file.shown, handed, is_contract)
    asis = (files or index).text(path)
    text = with_parameters(asis) if is_contract else asis
    holding = [number for number, _ in lines_with_part([part], text)]
    read = text.split("\n") if holding else []
    return _Lines(path, holding, read, asis.split("\n") if is_contract else read, handed, is_contract)


def _on_line(lines: _Lines, number: int, route: Route, last: int) -> tuple[Place, WrittenPath] | None:
    """Return the longest run of the parts of a path that a line writes, if any; a comment writes none."""
    line = lines.read[number - 1]
    if COMMENT.match(line) and not _MARK.search(line):
        return None
    begins = _ARGUMENT.match(line)  # what it is given to stands before it
    before = lines.read[number - 2] if begins and number > 1 else ""
    written = _written(lines.read, number, before)
    ends = [(end, one) for one in written if (end := _end(one.parts, route.parts, last))]
    if not ends:
        return None
    end, longest = max(ends, key=itemgetter(0))
    rest = route.parts[end:]
    of_several = all(map(is_open, rest)) and _OF_SEVERAL.search(before + line) is not None
    around = " ".join((before.strip(), *map(str.strip, lines.read[number - 1 : number + 1])))
    fit = said_fit(before + line, route.method)
    place = Place(
        lines.path,
        number,
        around if before.rstrip().endswith("(") else lines.asis[number - 1],
        not rest or of_several,
        fit,
        not lines.is_contract and asks_for(before + line),
        is_whole=fit > 0 and _is_whole(line, longest, route),
        begins=end - len(longest.parts),
        spelt=sum(not stands_for_any(part) for part in longest.parts),
    )
    return place, longest


def _answering(index: RepoIndex, lines: _Lines, number: int, written: WrittenPath, method: str) -> int | None:
    """Return what a line hands a path to: a page, what keeps the contract, or a function that it names."""
    handed = lines.handed
    if handed is None:
        return None
    return (
        page_on(handed.graph, lines.path, lines.read[number - 1])
        or (keeping(index, handed.graph, lines.path, number) if lines.is_contract else None)
        or handed.over(lines.read, number, written.span, method)
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
