"""The objects whose members others have too: what a pointer of the project points to, what a wrapper gives."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.returned import Returned


class Beyond:
    """Finds the object behind another one."""

    def __init__(self, symbols: Symbols, asking: Asking, hierarchy: Hierarchy, returned: Returned) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._returned = returned
        self._passed: Answers[Hashable, Value | None] = asking.answers(None)

    def holder(self, value: Value, member: int) -> Value:
        """Return the object that has a member: a value itself, or the one whose members it has too."""
        if value.tag != INSTANCE or self._symbols.class_around(member) in self._hierarchy.order(value.entity):
            return value
        return self.of(value) or value

    def of(self, value: Value) -> Value | None:
        """Return the object whose members an instance of a type has too, by what the type states."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[value.entity])
        if language is None or not language.members_beyond:
            return None
        method, stated = language.members_beyond
        if not symbols.functions_named(method) or not self._hierarchy.class_member(value.entity, method):
            return None
        return self._passed.get(value, self._find_beyond, value, stated)

    def _find_beyond(self, value: Value, stated: str) -> Value | None:
        """Return that object; None where types give one another in a circle."""
        seen, found = {value.entity}, None
        types = self._hierarchy.class_member(value.entity, stated)
        while types:
            given = self._returned.to(value, types[0])
            if given is None or given.tag != INSTANCE or given.entity in seen:
                return None if given is not None and given.tag == INSTANCE else found
            seen.add(given.entity)
            value = given
            found = found or given
            types = self._hierarchy.class_member(given.entity, stated)
        return found
