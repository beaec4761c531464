"""Which lines of a repository ask for a path of a URL, and which function answers what a function asks for.

The text says it, and no edge does. A path may be kept by a name, and asked for where that stands:

    private url = "/api/carts";             find(id) { return this.http.get(`${this.url}/${id}`); }

One that ends as the route does, or the other way round, may lie below the address of a server: that is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.lines import where_written
from nsccn.contracts.routes.requestnames import by_name
from nsccn.contracts.routes.requesttexts import (
    HOLE,
    asked_paths,
    call_of,
    fit,
    is_plain,
    kept_as,
    paths_in,
    texts_of,
)
from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.routes import handlers, stands_for_any
from nsccn.search.terms import telling_term
from nsccn.text import indentation, lines_with

if TYPE_CHECKING:
    from nsccn.contracts.routes.inline import Block
    from nsccn.contracts.routes.registered import Registered
    from nsccn.contracts.routes.requesttexts import Asked, Call, Text
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_WORD: Final = re.compile(r"\w+")
_TAKEN: Final = re.compile(
    r"\s*(?:(?:const|let|var|final|val|auto|string)\s+)?([A-Za-z_$][\w$]*)\s*:?=(?![=>])"
)
_HANDED_ON: Final = re.compile(
    r"[\s\w]*?([A-Za-z_$][\w$]*)\s*(?::\s*[\w.]+\s*)?=\s*[A-Za-z_$][\w$]*\.([\w$]+)\s*;?\s*"
)
_OWNER: Final = r"(?:\b(?:this|self)\s*\.\s*|\$this->|(?<![\w@])@)"
_DECLARED: Final = r"^\s*(?:(?:private|protected|public|static|readonly|final|override)\s)"
_VARIABLE: Final = re.compile(r"\s*(?:const|let|var|val|auto)\s")
_MOST_FILES: Final = 1000
"""Files that are read for who asks for a path; of more, those with all of its words."""
_LONGEST: Final = 400_000
_LONGEST_LINE: Final = 1000
_OF_NAME: Final = re.compile(r"[\w$]")
_QUOTE: Final = re.compile(r"[\"'`]")
_MAY_ASK: Final = re.compile(
    r"get|post|put|patch|delete|fetch|axios|ajax|request|http|swr|client|open|send", re.IGNORECASE
)
_GIVEN: Final = re.compile(
    r"[(,+:]\s*(?:new\s+)?&?(?:[\w$]+\s*\??\.\s*)*([A-Za-z_$][\w$]*)(?=\s*[,)+}]|\s*\Z|\()"
)
_GOES_ON: Final = (",", "(")
_MOST_WORDS: Final = 8
_MOST_NAMED: Final = 40
"""Lines that name what a path is kept by."""
_MOST_ASKED: Final = 6
"""Paths that a function asks for, and for which what answers is looked for."""
_MOST_LINES: Final = 400
_BASE: Final = re.compile(r"api|rest|v\d[\d.]*|backend|internal|public|services?", re.IGNORECASE)
_MOST_OTHERS: Final = 2
"""Ends of a path of which it is looked for whether another function answers them."""
_BASES: Final = ("", "api", "api/v1")
"""What stands before a path by convention where it is asked for below the address of a server."""
_ASKERS: Final = (Role.SOURCE, Role.TEST, Role.EXAMPLE)
_PAGE: Final = re.compile(r"\.(?:[jt]sx|vue|svelte|astro)\Z")
"""What draws a page that a browser opens, and answers nothing that code asks for."""


@lru_cache(maxsize=4096)
def _around(before: str, name: str, behind: str) -> re.Pattern[str]:
    """Return the pattern of a name between two others; many files have the same names."""
    return re.compile(before + re.escape(name) + behind)


class Request(NamedTuple):
    """A line that asks for a path."""

    path: str
    line: int
    is_whole: bool
    """Whether it says all of the path and the method; else an end, no method, or what is not known to be all."""


class RequestFile:
    """The lines of a file, and what it keeps paths by."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        self._lower = text.lower()
        self._holding: dict[str, list[int]] = {}
        self._kept: dict[str, list[tuple[int, Text | None]]] = {}
        self._texts: dict[int, tuple[Text, ...]] = {}
        self._read: dict[int, list[Asked]] = {}
        self._keeping: dict[int, list[str]] = {}

    def may_ask(self, last: str) -> bool:
        """Whether a file has a part of a path as in one."""
        return any(f"{before}{last}" in self._lower for before in "/\"'`}")

    def lines_with(self, word: str) -> list[int]:
        """Return the lines that have a text in them."""
        if word not in self._holding:
            self._holding[word] = [number for number, _ in lines_with([word], self._lower)]
        return self._holding[word]

    def asked_on(self, number: int) -> list[Asked]:
        """Return the paths on a line."""
        return [*paths_in(self._written(number), lambda name: self.kept(name, number))]

    def read(self, number: int) -> list[Asked]:
        """Return the paths on a line; not while it is looked for what a name stands for."""
        if number not in self._read:
            self._read[number] = self.asked_on(number)
        return self._read[number]

    def keeping(self, number: int) -> list[str]:
        """Return what those are kept by."""
        if number not in self._keeping:
            self._keeping[number] = [kept_as(self.lines[number - 1], one) for one in self.read(number)]
        return self._keeping[number]

    def _written(self, number: int) -> tuple[Text, ...]:
        if number not in self._texts:
            self._texts[number] = texts_of(self.lines[number - 1])
        return self._texts[number]

    def kept(self, name: str, number: int) -> Text | None:
        """Return the text that a name stands for on a line: what it got last before it, or else first behind it."""
        return self._kept_at(name, number)[1]

    def _kept_at(self, name: str, number: int) -> tuple[int, Text | None]:
        """Return that text, and the line on which it is given."""
        if name not in self._kept:
            self._kept[name] = []  # while it is looked for: one may be given itself and more
            self._kept[name] = [*self._given(name)] if name.lower() in self._lower else []
        places = self._kept[name]
        if len(places) > 1 and _around(_OWNER, name, r"(?![\w$])").search(self.lines[number - 1]):
            places = self._of_object(name, places)
        before = [place for place in places if place[0] < number]
        behind = (place for place in places if place[0] > number)
        return before[-1] if before else next(behind, (number, None))

    def _of_object(self, name: str, places: list[tuple[int, Text | None]]) -> list[tuple[int, Text | None]]:
        """Return where what an object keeps under a name is given, without what variables of that name are."""
        own = _around(_OWNER, name, rf"(?![\w$])|{_DECLARED}")
        said = [place for place in places if own.search(self.lines[place[0] - 1])]
        free = [place for place in places if not _VARIABLE.match(self.lines[place[0] - 1])]
        least = min((indentation(self.lines[line - 1]) for line, _ in free), default=0)
        return said or [one for one in free if indentation(self.lines[one[0] - 1]) == least] or places

    def _given(self, name: str) -> Iterator[tuple[int, Text | None]]:
        """Yield the lines on which a name is given a text, that of another name, or something else."""
        given = _around(r"(?<![\w$])", name, r"[\"']?\s*(?:\??:|:?=)")
        for number in self.lines_with(name.lower()):
            line = self.lines[number - 1]
            if name not in line or len(line) > _LONGEST_LINE or not given.search(line):
                continue
            text = next((one.text for one in self.asked_on(number) if kept_as(line, one) == name), None)
            if text is None and line.rstrip().endswith(_GOES_ON):
                text = self._given_below(name, number)
            other = _HANDED_ON.fullmatch(line) if text is None else None
            if other is not None and other[1] == name != other[2]:
                text = self.kept(other[2], number)
            taken = _TAKEN.match(line)
            if text is not None or (taken and taken[1] == name):
                yield number, text

    def _given_below(self, name: str, number: int) -> Text | None:
        """Return the text that a name is given on the line below, inside of a call that is left open."""
        line = f"{self.lines[number - 1].rstrip()} {''.join(self.lines[number : number + 1]).strip()}"
        found = paths_in(texts_of(line), lambda other: self.kept(other, number))
        return next((one.text for one in found if kept_as(line, one) == name), None)

    def named(self, name: str, number: int) -> Asked | None:
        """Return the path that a name stands for on a line."""
        line, text = self._kept_at(name, number)
        found = asked_paths(text.source, lambda other: self.kept(other, line)) if text else iter(())
        return next(found, None)

    def keepers(self, last: str) -> dict[str, int]:
        """Return the names that are given a text with a part of a path in it, and on which line."""
        found: dict[str, int] = {}
        for number in self.lines_with(last)[:_MOST_LINES]:
            line = self.lines[number - 1]
            if ("=" in line or ":" in line) and len(line) <= _LONGEST_LINE:
                for asked in paths_in(self._written(number)):
                    name = kept_as(line, asked) if last in asked.text.text.lower() else ""
                    if name:
                        found.setdefault(name, number)
        return found


