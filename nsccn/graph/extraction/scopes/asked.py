"""Where the code runs that a test has let through: what the test is a part of decides.

A test may be joined with others and be turned round, `if flag and not (isinstance(...) or other)`. So from the test the
way goes outwards, with what is known so far: that it held, or that it did not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language


_FARTHEST: Final = 32
"""Nodes around a test beyond which nothing is said of what it lets through."""
_JOINING: Final = frozenset({"all", "any"})


class Region(NamedTuple):
    """A part of a file, and the node that it lies in."""

    start: int
    end: int
    around: Node


def regions(reader: Reader, test: Node) -> Iterator[Region]:
    """Yield the parts of a file that run only where a test held."""
    language = reader.language
    at, held, joined = test, True, test
    for _ in range(_FARTHEST):
        parent = at.parent
        way = _way(language, parent) if parent is not None else ""
        if parent is None or (way in _JOINING and held != (way == "all")):
            break
        if way == "not":
            held = not held
        elif way in _JOINING:
            joined = parent
        elif way != "same":
            yield from _behind(language, parent, at, way, held=held)
            break
        at = parent
    if joined.end_byte > test.end_byte:
        yield Region(test.end_byte, joined.end_byte, joined)


def _way(language: Language, node: Node) -> str:
    """Return what a node does with a test in it, by its type, or by that and its operator."""
    way = language.test_contexts.get(node.type)
    if (
        way is None
        and node.child_count in (2, 3)
        and (operator := node.child(node.child_count - 2)) is not None
    ):
        way = language.test_contexts.get(f"{node.type} {operator.type}")
    return way or ""


def _behind(language: Language, parent: Node, test: Node, way: str, *, held: bool) -> Iterator[Region]:
    """Yield what a statement or an expression runs where the whole of its test held, or did not."""
    if way == "assertion" and held and parent.parent is not None:
        yield Region(parent.end_byte, parent.parent.end_byte, parent.parent)
    elif way == "filter" and held and parent.parent is not None:
        yield from map(_whole, parent.parent.children_by_field_name("body"))
    elif way == "choice" and parent.named_child_count == 3 and parent.named_children[1].id == test.id:
        yield _whole(parent.named_children[0 if held else 2])
    elif way == "branch" and _is_condition(parent, test):
        yield from _branches(language, parent, held=held)


def _is_condition(statement: Node, test: Node) -> bool:
    condition = statement.child_by_field_name("condition")
    return condition is not None and condition.id == test.id


def _branches(language: Language, statement: Node, *, held: bool) -> Iterator[Region]:
    """Yield what a statement runs where its condition held, or did not: then what follows it too, if it leaves else."""
    consequence, around = statement.child_by_field_name("consequence"), statement.parent
    if held:
        run = consequence or statement.child_by_field_name("body")
        yield from (_whole(run),) if run is not None else ()
        return
    siblings = around.children_by_field_name("alternative") if around is not None else []
    is_alternative = any(one.id == statement.id for one in siblings)
    own = statement.children_by_field_name("alternative")
    others = [one for one in siblings if one.start_byte > statement.start_byte] if is_alternative else own
    yield from map(_whole, others)
    last = (consequence, *consequence.named_children[-1:]) if consequence is not None else ()
    leaves = any(one.type in language.leaving for one in last)
    if leaves and around is not None and not (others or is_alternative):
        yield Region(statement.end_byte, around.end_byte, around)


def _whole(node: Node) -> Region:
    return Region(node.start_byte, node.end_byte, node)
