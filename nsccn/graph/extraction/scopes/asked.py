"""Where the code runs that a test has let through: what the test is a part of decides.

A test may be joined with others and be turned round, `if flag and not (isinstance(...) or other)`. So from the test the
way goes outwards, with what is known so far: that it held, or that it did not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.source import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language


_FARTHEST: Final = 32
"""Nodes around a test beyond which nothing is said of what it lets through."""
_JOINING: Final = frozenset({"all", "any"})
_ALWAYS: Final = re.compile(r"\(\s*true\s*\)", re.IGNORECASE)


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
        elif way == "case":
            yield from _case(reader, parent, at) if held else ()
            break
        elif way != "same" and (way != "one" or parent.named_child_count > 1):
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


def _case(reader: Reader, case: Node, test: Node) -> Iterator[Region]:
    """Yield what a case runs whose test held, in what chooses by which test holds: `switch (true)`, `match (true)`.

    Another case before it that runs into this one lets through what its own test did.
    """
    block, first, before = case.parent, case.named_children[0], case.prev_named_sibling
    switch = block.parent if block is not None else None
    chosen = switch.child_by_field_name("condition") if switch is not None else None
    runs_on = before is not None and before.type == case.type and before.named_child_count == 1
    if (
        chosen is not None
        and test.id == first.id
        and not runs_on
        and _ALWAYS.fullmatch(text_of(chosen, reader.data))
    ):
        yield Region(test.end_byte, case.end_byte, case)


def _is_condition(statement: Node, test: Node) -> bool:
    condition = statement.child_by_field_name("condition")
    return condition is not None and condition.id == test.id


def _branches(language: Language, statement: Node, *, held: bool) -> Iterator[Region]:
    """Yield what a statement runs where its condition held, or did not: then what follows it too, if it leaves else."""
    body, around = statement.child_by_field_name("body"), statement.parent
    consequence = statement.child_by_field_name("consequence") or body
    if held:
        yield from (_whole(consequence),) if consequence is not None else ()
        return
    siblings = around.children_by_field_name("alternative") if around is not None else []
    is_alternative = any(one.id == statement.id for one in siblings)
    own = statement.children_by_field_name("alternative")
    others = [one for one in siblings if one.start_byte > statement.start_byte] if is_alternative else own
    yield from map(_whole, others)
    last = [consequence, *consequence.named_children[-1:]] if consequence is not None else []
    last.extend(one.named_children[0] for one in tuple(last) if one.named_child_count == 1)
    leaves = statement.type not in language.loops and any(one.type in language.leaving for one in last)
    if leaves and around is not None and not (others or is_alternative):
        yield Region(statement.end_byte, around.end_byte, around)


def _whole(node: Node) -> Region:
    return Region(node.start_byte, node.end_byte, node)
