"""Which definitions a skeleton shows by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.model import NAMELESS

if TYPE_CHECKING:
    from nsccn.graph.model import Definition, FileFacts


def is_shown(item: Definition, facts: FileFacts) -> bool:
    """Whether a definition is shown: one that is loose only where it has a name and no function is around it.

    What a variable or a value of the file offers is what the file is there for, as the routes of a router are.
    """
    if not item.is_loose:
        return True
    around = facts.definitions[item.parent]
    return item.name != NAMELESS and (item.parent == 0 or (around.kind == "var" and around.parent == 0))
