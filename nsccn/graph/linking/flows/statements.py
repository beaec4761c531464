"""The statements of one file after another that give something a value: which of them a call stands in."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.packed import AssignmentRow


class Statements:
    """Numbers the assignments of each scope, so that two calls of one function are told apart."""

    def __init__(self, forms: AbstractSet[str]) -> None:
        """`forms` are those of the assignments that count."""
        self._forms = forms
        self._rows: Sequence[AssignmentRow] = ()
        self._starts: dict[int, list[int]] | None = None

    def begin_file(self, rows: Sequence[AssignmentRow]) -> None:
        """Take the assignments of a file."""
        self._rows, self._starts = rows, None

    def number(self, scope: int, byte: int) -> int:
        """Return how many assignments of a scope, by its ordinal in the file, begin at a byte or before it."""
        if self._starts is None:
            self._starts = {}
            for at, _, _, _, form, _, start in self._rows:
                if form in self._forms:
                    self._starts.setdefault(at, []).append(start)
            for starts in self._starts.values():
                starts.sort()
        return bisect_right(self._starts.get(scope, ()), byte)
