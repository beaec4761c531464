"""What destructuring patterns take out of an object: `const { cart } = shop`, `({ cart }) => ...` of a stated type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.definitions.documented import parameter_types
from nsccn.graph.extraction.scopes.contextual import contextual
from nsccn.graph.extraction.source import one_line, text_of
from nsccn.graph.notation.annotation import part_types

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm

_NAMELESS: Final = "parameter@"
"""Begins the name by which a parameter goes that has a pattern for a name; its place among the others follows."""
_OF_OTHERS: Final = "pattern@"
"""The same of a function without a name inside of another; where it begins follows."""
_OWN_OBJECT: Final = "self"
"""What is of the type around has the members that the object around has."""
_BETWEEN: Final = frozenset("(),")
_NAMED: Final = re.compile(r"(?:&|mut\s+|ref\s+)*([^\W\d]\w*|\.\.)")
"""A name in a pattern, with what says how it takes its value, and what stands for others."""
_NOBODY: Final = ("_", "..")
_PATH: Final = re.compile(r"[^\W\d][\w$]*(?:\(\)|\[\])*(?:\.[^\W\d][\w$]*(?:\(\)|\[\])*)*")


class Destructured(NamedTuple):
    """A member that is taken out of an object."""

    value: str
    """The expression of the member, empty where the object is unknown."""
    nameless: str = ""
    """The name of the object, where the code gives it none."""
    annotation: str = ""
    """Its type."""


def destructured(reader: Reader, whole: Node, parts: Parts, scope: int, form: AssignmentForm) -> Destructured:
    """Return what a pattern takes out, by one of the names in it; of form `loop` of each element."""
    member = ".".join(text_of(step, reader.data) for step in parts["taken"])
    if "source" in parts:
        source = reader.value(parts["source"][0], scope)
        source = _OWN_OBJECT if source == reader.language.own_type else source
        source += "[]" if source and form == "loop" else ""
        return Destructured(f"{source}.{member}" if _PATH.fullmatch(source) else "")
    step = pattern_of(whole, parts)
    annotation = one_line(reader.run(parts["type"])).lstrip(": ") if "type" in parts else ""
    is_own = whole.start_byte < reader.definitions[scope].body_start  # of no function without a name inside
    if is_own and not annotation:
        annotation = _documented(reader, whole, step, scope)
    if not annotation and reader.language.contextual_types:
        annotation = contextual(reader, step, scope)
    if not annotation and not is_own:
        return Destructured("")
    nameless = nameless_parameter(whole, step) if is_own else f"{_OF_OTHERS}{step.start_byte}"
    return Destructured(f"{nameless}.{member}", nameless, annotation)


def pattern_of(whole: Node, parts: Parts) -> Node:
    """Return the pattern in `whole` that one of its names stands in."""
    step = parts["target"][0]
    while step.parent is not None and step.parent != whole:
        step = step.parent
    return step


def nameless_parameter(whole: Node, pattern: Node) -> str:
    """Return the name by which a parameter of a definition goes that has a pattern for a name."""
    return f"{_NAMELESS}{_place(whole, pattern)}"


def _place(whole: Node, parameter: Node) -> int:
    """Return how many parameters stand before one."""
    return sum(
        child.start_byte < parameter.start_byte for child in whole.named_children if child.type != "comment"
    )


def _documented(reader: Reader, whole: Node, step: Node, scope: int) -> str:
    """Return the type that the comment of a function states of one of its parameters, by its place among them."""
    definition = reader.definitions[scope]
    if not reader.language.documented_types or "@param" not in definition.doc:
        return ""
    types = parameter_types(definition.doc)
    place = _place(whole, step)
    return types[place] if place < len(types) else ""


def typed_parts(pattern: Node, annotation: str, reader: Reader) -> list[tuple[str, str]]:
    """Return the names in a pattern for several values, each with its type as far as the type of the whole tells.

    `fn pay((cart, (till, _)): (Cart, (Till, u8)))` has a `cart` of `Cart` and a `till` of `Till`. There are none where
    one of them is a pattern of another kind.
    """
    found: list[tuple[int, str, str]] = []
    pending = [(pattern, annotation)]
    while pending:
        whole, stated = pending.pop()
        inside = [one for one in whole.children if one.type not in _BETWEEN and not one.is_extra]
        types = part_types(stated.lstrip("& "))
        types = types if len(types) == len(inside) else ("",) * len(inside)
        for one, kind in zip(inside, types, strict=True):
            named = _NAMED.fullmatch(text_of(one, reader.data))
            if one.type in reader.language.sequences:
                pending.append((one, kind))
            elif named is None:
                return []
            elif named[1] not in _NOBODY:
                found.append((one.start_byte, named[1], kind))
    return [(name, kind) for _, name, kind in sorted(found)]
