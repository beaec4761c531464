"""How near files lie to each other, by the folders around them."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import commonpath


def is_nearest(path: str, others: Iterable[str], line: str) -> bool:
    """Whether none of several files is nearer to a line that may belong to any: each may be another program's."""
    return all(shared_folders(path, line) >= shared_folders(other, line) for other in others)


def shared_folders(one: str, other: str) -> int:
    """Return how many folders around two files are the same."""
    return commonpath(["/" + one, "/" + other]).rstrip("/").count("/")
