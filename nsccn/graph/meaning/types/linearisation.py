"""Ways to put a type before its bases: the merge of C3, and breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable


def merge(sequences: list[list[int]]) -> list[int] | None:
    """The merge of C3 linearisation (Barrett et al. 1996); None where the hierarchy is inconsistent."""
    merged: list[int] = []
    pending = [sequence for sequence in sequences if sequence]
    while pending:
        for sequence in pending:
            head = sequence[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            return None
        merged.append(head)
        pending = [rest for sequence in pending if (rest := [item for item in sequence if item != head])]
    return merged


def breadth_first(cls: int, bases: Callable[[int], Iterable[int]]) -> tuple[int, ...]:
    """Return a type and all above it, those that are nearer first."""
    order: dict[int, None] = {}
    pending = deque([cls])
    while pending:
        entity = pending.popleft()
        if entity not in order:
            order[entity] = None
            pending.extend(bases(entity))
    return tuple(order)
