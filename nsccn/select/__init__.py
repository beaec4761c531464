"""Context under a budget: which pieces of a repository, at which detail, serve a task best.

The names below are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.select.api import select_context, select_context_from_repo
    from nsccn.select.selection import Selection
    from nsccn.select.weights import WeightConfig

__all__ = ["Selection", "WeightConfig", "select_context", "select_context_from_repo"]

_HOME = {
    "Selection": "nsccn.select.selection",
    "WeightConfig": "nsccn.select.weights",
    "select_context": "nsccn.select.api",
    "select_context_from_repo": "nsccn.select.api",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
