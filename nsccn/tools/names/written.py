"""Expressions as code writes them: `project.settings.get`, `self.shop.cart()->add`, `webhook_service.send(...)`.

No definition is called so, but edges say what the lines that have the expression lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.text import count
from nsccn.tools.names.missing import joined_ends, places_that_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_STEP: Final = r"[$@]?\w+[?!]?(?:\([^()\n]*\)|\[[^\[\]\n]*\])*"
_EXPRESSION: Final = regex(rf"{_STEP}(?:(?:\?\.|!?\.|\??->|::){_STEP})+")
_CALLED: Final = regex(r"\([^()\n]*\)\Z")
_LAST: Final = regex(r"\w+[?!]?\Z")
_FEWEST_PARTS: Final = 3
"""An expression without what it begins with means the same only where that much of it is left."""
_LEAST_LIKELY: Final = 0.5
_LONGEST: Final = 200


class Written(NamedTuple):
    """What an expression may mean, and how that is known."""

    entities: Sequence[int]
    note: str


def as_written(index: RepoIndex, asked: str) -> Written | None:
    """Return what an expression means by the lines that have it, None where that is not known."""
    text = _CALLED.sub("", asked)
    last = _LAST.search(text)
    if len(text) > _LONGEST or last is None or not _EXPRESSION.fullmatch(text):
        return None
    for parts, end in joined_ends(text):
        if end != text and parts < _FEWEST_PARTS:
            continue
        if places := places_that_name(index, end):
            return _meant(index.snapshot.graph, end, last[0], places)
    return None


def _meant(graph: CodeGraph, text: str, name: str, places: Sequence[tuple[str, list[int]]]) -> Written | None:
    found: dict[int, tuple[str, int]] = {}
    for path, lines in places:
        for entity, line in _led_to(graph, path, set(lines), name):
            found.setdefault(entity, (path, line))
    if not found:
        return None
    path, line = next(iter(found.values()))
    more = sum(len(lines) for _, lines in places) - 1
    rest = f" and {count(more, 'more line')}" if more else ""
    return Written(sorted(found), f"That is what `{text}` leads to at {encode_path(path)}:{line}{rest}.")


def _led_to(graph: CodeGraph, path: str, lines: set[int], name: str) -> list[tuple[int, int]]:
    """Return what is called so that edges of some lines of a file lead to, the likeliest of each, with the lines."""
    edges = graph.edges_of(np.array(graph.entities_of(path)), outgoing=True)
    targets = graph.edge_column("target").take(edges)
    edges = edges[np.isin(targets, graph.named(name))]
    likely = graph.edge_column("probability")
    best: dict[int, tuple[float, list[int]]] = {}
    for number in edges.tolist():
        target, chance = int(graph.edge_column("target")[number]), float(likely[number])
        for line in lines.intersection(graph.lines(number)) if chance >= _LEAST_LIKELY else ():
            most, there = best.get(line, (0.0, []))
            if chance > most:
                best[line] = chance, [target]
            elif chance == most and target not in there:
                there.append(target)
    return [(target, line) for line in sorted(best) for target in best[line][1]]
