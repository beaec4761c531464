"""What the comment on a line documents: whoever asks for such a line means the definition below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.lookup.places import LINES, files_called
from nsccn.skeleton.window import comment_start

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex


def documented_on(index: RepoIndex, table: EntityTable, asked: str) -> int | None:
    """Return the definition below the comment that a line is in: `shop/cart.go:12`; None where it is in none."""
    place = LINES.fullmatch(asked.replace("\\", "/").removeprefix("./"))
    files = files_called(table, place["path"]) if place and place["last"] is None else []
    if place is None or len(files) != 1:
        return None
    line = int(place["first"])
    below = [one for one in table.entities_of(files[0])[1:] if table.start_line[one] > line]
    if not below:
        return None
    first = min(below, key=lambda one: (int(table.start_line[one]), one))
    start = int(table.start_line[first])
    lines = index.text_if_any(files[0]).split("\n")
    return first if comment_start(lines, start) <= line < start else None
