"""The objects whose members others have too: what a pointer of the project points to, what a wrapper gives."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.notation.marks import MIXED_IN

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.returned import Returned


class Beyond:
    """Finds the object behind another one."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        returned: Returned,
        annotated: Callable[[int, str, Language], Value | None],
    ) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._returned = returned
        self._annotated = annotated
        self._mixed_in: Answers[Hashable, Value | None] = asking.answers(None)
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
        if language is not None and language.tagged_types:
            return self._mixed_in.get(value.entity, self._find_mixed_in, value.entity, language)
        if language is None or not language.members_beyond:
            return None
        method, stated = language.members_beyond
        if not symbols.functions_named(method) or not self._hierarchy.class_member(value.entity, method):
            return None
        return self._passed.get(value, self._find_beyond, value, stated)

    def _find_mixed_in(self, cls: int, language: Language) -> Value | None:
        """Return the object to which a type hands on what it is asked for, as a comment or a base tells."""
        for one in self._hierarchy.order(cls):
            for scope, stated in self._symbols.values(one, MIXED_IN):
                found = self._annotated(scope, stated.annotation, language)
                if found is not None and found.tag == INSTANCE and found.entity != cls:
                    return found
        return self._wrapped(cls, language)

    def _wrapped(self, cls: int, language: Language) -> Value | None:
        """Return the object after which a type is called that hands on what it is asked for to the one it is given."""
        symbols = self._symbols
        above = (symbols.definitions[one].bases for one in self._hierarchy.order(cls) if language.handing_on)
        bases = {base.rpartition(".")[2] for bases in above for base in bases}
        own_name = symbols.table.names[cls]
        for suffix in (suffix for base, suffix in language.handing_on.items() if base in bases):
            name = own_name.removesuffix(suffix)
            types = [one for one in symbols.table.named(name) if name != own_name and symbols.is_type(one)]
            if len(types) == 1 and self._hierarchy.has_foreign_base(types[0]):
                return Value(INSTANCE, types[0])
        return None

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
