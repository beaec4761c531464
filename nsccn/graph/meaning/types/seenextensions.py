"""Which functions and properties that extend types a file sees, and which of them are the nearest to it.

The code of a type or function has those that this declares, a file those that it imports by their names, that it
declares, and that it sees by its packages or namespaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nsccn.graph.notation.extended import WITHOUT_PARAMETER

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.types.access import Access
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_OF_TYPE, _IMPORTED = -2, -1
"""How near such functions are; what a file sees otherwise is as far as its import strategy says."""
_Ranked = tuple[int, int]
"""How near a function is, and the function."""


class SeenExtensions:
    """Finds the functions of a name that extend types, as far as code sees them."""

    def __init__(self, symbols: Symbols, hierarchy: Hierarchy, access: Access) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._access = access
        self._known: dict[tuple[int, str], tuple[list[_Ranked], dict[int, list[_Ranked]]]] = {}
        """What a file sees under a name everywhere, and what it sees within types and functions, by these."""

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._known.clear()

    def named(self, scope: int, name: str) -> Sequence[int]:
        """Return the functions of a name that extend types, as far as a scope sees them, the nearest first."""
        if not self._symbols.spoken.has_extensions:
            return ()
        slot = self._symbols.slot[scope]
        language = self._symbols.language(slot)
        if language is None or not language.extension_receiver:
            return ()
        if (slot, name) not in self._known:
            self._known[slot, name] = self._find(slot, name)
        everywhere, inside = self._known[slot, name]
        holders = {
            holder
            for at in (self._symbols.around(scope) if inside else ())
            for holder in (self._hierarchy.order(at) if self._symbols.is_type(at) else (at,))
        }
        ranked = [*everywhere, *(one for holder in holders for one in inside.get(holder, ()))]
        return self._access.seen(scope, (one for _, one in sorted(ranked)))

    def is_of_object(self, extension: int) -> bool:
        """Whether a function is called within a type or function alone, as its own are, besides what it extends."""
        symbols = self._symbols
        language, parent = symbols.language(symbols.slot[extension]), symbols.parent(extension)
        is_inside = language is not None and language.extension_receiver in WITHOUT_PARAMETER
        return is_inside and parent >= 0 and symbols.parent(parent) >= 0

    def _find(self, slot: int, name: str) -> tuple[list[_Ranked], dict[int, list[_Ranked]]]:
        symbols = self._symbols
        imported = symbols.bindings(symbols.first[slot]).get(name)
        words = {name: None} if imported is None else {name: None, imported.module.rpartition(".")[2]: None}
        everywhere, inside = list[_Ranked](), dict[int, list[_Ranked]]()
        for one in dict.fromkeys(one for word in words for one in symbols.table.named(word)):
            if not symbols.table.extension[one]:
                continue
            near = self._nearness(slot, one, name)
            if near == _OF_TYPE:
                inside.setdefault(symbols.parent(one), []).append((near, one))
            elif near is not None:
                everywhere.append((near, one))
        return everywhere, inside

    def _nearness(self, slot: int, extension: int, name: str) -> int | None:
        """Return how near a function is to a file, the lower the nearer; None where the file does not see it."""
        symbols = self._symbols
        if self._is_imported(slot, extension, name):
            return _IMPORTED
        other, strategy = symbols.slot[extension], symbols.strategy(slot)
        is_of_file = not symbols.is_type(symbols.parent(extension))
        is_hidden = is_of_file and symbols.table.private[extension] == 1 and other != slot
        if is_hidden or symbols.table.names[extension] != name or strategy is None:
            return None
        return _OF_TYPE if self.is_of_object(extension) else strategy.nearness(slot, other)

    def _is_imported(self, slot: int, extension: int, name: str) -> bool:
        symbols = self._symbols
        imported = symbols.bindings(symbols.first[slot]).get(name)
        if imported is None:
            return False
        if imported.module == self._path(extension):
            return True
        holder, _, last = imported.module.rpartition(".")
        return last == symbols.table.names[extension] and self._is_inherited(extension, holder)

    def _is_inherited(self, extension: int, holder: str) -> bool:
        """Whether the object of a path has a function from a type that it inherits from."""
        symbols, owner = self._symbols, self._symbols.same(self._symbols.parent(extension))
        return symbols.is_type(owner) and any(
            owner in self._hierarchy.order(one)
            for one in symbols.table.named(holder.rpartition(".")[2])
            if symbols.is_type(one) and self._path(one) == holder
        )

    def _path(self, entity: int) -> str:
        symbols = self._symbols
        package = symbols.project.packages[symbols.slot[entity]]
        path = symbols.table.qualified[entity].partition("#")[0]
        return f"{package}.{path}" if package else path
