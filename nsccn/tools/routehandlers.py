"""What answers a path of a URL where a router is given it: what stands beside the path in a call, or below it.

add_resource(CartView, "/carts")      r.GET("/carts/:id", auth, show)      @router.get("/carts")
                                                                           def carts(): ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

_MARKS: Final = ("@", "[", "#[")
"""Begin what stands above a function, as on its own line it may."""
_ROUTING: Final = re.compile(
    rf"{'|'.join(METHODS)}|any|api|action|endpoint|expose|handle|http|mapping|method|path|resource|route|rule|url|view|ws"
    r"|socket",
    re.IGNORECASE,
)
"""In the name of a decorator that makes a function answer; `@invalidate("/carts")` only tells it of a path."""
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_OPEN: Final = frozenset(_BRACKETS.values())
_MOST_LINES: Final = 12
"""Of a call on either side of a path; a block of more lines holds more than one path."""
_WRITES_FUNCTION: Final = re.compile(r"=>|\s->|\b(?:async|def|do|fn|func|function|lambda)\b")
"""In a call that is given its function as it is written: that has no name, and what it hands over is another's."""


def handed_over(
    graph: CodeGraph, path: str, lines: Sequence[str], line: int, span: tuple[int, int], method: str
) -> int | None:
    """Return what a router is given for a path that is written on a line of a file, from one column to another.

    For a type that is the method by which it answers, where its name or the call tells.
    """
    found = _below(graph, path, lines, line, method)
    return found if found is not None else _beside(graph, path, lines, line, span, method)


def _below(graph: CodeGraph, path: str, lines: Sequence[str], line: int, method: str) -> int | None:
    """Return the function, or the method of a type, above which a path stands in a decorator."""
    for one in reversed(graph.entities_of(path)):
        entity = graph.entity(one)
        is_mark = entity.start_line <= line < entity.name_line or (
            line == entity.name_line and lines[line - 1].lstrip().startswith(_MARKS)
        )
        if is_mark and not _routes(lines[entity.start_line - 1 : line]):
            return None
        if is_mark and entity.kind in FUNCTION_KINDS:
            return one
        if is_mark and entity.kind in TYPE_KINDS:
            return next(_members(graph, one, [method.lower()]), None)
    return None


def _routes(above: Sequence[str]) -> bool:
    """Whether the last decorator that begins on some lines makes a function answer, by its name."""
    begins = (text.lstrip() for text in reversed(above))
    mark = next((text for text in begins if text.startswith(_MARKS)), "")
    return _ROUTING.search(mark.partition("(")[0]) is not None


def _beside(
    graph: CodeGraph, path: str, lines: Sequence[str], line: int, span: tuple[int, int], method: str
) -> int | None:
    """Return what is handed over last in the brackets around a path; a wrapper around it comes before it."""
    first = max(line - 1 - _MOST_LINES, 0)
    text = "\n".join(lines[first : line + _MOST_LINES])
    at = sum(len(one) + 1 for one in lines[first : line - 1])
    begin, end = at + span[0], at + span[1]
    inside = _around(text, begin, end)
    if inside and not (text[inside[0] : begin] + text[end : inside[1]]).strip(" \n\t,"):
        inside = _around(text, inside[0] - 1, inside[1] + 1)  # the path alone is given to something
    if inside is None:
        return None
    group = text[inside[0] : begin] + " " * (end - begin) + text[end : inside[1]]
    if _WRITES_FUNCTION.search(group):
        return None
    numbers = first + 1 + text.count("\n", 0, inside[0]), first + 1 + text.count("\n", 0, inside[1])
    given = [
        (stands.start(), one)
        for one in _handed(graph, path, range(numbers[0], numbers[1] + 1))
        for stands in re.finditer(rf"\b{re.escape(graph.name_of(one))}\b", group)
    ]
    if not given:
        return None
    last = max(given)[1]
    if graph.entity(last).kind not in TYPE_KINDS:
        return last
    said = re.search(rf"[\"']{method.lower()}[\"']\s*(?::|=>)\s*[\"'](\w+)[\"']", group) if method else None
    words = [word for word in re.findall(r"[\"'](\w+)[\"']", group) if word.upper() not in METHODS]
    if not method and len(set(words)) > 1:
        return last
    return next(_members(graph, last, [said[1]] if said else [method.lower(), *words]), last)


def _handed(graph: CodeGraph, path: str, among: range) -> Iterator[int]:
    """Yield the functions and types that are handed over on some lines of a file."""
    edges = graph.edges_of(np.array(graph.entities_of(path)), outgoing=True)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        if edge.kind == "REFERENCES" and edge.evidence.path == path:
            kind = graph.entity(edge.target).kind
            if (kind in FUNCTION_KINDS or kind in TYPE_KINDS) and any(
                line in among for line in graph.lines(number)
            ):
                yield edge.target


def _members(graph: CodeGraph, around: int, names: Sequence[str]) -> Iterator[int]:
    """Yield the methods of a type, or else of its bases, that have one of some names, whatever their case."""
    for name in filter(None, names):
        for one in (around, *bases(graph, around)):
            yield from (own for own in graph.members(one) if graph.name_of(own).lower() == name.lower())


def _around(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """Return what lies in the brackets around a place in a text."""
    first, depth = begin, 1
    while depth:
        first -= 1
        if first < 0:
            return None
        depth += (text[first] in _BRACKETS) - (text[first] in _OPEN)
    last, depth = end, 1
    while depth:
        if last >= len(text):
            return None
        depth += (text[last] in _OPEN) - (text[last] in _BRACKETS)
        last += 1
    return first + 1, last - 1