class _Files:
    """The files that may ask, each read once for all routes of a function."""

    def __init__(self, index: RepoIndex, routes: RouteFiles) -> None:
        self._index = index
        self._files: dict[str, RequestFile | None] = {}
        self.routes = routes

    def at(self, path: str) -> RequestFile | None:
        """Return a file; None for one that is too long, or cannot be read."""
        if path not in self._files:
            self._files[path] = _read(self.routes, path)
        return self._files[path]


def requests(index: RepoIndex, routes: Sequence[Registered], read: RouteFiles) -> list[Request]:
    """Return the lines that ask for any of some paths, those that say all of it first."""
    found: dict[tuple[str, int], Request] = {}
    own = {place for route in routes for place in route.lines}
    files = _Files(index, read)
    for route in routes:
        named = (Request(*one) for one in by_name(index, route))
        for one in (*_by_path(index, files, route), *named):
            key = one.path, one.line
            if key not in own and (key not in found or one.is_whole > found[key].is_whole):
                found[key] = one
    return sorted(found.values(), key=lambda one: (not one.is_whole, role_of(one.path), one.path, one.line))


def _by_path(index: RepoIndex, files: _Files, route: Registered) -> Iterator[Request]:
    named = [part for part in route.parts if not stands_for_any(part) and "*" not in part]
    if not named:
        return
    last = named[-1].lower()
    others: dict[str, bool] = {}
    for path in _holding(index, named):
        file = files.at(path)
        if file is None or not file.may_ask(last):
            continue
        for number, asked, call in _asking(file, last):
            if is_plain(asked) and not call.is_plainly:
                continue
            one = _request(route, path, number, asked, call)
            if one is None:
                continue
            text = said(call.method, asked)
            if (
                not one.is_whole
                and not _is_based(route, asked)
                and text not in others
                and len(others) < _MOST_OTHERS
            ):
                others[text] = _is_other(index, files.routes, route, asked, call)
            if one.is_whole or _is_based(route, asked) or others.get(text) is False:
                yield one


