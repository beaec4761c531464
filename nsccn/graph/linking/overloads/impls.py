"""Methods of one name that a type has by several blocks: `impl From<u32> for Money`, `impl From<&str> for Money`.

What a call is given, or the second operand of an operator, tells which of them is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.meaning.values.value import INSTANCE
from nsccn.graph.notation.annotation import OWN_TYPES, TYPE_VARIABLE
from nsccn.graph.notation.arguments import TYPED
from nsccn.graph.notation.functiontypes import parameter_types
from nsccn.graph.notation.signatures import read_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.linking.overloads.argumenttypes import ArgumentTypes
    from nsccn.graph.meaning.infer import Infer

_OPEN: Final = frozenset({"dyn", "impl"})
"""How types begin that stand for many."""


class _Type(NamedTuple):
    """A type as far as it is known."""

    name: str = ""
    """Its last name, empty where that is not known."""
    entity: int = -1
    """In the repository, else -1."""


class Impls:
    """Chooses among the methods that several blocks give a type, for one file after another."""

    def __init__(self, infer: Infer, arguments: ArgumentTypes) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._arguments = arguments

    def beside(self, method: int) -> tuple[int, ...]:
        """Return the methods of a type that have the name of one."""
        symbols = self._symbols
        around = symbols.class_around(method)
        found = symbols.member(around, symbols.table.names[method]) if around >= 0 else ()
        return tuple(filter(symbols.is_function, found)) or (method,)

    def fitting(self, scope: int, methods: Sequence[int], given: Sequence[str]) -> tuple[int, ...]:
        """Return those of some methods that take what they are given, without those that may but for all one knows.

        None is left where each takes something else: then what a macro writes is meant.
        """
        types = [self._given(scope, one) for one in given]
        fits = {one: self._takes(one, types) for one in methods}
        return tuple(one for one in methods if fits[one]) or tuple(
            one for one in methods if fits[one] is None
        )

    def _takes(self, method: int, given: Sequence[_Type]) -> bool | None:
        """Whether a method takes arguments of some types, None where that is not known."""
        definition = self._symbols.definitions[method]
        stated = parameter_types(definition.signature, definition.name)
        if stated[:1] == ("",) and len(stated) > len(given):
            stated = stated[1:]  # `self`
        if len(stated) != len(given):
            return None
        fits = [self._same(one, self._stated(method, text)) for one, text in zip(given, stated, strict=True)]
        return False if False in fits else None if None in fits else True

    @staticmethod
    def _same(one: _Type, other: _Type) -> bool | None:
        if not one.name or not other.name:
            return None
        return one.entity == other.entity if one.entity >= 0 or other.entity >= 0 else one.name == other.name

    def _given(self, scope: int, expression: str) -> _Type:
        """Return the type of an argument."""
        text = self._arguments.declared(scope, expression)
        stated = self._stated(scope, text) if text else _Type()
        if stated.entity >= 0 or (stated.name and not self._is_told_elsewhere(expression, stated.name)):
            return stated
        if not expression or expression.startswith(TYPED):
            return _Type()
        if (listed := self._arguments.listed_in(scope, expression)) >= 0:
            return self._of(listed)
        value = self._infer.evaluate(scope, expression)
        is_plain = value is not None and value.tag == INSTANCE and value.held is None
        return self._of(value.entity) if value is not None and is_plain else _Type()

    def _is_told_elsewhere(self, expression: str, name: str) -> bool:
        """Whether a type may be one of the repository that the file knows by no name: another one declares it."""
        return "." in expression and any(map(self._symbols.is_type, self._symbols.table.named(name)))

    def _stated(self, scope: int, text: str) -> _Type:
        """Return the type that a text names, where it is one that stands for no other."""
        symbols, infer = self._symbols, self._infer
        path = read_type(text).path
        if path in OWN_TYPES:
            around = symbols.class_around(scope)
            return self._of(around) if around >= 0 else _Type()
        name = path.rpartition(".")[2]
        if not name.isidentifier() or name in _OPEN or TYPE_VARIABLE.match(name):
            return _Type()
        found = infer.named_type(scope, path)
        if found is not None:
            return self._of(found)
        return _Type(name) if infer.evaluate(scope, path) is None else _Type()

    def _of(self, entity: int) -> _Type:
        """Return a type of the repository; of a trait or another name for a type nothing is said."""
        symbols = self._symbols
        is_open = symbols.kind(entity) in ("trait", "type")
        return _Type() if is_open else _Type(symbols.table.names[entity], symbols.same(entity))
