"""Fields that an object has from where it is written out: `Cart{Room: 3}`, or `struct cart one = {3}` by places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm

_FORM: Final = "initialize"


class InitializedFields:
    """The fields that the objects of a file are given where they are written out."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._places: dict[int, dict[int, int]] = {}
        """For each list of values without names the place of each, by its first byte."""
        self._told: set[tuple[int, str]] = set()

    def given(self, node: Node, parts: Parts, scope: int) -> Iterator[tuple[str, str, str, AssignmentForm]]:
        """Yield what one value is given to, as `Assignment` has it; a place of a type once for each scope."""
        made = self._reader.expression(parts["type"][0], scope)
        if UNKNOWN in made:
            return
        if "target" in parts:
            yield f"{made}().{text_of(parts['target'][0], self._reader.data)}", "", "", _FORM
            return
        place = self._place(node)
        target = f"{made}().{place}"
        if place is not None and (scope, target) not in self._told:
            self._told.add((scope, target))
            yield target, "", "", _FORM

    def _place(self, node: Node) -> int | None:
        """Return the place of a value in its list, None behind one that has the name of its field."""
        around = node.parent
        if around is None:
            return None
        known = self._places.get(around.id)
        if known is None:
            known = self._places[around.id] = {}
            named = self._reader.language.nodes.named_values
            for one in around.named_children:
                if one.type in named:
                    break
                if not one.is_extra:
                    known[one.start_byte] = len(known)
        return known.get(node.start_byte)