def _request(route: Registered, path: str, number: int, asked: Asked, call: Call) -> Request | None:
    many = fit(asked, route.parts)
    if not many or (call.method and route.method and call.method != route.method):
        return None
    is_page = _PAGE.search(route.lines[-1][0]) is not None  # which a link opens without a method
    is_all = len(asked.parts) == len(route.parts) and bool(call.method or not route.method or is_page)
    is_whole = is_all and route.is_whole
    named = sum(not stands_for_any(part) for part in route.parts[len(route.parts) - many :])
    is_address = not any(HOLE in part or stands_for_any(part) for part in _head(route, asked))
    if not (is_address or (named > 1 and _is_of_tenant(route, asked))):
        return None
    return Request(path, number, is_whole) if named else None


def _head(route: Registered, asked: Asked) -> Sequence[str]:
    """Return what the longer one of two paths has before the other."""
    longer, shorter = sorted((route.parts, asked.parts), key=len, reverse=True)
    return longer[: len(longer) - len(shorter)]


def _is_of_tenant(route: Registered, asked: Asked) -> bool:
    """Whether a route begins with whose it is, as the address of a server may end with it: `/{shop}/carts`."""
    own = route.parts[: len(route.parts) - len(asked.parts)]
    return bool(own) and stands_for_any(own[-1]) and all(map(_BASE.fullmatch, own[:-1]))


