"""What a pattern takes out of the object around, whose type is made for what the block of methods there says.

impl<F: Format> Held<F> { fn write(&self) { let Held { format } = self; format.begin() } }
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.values.typed import Typed


class Taken:
    """Answers what fields of the object around hold that no `self` stands before."""

    def __init__(self, symbols: Symbols, typed: Typed) -> None:
        self._symbols = symbols
        self._typed = typed

    def of(self, scope: int, pattern: Value, field: str) -> Value | None:
        """Return what a field of the type around, or of a variant of it, holds; None where the block says nothing."""
        symbols, given = self._symbols, self._typed.blocks.given(scope)
        if not given:
            return None
        owner = symbols.class_around(pattern.entity)
        members = symbols.member(pattern.entity, field) if owner == symbols.class_around(scope) else ()
        if not members or symbols.kind(members[0]) != "attr":
            return None
        return self._typed.made_for(Value(INSTANCE, owner, given=given), members[0])


def by_own_type(symbols: Symbols, scope: int, expression: str) -> str:
    """Return what a pattern takes out of the type around as the word for that says it: `Self.format` of `Held.format`.

    By its own name it would mean the same everywhere, whatever the block is for.
    """
    language = symbols.language(symbols.slot[scope])
    if language is None or not language.own_type or not expression[:1].isupper() or "(" in expression:
        return expression
    name, dot, field = expression.partition(".")
    around = symbols.class_around(scope)
    is_own = around >= 0 and symbols.table.names[around] == name
    return f"{language.own_type}{dot}{field}" if is_own else expression
