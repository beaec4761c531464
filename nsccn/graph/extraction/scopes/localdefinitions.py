"""Functions and types that functions without a name declare, or blocks: they have their names in there alone.

Several may have one name beside one another, as in the callbacks of tests or in the wrappers of a bundle. A use of such
a name names the definition that holds where it stands by its ordinal, as `Child@block#8`, and none, as `Child@block#`,
where all of them stand in functions elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.model import RECURSIVE
from nsccn.graph.notation.marks import ORDINAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.ancestors import Ancestors
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition

_NUMBER: Final = re.compile(r"#\d+")
"""Tells redefinitions apart in qualified names."""
_DECLARED: Final = FUNCTION_KINDS | TYPE_KINDS


class LocalDefinition(NamedTuple):
    """A definition that has its name in a part only of what is around it."""

    scope: int
    name: str
    start: int
    end: int
    ordinal: int
    is_in_function: bool
    """The part is a function without a name."""

    @property
    def variable(self) -> str:
        """What uses of it are named."""
        return f"{self.name}{ORDINAL}{self.ordinal}"


def local_definitions(
    ancestors: Ancestors, definitions: Sequence[Definition], language: Language
) -> Iterator[LocalDefinition]:
    """Yield such definitions of a file."""
    functions = frozenset().union(*language.hoisted.values())
    for ordinal, item in enumerate(definitions):
        if ordinal == 0 or item.kind not in _DECLARED or "declared" in item.modifiers:
            continue
        if RECURSIVE in item.modifiers:
            place = item.full_range
            yield LocalDefinition(
                item.parent, item.name, place.start_byte, place.end_byte, ordinal, is_in_function=False
            )
        if item.is_loose or RECURSIVE in item.modifiers:
            continue
        holder = definitions[item.parent]
        if _NUMBER.sub("", item.qualified_name) != _NUMBER.sub("", _qualified(holder, item)):
            continue  # it is a member of something, and has no name without it
        if holder.kind in TYPE_KINDS or (item.parent and holder.kind not in FUNCTION_KINDS):
            continue
        block, function = _parts_around(ancestors, item, language, functions)
        if block is None or not _is_inside(block, holder, item.parent):
            continue
        is_in_function = function is not None and _is_inside(function, holder, item.parent)
        yield LocalDefinition(
            item.parent, item.name, block.start_byte, block.end_byte, ordinal, is_in_function
        )


def _qualified(around: Definition, item: Definition) -> str:
    """Return the name of what has its name by itself in what is around it."""
    return f"{around.qualified_name}.{item.name}" if around.parent >= 0 else item.name


def _parts_around(
    ancestors: Ancestors, item: Definition, language: Language, functions: frozenset[str]
) -> tuple[Node | None, Node | None]:
    """Return the block in which a definition has its name, and the function around it."""
    start, end = item.full_range.start_byte, item.full_range.end_byte
    block, ends = None, language.blocks
    for node in ancestors.at(start):
        if node.end_byte < end - 1:
            continue  # a part of the definition
        kind = node.type
        if block is None:
            ends = language.hoisted.get(kind, ends)
        if node.start_byte >= start and node.end_byte <= end:
            continue
        if block is None and kind in ends:
            block = node
        if kind in functions:
            return block, node
    return block, None


def _is_inside(node: Node, around: Definition, ordinal: int) -> bool:
    """Whether a node is only a part of what a definition runs."""
    if ordinal == 0:
        return True
    return around.body_start < node.start_byte and node.end_byte < around.body_end
