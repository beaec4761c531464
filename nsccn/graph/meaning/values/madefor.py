"""What a function gives that is generic in what it is given: `inject(Cart)` and `keep(new Cart())` give a `Cart`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.expression import TYPED_BY
from nsccn.graph.notation.functiontypes import parameter_types
from nsccn.graph.notation.generics import type_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.generics import Annotated


class MadeFor:
    """Follows calls that are given a type."""

    def __init__(
        self,
        symbols: Symbols,
        evaluate: Callable[[int, str], Value | None],
        named_type: Callable[[int, str], int | None],
        annotated: Annotated,
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `named_type` the type that one names.

        `annotated` gives what an annotation names.
        """
        self._symbols = symbols
        self._evaluate = evaluate
        self._named_type = named_type
        self._annotated = annotated

    def value(self, scope: int, call: str, first: str) -> Value | None:
        """Return what a call gives whose first argument is a new object, or has a name that may be a type's."""
        if first.endswith("()"):
            return self._given_back(scope, call, first) or self._evaluate(scope, call)
        given = self._evaluate(scope, call)
        if given is not None:
            return given
        callee = call.removesuffix("()")
        called = self._evaluate(scope, callee)
        if called is None:
            makes = self._makes_outside(scope, callee)
        else:
            makes = called.tag == ENTITY and self._gives(called.entity)
        cls = self._named_type(scope, first) if makes else None
        return Value(INSTANCE, cls) if cls is not None else None

    def _given_back(self, scope: int, call: str, first: str) -> Value | None:
        """Return the object that a call is given first, where its function gives that back, whatever its bound is."""
        called = self._evaluate(scope, call.removesuffix("()"))
        if called is None or called.tag != ENTITY or not self._gives(called.entity, is_itself=True):
            return None
        return self._evaluate(scope, first)

    def typed(self, scope: int, expression: str) -> tuple[Value | None, list[str]]:
        """Return what a call gives that is given a type, `read().@<Cart`, and the steps behind it."""
        call, stated = expression.rsplit(f".{TYPED_BY}", 1)
        name, *steps = stated.split(".")
        found = self._filled(scope, call.removesuffix("()"), name)
        return (self._evaluate(scope, call) if found is None else found), steps

    def _filled(self, scope: int, callee: str, name: str) -> Value | None:
        """Return what a function gives that is generic in one type, where that is the type of a name."""
        symbols, called = self._symbols, self._evaluate(scope, callee)
        language = symbols.language(symbols.slot[scope])
        if called is None and language is not None and language.typed_results:
            outside = _given_outside(callee, language)
            return self._annotated(scope, outside.format(name), language, {}) if outside else None
        if (
            language is None
            or called is None
            or called.tag != ENTITY
            or not symbols.is_function(called.entity)
        ):
            return None
        definition = symbols.definitions[called.entity]
        variables = type_parameters(definition.signature, definition.name)
        given = self._annotated(scope, name, language, {}) if len(variables) == 1 else None
        if given is None:
            return None
        return self._annotated(called.entity, definition.returns, language, {variables[0]: given})

    def _gives(self, function: int, *, is_itself: bool = False) -> bool:
        """Whether a function, or an overload, says that it gives what it is given first, or an instance of that."""
        symbols = self._symbols
        if not symbols.is_function(function):
            return False
        language = symbols.language(symbols.slot[function])
        for one in symbols.member(symbols.parent(function), symbols.table.names[function]):
            definition = symbols.definitions[one]
            types = parameter_types(definition.signature, definition.name)
            given = type_expression(definition.returns, language.transparent_types)[0] if language else ""
            is_variable = given in type_parameters(definition.signature, definition.name)
            if is_variable and types and (types[0] == given) == is_itself and _mentions(types[0], given):
                return True
        return False

    def _makes_outside(self, scope: int, callee: str) -> bool:
        """Whether a function of a library is known to do so."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        root, _, rest = callee.partition(".")
        imported = symbols.binding(scope, root)
        if language is None or imported is None or not language.given_types:
            return False
        return ".".join(filter(None, (imported.module, imported.name, rest))) in language.given_types


def _given_outside(callee: str, language: Language) -> str:
    """Return what a function from elsewhere gives that is given a type, with `{}` for that; empty if nobody knows."""
    results, name = language.typed_results, callee.rpartition(".")[2]
    is_giver = language.typed_givers and re.fullmatch(language.typed_givers, name)
    return results.get(callee) or results.get(name) or ("{}" if is_giver else "")


def _mentions(declared: str, name: str) -> bool:
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", declared) is not None