def _is_based(route: Registered, asked: Asked) -> bool:
    """Whether two paths differ by what addresses of servers often end with."""
    return all(map(_BASE.fullmatch, _head(route, asked)))


def _is_other(index: RepoIndex, files: RouteFiles, route: Registered, asked: Asked, call: Call) -> bool:
    """Whether what asks for an end of a path asks for another one."""
    answering = _answering(index, files, call.method, asked, ("",))
    return answering is not None and not any(line in route.lines for line in answering[1])


def _asking(file: RequestFile, last: str) -> Iterator[tuple[int, Asked, Call]]:
    """Yield the lines of a file that ask for a path with a part in it."""
    numbers = dict.fromkeys(file.lines_with(last))
    waiting = [*file.keepers(last).items()]
    seen = set[str]()
    while waiting and len(seen) < _MOST_NAMED:
        name, own = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        at = (
            number
            for number in file.lines_with(name.lower())
            if number != own and _place_of(name, file.lines[number - 1]) >= 0
        )
        for number in islice(at, _MOST_NAMED):
            other = _HANDED_ON.fullmatch(file.lines[number - 1])
            if other is not None and other[2] == name:
                waiting.append((other[1], number))
            else:
                kept = file.keeping(number)
                if name in kept:
                    continue  # it is given another path
                waiting += [(one, number) for one in kept if one]
                yield from _named_on(file, number, name, last)
    for number in [*numbers][:_MOST_LINES]:
        for asked in file.read(number):
            is_meant = any(last in part.lower() for part in (*asked.parts, *asked.holes))
            call = call_of(file.lines, number, asked.text.first, asked.text.last) if is_meant else None
            if call is not None:
                yield number, asked, call


def _place_of(name: str, line: str) -> int:
    """Return where a name stands on a line by itself, or -1.

    >>> _place_of("url", "curl(url)"), _place_of("url", "this.$url")
    (5, -1)
    """
    place = line.find(name)
    while place >= 0:
        beside = line[place - 1 : place] + line[place + len(name) : place + len(name) + 1]
        if _OF_NAME.search(beside) is None:
            return place
        place = line.find(name, place + 1)
    return -1


def _named_on(file: RequestFile, number: int, name: str, last: str) -> Iterator[tuple[int, Asked, Call]]:
    """Yield what a line asks for by a name that a path is kept by: that, or what is joined with it."""
    line = file.lines[number - 1]
    joined = [asked for asked in file.read(number) if any(last in part.lower() for part in asked.parts)]
    for asked in joined:
        if call := call_of(file.lines, number, asked.text.first, asked.text.last):
            yield number, asked, call
    first = _place_of(name, line)
    is_named = first >= 0 and not joined
    call = call_of(file.lines, number, first, first + len(name)) if is_named else None
    if call is not None and (whole := file.named(name, number)):
        yield number, whole, call


def _holding(index: RepoIndex, named: Sequence[str]) -> list[str]:
    """Return the files that may ask: those with the last part of a path, of very many those with more of it."""
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    found: set[int] | None = None
    for part in reversed(named):
        for word in filter(telling_term, _WORD.findall(part)):
            holding = lexical.files_with(word)
            found = holding if found is None else found & holding
        if found is not None and len(found) <= _MOST_FILES:
            break
    held = sorted((paths[slot] for slot in found or ()), key=lambda one: (role_of(one), one))
    return [path for path in held if role_of(path) in _ASKERS][:_MOST_FILES]


def _read(index: RepoIndex | RouteFiles, path: str) -> RequestFile | None:
    with suppress(NsccnError, OSError):
        text = index.text(path)
        return RequestFile(path, text) if len(text) <= _LONGEST else None
    return None


class Answer(NamedTuple):
    """What answers that which a function asks for."""

    line: int
    asked: str
    answering: int | Block
    is_whole: bool


