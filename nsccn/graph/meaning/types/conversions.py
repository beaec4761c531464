"""What makes objects of one type into those of another where a member of that one is named: Scala's implicits.

    implicit class FileOps(file: File) { def stem: String }        extension (file: File) def stem: String
    implicit def syntax(text: String): TextOps = new TextOps(text)

What is converted is the only parameter. Functions count for the types of their own file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.open_types import COMPANION
from nsccn.graph.model import CONVERTING, EXTENSION
from nsccn.graph.notation.signatures import read_type, taken_by

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols

_FOUND_BY_TYPE: Final = re.compile(r"\(\s*(?:implicit|using)\b")


class Conversions:
    """Finds what converts objects to those of a type."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._functions: dict[int, dict[str, list[int]]] = {}
        """The functions of a file that convert, by the names of the types that they give."""

    def of(self, member: int) -> Sequence[int]:
        """Return what gives objects of other types a member: a function itself, or what makes objects of its type."""
        symbols = self._symbols
        if EXTENSION in symbols.definitions[member].modifiers:
            return (member,)
        owner = symbols.parent(member)
        if owner < 0 or not symbols.is_type(owner) or COMPANION in symbols.definitions[owner].modifiers:
            return ()
        found = self._of_file(symbols.slot[owner]).get(symbols.table.names[owner], ())
        return (owner, *found) if self._converts(owner) else found

    def _of_file(self, slot: int) -> dict[str, list[int]]:
        found = self._functions.get(slot)
        if found is None:
            symbols = self._symbols
            found = self._functions[slot] = {}
            for entity in range(symbols.first[slot] + 1, symbols.first[slot + 1]):
                if symbols.is_function(entity) and self._converts(entity):
                    given = read_type(symbols.definitions[entity].returns).type
                    found.setdefault(given, []).append(entity)
        return found

    def _converts(self, entity: int) -> bool:
        """Whether an implicit class or function takes one object that is written where it is used."""
        definition = self._symbols.definitions[entity]
        if CONVERTING not in definition.modifiers:
            return False
        taken = taken_by(definition.signature, definition.name)
        is_found = _FOUND_BY_TYPE.search(definition.signature.partition(":")[0])
        return taken is not None and len(taken.parameters) == 1 and is_found is None
