"""Where the path of a URL is written that no folder spells: beside a function, in a router's call, by who asks for it.

    @router.post("/{case_id}/escalate")      r.GET("/carts/:id", show)      resources :carts

What stands before it, as the prefix of a router, may be written elsewhere, so the end of a path is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import NsccnError
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.routes import route_of, stands_for_any
from nsccn.tools.missing import listed
from nsccn.tools.views import first_few

if TYPE_CHECKING:
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_WORD: Final = re.compile(r"\w+")
_WRITTEN: Final = re.compile(
    r"(?P<quote>[\"'`])(?:[A-Z]+ +)?(?P<path>[^\"'`\s]+)(?P=quote)|\bresources?\s+:(?P<name>\w+)"
)
_ROUTES: Final = re.compile(
    r"(?:get|post|put|patch|delete|any|route|path|mapping|prefix|controller)\w*\W{1,3}\Z", re.IGNORECASE
)
"""Stands before what is a path without a slash."""
_BEFORE: Final = 40
"""Letters that are looked at for it."""
_VALUE: Final = re.compile(r"[\d-]+|[0-9a-fA-F-]{32,36}")
"""A part of a path as it is asked for, in the place of a parameter."""
_MOST_READ: Final = 1000
"""What more files hold tells nothing."""
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


class _Place(NamedTuple):
    path: str
    line: int
    reaches_end: bool
    has_method: bool


def where_written(index: RepoIndex, asked: str) -> str:
    """Say where the end of a URL's path is written, or else a part of it; nothing where it is not known."""
    route = route_of(asked)
    named = [number for number, part in enumerate(route.parts) if not _is_open(part)] if route else []
    if route is None or not named:
        return ""
    places = list(_places(index, route, named[-1]))
    best = max((place[2:] for place in places), default=None)
    lines: dict[str, list[int]] = {}
    for place in places:
        if place[2:] == best:
            lines.setdefault(place.path, []).append(place.line)
    if best is None:
        return ""
    shown = [
        f"{encode_path(path)}:{first_few(lines[path], _MOST_LINES, separator=',')}"
        for path in sorted(lines, key=lambda path: (role_of(path), path))
    ]
    what = "The end" if best[0] else "A part"
    return f"{what} of that path is written at {listed(shown[:_MOST_FILES], len(shown))}."


def _places(index: RepoIndex, route: Route, last: int) -> Iterator[_Place]:
    """Yield the lines that write a run of the parts of a path; `last` is the place of the last that is no parameter."""
    words = _WORD.findall(route.parts[last])
    slots = set.intersection(*map(index.snapshot.lexical.files_with, words)) if words else set[int]()
    for slot in sorted(slots) if len(slots) <= _MOST_READ else ():
        path = index.snapshot.entities.paths[slot]
        with suppress(NsccnError, OSError):
            lines = index.text(path).split("\n")
            for number, line in enumerate(lines, 1):
                written = _written(line) if route.parts[last] in line else ()
                ends = [end for parts in written if (end := _end(parts, route.parts, last))]
                if ends:
                    begins = line.lstrip().startswith(("'", '"', "`"))  # what it is given to stands before it
                    around = lines[number - 2] + line if begins and number > 1 else line
                    yield _Place(
                        path, number, max(ends) == len(route.parts), _has_method(around, route.method)
                    )


def _written(line: str) -> Iterator[list[str]]:
    """Yield the parts of what may be a path on a line."""
    for found in _WRITTEN.finditer(line):
        text = found["path"] or found["name"]
        before = line[max(found.start() - _BEFORE, 0) : found.start()]
        if "/" in text or found["name"] or _ROUTES.search(before):
            yield [part for part in text.split("/") if part]


def _end(written: Sequence[str], wanted: Sequence[str], last: int) -> int:
    """Return where a run of parts ends in a path, 0 where it is not in it, or not at the part that matters."""
    for start in range(max(last - len(written) + 1, 0), min(last, len(wanted) - len(written)) + 1):
        pairs = list(zip(written, wanted[start:], strict=False))
        fit = all(own == given or stands_for_any(own) or _is_open(given) for own, given in pairs)
        if fit and written[last - start] == wanted[last]:
            return start + len(written)
    return 0


def _is_open(part: str) -> bool:
    return stands_for_any(part) or _VALUE.fullmatch(part) is not None


def _has_method(text: str, method: str) -> bool:
    """Tell whether a text says a method, as `router.post(`, `HttpPost` and `PostMapping` do."""
    said = rf"(?:\b|http|_){method}(?:\b|_|mapping)"
    return bool(method) and re.search(said, text, re.IGNORECASE) is not None
