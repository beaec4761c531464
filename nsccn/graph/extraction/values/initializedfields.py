"""Fields that an object has from where it is written out: `Cart{Room: 3}`, or `struct cart one = {3}` by places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
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
        """Yield what one value is given to, as `Assignment` has it; by a place or a call once for each scope.

        Calls of whatever is written as a type are many, and so are the rows of tables.
        """
        is_call = "callee" in parts
        if is_call and self._is_in_body(scope):
            return  # as a type declares its fields: `room = Field(default=3)`
        made = self._reader.expression(parts["callee" if is_call else "type"][0], scope)
        name = text_of(parts["target"][0], self._reader.data) if "target" in parts else self._place(node)
        if UNKNOWN in made or not name:
            return
        target, is_whole = f"{made}().{name}", "target" in parts and not is_call
        if is_whole or (scope, target) not in self._told:
            self._told.add((scope, target))
            yield target, "", "", _FORM

    def _is_in_body(self, scope: int) -> bool:
        """Whether the code of a scope stands in the body of a type, and in no function."""
        definitions = self._reader.definitions
        item = definitions[scope]
        return (definitions[item.parent] if item.kind in DATA_KINDS else item).kind in TYPE_KINDS

    def _place(self, node: Node) -> str:
        """Return the place of a value in its list, nothing behind one that has the name of its field."""
        around = node.parent
        if around is None:
            return ""
        known = self._places.get(around.id)
        if known is None:
            known = self._places[around.id] = {}
            named = self._reader.language.nodes.named_values
            for one in around.named_children:
                if one.type in named:
                    break
                if not one.is_extra:
                    known[one.start_byte] = len(known)
        place = known.get(node.start_byte)
        return "" if place is None else str(place)
