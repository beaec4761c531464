"""What is around a line, in few letters: beside its number it spares a look at the file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.entitytable import EntityTable


def enclosing(table: EntityTable) -> Callable[[str, int], str]:
    """Return what names the function or type around a line of a file: `Cart.total`; empty where there is none."""
    return partial(_around, table)


def _around(table: EntityTable, path: str, line: int) -> str:
    one = table.at_line(path, line)
    whole = table.entities_of(path)[0]
    while one != whole and one >= 0 and table.is_data(one):
        one = int(table.parent[one])
    return "" if one in (whole, -1) else ".".join(table.qualified_of(one).split(".")[-2:])
