"""Who runs what parameters begin with, where that happens when the function is made: `def run(pause=wait(3))`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader


def running(reader: Reader, scope: int, byte: int) -> int:
    """Return the scope that runs code which a scope holds: of what parameters begin with, what makes the function."""
    made = reader.definitions[scope]
    is_default = byte < made.body_start and reader.language.early_defaults and made.kind in FUNCTION_KINDS
    return reader.scopes[made.parent] if is_default else scope
