"""Functions and properties that are named by an object of a type that they are no members of, as in Kotlin.

A file has those that it declares, that its package has, and that it imports; the code of a type has those that the type
declares. They come after all members that an object has itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import COLLECTION, ENTITY, GIVER, INSTANCE, KEYED, Value
from nsccn.graph.model import EXTENSION
from nsccn.graph.notation.extended import extended_type
from nsccn.graph.notation.generics import type_limit, type_parameters
from nsccn.graph.notation.signatures import read_type, taken

if TYPE_CHECKING:
    from collections.abc import Hashable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.hierarchy import Hierarchy
    from nsccn.graph.meaning.typed import Typed

_OWN, _BASE, _CONVERTED, _ANY = 0, 300, 500, 900
"""How far the type that a function extends is from that of an object: the type itself, one that it inherits from, one
that it is converted to, and any type."""
_COLLECTIONS: Final = frozenset(
    "Array ArrayDeque ArrayList Collection Flow HashMap HashSet Iterable Iterator LinkedHashMap LinkedHashSet List Map "
    "MutableCollection MutableIterable MutableList MutableMap MutableSet Sequence Set SharedFlow StateFlow".split()
)
_COMPANION: Final = ".Companion"


class ReceiverExtensions:
    """Finds what extends a type."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        typed: Typed,
        named: Callable[[int, str], int | None],
    ) -> None:
        """`named` gives the type that an expression in a scope names."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._typed = typed
        self._named = named
        self._seen: dict[tuple[int, str], list[int]] = {}
        self._objects: Answers[Hashable, Value | None] = asking.answers(None)

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._seen.clear()

    # -- the object inside

    def object_in(self, scope: int) -> Value | None:
        """Return the object that a function is called of which extends its type; None for all other functions."""
        definition = self._symbols.definitions[scope]
        if EXTENSION not in definition.modifiers:
            return None
        return self._objects.get(scope, self._object_in, scope)

    def _object_in(self, scope: int) -> Value | None:
        language = self._symbols.language(self._symbols.slot[scope])
        definition = self._symbols.definitions[scope]
        extended = extended_type(definition.signature, definition.name)
        if language is None or not extended:
            return None
        found = self._typed.annotations.of(scope, extended, language)
        if found is None and extended.endswith(_COMPANION):
            cls = self._named(self._symbols.parent(scope), extended.removesuffix(_COMPANION))
            return Value(ENTITY, cls) if cls is not None else None
        return found

    # -- from outside

    def of(self, scope: int, receiver: Value | None, text: str, name: str) -> Value | None:
        """Return the function of a name that extends an object best, told by its value or by its declared type."""
        found = self.seen(scope, name)
        if not found:
            return None
        fits = ((self._distance(one, receiver, text), place, one) for place, one in enumerate(found))
        best = min(((far, place, one) for far, place, one in fits if far >= 0), default=None)
        return Value(ENTITY, best[2]) if best is not None else None

    def of_named(self, scope: int, receiver: Value, name: str) -> Value | None:
        """Return the function of a name that extends a type, or the type of an object: `Cart::sum`, `cart::sum`."""
        is_type = receiver.tag == ENTITY and self._symbols.is_type(receiver.entity)
        return self.of(scope, Value(INSTANCE, receiver.entity) if is_type else receiver, "", name)

    def is_usual(self, scope: int, name: str) -> bool:
        """Whether many types of the language, or of its libraries, have a method of a name."""
        language = self._symbols.language(self._symbols.slot[scope])
        return language is not None and name in language.common_methods

    def given(self, receiver: Value | None, extension: int) -> Value | None:
        """Return what a function gives that extends the type of an object; it may be the object itself."""
        definition = self._symbols.definitions[extension]
        returns = definition.returns.removesuffix("?").strip()
        variables = type_parameters(definition.signature, definition.name)
        is_itself = returns in variables and returns == extended_type(definition.signature, definition.name)
        if receiver is not None and is_itself:
            return receiver
        return self._typed.returned.by(extension)

    def step(self, scope: int, value: Value, step: str) -> tuple[Value | None, str] | None:
        """Return what one step from an object gives that is called of it, or read, without being its member.

        With what else is done with that in the step; None where there is no such function.
        """
        name = step.partition("(")[0].partition("[")[0]
        found = self.of(scope, value, "", name)
        if found is None or not self._symbols.is_function(found.entity):
            return None
        rest = step[len(name) :]
        if not rest.startswith("()") and not self._symbols.is_property(found.entity):
            return found, rest
        return self.given(value, found.entity), rest.removeprefix("()")

    def seen(self, scope: int, name: str) -> Sequence[int]:
        """Return the functions of a name that extend types, as far as a scope sees them, the nearest first."""
        slot = self._symbols.slot[scope]
        language = self._symbols.language(slot)
        if language is None or not language.extension_functions:
            return ()
        found = self._seen.get((slot, name))
        if found is None:
            found = self._seen[slot, name] = self._find_seen(slot, name)
        around = [one for one in found if not self._is_outside(one)]
        if not around:
            return found
        types = {
            base
            for at in self._symbols.around(scope)
            if self._symbols.is_type(at)
            for base in self._hierarchy.order(at)
        }
        return [
            one
            for one in found
            if one not in around or self._symbols.parent(one) in types or self._is_imported(slot, one, name)
        ]

    def beside(self, function: int) -> list[int]:
        """Return the functions of a name and package that stand outside of types, and extend the same type or none."""
        symbols = self._symbols
        if not self._is_outside(function):
            return []
        packages, extended = symbols.project.packages, self._extended(function)
        package = packages[symbols.slot[function]]
        named = symbols.functions_named(symbols.table.names[function])
        return [
            one
            for one in named
            if one == function
            or (
                self._is_outside(one)
                and packages[symbols.slot[one]] == package
                and self._extended(one) == extended
                and self._is_told(one, function)
            )
        ]

    def _extended(self, function: int) -> str:
        definition = self._symbols.definitions[function]
        return read_type(extended_type(definition.signature, definition.name)).type

    def _is_told(self, one: int, other: int) -> bool:
        """Whether a function is an overload of another, and not what stands for it in another build."""
        first, second = (self._symbols.definitions[entity] for entity in (one, other))
        is_same_file = self._symbols.slot[one] == self._symbols.slot[other]
        return is_same_file or taken(first).kind != taken(second).kind

    def _is_outside(self, extension: int) -> bool:
        """Whether a function is no member of any type."""
        parent = self._symbols.parent(extension)
        return parent < 0 or self._symbols.parent(parent) < 0

    def _find_seen(self, slot: int, name: str) -> list[int]:
        symbols = self._symbols
        imported = symbols.bindings(symbols.first[slot]).get(name)
        real = imported.module.rpartition(".")[2] if imported is not None else name
        named = [
            one
            for word in dict.fromkeys((name, real))
            for one in symbols.table.named(word)
            if EXTENSION in symbols.definitions[one].modifiers
        ]
        ranked = ((self._nearness(slot, one, name), one) for one in dict.fromkeys(named))
        return [one for near, one in sorted(ranked) if near < _UNSEEN]

    def _nearness(self, slot: int, extension: int, name: str) -> int:
        """Return how a file sees a function: by an import, as its own, by its package, or by all names of another."""
        symbols = self._symbols
        if self._is_imported(slot, extension, name):
            return _IMPORTED
        if symbols.table.names[extension] != name:
            return _UNSEEN
        if not self._is_outside(extension):
            return _OF_TYPE
        if symbols.slot[extension] == slot:
            return _IN_FILE
        packages = symbols.project.packages
        package = packages[symbols.slot[extension]]
        if package == packages[slot]:
            return _IN_PACKAGE
        return _BY_STAR if any(star.module == package for star in symbols.stars(slot)) else _UNSEEN

    def _is_imported(self, slot: int, extension: int, name: str) -> bool:
        symbols = self._symbols
        imported = symbols.bindings(symbols.first[slot]).get(name)
        if imported is None:
            return False
        package = symbols.project.packages[symbols.slot[extension]]
        path = symbols.table.qualified[extension].partition("#")[0]
        return imported.module == (f"{package}.{path}" if package else path)

    # -- whether it fits

    def _distance(self, extension: int, receiver: Value | None, text: str) -> int:
        """Return how far what a function extends is from the type of an object, -1 where it is another type."""
        symbols = self._symbols
        definition = symbols.definitions[extension]
        language = symbols.language(symbols.slot[extension])
        extended = extended_type(definition.signature, definition.name)
        if language is None or not extended:
            return -1
        variables = type_parameters(definition.signature, definition.name)
        if extended in variables:
            limit = type_limit(definition.signature, extended, language.limit_mark)
            if not limit:
                return _ANY
            extended = limit
        if "->" in extended:
            return _CONVERTED if (receiver is not None and receiver.tag == GIVER) or "->" in text else -1
        plain = read_type(extended.replace("`", ""))
        if plain.type in language.any_types:
            return _ANY
        if receiver is not None and receiver.tag == INSTANCE:
            return self._from_type(extension, plain.path, receiver.entity)
        if receiver is not None and receiver.tag == ENTITY:
            return self._from_object(extension, extended, receiver.entity)
        if receiver is not None and receiver.tag in (COLLECTION, KEYED):
            return self._from_collection(extension, extended, plain.type, receiver, variables, language)
        return _from_text(plain.type, read_type(text.replace("?", "")).type if text else "", language)

    def _from_type(self, extension: int, extended: str, entity: int) -> int:
        symbols, order = self._symbols, self._hierarchy.order(entity)
        meant = self._named(extension, extended)
        if meant is not None:
            meant = symbols.same(meant)
            return _OWN + order.index(meant) if meant in order else -1
        last = extended.rpartition(".")[2]
        stated = (
            base for one in order for part in symbols.parts(one) for base in symbols.definitions[part].bases
        )
        return _BASE if any(base.rpartition(".")[2] == last for base in stated) else -1

    def _from_object(self, extension: int, extended: str, entity: int) -> int:
        """Return the distance from an object that has a name, or from what a type has that stands for itself."""
        symbols = self._symbols
        if not symbols.is_type(entity):
            return -1
        path = extended.removesuffix(_COMPANION)
        meant = self._named(extension, path)
        if meant is None:
            return -1
        order = self._hierarchy.order(entity)
        return order.index(meant) if meant in order else -1

    def _from_collection(
        self,
        extension: int,
        extended: str,
        plain: str,
        receiver: Value,
        variables: Sequence[str],
        language: Language,
    ) -> int:
        if plain not in _COLLECTIONS:
            return -1
        meant = self._typed.annotations.of(extension, extended, language)
        wanted = meant.element if meant is not None and meant.tag == COLLECTION else None
        if wanted is None or wanted.tag != INSTANCE:
            return _CONVERTED if any(one in extended for one in variables) or "*" in extended else _ANY
        element = receiver.element if receiver.tag == COLLECTION else None
        if element is None or element.tag != INSTANCE:
            return _ANY
        order = self._hierarchy.order(element.entity)
        return _BASE + order.index(wanted.entity) if wanted.entity in order else -1


_IMPORTED, _IN_FILE, _OF_TYPE, _IN_PACKAGE, _BY_STAR, _UNSEEN = range(6)


def _from_text(extended: str, stated: str, language: Language) -> int:
    if not stated:
        return -1
    if extended == stated:
        return _OWN
    known = language.conversions.get(stated, ())
    if extended in known:
        return _CONVERTED + known.index(extended)
    return _ANY if stated in _COLLECTIONS and extended in _COLLECTIONS else -1
