"""Calls that may run an override: through an instance, of a method that leaves its work to subclasses."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.structural import Structural

if TYPE_CHECKING:
    from nsccn.graph.linkrows import Columns, LinkRows
    from nsccn.graph.symbols import Symbols

MOST_OVERRIDES: Final = 12
"""Overrides of an abstract target that are listed."""
Override = tuple[int, int, float, int, int]
"""Source, target, probability, slot, line."""


def overrides(symbols: Symbols, rows: LinkRows) -> list[Override]:
    """Return an ambiguous call from each call of an abstract method to each implementation of it."""
    sites: dict[int, list[tuple[int, int, int]]] = {}
    abstract = rows["abstract"]
    columns = (abstract[name].tolist() for name in ("target", "source", "slot", "line"))
    for target, source, slot, line in zip(*columns, strict=True):
        sites.setdefault(target, []).append((source, slot, line))
    subtypes = _subtypes(symbols, rows["edge"]) if sites else {}
    structural = Structural(symbols, subtypes)
    found: list[Override] = []
    for target, places in sites.items():
        if structural.holds_for(symbols.parent(target)):
            implementations = structural.implementations(target)
        else:
            implementations = _implementations(symbols, target, subtypes)
        share = 1 / (len(implementations) + 1)
        if len(implementations) <= MOST_OVERRIDES:
            found += [
                (source, implementation, share, slot, line)
                for implementation in implementations
                for source, slot, line in places
            ]
    return found


def _subtypes(symbols: Symbols, edges: Columns) -> dict[int, list[int]]:
    """Return the types that name each type as a base."""
    below: dict[int, list[int]] = {}
    inherits = edges["kind"] == EDGE_NUMBER["INHERITS"]
    for subject, base in zip(
        edges["source"][inherits].tolist(), edges["target"][inherits].tolist(), strict=True
    ):
        below.setdefault(symbols.same(base), []).append(symbols.same(subject))
    return below


def _implementations(symbols: Symbols, target: int, below: dict[int, list[int]]) -> list[int]:
    table = symbols.table
    start = symbols.same(symbols.parent(target))
    seen = {start}
    pending = deque([start])
    while pending:
        for subtype in below.get(pending.popleft(), ()):
            if subtype not in seen:
                seen.add(subtype)
                pending.append(subtype)
    seen.discard(start)
    first: dict[int, tuple[bool, int]] = {}
    for member in table.named(table.names[target]):
        holder = symbols.same(symbols.owners.get(member, symbols.parent(member)))
        if holder in seen:
            rank = member not in symbols.owners, member
            first[holder] = min(first.get(holder, rank), rank)
    return sorted(member for _, member in first.values() if symbols.is_function(member))
