"""The type parameters of the declarations around a scope, which hide types of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.generics import hiding_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols

_NONE: Final = frozenset[str]()
_MOST_KNOWN: Final = 1 << 14


class TypeParameters:
    """Tells names that stand for any type from those of one."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._known: dict[int, frozenset[str]] = {}

    def hide(self, scope: int, name: str) -> bool:
        """Whether a name is a parameter of a generic declaration around a scope, and no type that has it elsewhere."""
        return name in self._around(scope)

    def _around(self, scope: int) -> frozenset[str]:
        known = self._known.get(scope)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[scope] = self._find(scope)
        return known

    def _find(self, scope: int) -> frozenset[str]:
        symbols = self._symbols
        parent, language = symbols.parent(scope), symbols.language(symbols.slot[scope])
        if parent < 0 or language is None or not language.generic_types:
            return _NONE
        return self._around(parent).union(self.stated(scope))

    def stated(self, scope: int) -> tuple[str, ...]:
        """Return the names that a declaration itself is generic in."""
        definition = self._symbols.definitions[scope]
        signature = definition.signature
        return hiding_parameters(signature, definition.name) if "<" in signature or "[" in signature else ()
