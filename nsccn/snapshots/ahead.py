"""What linking is likely to read when a file has changed: what the file was linked to before.

Extraction keeps another process busy; meanwhile these facts are read, so that linking need not wait for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.linkrows import PREFIX as LINKS
from nsccn.graph.linking.linkrows import SLOT

if TYPE_CHECKING:
    from collections.abc import Collection

    from nsccn.graph.codegraph import CodeGraph

_MOST_CHANGED: Final = 8
_MOST_READ: Final = 64


def likely_read(graph: CodeGraph, changed: Collection[str]) -> list[str]:
    """Return the paths of the files whose facts are likely to be read; none after a change so large that all is busy.

    Args:
        graph: the state before.
        changed: the paths of the files that are other now.
    """
    slots = [slot for slot in map(graph.file_slot, changed) if slot is not None]
    if len(slots) > _MOST_CHANGED:
        return []
    found_in, targets = (graph.arrays[f"{LINKS}edge.{name}"] for name in (SLOT, "target"))
    ends = targets[np.isin(found_in, slots)]
    files, times = np.unique(graph.file[ends[ends >= 0]], return_counts=True)
    most_linked = files[np.argsort(-times, kind="stable")][:_MOST_READ]
    return [graph.paths[slot] for slot in sorted({*slots, *most_linked.tolist()})]
