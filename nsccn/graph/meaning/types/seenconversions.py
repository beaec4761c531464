"""Which members code sees that objects have by what converts them: what it could call by its name.

Of a type around these are its own and those that it inherits, of a file what it imports; besides, those that stand in
the object beside the type that is converted are seen everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.types.conversions import Conversions


class SeenConversions:
    """Finds the members of a name that objects are given, as far as code sees what gives them."""

    def __init__(
        self,
        symbols: Symbols,
        conversions: Conversions,
        called: Callable[[int, str], Value | None],
        converted: Callable[[int], str],
    ) -> None:
        """`called` gives what is called in a scope by a name, `converted` the name of the type that one converts."""
        self._symbols = symbols
        self._conversions = conversions
        self._called = called
        self._converted = converted
        self._known: dict[tuple[int, str], Sequence[int]] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._known.clear()

    def named(self, scope: int, name: str) -> Sequence[int]:
        """Return the members of a name that objects are given, as far as a scope sees what gives them."""
        found = self._known.get((scope, name))
        if found is None:
            symbols = self._symbols
            found = self._known[scope, name] = tuple(
                member
                for member in symbols.functions_named(name)
                if symbols.parent(member) >= 0 and self.giving(scope, member)
            )
        return found

    def giving(self, scope: int, member: int) -> Sequence[int]:
        """Return what a scope sees that gives objects a member."""
        return [one for one in self._conversions.of(member) if self._is_seen(scope, one)]

    def _is_seen(self, scope: int, conversion: int) -> bool:
        names, parent = self._symbols.table.names, self._symbols.parent
        around = parent(conversion)
        if names[around] == self._converted(conversion):
            return True
        found = self._called(scope, names[conversion])
        if found is None or found.tag != ENTITY:
            return False
        meant = found.entity
        return meant == conversion or (names[meant] == names[conversion] and parent(meant) == around)
