"""What local variables hold, by all that a function says of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.types.inherited import stated_by_base
from nsccn.graph.meaning.values.agreed import agreed
from nsccn.graph.meaning.values.taken import by_own_type
from nsccn.graph.meaning.values.value import ENTITY, MADE, Value, gathered
from nsccn.graph.notation.annotation import EMPTY, type_expression
from nsccn.graph.notation.contextual import CONTEXTUAL
from nsccn.graph.notation.marks import ANY, MAPPED_ASIDE
from nsccn.graph.notation.results import ALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.contents import Contents
    from nsccn.graph.meaning.values.fixtures import Fixtures
    from nsccn.graph.meaning.values.parts import Parts
    from nsccn.graph.meaning.values.typed import Typed
    from nsccn.graph.model import Assignment

_LEFT_OPEN: Final = re.compile(r"[<,(]\s*&?_\s*[>,)]")
"""A part of a type that what is assigned says: `Vec<_>`."""


class LocalTypes:
    """Finds the one type that is said of a local variable."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        scopes: Scopes,
        typed: Typed,
        fixtures: Fixtures,
        parts: Parts,
        contents: Contents,
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._scopes = scopes
        self._typed = typed
        self._fixtures = fixtures
        self._parts = parts
        self._contents = contents
        self._evaluate = evaluate

    def agreed(self, scope: int, assignments: list[Assignment], language: Language) -> Value | None:
        """Return the one type that the assignments of a local variable agree on."""
        for item in assignments:
            declared = (
                self._typed.annotations.of(scope, item.annotation, language) if item.annotation else None
            )
            if declared is not None or self._is_final(item.annotation, language):
                return declared
            if item.value.endswith(ANY):
                return None
        untyped = language.untyped_objects
        stated = stated_by_base(self._scopes, self._hierarchy, scope, assignments) if untyped else None
        if stated is not None and (held := self._typed.annotations.of(*stated, language)) is not None:
            return held
        if language.fixtures and (given := self._given_by_fixture(scope, assignments)) is not None:
            return given
        whole = [one for one in assignments if one.value and one.value not in EMPTY and one.form != "item"]
        held = self._assigned(scope, whole[0]) if whole else None
        if assignments[0].target.startswith(MAPPED_ASIDE):
            return held if held is not None else self._mapped(scope, whole[-1])
        if held is None and len(whole) == 1:
            held = self._written_out(scope, whole[0])
        if len(whole) > 1:
            held = agreed(self._symbols, [held, *(self._assigned(scope, item) for item in whole[1:])])
        return held or self._parts.filled(scope, assignments)

    def _is_final(self, annotation: str, language: Language) -> bool:
        """Whether a declaration says all of a type that the repository does not have."""
        if not annotation or annotation.startswith(CONTEXTUAL) or _LEFT_OPEN.search(annotation):
            return False
        named = type_expression(annotation, language.transparent_types)[0]
        return not language.untyped_objects or named in language.builtin_types - language.any_types

    def _given_by_fixture(self, scope: int, assignments: list[Assignment]) -> Value | None:
        """Return what the test runner gives for a parameter that nothing else is assigned to."""
        item = assignments[0]
        is_given = len(assignments) == 1 and item.form == "parameter"
        return self._fixtures.given(scope, item.target) if is_given else None

    def _assigned(self, scope: int, item: Assignment) -> Value | None:
        value = self._evaluate(scope, by_own_type(self._symbols, scope, item.value))
        if item.form == "parameter" and value is not None and self._is_function(value):
            return None  # it runs where nobody gives another one
        if item.form == "loop":
            return self._contents.looped(scope, value)
        return self._contents.entered(value) if item.form == "with" and value is not None else value

    def _mapped(self, scope: int, item: Assignment) -> Value | None:
        """Return what a function makes of the elements of a collection, or of all of it."""
        made = self._evaluate(scope, item.value.removesuffix(ALL))
        return gathered(made) if item.value.endswith(ALL) else made

    def _written_out(self, scope: int, item: Assignment) -> Value | None:
        """Return the object that a function writes out for a variable, if it has members that are known."""
        if item.form != "declare":
            return None
        of_variable = f"{item.target}."
        is_written = any(target.startswith(of_variable) for target in self._scopes.written_for(scope))
        return Value(MADE, scope, written=item.target) if is_written else None

    def _is_function(self, value: Value) -> bool:
        return value.tag == ENTITY and self._symbols.is_function(value.entity)
