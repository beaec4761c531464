"""By which names helpers spell the paths that Rails draws: `close_admin_cart_path` for `/admin/carts/:id/close`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SINGULAR: Final = {
    "children": "child",
    "people": "person",
    "indices": "index",
    "media": "medium",
    "movies": "movie",
    "series": "series",
    "statuses": "status",
    "status": "status",
    "aliases": "alias",
    "buses": "bus",
    "news": "news",
    "ies": "y",
    "sses": "ss",
    "xes": "x",
    "ches": "ch",
    "shes": "sh",
    "shoes": "shoe",
    "oes": "o",
    "lves": "lf",
    "ss": "ss",
    "s": "",
}
"""Ends of words for several -> those for one; the first that fits counts."""


def helper_name(action: str, parts: Sequence[str]) -> str:
    """Return by what name helpers spell a path: `close_admin_cart` for `/admin/carts/:id/close`."""
    parts = list(parts)
    is_action = bool(parts) and parts[-1] in {action, "new", "edit"}
    action = parts.pop() if is_action else ""
    names = [
        singular(part) if place + 1 < len(parts) and parts[place + 1].startswith(":") else part
        for place, part in enumerate(parts)
        if not part.startswith((":", "*"))
    ]
    if action == "new" and names:
        names[-1] = singular(names[-1])
    return "_".join(filter(None, (action, *names))).replace("-", "_") or "root"


def plain_helper_name(parts: Sequence[str]) -> str:
    """Return by what name helpers spell a path outside of resources: `inbox_unread` for `/inbox/unread`."""
    return "_".join(part for part in parts if not part.startswith((":", "*"))).replace("-", "_") or "root"


def singular(name: str) -> str:
    """Return a word for several as it is for one.

    >>> singular("stories"), singular("carts"), singular("people"), singular("status")
    ('story', 'cart', 'person', 'status')
    """
    end = next(filter(name.endswith, _SINGULAR), "")
    return name.removesuffix(end) + _SINGULAR.get(end, "")
