"""Which definitions a skeleton shows by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.model import NAMELESS

if TYPE_CHECKING:
    from nsccn.graph.model import Definition, FileFacts


def is_shown(item: Definition, facts: FileFacts) -> bool:
    """Whether a definition is shown: one that is loose only where it is a named member of a variable of the file.

    What such a variable offers is what its file is there for, as the routes of a router are.
    """
    if not item.is_loose:
        return True
    around = facts.definitions[item.parent]
    return item.name != NAMELESS and around.kind == "var" and around.parent == 0
