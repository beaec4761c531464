"""What went wrong, where a call gives an object or an error: `Err(fault)`, `open().map_err(|fault| …)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, Value
from nsccn.graph.notation.generics import type_arguments, type_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.annotations import Annotations

_NAME: Final = re.compile(r"[\w:]+(?=<|\Z)")
_DEFAULT: Final = r"[<,]\s*{}\s*=\s*([^,<>]+(?:<[^<>]*>)?)\s*[,>]"
_ERROR: Final = 1
"""The place of the error among what the type of such a result is made for."""


class Failures:
    """Answers what the error in a result is."""

    def __init__(
        self,
        symbols: Symbols,
        annotations: Annotations,
        stated: Callable[[int, str], Iterable[tuple[int, str]]],
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`stated` gives what is declared of an expression, each with its scope, `evaluate` what one stands for."""
        self._symbols = symbols
        self._annotations = annotations
        self._stated = stated
        self._evaluate = evaluate

    def of(self, scope: int, result: str) -> Value | None:
        """Return the error that the result may be which an expression stands for."""
        language = self._symbols.language(self._symbols.slot[scope])
        base, _, last = result.rpartition(".")
        while language is not None and base and last.removesuffix("()") in language.failing_alike:
            result = base
            base, _, last = result.rpartition(".")
        for at, annotation in self._stated(scope, result):
            stated_in = self._symbols.language(self._symbols.slot[at])
            if stated_in is not None and (found := self._declared(at, annotation, stated_in)) is not None:
                return found
        return None

    def asked(self, scope: int, expression: str) -> tuple[Value | None, list[str]] | None:
        """Return the error for which a step asks a result, and the steps behind that: `open().unwrap_err().code`."""
        language = self._symbols.language(self._symbols.slot[scope])
        asking = language.failing_methods if language is not None else ()
        if not asking or not any(f".{name}()" in expression for name in asking):
            return None
        steps = expression.split(".")
        places = (place for place, step in enumerate(steps) if place and step.removesuffix("()") in asking)
        place = next(places, len(steps))
        return self.of(scope, ".".join(steps[:place])), steps[place + 1 :]

    def _declared(self, scope: int, annotation: str, language: Language) -> Value | None:
        given = type_arguments(annotation)
        if len(given) > _ERROR:
            is_result = self._name(annotation).endswith("Result")
            return self._annotations.of(scope, given[_ERROR], language) if is_result else None
        path = self._name(annotation).replace("::", ".")
        named = self._evaluate(scope, path) if path else None
        if named is None or named.tag != ENTITY or self._symbols.kind(named.entity) != "type":
            return None
        alias = self._symbols.definitions[named.entity]
        meant = type_arguments(alias.returns)
        if len(meant) <= _ERROR or not self._name(alias.returns).endswith("Result"):
            return None
        error = meant[_ERROR]
        if error in type_parameters(alias.signature, alias.name):
            default = re.search(_DEFAULT.format(re.escape(error)), alias.signature)
            error = default[1].strip() if default is not None else ""
        return self._annotations.of(named.entity, error, language) if error else None

    @staticmethod
    def _name(annotation: str) -> str:
        found = _NAME.match(annotation.strip("& "))
        return found.group() if found is not None else ""
