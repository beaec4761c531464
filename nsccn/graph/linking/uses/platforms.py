"""What a file leaves to each platform to define, and what it defines for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.model import ACTUAL, EXPECTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.model import Definition


def platform_rows(symbols: Symbols, slot: int, definitions: Sequence[Definition]) -> list[tuple[int, int]]:
    """Return functions and types with whether they are actual; what an expected type has is expected as it is."""
    language = symbols.language(slot)
    if language is None or EXPECTED not in language.modifiers.values():
        return []
    base, expected, found = symbols.first[slot], set[int](), list[tuple[int, int]]()
    for ordinal, definition in enumerate(definitions):
        if definition.kind not in FUNCTION_KINDS and definition.kind not in TYPE_KINDS:
            continue
        if ACTUAL in definition.modifiers:
            found.append((base + ordinal, 1))
        elif EXPECTED in definition.modifiers or definition.parent in expected:
            expected.add(ordinal)
            found.append((base + ordinal, 0))
    return found
