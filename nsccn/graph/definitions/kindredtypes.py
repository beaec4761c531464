"""Types that the code of a file may mean by a name: those of languages that import each other's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.imports import are_akin

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


def has_type(symbols: Symbols, slot: int, name: str) -> bool:
    """Whether the repository has a type of a name that code of a file could mean, whether it sees it or not."""
    language = symbols.table.languages[slot]
    return any(
        symbols.is_type(one) and are_akin(language, symbols.table.languages[symbols.slot[one]])
        for one in symbols.table.named(name)
    )
