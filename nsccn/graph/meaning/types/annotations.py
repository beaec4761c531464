"""What annotations name: instances of types, of one of several, and collections of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.meaning.types.askedtypes import AskedTypes
from nsccn.graph.meaning.types.generics import bound_to
from nsccn.graph.meaning.types.typevariables import TypeVariables
from nsccn.graph.meaning.values.callbacks import Callbacks
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    EITHER,
    ENTITY,
    GIVER,
    INSTANCE,
    KEYED,
    SHAPE,
    Shadowed,
    Value,
    either,
    gathered,
)
from nsccn.graph.notation.annotation import (
    ALIAS,
    OWN_TYPES,
    alternatives,
    collection_pointed_into,
    element_type,
    key_type,
    mapping_name,
    type_expression,
    without_trait,
    without_wrappers,
)
from nsccn.graph.notation.arity import of_arity
from nsccn.graph.notation.askedtypes import VALUE, asked_type
from nsccn.graph.notation.brackets import split, without_outer
from nsccn.graph.notation.contextual import CONTEXTUAL
from nsccn.graph.notation.generics import (
    parameter_limit,
    parameter_meant,
    receiver_parameters,
    type_arguments,
    type_limit,
    type_parameters,
)
from nsccn.graph.notation.results import given_type, given_types
from nsccn.graph.notation.writtentypes import STRUCT, is_written_out

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.generics import Bound

NOTHING_BOUND: Final[Bound] = MappingProxyType({})
_MAKERS: Final = frozenset({"var", "func", "module"})
_HOLDING: Final = frozenset({"enum", "struct", "trait"})
_MOST_NAMES: Final = 8
"""Names for names of collections beyond which none is followed."""


class Annotations:
    """Reads the types that are declared."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        scopes: Scopes,
        evaluate: Callable[[int, str], Value | None],
        type_of_name: Callable[[Value | Shadowed | None], int | None],
        called: Callable[[Value], Value | None],
        held: Callable[[Value, str], Value | None],
        member: Callable[[int, str], Sequence[int]],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `type_of_name` the type that a value names.

        `called` gives what a call of a value gives, `held` what a member of it holds; `member` finds the members
        of a type by their name.
        """
        self._symbols = symbols
        self._scopes = scopes
        self._evaluate = evaluate
        self._type_of_name = type_of_name
        self._asked = AskedTypes(symbols, evaluate, called, held)
        self._callbacks = Callbacks(symbols, scopes.type_parameters, evaluate, member)
        self.variables = TypeVariables(symbols, asking, scopes).of
        self._aliases: Answers[Hashable, Value | None] = asking.answers(None)
        self._wrappers: Answers[Hashable, frozenset[str] | None] = asking.answers(None, lasting=False)

    def of(
        self, scope: int, annotation: str, language: Language, bound: Bound = NOTHING_BOUND
    ) -> Value | None:
        """Return an instance of the type that an annotation names; the type itself for `type[X]`.

        What type variables are `bound` to, they stand for.
        """
        if annotation.startswith(CONTEXTUAL):
            stated = self._callbacks.stated(scope, annotation)
            return self.of(*stated, language, bound) if stated is not None else None
        if annotation.startswith(ALIAS):
            meant = self.of(scope, annotation.removeprefix(ALIAS), language, bound)
            return Value(ENTITY, meant.entity) if meant is not None and meant.tag == INSTANCE else None
        is_told = language.written_types or annotation.startswith(STRUCT)
        if is_told and is_written_out(annotation):
            return Value(SHAPE, scope, written=annotation)
        if parts := _joined_types(annotation, language):
            return self._joined([self.of(scope, part, language, bound) for part in parts])
        annotation = without_trait(annotation, self._is_open)
        transparent = self._transparent(scope, language)
        asked = asked_type(without_wrappers(annotation, transparent)) if language.asked_types else None
        if asked is not None and asked.kind != VALUE:
            return self._asked.of(scope, asked, lambda of: self.of(scope, of, language, bound))
        text, is_type = type_expression(annotation, transparent)
        if not text:
            return self._of_several(scope, annotation, language, bound)
        if text in bound:
            return bound[text]
        if text in OWN_TYPES:
            around = self._symbols.class_around(scope)
            return Value(INSTANCE, around) if around >= 0 else None
        if self._scopes.type_parameters.hide(scope, text):
            return self._of_parameter(scope, text, language, bound)
        if language.arities and "." not in text:
            inside = type_arguments(without_wrappers(annotation, self._transparent(scope, language)))
            text = of_arity(text, len(inside))
        symbols = self._symbols
        value, entity = self._named(scope, text, language)
        if entity is None and value is not None and (said := self._alias(value)) is not None:
            return self._aliases.get(value.entity, self._whole, said, language)
        if entity is not None:
            is_generic = language.generic_types and self.variables(entity)
            named = value if value is not None and value.entity != entity else None
            given = self._given(scope, annotation, named, language, bound) if is_generic else ()
            if language.followed_aliases and (behind := symbols.definitions[entity].returns):
                return self._behind(entity, behind, given, language)
            if (several := self._each_of_union(entity, given, language)) is not None and not is_type:
                return several
            if given and symbols.kind(entity) == "type" and (place := self._meant(entity, language)) >= 0:
                return given[place] if place < len(given) else None
            return Value(ENTITY, entity) if is_type else Value(INSTANCE, entity, given=given)
        if asked is not None and entity is None:
            return self._asked.of(scope, asked, lambda of: self.of(scope, of, language, bound))
        if value is not None and value.tag == INSTANCE and ("." in text or language.module_paths):
            return value  # a pattern names a variant of an enum, and takes out what it holds
        if value is None and (collection := collection_pointed_into(annotation, language.element_types)):
            return self._element(self.of(scope, collection, language, bound), language)
        limited = self._of_parameter(scope, text, language, bound) if value is None else None
        return limited or self._of_several(scope, annotation, language, bound)

    def _named(self, scope: int, text: str, language: Language) -> tuple[Value | None, int | None]:
        """Return what the name of a type stands for in a scope, and the type that is meant."""
        symbols = self._symbols
        outside = max(symbols.parent(scope), symbols.first[symbols.slot[scope]])
        value = self._scopes.in_namespace(scope, text)
        entity = self._type_of_name(value)
        if entity is None:
            value = self._evaluate(outside if symbols.is_function(scope) else scope, text)
            entity = self._type_of_name(value)
        if entity is None and symbols.is_type(scope):
            entity = self._type_of_name(self._evaluate(outside, text))
        is_hidden = value is not None or "." in text or language.arities
        if entity is None and is_hidden and symbols.is_type(outside):
            entity = self._type_of_name(self._outside_of_types(outside, text))  # a method has the name
        if entity is None and "." not in text:
            entity = type_beside(self._symbols, self._scopes.name(outside, text))
        if value is None and "." in text and language.module_paths:  # `T::Item` of a variable of the function
            entity = self._type_of_name(self._evaluate(scope, text))
        if value is None and entity is None and symbols.is_function(scope):
            entity = next(filter(symbols.is_type, symbols.member(scope, text)), None)
        return value, entity

    def _behind(
        self, alias: int, meant: str, given: tuple[Value | None, ...], language: Language
    ) -> Value | None:
        """Return what is declared to be of a name for another type, which may be made for others."""
        said, bound = (self._symbols.parent(alias), meant), bound_to(self.variables(alias), given)
        return self._aliases.get((alias, given), self._whole, said, language, bound)

    def _each_of_union(self, alias: int, given: tuple[Value | None, ...], language: Language) -> Value | None:
        """Return the types that a name for one of several stands for, None where it names something else."""
        meant = self._symbols.definitions[alias].returns
        if not meant or self._symbols.kind(alias) != "type":
            return None
        around, bound = self._symbols.parent(alias), bound_to(self.variables(alias), given)
        found = self._aliases.get((alias, *given), self.of, around, meant, language, bound)
        return found if found is not None and found.tag == EITHER else None

    def _whole(self, said: tuple[int, str], language: Language, bound: Bound = NOTHING_BOUND) -> Value | None:
        """Return what a name for a type stands for: of several, where all are known; others may well be meant."""
        several = alternatives(said[1])
        is_whole = len(several) < 2 or all(self.of(said[0], one, language, bound) for one in several)
        return self.of(*said, language, bound) if is_whole else None

    def _is_open(self, name: str) -> bool:
        """Whether several modules have another name for a type, of which a build may take one."""
        symbols = self._symbols
        named = (one for one in symbols.table.named(name.rpartition("::")[2]) if symbols.kind(one) == "type")
        return sum(not symbols.is_type(symbols.parent(one)) for one in named) > 1

    def _element(self, collection: Value | None, language: Language) -> Value | None:
        """Return what a collection holds, which may be one by another name."""
        for _ in range(_MOST_NAMES):
            if collection is None or collection.tag != INSTANCE:
                break
            named = collection.entity
            definition, around = self._symbols.definitions[named], self._symbols.parent(named)
            is_name = definition.kind == "type" and bool(definition.returns)
            collection = self.of(around, definition.returns, language) if is_name else None
        return collection.element if collection is not None and collection.tag == COLLECTION else None

    def _of_parameter(self, scope: int, name: str, language: Language, bound: Bound) -> Value | None:
        """Return what stands for any type that is within a bound: the `Item` of `<T extends Item>`."""
        stated = self._scopes.name(scope, name) if "." not in name else None
        if isinstance(stated, Value) and stated.tag == INSTANCE:
            return stated
        limit, seen = self.limit(scope, name), {name}
        while limit not in seen and self._scopes.type_parameters.hide(scope, limit):
            seen.add(limit)
            limit = self.limit(scope, limit)
        return self.of(scope, limit, language, bound) if limit and limit not in seen else None

    def _meant(self, alias: int, language: Language) -> int:
        """Return the place of the type that another name stands for among what it is given, -1 where it is more."""
        definition = self._symbols.definitions[alias]
        transparent = self._transparent(alias, language)
        return parameter_meant(definition.signature, definition.name, transparent)

    def _transparent(self, scope: int, language: Language) -> frozenset[str]:
        """Return the types that behave like what they hold; what a file knows by such a name may be another type."""
        if not language.own_wrappers:
            return language.transparent_types
        first = self._symbols.first[self._symbols.slot[scope]]
        return (
            self._wrappers.get(first, self._foreign_wrappers, first, language) or language.transparent_types
        )

    def _foreign_wrappers(self, module: int, language: Language) -> frozenset[str]:
        """Return the names by which a file knows transparent types, and no types of the repository."""
        names = language.transparent_types
        own = {name for name in names if self._is_own_wrapper(module, name, name)}
        renamed = (
            one.alias
            for one in self._symbols.imports(self._symbols.slot[module])
            if not one.scope and one.name in names and one.alias not in (one.name, "_")
            if not self._is_own_wrapper(module, one.name, one.alias)
        )
        return (names - own).union(renamed)

    def _is_own_wrapper(self, module: int, name: str, alias: str) -> bool:
        """Whether a file knows a type of the repository that has the name of a transparent one, by an alias."""
        symbols = self._symbols
        if all(symbols.kind(one) not in _HOLDING for one in symbols.table.named(name)):
            return False
        entity = self._type_of_name(self._scopes.name(module, alias))
        return entity is not None and symbols.kind(entity) in _HOLDING

    def _alias(self, value: Value) -> tuple[int, str] | None:
        """Return what a variable is another name for, with the scope in which that is said."""
        symbols = self._symbols
        if value.tag != ENTITY or symbols.kind(value.entity) != "var":
            return None
        stated = symbols.said_of(value.entity)
        said = [
            (at, item.annotation.removeprefix(ALIAS)) for at, item in stated if item.annotation[:1] == ALIAS
        ]
        return said[0] if len(said) == 1 else None

    def written_out(self, scope: int, annotation: str) -> tuple[int, str]:
        """Return what an annotation says that is another name for it, and in which scope; else itself."""
        named = self._scopes.name(scope, annotation) if annotation.isidentifier() else None
        return (isinstance(named, Value) and self._alias(named)) or (scope, annotation)

    def _joined(self, values: list[Value | None]) -> Value | None:
        """Return what is of several types at once, as `A + B` says: it has the members of all."""
        known = [value for value in values if value is not None]
        known.sort(key=lambda value: self._symbols.kind(value.entity) != "trait")  # before what one leads to
        joined = known.pop() if known else None
        for value in reversed(known):
            joined = replace(value, held=joined) if value.tag == INSTANCE else value
        return joined

    def own(self, scope: int, around: Value, found: Value | None, step: str) -> Value | None:
        """Return what a member of the object around holds, by what a scope says of a type variable where it says more.

        `found` is what the member is without that.
        """
        symbols = self._symbols
        if found is None:
            is_number = step.isdigit() and around.tag == INSTANCE
            return self._in_scope(scope, around.entity, step) if is_number else None
        if found.tag != ENTITY or symbols.kind(found.entity) != "attr":
            return found
        owner = symbols.same(symbols.parent(found.entity))
        return self._in_scope(scope, owner, symbols.table.names[found.entity]) or found

    def _in_scope(self, scope: int, owner: int, member: str) -> Value | None:
        """Return what a member holds whose declared type is a type variable, by what is said of that in a scope."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[owner])
        declared = next((item.annotation for _, item in symbols.values(owner, member) if item.annotation), "")
        name = type_expression(declared, language.transparent_types)[0] if language is not None else ""
        variable, dot, rest = name.partition(".")
        if language is None or not variable.isidentifier():
            return None
        if dot and variable not in self.variables(owner):
            return None
        meant = self._made_for(scope, owner, variable)
        if dot:
            return self.of(scope, f"{meant}.{rest}", language) if meant.isidentifier() else None
        bound = self._scopes.name(scope, meant) if meant.isidentifier() else None
        if isinstance(bound, Value) and bound.tag == INSTANCE:
            return bound
        return self.of(scope, meant, language) if meant != name else None

    def held_by_block(self, scope: int) -> Value | None:
        """Return what a type holds that behaves like it, where the methods around a scope are for such a one."""
        language = self._symbols.language(self._symbols.slot[scope])
        stated = self.block(scope)
        name = type_expression(stated, self._transparent(scope, language))[0] if language and stated else ""
        held = self._scopes.name(scope, name) if name.isidentifier() else None
        return held if isinstance(held, Value) and held.tag == INSTANCE else None

    def block(self, scope: int) -> str:
        """Return the type that the block of methods around a scope is for, where it says more of that than a name."""
        symbols = self._symbols
        stated, first = symbols.file(symbols.slot[scope]).blocks, symbols.first[symbols.slot[scope]]
        return (
            next(filter(None, (stated.get(at - first) for at in symbols.around(scope))), "") if stated else ""
        )

    def _made_for(self, scope: int, owner: int, variable: str) -> str:
        """Return what stands for a variable of a type where the block of methods around a scope says so, or itself."""
        stated = type_arguments(self.block(scope))
        return dict(zip(self.variables(owner), stated, strict=False)).get(variable, variable)

    def limit(self, scope: int, name: str) -> str:
        """Return what a type variable must be: the `Item` of `<T extends Item>`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        mark = language.limit_mark if language is not None else ""
        limits = (type_limit(symbols.definitions[at].signature, name, mark) for at in symbols.around(scope))
        return next(filter(None, limits), "") or self._stated_limit(scope, name)

    def _stated_limit(self, scope: int, name: str) -> str:
        """Return what a type variable must be where brackets say so behind the name of a function or its type."""
        definition, owner = self._symbols.definitions[scope], self._symbols.class_around(scope)
        if owner < 0 or definition.kind in TYPE_KINDS:
            return parameter_limit(definition.signature, definition.name, name)
        whole, variables = self._symbols.definitions[owner], self.variables(owner)
        names = receiver_parameters(definition.signature) or variables
        meant = variables[names.index(name)] if name in names[: len(variables)] else ""
        return parameter_limit(whole.signature, whole.name, meant) if meant else ""

    def _outside_of_types(self, scope: int, name: str) -> Value | None:
        """Return what a name means outside of the types around."""
        while self._symbols.is_type(scope):
            scope = self._symbols.parent(scope)
        return self._evaluate(scope, name)

    def _given(
        self, scope: int, annotation: str, named: Value | None, language: Language, bound: Bound
    ) -> tuple[Value | None, ...]:
        """Return what a generic type is made for where an annotation names it, or another name for one of its kind."""
        stated = type_arguments(without_wrappers(annotation, self._transparent(scope, language)))
        given = tuple(self.of(scope, one, language, bound) for one in stated)
        if named is None or named.tag != ENTITY or self._symbols.kind(named.entity) != "type":
            return given
        return self.given_by_alias(named.entity, given, language)

    def given_by_alias(
        self, alias: int, given: tuple[Value | None, ...], language: Language
    ) -> tuple[Value | None, ...]:
        """Return what a type is made for by another name of it, which may have parameters of its own."""
        definition = self._symbols.definitions[alias]
        if not definition.returns:
            return ()
        variables = type_parameters(definition.signature, definition.name)
        bound = {name: one for name, one in zip(variables, given, strict=False) if one is not None}
        around, key = self._symbols.parent(alias), (alias, *given)
        meant = self._aliases.get(key, self.of, around, definition.returns, language, bound)
        return meant.given if meant is not None else ()

    def _of_several(self, scope: int, annotation: str, language: Language, bound: Bound) -> Value | None:
        """Return what an annotation names that allows several types; else what it names may be a collection."""
        found = (self.of(scope, one, language, bound) for one in alternatives(annotation))
        known = list(dict.fromkeys(one for one in found if one is not None))
        if not known:
            return self._collection(scope, annotation, language, bound)
        return either(known)

    def _collection(self, scope: int, annotation: str, language: Language, bound: Bound) -> Value | None:
        if language.function_types and (given := given_type(annotation)):
            result = self.of(scope, given, language, bound)
            several = given_types(annotation)[1:] if language.several_results else ()
            others = tuple(self.of(scope, one, language, bound) for one in several)
            if result is None:
                return Value(GIVER, scope, given=(None, *others)) if any(others) else None
            return Value(GIVER, result.entity, held=result, given=(result, *others) if others else ())
        unwrapped = without_wrappers(annotation, self._transparent(scope, language))
        if unwrapped != annotation:
            return self.of(scope, unwrapped, language, bound)
        inside = element_type(annotation)
        element = self.of(scope, inside, language, bound) if inside and inside != annotation else None
        keys = self._keys(scope, annotation, language, bound)
        is_type = element is not None and element.tag == ENTITY and self._symbols.is_type(element.entity)
        found = Value(COLLECTION, element.entity, held=element) if element and is_type else gathered(element)
        if found is None:
            known = keys[0] if keys else None
            return Value(KEYED, known.entity, given=keys) if known is not None else None
        return replace(found, given=keys)

    def _keys(
        self, scope: int, annotation: str, language: Language, bound: Bound
    ) -> tuple[Value | None, ...]:
        """Return what is known of the keys of a collection: nothing, or one value; of a mapping, None for others."""
        is_mapping = bool(language.mappings) and mapping_name(annotation) in language.mappings
        keys = key_type(annotation.strip("\"'& ")) if language.keyed_loops or is_mapping else ""
        value = self.of(scope, keys, language, bound) if keys else None
        known = value if value is not None and value.tag in (INSTANCE, COLLECTION) else None
        return (known,) if known is not None or is_mapping else ()


def type_beside(symbols: Symbols, value: Value | Shadowed | None) -> int | None:
    """Return the type beside what else has its name: an interface, and the maker of its objects, or a namespace."""
    if not isinstance(value, Value) or value.tag != ENTITY or symbols.kind(value.entity) not in _MAKERS:
        return None
    beside = symbols.member(symbols.parent(value.entity), symbols.table.names[value.entity])
    return next((one for one in beside if symbols.is_type(one)), None)


def _joined_types(annotation: str, language: Language) -> list[str]:
    """Return the types that something is all of at once, as `A + B` or `A & B` says; none where it is of one."""
    if language.intersection_types and "&" in annotation and len(split(annotation, "|")) == 1:
        text = without_outer(annotation)
        is_function = any(part.startswith(">") for part in split(text, "=", angles=False)[1:])
        parts = [] if is_function else [part.strip() for part in split(text, "&")]
    else:
        parts = split(annotation, "+") if "+" in annotation else []
    return parts if len(parts) > 1 else []
