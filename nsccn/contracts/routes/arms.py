"""What answers a path of a URL where code matches the method and the path of a request, as with hyper.

match (req.method(), req.uri().path()) {            match (request.method, request.path):
    (&Method::POST, "/carts") => add(req).await,        case ("POST", "/carts"):
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.routes import METHODS, is_part
from nsccn.regexes import regex
from nsccn.text import indentation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.routes import Route

_PATTERN: Final = regex(
    rf"\(\s*&?(?:(?:\w+::)*Method::(?P<named>{'|'.join(METHODS)})|[\"'](?P<said>{'|'.join(METHODS)})[\"'])"
    r"\s*,\s*(?P<quote>[\"'])(?P<path>/[^\"'\n]*)(?P=quote)\s*\)"
)
_ARROW: Final = regex(r"[^\n]*?(?:\n\s*\|[^\n]*?){0,6}(?:=>|:\s*$)", re.MULTILINE)
"""Behind a pattern, after others for the same and a condition."""
_OPENS: Final = ("{", "=>", "(", ":")
_CLOSES: Final = ("}", ")")


class Arm(NamedTuple):
    """The lines of a match that answer a path."""

    method: str
    parts: tuple[str, ...]
    first: int
    last: int


def arms_in(text: str, lines: Sequence[str], route: Route) -> Iterator[Arm]:
    """Yield what a file matches the whole of a path with."""
    for found in _PATTERN.finditer(text):
        method = found["named"] or found["said"]
        parts = tuple(part for part in found["path"].split("/") if part)
        is_asked = len(parts) == len(route.parts) and all(map(is_part, parts, route.parts))
        arrow = _ARROW.match(text, found.end()) if is_asked and route.method in ("", method) else None
        if arrow is not None:
            first, opened = (text.count("\n", 0, place) + 1 for place in (found.start(), arrow.end()))
            yield Arm(method, parts, first, _last(lines, opened))


def _last(lines: Sequence[str], number: int) -> int:
    """Return the last line of what stands behind an arrow."""
    depth, last = indentation(lines[number - 1]), number
    if not lines[number - 1].rstrip().endswith(_OPENS):
        return number
    while last < len(lines) and (not lines[last].strip() or indentation(lines[last]) > depth):
        last += 1
    is_closed = last < len(lines) and lines[last].lstrip().startswith(_CLOSES)
    return last + 1 if is_closed and indentation(lines[last]) == depth else last
