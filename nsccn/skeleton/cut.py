"""What a skeleton leaves out, in one piece."""

from __future__ import annotations

from typing import NamedTuple


class Cut(NamedTuple):
    """A stretch that is left out, and what stands in its place."""

    start: int
    end: int
    mark: bytes = b""
    joins: bool = False
    """The mark belongs behind the last text before, even if that is on a line above."""
    is_comment: bool = False
