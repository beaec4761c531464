"""Calls whose error is returned later through a variable: `err := load()`, and below `return err`."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.extraction.scopes.closures import closures
from nsccn.graph.extraction.source import text_of
from nsccn.graph.regions import Regions

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader

_Variable = tuple[int, int, str]
"""The scope that it is in, the function without a name there, and its name."""


class _Outcome(NamedTuple):
    """A variable gets the error of a call; the block is what it is a statement of."""

    byte: int
    call: int
    block: tuple[int, int]

    def hides(self, earlier: _Outcome) -> bool:
        """Whether it always comes after an earlier one: it stands in the same block, or in one around."""
        return self.block[0] <= earlier.block[0] and earlier.block[1] <= self.block[1]


def returned_errors(reader: Reader) -> frozenset[int]:
    """Return the first bytes of the calls whose error is the next thing that a return hands on by that name."""
    answers = reader.found.get("answer", ())
    if not answers:
        return frozenset()
    inside = Regions(len(reader.data), closures(reader.found)).owner

    def variable(node: Node, parts: Parts) -> _Variable:
        byte = node.start_byte
        return reader.scope(byte), inside(byte), text_of(parts["target"][0], reader.data)

    returned: dict[_Variable, list[int]] = defaultdict(list)
    for node, parts in answers:
        returned[variable(node, parts)].append(node.start_byte)
    outcomes: dict[_Variable, list[_Outcome]] = defaultdict(list)
    for node, parts in reader.found.get("outcome", ()):
        key = variable(node, parts)
        if key in returned and node.parent is not None:
            block = node.parent.start_byte, node.parent.end_byte
            outcomes[key].append(_Outcome(node.start_byte, parts["callee"][0].start_byte, block))
    return frozenset(call for key, found in outcomes.items() for call in _reaching(found, returned[key]))


def _reaching(outcomes: list[_Outcome], returns: list[int]) -> list[int]:
    """Return the calls whose outcome nothing replaces before the next return."""
    outcomes.sort()
    returns.sort()
    found = []
    for number, outcome in enumerate(outcomes):
        place = bisect_right(returns, outcome.byte)
        if place == len(returns):
            break
        for later in outcomes[number + 1 :]:
            if later.byte > returns[place]:
                found.append(outcome.call)
                break
            if later.hides(outcome):
                break
        else:
            found.append(outcome.call)
    return found
