"""What files give to types from elsewhere: `impl Told for Vec<Cart>`, `extension on BuildContext`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES
from nsccn.graph.linking.calls.reach import has_words, is_given
from nsccn.graph.meaning.values.value import ENTITY, Value
from nsccn.graph.notation.annotation import TYPE_VARIABLE, outer_name
from nsccn.graph.notation.expression import BEHIND, UNKNOWN
from nsccn.graph.notation.signatures import read_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.foreign import Foreign
    from nsccn.graph.linking.calls.reach import Reach
    from nsccn.graph.meaning.infer import Infer

_OWN_OBJECT: Final = frozenset({"self", "Self", f"self.{BEHIND}"})
_CALL: Final = "()"


class ForeignMethods:
    """Finds the methods and properties that files of the repository add to types from elsewhere."""

    def __init__(self, infer: Infer, foreign: Foreign, reach: Reach) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._foreign = foreign
        self._reach = reach

    def of(self, slot: int, scope: int, base: str, name: str) -> list[int]:
        """Return the methods that files in reach give to the type from elsewhere of which `base` is declared to be."""
        symbols = self._symbols
        named = [one for one in symbols.functions_named(name) if is_given(symbols, one)]
        own = self._own_foreign(scope) if base in _OWN_OBJECT else ""
        foreign = named and (own or self._type_from_elsewhere(scope, base))
        if not foreign:
            return []
        if own and (held := self._handed_on(scope, name)) is not None:
            return [held]
        language = symbols.language(slot)
        if not own and language is not None and self._has_itself(foreign, name, language):
            return []
        owners = (foreign, *(language.standard_bases.get(foreign, ()) if language is not None else ()))
        return [
            one
            for one in named
            if self._owner_name(one) in owners
            and self._reach.adds(slot, one)
            and (own or not self._is_of_type_itself(one))
            and not (own and one == scope)  # it hands on to what it holds: `(**self).len()`
        ]

    def _has_itself(self, foreign: str, name: str, language: Language) -> bool:
        """Whether a type of the language has a method itself, which goes before what a trait gives it: `Vec::push`."""
        is_apart = bool(language.own_type) and language.separate_methods
        is_own = name in language.common_methods and name not in language.told_functions
        return is_apart and is_own and foreign in language.builtin_types

    def given(self, slot: int, scope: int, target: str) -> Value | None:
        """Return the object that has what is called where a file gives it to another: `context.texts.title()`."""
        language = self._symbols.language(slot)
        if language is None or not language.extends_foreign:
            return None
        base, _, name = target.rpartition(".")
        holder, dot, step = base.rpartition(".")
        if not dot or not self._symbols.functions_named(name):
            return None
        plain = step.removesuffix(_CALL)
        found = self.of(slot, scope, holder, plain) if plain.isidentifier() else ()
        if len(found) != 1 or self._symbols.is_property(found[0]) == (plain != step):
            return None
        return self._infer.typed.returned.by(found[0])

    def _is_of_type_itself(self, method: int) -> bool:
        """Whether a file gives a method to a type, of which its objects have nothing."""
        language = self._symbols.language(self._symbols.slot[method])
        return language is not None and language.extends_foreign and bool(self._symbols.table.static[method])

    def _type_from_elsewhere(self, scope: int, base: str) -> str:
        told = self._foreign
        return told.made(scope, base) or told.type_of(scope, base) or told.of_name(scope, base)

    def of_wrapper(self, slot: int, scope: int, base: str, name: str) -> list[int]:
        """Return the methods that files in reach give to the type from elsewhere which holds what `base` gives.

        `impl<T> Told for Option<T>`: nothing else is meant by `shop.first().told()` that a `Cart` has not.
        """
        symbols = self._symbols
        given = [one for one in symbols.functions_named(name) if is_given(symbols, one)]
        wrapper = self._foreign.wrapper_of(scope, base) if given else ""
        named = [one for one in given if self._owner_name(one) == wrapper] if wrapper else ()
        return [one for one in named if self._reach.adds(slot, one)]

    def of_collection(self, slot: int, scope: int, base: str, name: str) -> tuple[list[int], bool]:
        """Return what files in reach give the type from elsewhere of a collection, and whether that type is told.

        What a type of collections is given, those have that are of it too: `extension Sequence`, `carts.shown()`.
        """
        symbols, language = self._symbols, self._symbols.language(slot)
        given = [one for one in symbols.functions_named(name) if is_given(symbols, one)]
        if not given or language is None or not language.extends_foreign:
            return [], False
        given = [one for one in given if self._reach.adds(slot, one) and not self._is_of_type_itself(one)]
        bases = language.collection_bases
        stated = next((annotation for _, annotation in self._infer.parts.stated(scope, base)), "")
        outer = outer_name(stated, language.transparent_types)
        if outer:
            return [one for one in given if self._owner_name(one) in (outer, *bases.get(outer, ()))], True
        known = {*bases, *(one for above in bases.values() for one in above)}
        return [one for one in given if self._owner_name(one) in known], False

    def candidates(self, slot: int, scope: int, base: str, name: str) -> list[int] | None:
        """Return the few methods that what is from elsewhere may have by what files add to types from elsewhere.

        An empty list where nothing tells which, None where it has none.
        """
        language = self._symbols.language(slot)
        if language is None or name in language.common_methods:
            return None
        if language.instance_members or language.reopened_types:
            return self._put_into_types(base, name, language)
        if not (language.own_type or language.extends_foreign):
            return None
        methods = self._reach.added_methods(slot, name)
        if found := self.of_one_trait(methods) or self._of_wider_types(methods, language):
            return found if scope not in found else []  # it hands on to what has that name elsewhere
        return [] if self._may_be_added(scope, base, methods, language) else None

    def of_bases(self, slot: int, cls: int, name: str) -> tuple[list[int], bool]:
        """Return what files add to the types from elsewhere that a type inherits from, and whether it states these.

        Else it may inherit from them by what it states: `extension on Widget` by `extends StatelessWidget`.
        """
        symbols, hierarchy = self._symbols, self._infer.hierarchy
        language = symbols.language(slot)
        given = [one for one in symbols.functions_named(name) if is_given(symbols, one)]
        if (
            not given
            or language is None
            or not language.extends_foreign
            or not hierarchy.has_foreign_base(cls)
        ):
            return [], False
        added = [one for one in given if self._reach.adds(slot, one)]
        stated = {
            read_type(base).type
            for one in hierarchy.order(cls)
            for part in symbols.parts(one)
            for base in symbols.definitions[part].bases
        }
        if told := [one for one in added if self._owner_name(one) in stated]:
            return told, True
        if name in language.common_methods:
            return [], False
        closed = language.builtin_types - language.any_types
        return [one for one in added if self._owner_name(one) not in closed], False

    def _put_into_types(self, base: str, name: str, language: Language) -> list[int] | None:
        """Return what some file puts into a type from elsewhere, which then all files have: `String.prototype.slug`.

        A type that is named has what is put into its objects no more than a module has.
        """
        if language.reopened_types and base[:1].isupper() and base.replace(".", "").isidentifier():
            return None
        named, qualified = self._symbols.functions_named(name), self._symbols.table.qualified
        put = [one for one in named if qualified[one].rpartition(".")[0] in language.reopened_types]
        if not language.reopened_types:
            put = [one for one in named if is_given(self._symbols, one) and self._may_have(base, one)]
        if not put:
            return None
        return put if len(put) <= MOST_CANDIDATES else []

    def _may_have(self, base: str, method: int) -> bool:
        """Whether an object may have what is put into a type; what one object is given, `app.open = …`, is its own."""
        table = self._symbols.table
        owner = table.qualified[method].split(".")[-2:-1]
        return not table.static[method] or base.split(".")[-1:] == owner

    def _may_be_added(self, scope: int, base: str, methods: Sequence[int], language: Language) -> bool:
        """Whether an object from elsewhere may have a method; where its type is told, none of a built-in one."""
        symbols = self._symbols
        is_told = self._foreign.type_of(scope, base) not in ("", UNKNOWN)
        return any(
            self._is_lent(one)
            if not is_given(symbols, one)
            else not (
                symbols.is_property(one) or (is_told and self._owner_name(one) in language.builtin_types)
            )
            for one in methods
        )

    def of_one_trait(self, methods: Sequence[int]) -> list[int]:
        """Return the one method of a trait, where all others are what it is for types from elsewhere (`Option`).

        Of one other it is that: nothing else has the trait, if it is not for any type.
        """
        own = [one for one in methods if self._symbols.class_around(one) >= 0]
        if len(own) != 1 or not self._is_lent(own[0], is_told=len(methods) > 1):
            return []
        others = [one for one in methods if one not in own]
        is_for_one = len(others) == 1 and not TYPE_VARIABLE.match(self._owner_name(others[0]))
        return others if is_for_one else own

    def _is_lent(self, method: int, *, is_told: bool = False) -> bool:
        """Whether a method is that of a trait which types from elsewhere have, or any: `impl<T> Told for T`.

        That is where it is told by another method, or by a block in the file of the trait.
        """
        symbols, trait = self._symbols, self._symbols.parent(method)
        if symbols.kind(trait) != "trait":
            return False
        name, module = symbols.table.names[trait], symbols.first[symbols.slot[trait]]
        rows = symbols.file(symbols.slot[trait]).lent if not is_told else ()
        return is_told or any(
            base == name and self._infer.named_type(module, subject) is None for base, subject in rows
        )

    def _of_wider_types(self, methods: Sequence[int], language: Language) -> list[int]:
        """Return the few that extensions give types from elsewhere: an object may conform to these."""
        symbols = self._symbols
        if not language.extends_foreign:
            return []
        found = [one for one in methods if is_given(symbols, one) and not symbols.is_property(one)]
        is_open = all(self._owner_name(one) not in language.builtin_types for one in found)
        return found if is_open and len(found) <= MOST_CANDIDATES else []

    def properties(self, slot: int, scope: int, base: str, name: str) -> tuple[list[int], bool]:
        """Return the properties that files in reach add to an object's type from elsewhere, and whether that is told.

        Where nothing tells that type, a name of several words that nothing else has does.
        """
        symbols, language = self._symbols, self._symbols.language(slot)
        if language is None or not language.extends_foreign:
            return [], False
        known = [one for one in self.of(slot, scope, base, name) if symbols.is_property(one)]
        if known or not has_words(name) or self.is_built_in(slot, scope, base):
            return known, True
        named = symbols.table.named(name)
        if len(named) > MOST_CANDIDATES or not all(
            symbols.is_property(one) and is_given(symbols, one) for one in named
        ):
            return [], False
        return [one for one in named if self._reach.adds(slot, one)], False

    def is_extensible(self, receiver: Value) -> bool:
        """Whether a receiver is a property of a type that is not known, which may have what a file adds to such."""
        symbols = self._symbols
        if receiver.tag != ENTITY or symbols.is_type(receiver.entity):
            return False
        language = symbols.language(symbols.slot[receiver.entity])
        is_field = symbols.kind(receiver.entity) in ("attr", "var") or symbols.is_property(receiver.entity)
        return is_field and language is not None and bool(language.extends_foreign or language.own_type)

    def may_be_any(self, receiver: Value) -> bool:
        """Whether a property whose type is not known may be of one that a file extends."""
        language = self._symbols.language(self._symbols.slot[receiver.entity])
        return language is not None and language.extends_foreign

    def is_built_in(self, slot: int, scope: int, base: str) -> bool:
        """Whether an object is declared to be of a type of the language: only what is added to that extends it."""
        language = self._symbols.language(slot)
        if language is None or not language.extends_foreign:
            return False
        return self._foreign.type_of(scope, base) in language.builtin_types

    def _owner_name(self, method: int) -> str:
        return self._symbols.table.qualified[method].rpartition(".")[0].rpartition(".")[2]

    def _handed_on(self, scope: int, name: str) -> int | None:
        """Return the method of what a wrapper from elsewhere holds, to which the method of that name hands on.

        `impl<T: Read> Read for &T { fn fill(&self) { (*self).fill() } }`: it would call itself without end else.
        """
        if self._symbols.table.names[scope] != name:
            return None
        held = self._infer.typed.annotations.held_by_block(scope)
        found = self._infer.typed.attribute(held, name, called=True) if held is not None else None
        is_method = found is not None and found.tag == ENTITY and self._symbols.is_function(found.entity)
        return found.entity if found is not None and is_method else None

    def _own_foreign(self, scope: int) -> str:
        """Return the last name of the type from elsewhere to which a file gives the method around a scope."""
        symbols = self._symbols
        for at in symbols.around(scope):
            if symbols.kind(at) == "method":
                return self._owner_name(at) if is_given(symbols, at) else ""
        return ""
