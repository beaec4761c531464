"""What types mean that are asked of something else: `typeof cart`, `ReturnType<typeof open>`, `Shop["cart"]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, MODULE, Value
from nsccn.graph.notation.askedtypes import (
    ELEMENT,
    GIVEN,
    MEMBER,
    OTHER,
    VALUE,
    AskedType,
    asked_type,
    usual_member,
)

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


class AskedTypes:
    """Finds what such types are of."""

    def __init__(
        self,
        symbols: Symbols,
        evaluate: Callable[[int, str], Value | None],
        called: Callable[[Value], Value | None],
        held: Callable[[Value, str], Value | None],
    ) -> None:
        """`called` gives what a call of a value gives, `held` what a member of it holds."""
        self._symbols = symbols
        self._evaluate = evaluate
        self._called = called
        self._held = held

    def of(
        self, scope: int, asked: AskedType, annotated: Callable[[str], Value | None], *, is_whole: bool = True
    ) -> Value | None:
        """Return what a type is of, `annotated` being what those that it is asked of mean.

        As a `whole` it is of no function: what else is of the type of one runs another.
        """
        found = self._of(scope, asked, annotated)
        is_function = found is not None and found.tag == ENTITY and self._symbols.is_function(found.entity)
        return None if is_function and is_whole else found

    def _of(self, scope: int, asked: AskedType, annotated: Callable[[str], Value | None]) -> Value | None:
        if asked.kind == VALUE:
            return self._evaluate(scope, asked.of)
        inner = asked_type(asked.of)
        whole = self.of(scope, inner, annotated, is_whole=False) if inner is not None else annotated(asked.of)
        if whole is None:
            return None
        if asked.kind == GIVEN and whole.tag == MODULE and len(whole.slots) == 1:
            return Value(INSTANCE, self._symbols.first[whole.slots[0]])  # a component, which a file describes
        if asked.kind == GIVEN:
            return self._called(whole) if whole.tag == ENTITY else None
        if asked.kind == MEMBER:
            return self._held(whole, asked.name)
        if asked.kind == OTHER and self._symbols.is_function(scope):
            usual = usual_member(self._symbols.definitions[scope].signature, asked.name)
            return self._held(whole, usual) if usual else None
        return whole.element if asked.kind == ELEMENT and whole.tag == COLLECTION else None
