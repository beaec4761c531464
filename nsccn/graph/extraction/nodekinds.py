"""Which kinds of nodes a file must have for a pattern to match in it, as far as the pattern's text tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

Needs: TypeAlias = "str | tuple[Needs, ...] | frozenset[Needs]"
"""A kind that some node is of; all of several needs; or one of several."""

_KIND: Final = re.compile(r"[A-Za-z]\w*")


def kinds_in(root: Node) -> set[str]:
    """Return the kinds of all nodes of a tree, tokens included."""
    kinds: set[str] = set()
    cursor = root.walk()
    while True:
        if (node := cursor.node) is not None:
            kinds.add(node.type)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return kinds


def are_met(needs: Needs, kinds: AbstractSet[str]) -> bool:
    """Whether a tree with nodes of these kinds has what a pattern needs."""
    if isinstance(needs, str):
        return needs in kinds
    met = (are_met(part, kinds) for part in needs)
    return any(met) if isinstance(needs, frozenset) else all(met)


def needed_kinds(pieces: Sequence[str]) -> Needs:
    """Return what each match needs, from the pieces of a pattern without its predicates."""
    return tuple(needs for needs in _each(pieces) if needs != ())


def _each(pieces: Sequence[str]) -> Iterator[Needs]:
    """Yield what each part needs that stands side by side with others."""
    place = 0
    while place < len(pieces):
        end = _end(pieces, place)
        if pieces[place][0] in '(["':
            is_optional = pieces[end : end + 1] in (["?"], ["*"])
            yield () if is_optional else _needs(pieces[place:end])
        place = end


def _needs(pieces: Sequence[str]) -> Needs:
    """Return what one part needs: a node with its children, a group, a choice or a token."""
    first, *inside = pieces
    if first == "[":
        return frozenset(_each(inside[:-1]))
    if first == "(":
        kind = _KIND.fullmatch(inside[0])
        return (*([kind[0]] if kind else []), *needed_kinds(inside[:-1]))
    return () if "\\" in first else first[1:-1]


def _end(pieces: Sequence[str], place: int) -> int:
    """Return the place behind what begins at one."""
    depth = 0
    for end, piece in enumerate(pieces[place:], place + 1):
        depth += (piece in "([") - (piece in ")]")
        if depth == 0:
            return end
    return len(pieces)
