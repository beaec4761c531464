"""Reads captures of one file as places in it and as expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nsccn.graph.expression import LONGEST, UNKNOWN, expression, last_name
from nsccn.graph.source import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.declare import Declarations
    from nsccn.graph.language import Language
    from nsccn.graph.queries import Found, Parts

_MODULE_PATH = re.compile(r"[&*\s]*(?:mut\s+)?(?:(?:self|super)\s*::\s*)+")


class Reader:
    """Tells whose code a byte is, and what the text of a node stands for there."""

    def __init__(self, found: Found, data: bytes, language: Language, declarations: Declarations) -> None:
        self.found = found
        self.data = data
        self.language = language
        self.line = declarations.lines.line
        self.definitions = declarations.definitions
        self.owner = declarations.regions.owner
        self._scopes = declarations.scopes
        self._receivers = _receivers(declarations)

    def scope(self, byte: int) -> int:
        """Return the ordinal of the innermost definition that runs the code at a byte."""
        return self._scopes[self.owner(byte)]

    def nodes(self, main: str, part: str) -> Iterator[Node]:
        """Yield the nodes of a part of each main capture, the main capture itself where the part is missing."""
        for node, parts in self.found.get(main, ()):
            yield from parts.get(part, (node,))

    def run(self, nodes: list[Node]) -> str:
        """Return the text of a run of nodes."""
        return self.data[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")

    def expression(self, node: Node, scope: int) -> str:
        """Return the expression of a node."""
        if node.end_byte - node.start_byte > LONGEST:
            end = self.data[node.end_byte - LONGEST : node.end_byte]
            return last_name(end.decode("utf-8", "replace"))
        return self.written(text_of(node, self.data), scope)

    def written(self, text: str, scope: int) -> str:
        """Return the expression that a text writes, with `self` for the object around it."""
        if self.language.module_paths and "::" in text and (found := _MODULE_PATH.match(text)):
            rest = expression(text[found.end() :])
            return rest if rest == UNKNOWN else "super::." * found.group().count("super") + rest
        return self.rooted(expression(text), scope)

    def rooted(self, path: str, scope: int) -> str:
        """Return a path with `self` for the name that a method has for its object."""
        receiver = self._receivers[scope]
        if receiver and path.startswith(receiver):
            rest = path[len(receiver) :]
            if not rest or rest[0] in ".([":
                return "self" + rest
        return path

    def value(self, parts: Parts, scope: int) -> str:
        """Return the expression of a value, empty where it says nothing."""
        nodes = parts.get("value")
        if not nodes:
            return ""
        node = nodes[0]
        if node.end_byte - node.start_byte > LONGEST:
            callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
            return f"{self.expression(callee, scope)}()" if callee else ""
        found = self.expression(node, scope)
        return "" if found.startswith(UNKNOWN) else found


def _receivers(declarations: Declarations) -> list[str]:
    """Return for each ordinal the name of the object around it where that is not already `self`."""
    receivers: list[str] = []
    for definition in declarations.definitions:
        own = definition.receiver
        inherited = (
            receivers[definition.parent] if definition.parent >= 0 and definition.kind == "func" else ""
        )
        receivers.append((own if own != "self" else "") or inherited)
    return receivers
