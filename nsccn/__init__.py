"""A code navigator: a repository as a graph of files, entities and edges, read in few tokens.

Importing this package imports nothing else; the names below are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.index import RepoIndex
    from nsccn.select import WeightConfig, select_context, select_context_from_repo

__version__ = "0.1.0"

__all__ = ["RepoIndex", "WeightConfig", "__version__", "select_context", "select_context_from_repo"]

_HOME = {
    "RepoIndex": "nsccn.index",
    "WeightConfig": "nsccn.select",
    "select_context": "nsccn.select",
    "select_context_from_repo": "nsccn.select",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
