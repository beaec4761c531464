"""The calls in a function that lead nowhere, though something in the repository has their name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.linking.linkrows import read_unresolved_in
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_WRITTEN: Final = 6
_BEHIND_CALLEE: Final = ("(", " (", "<", "?.(", "!")


def said_of_lost_calls(index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]]) -> Iterator[str]:
    """Yield the calls in a function that lead nowhere, of names that something in the repository has.

    Of lines that are told already it is known where they lead.
    """
    lost: dict[str, set[int]] = {}
    path = found.code.path_of(found.root)
    with suppress(NsccnError, OSError):
        if names := _lost_names(index, found):
            followed = _followed(found)
            for name, holder, line in _calls_of(index, found, names):
                is_followed = (line, name) in followed or (
                    line,
                    holder,
                ) in followed  # `Cart.new` makes a Cart
                if not is_followed and (path, line) not in told:
                    lost.setdefault(name, set()).add(line)
    if lost:
        said = [f"{name} L{','.join(map(str, sorted(at)))}" for name, at in lost.items()]
        yield f"Calls in it of names defined here that could not be resolved: {first_few(said, _MOST_WRITTEN)}."


def _lost_names(index: RepoIndex, found: Trace) -> set[str]:
    """Return the names that a function seems to call, and of which the file has calls that could not be resolved."""
    entity = found.code.entity(found.root)
    slot = found.code.file_slot(entity.path)
    lost = read_unresolved_in(found.code.arrays, slot) if slot is not None else []
    lines = index.text(entity.path).split("\n")[entity.start_line - 1 : entity.end_line] if lost else []
    text, language = "\n".join(lines), languages.load(entity.language)
    ends = ("",) if language.bare_calls or language.trailing_functions else _BEHIND_CALLEE
    return {name for name in lost if any(f"{name}{end}" in text for end in ends)}


def _followed(found: Trace) -> set[tuple[int, str]]:
    """Return the lines and names of the edges that lead out of a function."""
    graph = found.code
    edges = graph.edges_of(np.array(found.roots), outgoing=True)
    return {
        (line, graph.name_of(edge.target))
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        for line in graph.lines(number)
    }


def _calls_of(index: RepoIndex, found: Trace, names: AbstractSet[str]) -> Iterator[tuple[str, str, int]]:
    """Yield the calls of some names in a function: name, what stands before it, line."""
    path = found.code.path_of(found.root)
    first = found.code.entities_of(path).start
    scopes = {root - first for root in found.roots}
    for kind, scope, target, line, *_ in index.facts(path).uses.rows():
        if scope in scopes and kind == "call":
            before, _, name = target.rpartition(".")
            if name in names and (found.within is None or line in found.within):
                yield name, before.rpartition(".")[2], line
