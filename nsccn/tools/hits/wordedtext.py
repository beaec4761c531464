"""What a program says, as somebody saw it: where it is worded, and the code that asks for that wording by its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from nsccn.graph.ids import encode_path
from nsccn.search.askers import Asked, quotes
from nsccn.text import count, one_line
from nsccn.tools.hits.pastedtext import Pasted, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable

_MOST_ASKING: Final = 6
_LEAST_WORDS: Final = 4
"""Fewer may as well say what code is about."""


def worded(table: EntityTable, text: str, asked: Sequence[Asked]) -> Pasted | None:
    """Return what is to be said of the wordings that a text is, or quotes; None where it does neither."""
    lines: list[str] = []
    data: list[dict[str, Any]] = []
    for one in asked:
        first, *others = one.wordings
        more = f" and {count(len(others), 'more file')}" if others else ""
        behind = ", and asked for by" if one.around else ""
        lines.append(
            f"{one_line(one.key)} is worded so at {encode_path(first.path)}:{first.line}{more}{behind}"
        )
        lines += [told(table, entity, at) for entity, at in [*one.around.items()][:_MOST_ASKING]]
        if len(one.around) > _MOST_ASKING:
            lines.append(f"and {len(one.around) - _MOST_ASKING} more")
        data += [{"id": table.id_of(entity), "lines": at} for entity, at in one.around.items()]
    is_all = any(one.is_all for one in asked)
    is_whole = is_all and len(text.split()) >= _LEAST_WORDS and not quotes(text)
    return Pasted(lines, data, is_whole) if lines else None
