"""Functions without a name, and which of them the code around them runs."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from nsccn.graph.regions import Region

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Found


def closures(found: Found) -> list[Region]:
    """Return the functions without a name that are not called where they stand, numbered from one."""
    return _numbered([node for node, _ in found.get("closure", ())])


def left_closures(found: Found, data: bytes, returned: AbstractSet[int]) -> list[Region]:
    """Return those of them that the code around does not run, numbered from one.

    One that a variable holds is run by the function around it where that calls the variable and hands its error on;
    `returned` are calls whose error a later return hands on.
    """
    nodes = [node for node, _ in found.get("closure", ())]
    run = _run(found, data, returned) if "held" in found else frozenset()
    return _numbered([node for node in nodes if node.start_byte not in run])


def _numbered(nodes: list[Node]) -> list[Region]:
    return [Region(node.start_byte, node.end_byte, number) for number, node in enumerate(nodes, 1)]


def _run(found: Found, data: bytes, returned: AbstractSet[int]) -> frozenset[int]:
    """Return where the functions begin that a variable holds whose error a call of it in the same block hands on."""
    handed: dict[bytes, list[int]] = defaultdict(list)
    for _, parts in found.get("call", ()):
        callee = parts["callee"][0] if "callee" in parts else None
        if callee is None or callee.named_child_count:
            continue
        if "propagates" in parts or callee.start_byte in returned:
            handed[data[callee.start_byte : callee.end_byte]].append(callee.start_byte)
    return frozenset(
        parts["value"][0].start_byte
        for whole, parts in found["held"]
        if _is_called(whole, handed.get(_text(parts["target"][0], data), []), found)
    )


def _text(node: Node, data: bytes) -> bytes:
    return data[node.start_byte : node.end_byte]


def _is_called(whole: Node, calls: list[int], found: Found) -> bool:
    """Whether one of some calls stands behind a declaration in its block, and in no function without a name there."""
    block = whole.parent
    if block is None:
        return False
    behind = [byte for byte in calls if whole.end_byte <= byte < block.end_byte]
    inner = [
        node for node, _ in found.get("closure", ()) if whole.end_byte <= node.start_byte < block.end_byte
    ]
    return any(not any(node.start_byte <= byte < node.end_byte for node in inner) for byte in behind)
