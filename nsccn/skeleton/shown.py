"""Which definitions a skeleton shows by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.model import Definition, FileFacts


def is_shown(item: Definition, facts: FileFacts) -> bool:
    """Whether a definition is shown: one that is loose only where it is a member of a variable of the file.

    What such a variable offers is what its file is there for, as the routes of a router are.
    """
    around = facts.definitions[item.parent]
    return not item.is_loose or (around.kind == "var" and around.parent == 0)
