"""What expressions declare for themselves in a language where all other variables are those of a function.

After `item = Cart()` that is a shop in `sorted(shops, key=lambda item: item.name)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.kinds import DECLARING, GIVING

if TYPE_CHECKING:
    from nsccn.graph.extraction.ancestors import Ancestors
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow


def inner_variables(
    ancestors: Ancestors, language: Language, assigned: Sequence[AssignmentRow], runs: Sequence[bool]
) -> Iterator[tuple[AssignmentRow, tuple[int, int]]]:
    """Yield the declarations of which the function has another variable of that name, each with where it holds."""
    given: dict[tuple[int, str], set[int]] = {}
    for row in assigned:
        if runs[row[0]] and row[4] in GIVING and "." not in row[1]:
            given.setdefault(row[:2], set()).add(row[6])
    others = {place for place, bytes_of in given.items() if len(bytes_of) > 1}
    for row in assigned:
        if row[4] in DECLARING and row[:2] in others:
            around = (node for node in ancestors.at(row[6]) if node.type in language.inner_scopes)
            if (inner := next(around, None)) is not None:
                yield row, (inner.start_byte, inner.end_byte)
