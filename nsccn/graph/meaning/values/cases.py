"""What the cases of enums hold, and the parts of tuples, where a pattern takes them: `case let .paid(cart, _)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.notation.annotation import part_types, without_wrappers
from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.generics import type_arguments
from nsccn.graph.notation.results import CASE, EACH, KEYS, PLACE, VALUES

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.typed import Typed

_KEY: Final = f"{PLACE}0"
_VALUE: Final = f"{PLACE}1"
_LABEL: Final = re.compile(r"\s*(?:\w+\s+)?\w+\s*:\s*")


class _Stated(NamedTuple):
    """What is declared of a part."""

    scope: int
    annotation: str
    holder: Value | None = None
    """The enum whose case has it."""
    case: int = -1


class Cases:
    """Answers what patterns take apart."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        typed: Typed,
        stated: Callable[[int, str], Iterable[tuple[int, str]]],
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`stated` gives what is declared of an expression, each with its scope, `evaluate` what one stands for."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._typed = typed
        self._stated = stated
        self._evaluate = evaluate

    def of(self, scope: int, expression: str) -> Value | None:
        """Return what a part is that a pattern takes."""
        stated = self._part(scope, expression)
        if stated is None:
            return self._of_entries(scope, *expression.rsplit(CASE, 1))
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None:
            return None
        if stated.holder is not None and (
            made := self._typed.generics.of(stated.holder, stated.case, stated.annotation)
        ):
            return made
        return self._typed.annotations.of(stated.scope, stated.annotation, language)

    def _part(self, scope: int, expression: str) -> _Stated | None:
        whole, part = expression.rsplit(CASE, 1)
        case, _, place = part.partition(PLACE)
        found = (
            self._held(scope, whole, case, int(place)) if case else self._of_tuple(scope, whole, int(place))
        )
        return found._replace(annotation=_LABEL.sub("", found.annotation, count=1)) if found else None

    def _held(self, scope: int, whole: str, case: str, place: int) -> _Stated | None:
        """Return what is declared of a value that a case of an enum holds."""
        value, symbols = self._evaluate(scope, whole), self._symbols
        if value is None or value.tag not in (ENTITY, INSTANCE) or not symbols.is_type(value.entity):
            return self._of_result(scope, whole, case, place)
        members = self._hierarchy.class_member(value.entity, case)
        if len(members) != 1 or symbols.kind(members[0]) != "attr":
            return None
        held = _values(symbols.definitions[members[0]].signature, case)
        return _Stated(members[0], held[place], value, members[0]) if place < len(held) else None

    def _of_result(self, scope: int, whole: str, case: str, place: int) -> _Stated | None:
        """Return what the result holds that is one of two types: `Result<Cart, Failure>`."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or place or case not in language.result_cases:
            return None
        for at, annotation in self._stated(scope, whole):
            given = type_arguments(without_wrappers(annotation, language.transparent_types))
            if len(given) == len(language.result_cases):
                return _Stated(at, given[language.result_cases.index(case)])
        return None

    def _of_tuple(self, scope: int, whole: str, place: int) -> _Stated | None:
        """Return what is declared of a part of a tuple."""
        if CASE in whole:
            held = self._part(scope, whole)
            stated = [held] if held is not None else []
        else:
            stated = [_Stated(*one) for one in self._stated(scope, whole)]
        for one in stated:
            types = part_types(one.annotation)
            if place < len(types):
                return one._replace(annotation=types[place])
        return None

    def _of_entries(self, scope: int, whole: str, part: str) -> Value | None:
        """Return the key or the value of what a loop takes of a mapping, or what it takes of elements with numbers."""
        base = whole.removesuffix(EACH)
        language = self._symbols.language(self._symbols.slot[scope])
        if base == whole or language is None or part not in (_KEY, _VALUE):
            return None
        elements, _, last = base.rpartition(".")
        if language.iterators.get(f".{last.removesuffix('()')}") == "numbered":
            return self._evaluate(scope, f"{elements}{EACH}") if part == _VALUE else None
        found = self._evaluate(scope, f"{base}{VALUES if part == _VALUE else KEYS}")
        return found.element if found is not None and found.tag == COLLECTION else None


def _values(signature: str, case: str) -> list[str]:
    """Return the types of what a case holds, with their labels.

    >>> _values("case idle, paid(cart: Cart, [Till: Float])", "paid"), _values("case idle", "idle")
    (['cart: Cart', ' [Till: Float]'], [])
    """
    found = re.search(rf"\b{re.escape(case)}\s*\(", signature)
    if found is None:
        return []
    return split(signature[found.end() : closing(signature, found.end() - 1)], ",")
