"""The lines of routes that lie below a path: what the call with that path is given, or what calls its router.

path("carts/", include("shop.urls"))      carts = r.Group("/carts")      r.Mount("/carts", cartRoutes())
                                          carts.GET("/:id", show)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import called_around, chained_calls
from nsccn.contracts.routes.files import RouteFile, RouteFiles
from nsccn.contracts.routes.texts import asks_for
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_NAME: Final = regex(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[\w$]+)*")
_CALLS: Final = regex(r"([\w$]+)\s*\(")
_MODULE: Final = regex(r"[\"'](\w+(?:\.\w+)+)[\"']")
_NAMED_FILE: Final = regex(r"[\"']/?([\w-]+(?:/[\w.-]+)*/[\w-]+\.\w+)[\"']")
_OWN_ROUTE: Final = regex(rf"[\"'`]/|\b(?:{'|'.join(METHODS).lower()})\(")
"""In what a call is given: what that names lies below another path, or answers, and is found on its own line."""
_IMPORTING: Final = frozenset({"import", "include", "include_once", "require", "require_once"})
SPREAD: Final = regex(r"(?:^|[\s,\[(])(?P<sign>\*|\.\.\.)(?P<name>[A-Za-z_]\w*)")
"""A list of routes whose elements are those of another, too; by a star in Python alone, where that is no pointer."""
PLAIN_GROUP: Final = regex(r"(?:[Gg]roup|[Ww]ith|[Uu]se)\w*\((?!\s*[\"'`]/?\w)")
"""Makes a router of another without a path of its own: `r.Group("")`, `r.With(guard)`."""
_MOST_LETTERS: Final = 400
"""Of what a call is given that may be named; more is a function as it is written."""
_MOST_WORK: Final = 50_000
"""Lines that are read for a path, where a call counts for many; if there are more, nothing is told."""
WORK_OF_CALL: Final = 100
_Lines = tuple[RouteFile, Iterable[int]]


class Work:
    """How much is read for a path."""

    def __init__(self) -> None:
        self._spent = 0

    def spend(self, lines: int = 1) -> None:
        """Count lines that are read, or what takes as long."""
        self._spent += lines

    @property
    def is_too_much(self) -> bool:
        """Whether not all is read."""
        return self._spent > _MOST_WORK


class MountedLines:
    """Tells which lines of which files lie below a path."""

    def __init__(self, index: RepoIndex, files: RouteFiles, work: Work) -> None:
        self._index, self._files, self._work = index, files, work
        self._telling: dict[str, dict[int, bool]] = {}

    def given(self, file: RouteFile, line: int, span: tuple[int, int]) -> Iterator[_Lines]:
        """Yield what lies below the path that a call is given on a line."""
        self._work.spend(WORK_OF_CALL)
        if self._work.is_too_much or asks_for(file.lines[line - 1]):
            return
        call = file.call(line, span)
        if call is None:
            return
        given = [call, *chained_calls(file.lines, line, span)]
        for one in given:
            if one.last > one.first:
                yield file, self._unmounted(file, range(max(one.first, line) + 1, one.last + 1))
            is_below = one is not call and _OWN_ROUTE.search(one.text) and not _NAMED_FILE.search(one.text)
            if len(one.text) <= _MOST_LETTERS and not is_below:
                yield from self.given_names(file, line, one.text)
        if not call.text.strip() and (after := file.chained(call.last)) > call.last + 1:
            yield file, self._unmounted(file, range(call.last + 1, after))
        for function in file.functions(line, called_around(file.lines[line - 1], span[0])[1:]):
            yield from self._body(function)
        if taken := file.kept_in(line):
            yield file, self.calls_of(file, taken, file.begins(line))

    def given_names(self, file: RouteFile, line: int, text: str) -> Iterator[_Lines]:
        """Yield what is named in a call: modules, files, functions that make routers, lists."""
        for name in _MODULE.findall(text):
            path = name.replace(".", "/")
            yield from self._files_like(rf"(?:.*/)?{path}(?:/(?:__init__|index))?\.\w+")
        for name in _NAMED_FILE.findall(text):
            yield from self._files_like(rf"(?:.*/)?{re.escape(name)}")
        names = dict.fromkeys(_NAME.findall(text))
        for name in names:
            yield from self.named(file, name, line)
        for function in file.functions(line, (re.split(r"\W+", name)[-1] for name in names)):
            yield from self._body(function)
        if any(name in _IMPORTING for name in names):
            for path in file.imported_on(line):
                yield from self._all_of(path)

    def _files_like(self, pattern: str) -> Iterator[_Lines]:
        self._work.spend(WORK_OF_CALL)
        for path in filter(re.compile(pattern).fullmatch, self._index.snapshot.entities.paths):
            yield from self._all_of(path)

    def _body(self, function: Entity) -> Iterator[_Lines]:
        """Yield the lines of a function that makes a router, or is handed one."""
        file = self._files.at(function.path)
        if file is not None:
            yield file, self._unmounted(file, range(function.name_line + 1, function.end_line + 1))

    def named(self, file: RouteFile, name: str, line: int) -> Iterator[_Lines]:
        """Yield what a name stands for: a list, the module that it is taken from, the calls of a router."""
        first, *members = re.findall(r"[\w$]+", name)
        for begin, end in file.values(first):
            if not begin <= line <= end:
                yield file, range(begin, end + 1)
        taken = [*file.imported(first)]
        router = None if taken else file.router(first, line)
        if router is not None:
            own = self.calls_of(file, first, router)
            yield file, self._unmounted(file, (one for one in own if one != line))
            for function in file.functions(router, _CALLS.findall(file.lines[router - 1])):
                yield from self._body(function)
        modules = [path for path, original in taken if _is_module(path, original)]
        for path in modules:
            yield from self._member(path, members[-1] if members else "")
        for path, original in () if modules else taken:
            yield from self._member(path, original)

    def calls_of(self, file: RouteFile, name: str, router: int) -> Iterator[int]:
        """Yield the lines on which a variable is called that got its value on a line."""
        for line in file.calls(name):
            self._work.spend()
            if self._work.is_too_much:
                return
            if line != router and file.router(name, line) == router:
                yield line

    def _member(self, path: str, name: str) -> Iterator[_Lines]:
        """Yield what a module has of a name: a variable, or all of it where it has none."""
        file = self._files.at(path)
        values = file.values(name) if file else ()
        if file is None or not values:
            yield from self._all_of(path)
            return
        for begin, end in values:
            yield file, range(begin, end + 1)
        yield file, self._unmounted(file, file.calls(name))

    def _all_of(self, path: str) -> Iterator[_Lines]:
        file = self._files.at(path)
        if file is not None:
            yield file, self._unmounted(file, range(1, len(file.lines) + 1))

    def _unmounted(self, file: RouteFile, lines: Iterable[int]) -> Iterator[int]:
        """Leave out the calls of a router that is kept with a path of its own: they are read below that."""
        telling = (line for line in lines if self.tells(file, line))
        return (line for line in telling if not any(map(file.is_mount, file.routers_on(line))))

    def tells(self, file: RouteFile, line: int) -> bool:
        """Whether a line may write a path, or hand on what does."""
        known = self._telling.setdefault(file.path, {})
        if line not in known:
            text = file.lines[line - 1]
            is_group = SPREAD.search(text) is not None or PLAIN_GROUP.search(text) is not None
            known[line] = is_group or bool(file.paths_on(line))
        return known[line]


def _is_module(path: str, name: str) -> bool:
    stem = basename(path).partition(".")[0]
    return name == (basename(dirname(path)) if stem in {"__init__", "index", "mod"} else stem)
