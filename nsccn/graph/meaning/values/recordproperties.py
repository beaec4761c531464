"""Methods that a library runs where a property of what it keeps is read or set.

`$cart->full_name` runs `getFullNameAttribute()` or `fullName(): Attribute`, and `$cart->items` the relation `items()`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.notation.accessornames import in_capitals

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.returned import Returned

_WORD: Final = re.compile(r"\w+")


class RecordProperties:
    """Answers which method stands for a property."""

    def __init__(self, symbols: Symbols, hierarchy: Hierarchy, returned: Returned) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._returned = returned

    def run_by(self, receiver: Value, name: str, accessor: str) -> int:
        """Return the method that runs where a property of an object is read or set; -1 for none."""
        language = self._symbols.language(self._symbols.slot[receiver.entity])
        if language is None or accessor not in language.record_accessors or receiver.tag != INSTANCE:
            return -1
        if not self._hierarchy.is_kept(receiver.entity):
            return -1
        whole = in_capitals(name)
        found = self._method(receiver.entity, language.record_accessors[accessor].format(whole))
        if found >= 0:
            return found
        for one in dict.fromkeys((name, whole[:1].lower() + whole[1:])):
            found = self._method(receiver.entity, one)
            if found >= 0 and self._makes_property(found, language):
                return found
        return -1

    def _makes_property(self, method: int, language: Language) -> bool:
        """Whether a method says what a property is: it states a relation, or its declared result says so."""
        declared = _WORD.findall(self._symbols.definitions[method].returns)
        return not language.record_results.isdisjoint(declared) or bool(self._returned.relation(method))

    def _method(self, cls: int, name: str) -> int:
        members = self._hierarchy.class_member(cls, name)
        return next((one for one in members if self._symbols.is_function(one)), -1)
