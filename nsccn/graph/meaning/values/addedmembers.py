"""The members that an object is given after it was made: one by one, or all that another object has.

Basket.prototype.fill = function () { ... };        Object.assign(Basket.prototype, events);
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.notation.marks import EVERY_MEMBER

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_MOST_GIVERS: Final = 100
"""Statements that give an object all members of others, beyond which none is looked at."""


class AddedMembers:
    """Answers which members objects are given from outside."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        evaluate: Callable[[int, str], Value | None],
        attribute: Callable[[Value, str], Value | None],
    ) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._evaluate = evaluate
        self._attribute = attribute
        self._added: Answers[Hashable, Value | None] = asking.answers(None)
        self._taken: Answers[Hashable, Value | None] = asking.answers(None)

    def of(self, entity: int, name: str) -> Value | None:
        """Return the member of an object that is written out, or that an assignment gives it: `object.name = ...`."""
        return self._added.get((entity, name), self._find_added, entity, name)

    def _find_added(self, entity: int, name: str) -> Value | None:
        stated = [self._evaluate(scope, item.value) for scope, item in self._symbols.values(entity, name)]
        found = {value for value in stated if value is not None}
        if stated:
            return found.pop() if len(found) == 1 else None
        return self._taken_over(entity, name)

    def _taken_over(self, entity: int, name: str) -> Value | None:
        """Return the member that something is given with all others of an object: `Object.assign(object, other)`."""
        return self._taken.get((entity, name), self._find_taken, entity, name)

    def _find_taken(self, entity: int, name: str) -> Value | None:
        stated = list(islice(self._symbols.values(entity, EVERY_MEMBER), _MOST_GIVERS + 1))
        if len(stated) > _MOST_GIVERS:
            return None
        found: dict[tuple[int, int], Value] = {}
        for scope, item in stated:
            value = self._evaluate(scope, item.value)
            taken = self._attribute(value, name) if value is not None else None
            if taken is not None:
                found[scope, item.byte] = taken  # of those in one call, the last
        members = set(found.values())
        return members.pop() if len(members) == 1 else None

    def taken_by(self, types: Iterable[int], name: str) -> Value | None:
        """Return the member that the first of some types has which is given one of that name with all of an object."""
        return next(filter(None, (self._taken_over(one, name) for one in types)), None)

    def taken_before(self, value: Value, name: str, inherited: int) -> Value | None:
        """Return the member that the objects of a type are given and that comes before one which the type inherits.

        The methods of a class are not among those: what copies the members of an object passes them over.
        """
        language, owner = (
            self._symbols.language(self._symbols.slot[value.entity]),
            self._symbols.parent(inherited),
        )
        if language is None or not language.mixins or value.tag != INSTANCE:
            return None
        above = self._symbols.same(owner)
        if above == value.entity:
            return None
        taken = self.taken_by(takewhile(above.__ne__, self._hierarchy.order(value.entity)), name)
        is_copied = taken is not None and self._symbols.kind(taken.entity) != "method"
        return taken if is_copied else None
