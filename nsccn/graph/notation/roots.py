"""The name by which an expression means what it does."""

from __future__ import annotations

from functools import lru_cache

from nsccn.graph.notation.expression import PATH, TYPED_BY, from_private
from nsccn.graph.notation.results import MADE_FOR


@lru_cache(maxsize=1 << 14)
def deciding_root(expression: str) -> str | None:
    """Return the name that decides in which scopes an expression means the same; None where each is its own."""
    if from_private(expression) or expression.startswith(PATH):
        return None
    if MADE_FOR in expression or TYPED_BY in expression:
        return None
    root = expression.partition(".")[0]
    return root.replace("()", "").replace("[]", "") if root[-1:] in (")", "]") else root
