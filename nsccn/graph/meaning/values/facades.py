"""What stands behind a type that hands what it is asked for to an object which a container gives: Laravel's facades.

class Cart extends Facade { static function getFacadeAccessor() { return 'cart'; } }
$this->app->bind('cart', fn () => new CartService());
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.marks import PROVIDED, RESULT

if TYPE_CHECKING:
    from collections.abc import Hashable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.model import Assignment


class Facades:
    """Finds the types of such objects."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        evaluate: Callable[[int, str], Value | None],
        named: Callable[[int, str], int | None],
    ) -> None:
        """`named` gives the type that an annotation in a scope names."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._evaluate = evaluate
        self._named = named
        self._behind: Answers[Hashable, int] = asking.answers(-1)

    def object(self, value: Value) -> Value | None:
        """Return the object that does what a type is asked for."""
        if value.tag != ENTITY or not self._symbols.is_type(value.entity):
            return None
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None or not language.facade_accessor:
            return None
        found = self.behind(value.entity, language) if self._hierarchy.has_foreign_base(value.entity) else -1
        return Value(INSTANCE, found) if found >= 0 else None

    def behind(self, cls: int, language: Language) -> int:
        """Return the type whose instances do what a type is asked for, as a method of it says; -1 for none."""
        if not language.facade_accessor:
            return -1
        return self._behind.get(cls, self._find_behind, cls, language)

    def _find_behind(self, cls: int, language: Language) -> int:
        member = self._hierarchy.class_member(cls, language.facade_accessor)
        stated = list(self._symbols.values(member[0], RESULT) if member else ())
        written = [one for one in stated if not one[1].value.startswith(PROVIDED)]  # a comment may say more
        types = {found for at, item in written or stated for found in self._stood_for(at, item, language)}
        found = types.pop() if len(types) == 1 else -1
        return found if found >= 0 and self._symbols.is_type(found) else -1

    def _stood_for(self, scope: int, stated: Assignment, language: Language) -> list[int]:
        """Return the types that such a method names, or that containers give under the name of it; -1 for unknown."""
        if not stated.value.startswith(PROVIDED):
            value = self._evaluate(scope, stated.value)
            return [value.entity if value is not None and value.tag == ENTITY else -1]
        symbols = self._symbols
        providing = [one for name in language.providing_methods for one in symbols.functions_named(name)]
        fields = (one for name in language.providing_fields for one in symbols.table.named(name))
        providing += (symbols.parent(one) for one in fields if symbols.kind(one) == "attr")
        given = [found for one in providing for found in symbols.values(one, stated.value)]
        return [self._provided(at, item) for at, item in given]

    def _provided(self, scope: int, given: Assignment) -> int:
        """Return the type of what a container is given, or of which it makes one; -1 for unknown."""
        value = self._evaluate(scope, given.value)
        if value is not None and value.tag in (ENTITY, INSTANCE):
            return self._symbols.same(value.entity)
        named = self._named(scope, given.annotation) if given.annotation else None
        return -1 if named is None else self._symbols.same(named)
