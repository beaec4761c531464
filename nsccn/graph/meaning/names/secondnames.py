"""Second names of functions and types: `const fail = core.fail`, `Cart.prototype.fill = fill`.

A variable, or a member that a type has from the beginning, is one where it is given nothing but the name of a function
or type, whatever type is stated of it. Who calls it names that function.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking


class SecondNames:
    """Finds what variables and members are other names of."""

    def __init__(
        self, symbols: Symbols, asking: Asking, evaluate: Callable[[int, str], Value | None]
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._evaluate = evaluate
        self._known: Answers[Hashable, Value | None] = asking.answers(None)

    def of(self, value: Value) -> Value | None:
        """Return the function or type that a variable or member is a second name of, None where it is none."""
        symbols = self._symbols
        if value.tag != ENTITY or symbols.kind(value.entity) not in ("var", "attr"):
            return None
        language = symbols.language(symbols.slot[value.entity])
        if language is None or not language.second_names:
            return None
        return self._known.get(value.entity, self._find, value.entity)

    def _find(self, entity: int) -> Value | None:
        symbols = self._symbols
        owner, name = symbols.same(symbols.parent(entity)), symbols.table.names[entity]
        found: Value | None = None
        for scope, item in symbols.values(owner, name):
            if symbols.is_function(scope) or not item.value or item.value.endswith((")", "]")):
                return None
            held = self._evaluate(scope, item.value)
            held = self.of(held) or held if held is not None else None
            if held is None or held.tag != ENTITY or found not in (None, held):
                return None
            found = held
        is_meant = found is not None and (symbols.is_function(found.entity) or symbols.is_type(found.entity))
        return found if is_meant else None
