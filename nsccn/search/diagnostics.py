"""Reads the places out of what compilers, linters and test runners write: a path, a line, perhaps a column.

    src/cart.ts:10:5 - error TS2322      cart.cpp(10): error C2065       Cart.java:[10,5] cannot find symbol
    --> src/cart.rs:10:5                 Cart.kt: (10, 5): error         "/app/cart.py", line 10
    FAILED tests/test_cart.py::test_total

What one tool writes is written by others, so nothing here asks which it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nsccn.regexes import regex
from nsccn.search.traceback import clean_path, without_colours, without_prefix
from nsccn.search.zones import readable

_LONGEST_LINE: Final = 4000
_RUN: Final = r"(?:[\w./\\@+~$-]|\((?!\d)[\w.-]{1,60}\)|\[(?!\d)[\w.-]{1,60}\])"
_PATH: Final = rf"(?<![\w./\\@+~$)\]-])(?P<path>{_RUN}{{1,400}}+)"
"""Begins only where the character before it could be no part of it; folders may be called `[id]` and `(shop)`."""
_PLACE: Final = regex(
    rf"{_PATH}"
    r"(?::(?P<colon>\d{1,6})(?!\w)"
    r"|:?[ ]?\((?P<round>\d{1,6})(?:[,:] ?\d+)*\)"
    r"|:\[(?P<square>\d{1,6}),\d+\]"
    r"|[\"':]?,? (?:on |at )?line (?P<said>\d{1,6})(?!\w)"
    r"|::(?P<name>\w+(?:::\w+){0,9})"
    r"|,line=(?P<set>\d{1,6})(?!\w)"
    r"|#L(?P<link>\d{1,6})(?!\w)"
    r"|[ ](?P<apart>\d{1,6}):\d+(?:-\d+)?(?!\S))"
)
_PATH_ENDS: Final = regex(r"[\w)\]](?:\.[A-Za-z]|[/\\][\w.]*[A-Za-z])[\w+-]*$")
_HEADING: Final = regex(rf"\s*+(?:Line +|# (?=\S*[./])|\*+ Module )?{_PATH}:?\s*$")
_UNDER: Final = regex(r"\s+:?(?P<line>\d{1,6})(?::\d+)? +\S")
"""A line that names none but the number of a line, below the path of a file."""
_SEVERITY: Final = r"(?:fatal|error|err|warning|warn|note|info|failed|fail|e|w|i)"
_BEFORE: Final = regex(
    rf"[^\w./\\]*+(?:{_SEVERITY}\b(?:\[[\w-]+\])?(?: in\b)?[^\w./\\]*+|In file included from )?(?:[a-z]:|file=)?",
    re.IGNORECASE,
)
"""What stands before a place where a line is a tool's."""
_SAYS: Final = regex(
    rf"[^\w./\\]*+(?:{_SEVERITY}(?=[\[\]:(]| in \S)|(?-i:[A-Z]{{1,8}}\d{{3,5}}\b))", re.IGNORECASE
)
"""A message: how bad it is, or by which rule."""
_MOST_HEAD: Final = 10_000
_LINES_OF_ONE: Final = 3
"""A place stands so far below the message at most."""


class Place(NamedTuple):
    """A line of a file."""

    path: str
    """As written, with `/`."""
    line: int
    """0 where a name is said instead."""
    name: str = ""
    """Of a test, with the types around it: `TestCart::test_total`."""


def places(text: str) -> list[Place]:
    """Return the places that a text names, each once, in its order."""
    found: dict[Place, None] = {}
    heading = ""
    for line in without_colours(readable(text)).split("\n"):
        body = _body(line)
        under = _UNDER.match(body) if heading else None
        if under is not None:
            found[Place(heading, int(under["line"]))] = None
            continue
        found.update(dict.fromkeys(map(_place, _placed(body))))
        named = _HEADING.match(body)
        if named is not None and _PATH_ENDS.search(named["path"]):
            heading = clean_path(named["path"])
        elif body[:1].strip():
            heading = ""
    return list(found)


def is_output(text: str) -> bool:
    """Tell whether a text begins as a tool writes, with a place, or a message that one stands below."""
    lines = [line for line in without_colours(text[:_MOST_HEAD]).split("\n") if line.strip()][:_LINES_OF_ONE]
    if not lines:
        return False
    body = _body(lines[0])
    before = _BEFORE.match(body)
    first = next(_placed(body), None)
    if before is not None and first is not None and first.start() <= before.end():
        return True
    is_head = (_HEADING.match(body) or _SAYS.match(body)) is not None
    return is_head and len(places("\n".join(lines))) > 0


def _placed(body: str) -> Iterator[re.Match[str]]:
    return (at for at in _PLACE.finditer(body) if _PATH_ENDS.search(at["path"]))


def _place(found: re.Match[str]) -> Place:
    path = clean_path(found["path"])
    if found["name"]:
        return Place(path, 0, found["name"])
    line = next(filter(None, found.group("colon", "round", "square", "said", "set", "link", "apart")))
    return Place(path, int(line))


def _body(line: str) -> str:
    """Return a line without what a log puts before it; nothing of one too long for a person or a tool."""
    return without_prefix(line) if len(line) <= _LONGEST_LINE else ""
