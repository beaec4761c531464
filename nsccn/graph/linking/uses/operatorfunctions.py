"""Which function an operator runs where types define operators: by the types of both operands, as in C++.

A function may be a member of the type of the first operand, or stand outside and take the operands one by one. It is
meant only where the text gives the type of an operand and the function takes that type, or a base of it, there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.linking.calls.constness import Constness
from nsccn.graph.linking.overloads.argumenttypes import ArgumentType
from nsccn.graph.linking.overloads.impls import Impls
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE
from nsccn.graph.notation.annotation import collection_pointed_into, element_type
from nsccn.graph.notation.arguments import POINTED, TYPED
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.signatures import (
    Parameter,
    Taken,
    read_type,
    result_type,
    taken,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.meaning.infer import Infer

_BEHIND: Final = frozenset({"x ++", "x --"})
"""Operators whose functions take a number besides, which tells them from those before the operand."""
_NUMBER: Final = f"{TYPED}int"
_OWN: Final = "self"
_MOST: Final = 3
"""Functions that an operator may run, of which more say nothing."""


class _Candidate(NamedTuple):
    entity: int
    what: Taken
    parameters: tuple[Parameter, ...]
    """What takes the operands, its own object first."""

    @property
    def kind(self) -> tuple[object, ...]:
        """What tells it from others of its name."""
        return (*(one.type for one in self.parameters), self.what.is_constant, self.what.is_moving)


class OperatorFunctions:
    """Answers which functions operators run, for one file after another."""

    def __init__(self, infer: Infer, overloads: Overloads) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._overloads, self._arguments = overloads, overloads.arguments
        self._constness = Constness(infer)
        self._impls = Impls(infer, overloads.arguments)
        self._free: dict[tuple[int, str], dict[tuple[int, str], list[int]]] = {}
        self._objects: dict[tuple[int, str], int] = {}
        self._taken: dict[tuple[int, str, tuple[int, ...]], list[_Candidate]] = {}
        self._chosen: dict[tuple[tuple[ArgumentType, ...], tuple[int, ...]], tuple[int, ...]] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._free.clear()
        self._objects.clear()
        self._taken.clear()
        self._chosen.clear()

    def meant(
        self, scope: int, operation: str, names: Sequence[str], given: Sequence[str], language: Language
    ) -> tuple[int, ...]:
        """Return the functions that an operation may run; `names` are those of its functions, `given` its operands."""
        if operation in _BEHIND:
            given = (*given, _NUMBER)
        objects = [self._object(scope, one) for one in given]
        if given[0] == _OWN and not language.argument_types:
            objects[0] = self._own_type(scope)
        if not any(entity >= 0 for entity in objects):
            return ()
        if not language.argument_types:
            return self._own(scope, objects[0], names, given[1:])
        for name in names:
            found = self._candidates(scope, name, objects)
            if found:
                return self._best(scope, found, objects, given, language)
        return ()

    def _own(self, scope: int, cls: int, names: Sequence[str], given: Sequence[str]) -> tuple[int, ...]:
        """Return the method that a type has, if it has one alone for what it is given."""
        for name in names if cls >= 0 else ():
            found = self._infer.hierarchy.class_member(cls, name, functions=True)
            if found:
                found = self._impls.fitting(scope, found, given)
                return found if len(found) == 1 else ()
        return ()

    def _best(
        self,
        scope: int,
        found: Sequence[_Candidate],
        objects: Sequence[int],
        given: Sequence[str],
        language: Language,
    ) -> tuple[int, ...]:
        fitting = {one.entity: one.parameters for one in found}
        fitting = self._overloads.by_value(
            scope, fitting, {one.entity for one in found if one.what.is_moving}, given
        )
        fitting = {one: fitting[one] for one in self._constness.alike(scope, given[0], tuple(fitting))}
        if len(fitting) < 2:
            return tuple(fitting)
        names = self._symbols.table.names
        types = [
            ArgumentType(names[entity], entity) if entity >= 0 else self._arguments.of(scope, one)
            for entity, one in zip(objects, given, strict=True)
        ]
        key = (tuple(types), tuple(fitting))
        best = self._chosen.get(key)
        if best is None:
            best = self._chosen[key] = self._overloads.best(types, fitting, frozenset(), language)
        return best if len(best) <= _MOST else ()

    # -- operands

    def _own_type(self, scope: int) -> int:
        """Return the type of the object that a method is called on; what a trait stands for is not known."""
        around = self._symbols.class_around(scope)
        return self._symbols.same(around) if around >= 0 and self._symbols.kind(around) != "trait" else -1

    def _object(self, scope: int, expression: str) -> int:
        """Return the type of an object that an expression is, where the text gives it; -1 for all else."""
        found = self._objects.get((scope, expression))
        if found is None:
            found = self._find_object(scope, expression)
            if found >= 0 and self._symbols.kind(found) == "type":
                found = -1  # another name for a type from elsewhere, of which the repository has no operators
            self._objects[scope, expression] = found
        return found

    def _find_object(self, scope: int, expression: str) -> int:
        if not expression or expression.startswith(UNKNOWN):
            return -1
        if expression.startswith(POINTED):
            is_followed = expression[0] == POINTED[1]
            pointer = self._arguments.of(scope, expression[1:]) if is_followed else ArgumentType("")
            return pointer.entity if pointer.name.endswith("*") and pointer.name.count("*") == 1 else -1
        table = self._symbols.table
        text = self._arguments.declared(scope, expression) or self._of_elements(scope, expression)
        if not text:
            return self._made(scope, expression)
        stated = read_type(text)
        if not stated.type.isidentifier() or not any(map(self._symbols.is_type, table.named(stated.type))):
            return -1
        value = self._infer.evaluate(scope, expression) if not expression.startswith(TYPED) else None
        if value is not None and value.tag == INSTANCE and table.names[value.entity] == stated.type:
            return self._symbols.same(value.entity)
        found = self._infer.named_type(scope, stated.path)
        is_wrapped = (
            found is not None and table.names[found] != stated.type and self._is_wrapped(scope, stated.path)
        )
        return -1 if found is None or is_wrapped else self._symbols.same(found)

    def _is_wrapped(self, scope: int, alias: str) -> bool:
        """Whether another name of a type stands for a pointer to it, or for a template made for it."""
        value = self._infer.evaluate(scope, alias)
        if value is None or value.tag != ENTITY:
            return True
        definition = self._symbols.definitions[value.entity]
        language, meant = self._symbols.language(self._symbols.slot[value.entity]), result_type(definition)
        is_name = definition.returns.replace("::", "").isidentifier()
        is_iterator = language is None or collection_pointed_into(meant, language.element_types)
        return not is_name or meant.endswith("*") or bool(is_iterator)

    def _of_elements(self, scope: int, name: str) -> str:
        """Return the declared type of a variable that a loop gives the elements of a collection."""
        local = self._infer.scopes.local_variables(self._symbols.slot[scope])
        for at in self._symbols.around(scope):
            for item in local.get(at, {}).get(name, ()):
                text = self._arguments.declared(at, item.value) if item.form == "loop" else ""
                inside = element_type(text) if text else ""
                return inside if inside != text and len(split(inside, ",")) == 1 else ""
        return ""

    def _made(self, scope: int, expression: str) -> int:
        """Return the type of which an expression makes a new object, or is a listed constant."""
        if not expression.endswith("()"):
            return -1 if "[" in expression else self._arguments.listed_in(scope, expression)
        if expression == "self()":
            return -1
        made = self._infer.evaluate(scope, expression[:-2])
        is_type = made is not None and made.tag == ENTITY and self._symbols.is_type(made.entity)
        return self._symbols.same(made.entity) if made is not None and is_type else -1

    # -- functions

    def _candidates(self, scope: int, name: str, objects: Sequence[int]) -> list[_Candidate]:
        """Return the functions of a name that take one of the objects where it stands, each kind once."""
        key = (self._symbols.slot[scope], name, tuple(objects))
        if key not in self._taken:
            self._taken[key] = self._find_candidates(scope, name, objects)
        return self._taken[key]

    def _find_candidates(self, scope: int, name: str, objects: Sequence[int]) -> list[_Candidate]:
        found: dict[tuple[object, ...], _Candidate] = {}
        for place, entity in enumerate(objects):
            if entity >= 0:
                for one in self._taking(scope, name, place, entity, len(objects)):
                    known = found.get(one.kind)
                    if known is None or self._symbols.table.declared[known.entity]:
                        found[one.kind] = one
        return list(found.values())

    def _taking(self, scope: int, name: str, place: int, entity: int, count: int) -> Iterator[_Candidate]:
        symbols, hierarchy = self._symbols, self._infer.hierarchy
        names = {symbols.table.names[base] for base in hierarchy.order(entity)}
        for member in filter(symbols.is_function, hierarchy.class_member(entity, name)):
            what = taken(symbols.definitions[member])
            takes = what.of(count - 1)
            if place == 0 and takes is not None:
                own = symbols.class_around(member)
                owner = Parameter(symbols.table.names[own], symbols.table.names[own])
                yield _Candidate(member, what, (owner, *takes))
            elif (takes := what.of(count)) is not None and takes[place].type in names:
                yield _Candidate(self._infer.visible.befriended(member), what, takes)
        free = self._outside(scope, name)
        for base in hierarchy.order(entity):
            for one in free.get((place, symbols.table.names[base]), ()):
                what = taken(symbols.definitions[one])
                takes = what.of(count)
                if takes is not None and self._infer.named_type(one, takes[place].path) in (None, base):
                    yield _Candidate(one, what, takes)

    def _outside(self, scope: int, name: str) -> dict[tuple[int, str], list[int]]:
        """Return the functions outside types that a file sees, by place and type of what they take."""
        slot = self._symbols.slot[scope]
        known = self._free.get((slot, name))
        if known is None:
            known = self._free[slot, name] = {}
            for one in self._infer.visible.functions(slot, name):
                for place, parameter in enumerate(taken(self._symbols.definitions[one]).parameters):
                    known.setdefault((place, parameter.type), []).append(one)
        return known
