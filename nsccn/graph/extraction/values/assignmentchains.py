"""What the last link of a chain of assignments gives to the targets of all its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.expressionnodes import in_brackets

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.language import Language

_End = tuple["Node | None", "Node | None"]
"""The target and the value of the last assignment of a chain."""


class AssignmentChains:
    """The chains of a file, each of which is walked once, from whichever of its links is asked for first."""

    def __init__(self, language: Language) -> None:
        self._nodes, self._handed = language.nodes, language.handed_functions
        self._ends: dict[tuple[int, str], _End] = {}
        """By the node of a link and the type of what its chain begins with."""

    def last(self, whole: Node, value: Node | None) -> Node | None:
        """Return what all targets of `a = b = f` are given; of a function that is named after the last, that name."""
        first = "" if whole.type in self._nodes.assignments else whole.type
        target: Node | None = None
        passed: list[tuple[int, str]] = []
        while (link := self._next(whole, value, first)) is not None:
            known = self._ends.get((link.id, first))
            if known is not None:
                target, value = known
                break
            passed.append((link.id, first))
            # `children` would be kept with each of them.
            whole, target, value = link, link.child(0), link.child(link.child_count - 1)
        self._ends.update(dict.fromkeys(passed, (target, value)))
        is_function = value is not None and value.type in self._handed
        return target if is_function and target is not None else value

    def _next(self, whole: Node, value: Node | None, first: str) -> Node | None:
        """Return the assignment that another one has for a value."""
        if value is None or not value.child_count:
            return None
        inside = in_brackets(value, self._nodes)
        if inside.type != first and inside.type not in self._nodes.assignments:
            return None
        if value.end_byte != whole.end_byte or not inside.child_count:
            return None
        # Where an assignment is an operation as others are, only the operator tells it.
        is_another = inside.type == whole.type and _operator(inside) != _operator(whole)
        return None if is_another else inside


def _operator(node: Node) -> str:
    """Return what stands between the operands of a node."""
    between = node.child(1) if node.child_count > 1 else None
    return between.type if between is not None else ""
