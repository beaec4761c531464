"""Which lines of a repository ask for a path of a URL. The text says it, and no edge does.

One that ends as the route does, or the other way round, may lie below the address of a server: that is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import LOGS
from nsccn.contracts.routes.clientpaths import PAGE
from nsccn.contracts.routes.othersites import asks_another_site
from nsccn.contracts.routes.requestanswers import answering_path, said
from nsccn.contracts.routes.requestfile import HANDED_ON, RequestFile, place_of, request_file
from nsccn.contracts.routes.requestnames import by_name
from nsccn.contracts.routes.requesttexts import (
    HOLE,
    call_of,
    fit,
    is_plain,
)
from nsccn.graph.fileroles import CODE_ROLES, Role, role_of
from nsccn.graph.routes import stands_for_any
from nsccn.regexes import regex
from nsccn.search.terms import telling_term

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.registered import Registered
    from nsccn.contracts.routes.requesttexts import Asked, Call
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_MOST_FILES: Final = 1000
"""Files that are read for who asks for a path; of more, those with all of its words."""
_MOST_NAMED: Final = 40
"""Lines that name what a path is kept by."""
_MOST_LINES: Final = 400
_BASE: Final = regex(r"api|rest|v\d[\d.]*|backend|internal|public|services?", re.IGNORECASE)
_MOST_OTHERS: Final = 2
"""Ends of a path of which it is looked for whether another function answers them."""
_KEPT_PAGES: Final = (".html", ".htm")
"""What tests keep of these is what others have answered."""


class Request(NamedTuple):
    """A line that asks for a path."""

    path: str
    line: int
    is_whole: bool
    """Whether it says all of the path and the method; else an end, no method, or what is not known to be all."""


class AskingFiles:
    """The files that may ask, each read once for all routes of a function."""

    def __init__(self, routes: RouteFiles) -> None:
        self._files: dict[str, RequestFile | None] = {}
        self.routes = routes

    def at(self, path: str) -> RequestFile | None:
        """Return a file; None for one that is too long, or cannot be read."""
        if path not in self._files:
            self._files[path] = request_file(self.routes, path)
        return self._files[path]

    @property
    def read(self) -> list[RequestFile]:
        """Those of the files that were read."""
        return [one for one in self._files.values() if one is not None]


def requests(index: RepoIndex, routes: Sequence[Registered], files: AskingFiles) -> list[Request]:
    """Return the lines that ask for any of some paths, those that say all of it first."""
    found: dict[tuple[str, int], Request] = {}
    own = {place for route in routes for place in route.lines}
    for route in routes:
        named = (Request(*one) for one in by_name(index, files.routes, route))
        for one in (*_by_path(index, files, route), *named):
            key = one.path, one.line
            if key not in own and (key not in found or one.is_whole > found[key].is_whole):
                found[key] = one
    return sorted(found.values(), key=lambda one: (not one.is_whole, role_of(one.path), one.path, one.line))


def _by_path(index: RepoIndex, files: AskingFiles, route: Registered) -> Iterator[Request]:
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
            if one is None or asks_another_site(file, number, asked, route):
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
    is_page = PAGE.search(route.lines[-1][0]) is not None  # which a link opens without a method
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
    answering = answering_path(index, files, call.method, asked, ("",))
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
            if number != own and place_of(name, file.lines[number - 1]) >= 0
        )
        for number in islice(at, _MOST_NAMED):
            other = HANDED_ON.fullmatch(file.lines[number - 1])
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


def _named_on(file: RequestFile, number: int, name: str, last: str) -> Iterator[tuple[int, Asked, Call]]:
    """Yield what a line asks for by a name that a path is kept by: that, or what is joined with it."""
    line = file.lines[number - 1]
    joined = [asked for asked in file.read(number) if any(last in part.lower() for part in asked.parts)]
    for asked in joined:
        if call := call_of(file.lines, number, asked.text.first, asked.text.last):
            yield number, asked, call
    first = place_of(name, line)
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
    return [path for path in held if _may_ask(path)][:_MOST_FILES]


def _may_ask(path: str) -> bool:
    """Whether a file is of code that may ask; a page that lies among tests is what they read."""
    role = role_of(path)
    is_kept = path.endswith(LOGS) or (role is Role.TEST and path.endswith(_KEPT_PAGES))
    return role in CODE_ROLES and not is_kept