def answers(index: RepoIndex, graph: CodeGraph, entity: Entity) -> list[Answer]:
    """Return what answers the paths that a function asks for."""
    file = _read(index, entity.path)
    if file is None:
        return []
    files = RouteFiles(index, graph)
    found: dict[tuple[str, int | Block], Answer] = {}
    known: dict[str, tuple[int | Block, bool] | None] = {}
    for number, asked, call in asked_in(file, entity.name_line, entity.end_line):
        text = said(call.method, asked)
        if text not in known and len(known) < _MOST_ASKED:
            answering = _answering(index, files, call.method, asked, _BASES)
            known[text] = (answering[0], answering[2]) if answering else None
        if (
            (one := known.get(text)) is not None
            and one[0] != entity.index
            and not _is_in(number, entity, one[0])
        ):
            found.setdefault((text, one[0]), Answer(number, text, *one))
    return list(found.values())


def _is_in(number: int, entity: Entity, answering: int | Block) -> bool:
    """Whether a line is one of those that answer, where these have no name."""
    return (
        not isinstance(answering, int)
        and answering.path == entity.path
        and answering.first <= number <= answering.last
    )


def asked_in(file: RequestFile, first: int, last: int) -> Iterator[tuple[int, Asked, Call]]:
    """Yield what some lines ask for."""
    for number in range(first, min(last, first + _MOST_LINES, len(file.lines)) + 1):
        line = file.lines[number - 1]
        written = file.asked_on(number) if _QUOTE.search(line) else []
        places = [(asked, asked.text.first, asked.text.last) for asked in written]
        for asked, begin, end in places or _named_in(file, number):
            call = call_of(file.lines, number, begin, end)
            if (
                call
                and not (is_plain(asked) and not call.is_plainly)
                and any(HOLE not in part for part in asked.parts)
            ):
                yield number, asked, call


def _named_in(file: RequestFile, number: int) -> Iterator[tuple[Asked, int, int]]:
    """Yield the paths that names on a line stand for."""
    for name, begin, end in _words(file.lines[number - 1]):
        if call_of(file.lines, number, begin, end) and (asked := file.named(name, number)):
            yield asked, begin, end


def _words(line: str) -> list[tuple[str, int, int]]:
    """Return the names on a line that may be given to what asks."""
    if "(" not in line or len(line) > _LONGEST_LINE or not _MAY_ASK.search(line):
        return []
    found = [(word[1], word.start(1), word.end(1)) for word in _GIVEN.finditer(line)]
    return found[:_MOST_WORDS]


def said(method: str, asked: Asked) -> str:
    """Spell what is asked for: `GET /api/carts/{}`."""
    path = "/".join(part.replace(HOLE, "{}") for part in asked.parts)
    return f"{method} {'/' if asked.is_begun else ''}{path}".strip()


def _answering(
    index: RepoIndex, files: RouteFiles, method: str, asked: Asked, before: Sequence[str]
) -> tuple[int | Block, tuple[tuple[str, int], ...], bool] | None:
    """Return what answers a path, where that is written, and whether it is all of the path."""
    parts = tuple(part if HOLE not in part else part.rstrip(HOLE) or "{id}" for part in asked.parts)
    spelt = list(dict.fromkeys((parts, tuple(map(str.lower, parts)))))
    for base, own in product(before, spelt):
        path = "/".join(filter(None, (base, *own)))
        text = f"{method} /{path}".strip()
        table = index.snapshot.entities
        found = [one for one in handlers(table, text) if not _PAGE.search(table.path_of(one))]
        if len(found) == 1:
            return found[0], ((table.path_of(found[0]), table.entity(found[0]).name_line),), not base
        written = where_written(index, text, files) if not found else None
        if written is not None and len(written.answering) == 1:
            return written.answering[0], written.lines, not base and not (asked.is_begun and written.below)
        if written is not None and len(written.blocks) == 1:
            block = written.blocks[0]
            return block, written.lines, block.is_whole and len(block.parts) == len(own)
    return None
