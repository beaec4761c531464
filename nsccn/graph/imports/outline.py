"""Languages of which only the definitions are read: none of their files imports another one."""

from __future__ import annotations

from nsccn.graph.imports.base import ImportStrategy


class Outline(ImportStrategy):
    """Finds no import."""
