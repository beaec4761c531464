"""Where names stand for any type: in the declarations that state them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader


class TypeVariables:
    """The names of a file that stand for any type, each with the stretches in which it does."""

    def __init__(self, reader: Reader) -> None:
        self._found: dict[str, list[tuple[int, int]]] = {}
        for node, parts in reader.found.get("typevariable", ()):
            around = node.parent.parent if node.parent is not None else None
            if around is not None:
                name = text_of(parts["name"][0], reader.data)
                self._found.setdefault(name, []).append((around.start_byte, around.end_byte))

    def has(self, name: str, byte: int) -> bool:
        """Whether a name stands for any type at a byte."""
        return any(start <= byte < end for start, end in self._found.get(name, ()))
