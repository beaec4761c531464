"""The lines of a file that may ask for paths of URLs, and what it keeps these by.

private url = "/api/carts";             find(id) { return this.http.get(`${this.url}/${id}`); }
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.requesttexts import (
    HOLE,
    asked_paths,
    call_of,
    is_plain,
    kept_as,
    paths_in,
    texts_of,
)
from nsccn.errors import NsccnError
from nsccn.regexes import regex
from nsccn.text import indentation, lines_with

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.requesttexts import Asked, Call, Text
    from nsccn.index import RepoIndex

_TAKEN: Final = regex(r"\s*(?:(?:const|let|var|final|val|auto|string)\s+)?([A-Za-z_$][\w$]*)\s*:?=(?![=>])")
HANDED_ON: Final = regex(
    r"[\s\w]*?([A-Za-z_$][\w$]*)\s*(?::\s*[\w.]+\s*)?=\s*[A-Za-z_$][\w$]*\.([\w$]+)\s*;?\s*"
)
"""A line that gives a name what another keeps: `this.path = options.path;`."""
_OWNER: Final = r"(?:\b(?:this|self)\s*\.\s*|\$this->|(?<![\w@])@)"
_DECLARED: Final = r"^\s*(?:(?:private|protected|public|static|readonly|final|override)\s)"
_VARIABLE: Final = regex(r"\s*(?:const|let|var|val|auto)\s")
_LONGEST: Final = 400_000
_LONGEST_LINE: Final = 1000
_OF_NAME: Final = regex(r"[\w$]")
_QUOTE: Final = regex(r"[\"'`]")
_MAY_ASK: Final = regex(
    r"get|post|put|patch|delete|fetch|axios|ajax|request|http|swr|client|open|send", re.IGNORECASE
)
_GIVEN: Final = regex(r"[(,+:]\s*(?:new\s+)?&?(?:[\w$]+\s*\??\.\s*)*([A-Za-z_$][\w$]*)(?=\s*[,)+}]|\s*\Z|\()")
_GOES_ON: Final = (",", "(")
_MOST_WORDS: Final = 8
_MOST_LINES: Final = 400


@lru_cache(maxsize=4096)
def _around(before: str, name: str, behind: str) -> re.Pattern[str]:
    """Return the pattern of a name between two others; many files have the same names."""
    return re.compile(before + re.escape(name) + behind)


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
        return last in self._lower and any(f"{before}{last}" in self._lower for before in "/\"'`}")

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
            if any(one.text.startswith(f"{HOLE}?") and one.holes[0] == name for one in self._written(number)):
                continue  # only a query is put behind it
            if text is None and line.rstrip().endswith(_GOES_ON):
                text = self._given_below(name, number)
            other = HANDED_ON.fullmatch(line) if text is None else None
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
                for asked in paths_in(one for one in self._written(number) if last in one.text.lower()):
                    if name := kept_as(line, asked):
                        found.setdefault(name, number)
        return found


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


def place_of(name: str, line: str) -> int:
    """Return where a name stands on a line by itself, or -1.

    >>> place_of("url", "curl(url)"), place_of("url", "this.$url")
    (5, -1)
    """
    place = line.find(name)
    while place >= 0:
        beside = line[place - 1 : place] + line[place + len(name) : place + len(name) + 1]
        if _OF_NAME.search(beside) is None:
            return place
        place = line.find(name, place + 1)
    return -1


def request_file(index: RepoIndex | RouteFiles, path: str) -> RequestFile | None:
    """Return a file in which to look for requests; None for one that is too long, or cannot be read."""
    with suppress(NsccnError, OSError):
        text = index.text(path)
        return RequestFile(path, text) if len(text) <= _LONGEST else None
    return None
