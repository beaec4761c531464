"""How much of a piece of code is shown."""

from __future__ import annotations

from enum import IntEnum


class Detail(IntEnum):
    """A level of detail; each shows all that the one before shows, and more."""

    NAME = 0
    """That it is there: its kind and name."""
    SIGNATURE = 1
    """How it is used: declarations with types and defaults, without documentation, comments and bodies."""
    DOC = 2
    """What it does: with the first paragraph of its documentation."""
    BODY = 3
    """How it does it: the source, word for word."""
