"""Functions and properties that are named by objects of types that they are no members of.

`fun Cart.sum()` in Kotlin, `Sum(this Cart cart)` in C#. They come after all members that an object has itself; of those
that a file sees the one counts whose type is the nearest to that of the object.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.meaning.types.conversions import Conversions
from nsccn.graph.meaning.types.extendedtypes import ExtendedTypes
from nsccn.graph.meaning.types.seenconversions import SeenConversions
from nsccn.graph.meaning.types.seenextensions import SeenExtensions
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, KEYED, Value
from nsccn.graph.notation.expression import plain_name
from nsccn.graph.notation.extended import CONVERTED, FIRST_PARAMETER, WITHOUT_PARAMETER
from nsccn.graph.notation.signatures import taken

if TYPE_CHECKING:
    from collections.abc import Hashable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.access import Access
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.typed import Typed


class Extensions:
    """Finds what extends a type, and what it is called of."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        access: Access,
        typed: Typed,
        named: Callable[[int, str], int | None],
        called: Callable[[int, str], Value | None],
    ) -> None:
        """`named` gives the type that an expression in a scope names, `called` what is called there by a name."""
        self._symbols = symbols
        self._typed = typed
        self._named = named
        self._types = ExtendedTypes(symbols, hierarchy, typed.annotations, named)
        self._seen = SeenExtensions(symbols, hierarchy, access)
        self._converted = SeenConversions(symbols, Conversions(symbols), called, self.extended)
        self._objects: Answers[Hashable, Value | None] = asking.answers(None)

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._seen.forget()
        self._converted.forget()

    def _language(self, entity: int) -> Language | None:
        return self._symbols.language(self._symbols.slot[entity])

    # -- the object inside

    def object_in(self, scope: int) -> Value | None:
        """Return the object that a function is called of which extends its type; None where that is a parameter."""
        language = self._language(scope)
        if language is None or not self.has_unnamed(scope):
            return None
        return self._objects.get(scope, self._object_in, scope, language)

    def _object_in(self, scope: int, language: Language) -> Value | None:
        stated = self._types.of(scope)
        if stated is None:
            return None
        found = self._typed.annotations.of(scope, stated.text, language)
        holder, _, last = stated.text.rpartition(".")
        if found is None and last in language.type_objects:
            cls = self._named(self._symbols.parent(scope), holder)
            return Value(ENTITY, cls) if cls is not None else None
        return found

    # -- from outside

    def seen(self, scope: int, name: str) -> Sequence[int]:
        """Return the functions of a name that extend types, as far as a scope sees them, the nearest first."""
        language = self._language(scope)
        if language is not None and language.extension_receiver == CONVERTED:
            return self._converted.named(scope, name)
        return self._seen.named(scope, name)

    def of(self, scope: int, receiver: Value | None, text: str, name: str) -> Value | None:
        """Return the function of a name that extends an object best, told by its value or by its declared type."""
        found, language = self.seen(scope, name), self._language(scope)
        is_outside = receiver is None or receiver.tag in (COLLECTION, KEYED)
        if not found or language is None or (is_outside and self._is_of_library(name, language)):
            return None
        is_converted = language.extension_receiver == CONVERTED
        fits = (
            (self._types.distance(giving, receiver, text), place, one)
            for place, one in enumerate(found)
            for giving in (self._converted.giving(scope, one) if is_converted else (one,))
        )
        best = min(((far, place, one) for far, place, one in fits if far >= 0), default=None)
        return Value(ENTITY, best[2]) if best is not None else None

    def _is_of_library(self, name: str, language: Language) -> bool:
        """Whether functions of libraries have a name, which are as near as any other to types from outside."""
        return language.library_extensions and name in language.common_methods

    def of_named(self, scope: int, receiver: Value, name: str) -> Value | None:
        """Return the function of a name that extends a type, or the type of an object: `Cart::sum`, `cart::sum`."""
        is_type = receiver.tag == ENTITY and self._symbols.is_type(receiver.entity)
        return self.of(scope, Value(INSTANCE, receiver.entity) if is_type else receiver, "", name)

    def of_any(self, scope: int, name: str) -> Sequence[int]:
        """Return the functions of a name that extend types, where they extend different ones."""
        seen = self.seen(scope, name)
        return seen if len({self.extended(one) for one in seen}) > 1 else ()

    def extends(self, function: int) -> bool:
        """Whether a function, or a property, extends a type."""
        return self._symbols.table.extension[function] == 1

    def has_unnamed(self, function: int) -> bool:
        """Whether code in a function need not name the object whose type it extends."""
        language = self._language(function)
        return language is not None and language.has_unnamed_objects and self.extends(function)

    def takes_object(self, function: int) -> bool:
        """Whether what a function is called of is the first of its parameters."""
        language = self._language(function)
        is_first = language is not None and language.extension_receiver == FIRST_PARAMETER
        return is_first and self.extends(function)

    def is_given(self, scope: int, value: Value) -> bool:
        """Whether code in another language gives a function what it extends as its first argument."""
        if (
            value.tag != ENTITY
            or not self._symbols.is_function(value.entity)
            or not self.extends(value.entity)
        ):
            return False
        language = self._language(value.entity)
        is_before = language is not None and language.extension_receiver in WITHOUT_PARAMETER
        return is_before and self._language(scope) is not language

    def step(self, scope: int, value: Value, step: str) -> tuple[Value | None, str] | None:
        """Return what one step from an object gives that is called of it, or read, without being its member.

        With what else is done with that in the step; None where there is no such function.
        """
        name = plain_name(step)
        found = self.of(scope, value, "", name)
        if found is None or not self._symbols.is_function(found.entity):
            return None
        rest = step[len(name) :]
        if not rest.startswith("()") and not self._symbols.is_property(found.entity):
            return found, rest
        return self._given(value, found.entity), rest.removeprefix("()")

    def _given(self, receiver: Value, extension: int) -> Value | None:
        """Return what a function gives that extends the type of an object; it may be the object itself."""
        stated, returns = self._types.of(extension), self._symbols.definitions[extension].returns
        is_itself = stated is not None and returns.removesuffix("?").strip() == stated.type.path
        if is_itself and stated is not None and stated.type.path in stated.variables:
            return receiver
        return self._typed.returned.by(extension)

    # -- beside each other

    def beside(self, function: int) -> list[int]:
        """Return the functions of a name and package that stand outside of types, and extend the same type or none."""
        symbols, language = self._symbols, self._language(function)
        if (
            language is None
            or language.extension_receiver not in WITHOUT_PARAMETER
            or self._seen.is_of_object(function)
        ):
            return []
        packages, extended = symbols.project.packages, self.extended(function)
        package = packages[symbols.slot[function]]
        named = symbols.functions_named(symbols.table.names[function])
        return [
            one
            for one in named
            if one == function
            or (
                not self._seen.is_of_object(one)
                and packages[symbols.slot[one]] == package
                and self.extended(one) == extended
                and self._is_told(one, function)
            )
        ]

    def extended(self, function: int) -> str:
        """Return the last name of the type that a function extends, empty where it extends none."""
        stated = self._types.of(function)
        return stated.type.type if stated is not None else ""

    def stated(self, function: int) -> str:
        """Return the type that a function extends as written, empty where that may be any."""
        stated = self._types.of(function)
        return stated.text if stated is not None and stated.type.path not in stated.variables else ""

    def _is_told(self, one: int, other: int) -> bool:
        """Whether a function is an overload of another, and not what stands for it in another build."""
        first, second = (self._symbols.definitions[entity] for entity in (one, other))
        is_same_file = self._symbols.slot[one] == self._symbols.slot[other]
        return is_same_file or taken(first).kind != taken(second).kind
