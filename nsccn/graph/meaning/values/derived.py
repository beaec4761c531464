"""What an expression with a mark behind it stands for: a part, or a collection, of what the expression gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.meaning.values.parts import out_of_wrappers
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, GIVER, MADE, Value, gathered, keys_of
from nsccn.graph.notation.places import KEY
from nsccn.graph.notation.results import (
    ADDED,
    ALL,
    CASE,
    EACH,
    FAILURE,
    KEYS,
    MADE_FOR,
    MAPPED,
    NUMBERED,
    OPERATOR,
    VALUES,
)

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.values.cases import Cases
    from nsccn.graph.meaning.values.contents import Contents
    from nsccn.graph.meaning.values.failures import Failures
    from nsccn.graph.meaning.values.madefor import MadeFor
    from nsccn.graph.meaning.values.parts import Parts
    from nsccn.graph.meaning.values.typed import Typed

_GIVEN: Final = ADDED.removeprefix(NUMBERED)


class Derived:
    """Reads the marks, each by what finds out about it."""

    def __init__(
        self,
        symbols: Symbols,
        evaluate: Callable[[int, str], Value | None],
        typed: Typed,
        parts: Parts,
        contents: Contents,
        failures: Failures,
        cases: Cases,
        made_for: MadeFor,
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._evaluate = evaluate
        self._typed = typed
        self._parts = parts
        self._contents = contents
        self._failures = failures
        self._cases = cases
        self._made_for = made_for

    def of(self, scope: int, expression: str) -> Value | None:
        """Return what an expression with a mark behind it stands for: a part, or a collection, of what it gives."""
        if MADE_FOR in expression:
            return self._made_for.value(scope, *expression.split(MADE_FOR, 1))
        if expression.endswith(KEYS):
            return self._keys(scope, expression.removesuffix(KEYS))
        if expression.endswith(VALUES):
            whole = expression.removesuffix(VALUES)
            mapping = self._typed.underlying(self._evaluate(scope, whole))
            if mapping is not None and mapping.tag == COLLECTION:
                return replace(mapping, given=())
            return gathered(self._parts.taken(scope, whole, 1, of_each=True))
        if expression.endswith(FAILURE):
            return self._failures.of(scope, expression.removesuffix(FAILURE))
        if CASE in expression:
            return self._cases.of(scope, expression)
        whole, part = expression.rsplit(NUMBERED, 1)
        if expression.endswith(EACH):
            return self._contents.looped(scope, self._evaluate(scope, whole))
        if expression.endswith((ALL, MAPPED)):
            return gathered(self._evaluate(scope, whole), is_mapping=expression.endswith(MAPPED))
        if part.startswith(_GIVEN):
            return self._adding(self._evaluate(scope, whole), part.removeprefix(_GIVEN))
        if part.startswith(KEY):
            return self._evaluate(scope, whole)
        if part.startswith(OPERATOR):
            return self._contents.operated(self._evaluate(scope, whole), part.removeprefix(OPERATOR))
        return self._result(scope, whole, int(part)) if part.isdigit() else None

    def _adding(self, adder: Value | None, place: str) -> Value | None:
        """Return the object that a function takes at a place, as far as the function gives it members."""
        found = self._typed.meant(adder) if adder is not None else None
        if found is None or found.tag != ENTITY or not self._symbols.is_function(found.entity):
            return None
        taken = self._symbols.table.parameters(found.entity)
        is_taken = place.isdigit() and int(place) < len(taken)
        return Value(MADE, found.entity, written=taken[int(place)]) if is_taken else None

    def _keys(self, scope: int, expression: str) -> Value | None:
        """Return the collection of the keys of a collection."""
        value = self._typed.underlying(self._evaluate(scope, expression))
        keys = keys_of(value) if value is not None else None
        return keys or gathered(self._parts.taken(scope, expression, 0, of_each=True))

    def _result(self, scope: int, call: str, number: int) -> Value | None:
        """Return one of the results of a call that gives several; where tuples are, what one of their parts may be."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is not None and not language.several_results:
            return self._parts.of(scope, call, number)
        if call.endswith(EACH):
            return gathered(self._parts.taken(scope, call.removesuffix(EACH), number, of_each=True))
        called = self._evaluate(scope, out_of_wrappers(call, language).removesuffix("()"))
        if called is not None and called.tag == ENTITY and self._symbols.is_function(called.entity):
            return self._typed.returned.part(called.entity, number)
        held = self._typed.content(called) if called is not None else None
        held = self._typed.underlying(held) if held is not None else None
        if held is not None and held.tag == GIVER:
            return held.given[number] if number < len(held.given) else None
        is_tuple = language is not None and language.tuple_results
        part = self._parts.taken(scope, call, number) if is_tuple else None
        return called if part is None and is_tuple and not number and "()" not in call[-2:] else part
