"""Pages that say their path in themselves, as those of Razor do: `@page "/cart/{id:int}"`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

_RAZOR: Final = regex(r"\.(?:razor|cshtml)\Z")
_PAGE: Final = regex(r"\ufeff?\s*@page\s+\"/")


def page_on(table: EntityTable, path: str, line: str) -> int | None:
    """Return the page whose own path is written on a line; None where that is no such line."""
    is_page = _RAZOR.search(path) and _PAGE.match(line)
    return table.entities_of(path).start if is_page else None
