"""Paths by their folders: how near two files are, and where a relative path leads."""

from __future__ import annotations

from collections.abc import Sequence


def shared_folders(path: str, other: str) -> int:
    """Return the number of leading folders that two paths share; very many where one has all of the other's."""
    pairs = zip(path.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((depth for depth, (one, two) in enumerate(pairs) if one != two), 1 << 10)


def nearest_first(path: str, slots: tuple[int, ...], paths: Sequence[str]) -> tuple[int, ...]:
    """Return slots of files, those first that share most folders with a path."""
    if len(slots) < 2:
        return slots
    return tuple(sorted(slots, key=lambda other: (-shared_folders(path, paths[other]), other)))


def joined(folder: str, path: str) -> str:
    """Return where a path leads from a folder, never above the root."""
    steps = folder.split("/") if folder else []
    for step in path.split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)
