"""Blocks of methods that stand apart from their type, as an `impl`: what the type is made for in them.

    impl<D: Shape> Held<D> { fn draw(&self) { self.get().draw() } }
    impl Held<Open> { fn step(&self) }    impl Held<Shut> { fn step(&self) }

In the first `self` is made for a `Shape`; of the two `step` an object has the one whose block it fits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.model import IMPLEMENTING

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.annotations import Annotations

Given = tuple[Value | None, ...]


class Blocks:
    """Answers what types are made for in the blocks of their methods."""

    def __init__(self, symbols: Symbols, asking: Asking, annotations: Annotations) -> None:
        self._symbols = symbols
        self._annotations = annotations
        self._given: Answers[Hashable, Given] = asking.answers((), lasting=False)
        self._of_slices: Answers[Hashable, bool] = asking.answers(otherwise=False)

    def own(self, scope: int, value: Value) -> Value:
        """Return the object around a scope, or its type, with what that is made for there; or the slice of such."""
        if value.tag == INSTANCE and self.is_of_slice(scope):
            return self._slice(scope) or value
        given = self.given(scope)
        return replace(value, given=given) if given else value

    def given(self, scope: int) -> Given:
        """Return what the type around a scope is made for in the block there, as far as it is known."""
        return self._given.get(scope, self._find_given, scope) if self._has_blocks(scope) else ()

    def _has_blocks(self, scope: int) -> bool:
        language = self._symbols.language(self._symbols.slot[scope])
        return language is not None and bool(language.own_type)

    def _find_given(self, scope: int) -> Given:
        stated = self._annotations.block(scope) or self._other_name(scope)
        language = self._symbols.language(self._symbols.slot[scope])
        if not stated or language is None:
            return ()
        value = self._annotations.of(scope, stated, language)
        is_own = value is not None and value.tag == INSTANCE
        if value is None or not is_own or value.entity != self._symbols.class_around(scope):
            return ()
        return value.given if any(value.given) else ()

    def is_of_slice(self, scope: int) -> bool:
        """Whether the block around a scope is for slices of its type: `impl Sum for [Cart]`."""
        return self._of_slices.get(scope, self._find_of_slice, scope)

    def _find_of_slice(self, scope: int) -> bool:
        return "[" in self._annotations.block(scope).partition("<")[0]

    def _slice(self, scope: int) -> Value | None:
        language = self._symbols.language(self._symbols.slot[scope])
        return self._annotations.of(scope, self._annotations.block(scope), language) if language else None

    def _other_name(self, scope: int) -> str:
        """Return another name of its type by which the block of a method around a scope says what it is for."""
        symbols = self._symbols
        method = next((at for at in symbols.around(scope) if symbols.kind(at) == "method"), -1)
        name = symbols.table.qualified[method].split(".")[-2:-1] if method in symbols.owners else []
        return name[0] if name and name[0] != symbols.table.names[symbols.owners[method]] else ""

    def fitting(self, value: Value, methods: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some methods of one name whose block fits what an object is made for; all where none does.

        What a type has itself is meant before what it implements, but where that is asked for: `<Cart as Codec>::read`.
        """
        if len(methods) < 2 or not self._has_blocks(methods[0]):
            return methods
        methods = tuple(one for one in methods if not self.is_of_slice(one)) or methods
        if value.given:
            methods = tuple(one for one in methods if self._fits(value.given, self.given(one))) or methods
        definitions, is_asked = self._symbols.definitions, bool(value.written)
        found = tuple(one for one in methods if (IMPLEMENTING in definitions[one].modifiers) is is_asked)
        if len(found) > 1 and is_asked:
            found = tuple(one for one in found if self.implemented_by(one) == value.written) or found
        return found or methods

    def implemented_by(self, method: int) -> str:
        """Return the name of what the block implements that a method stands in: the last one that begins above it."""
        symbols = self._symbols
        begun = symbols.file(symbols.slot[method]).implemented
        line = symbols.definitions[method].name_line
        return begun[bisect_right(begun, line, key=itemgetter(0)) - 1][1] if begun else ""

    def _fits(self, given: Given, stated: Given) -> bool:
        return not any(self._differ(one, other) for one, other in zip(given, stated, strict=False))

    def _differ(self, one: Value | None, other: Value | None) -> bool:
        """Whether two types are known not to be the same; a trait may stand for any."""
        if one is None or other is None or one.tag != INSTANCE or other.tag != INSTANCE:
            return False
        kinds = {self._symbols.kind(one.entity), self._symbols.kind(other.entity)}
        return one.entity != other.entity and "trait" not in kinds
