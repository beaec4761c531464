"""Macros that are called where they have names of their own: `format!(…)` runs no function `format`.

A macro needs no import in the files of its program: what one of them defines, `#[macro_use]` gives to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.model import Reference

_MACRO: Final = "macro"
_PROGRAM: Final = "crate"


class Macros:
    """Tells macros from functions of their names."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols

    def is_called(self, slot: int, reference: Reference) -> bool:
        """Whether a macro is called: of what it is given, no arguments are counted."""
        language = self._symbols.language(slot)
        is_apart = language is not None and bool(language.macros_from_elsewhere)
        return is_apart and reference.kind == "call" and reference.arguments < 0

    def meant(self, slot: int, target: str, value: Value | None) -> Value | None:
        """Return the macro that a call of one means; `value` is what anything of its name means there."""
        symbols = self._symbols
        base, _, name = target.rpartition(".")
        if value is not None and value.tag == ENTITY:
            around = symbols.parent(value.entity)
            beside = (value.entity, *(symbols.member(around, name) if around >= 0 else ()))
            found = [one for one in beside if symbols.kind(one) == _MACRO]
            if found:
                return Value(ENTITY, found[0])
        if base not in ("", _PROGRAM, f"${_PROGRAM}"):
            return None
        found = [one for one in symbols.table.named(name) if self._is_seen(slot, one, name)]
        return Value(ENTITY, found[0]) if len(found) == 1 else None

    def _is_seen(self, slot: int, entity: int, name: str) -> bool:
        """Whether an entity is a macro of the same program that stands in no function."""
        symbols, language = self._symbols, self._symbols.language(slot)
        if symbols.kind(entity) != _MACRO or language is None or name in language.macros_from_elsewhere:
            return False
        other, around = symbols.slot[entity], symbols.parent(entity)
        if symbols.language(other) is not language or (around >= 0 and symbols.is_function(around)):
            return False
        own, there = (symbols.located(one, _PROGRAM) for one in (slot, other))
        return own is not None and there is not None and own.slots == there.slots
