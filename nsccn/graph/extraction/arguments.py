"""What a call is given, as far as it tells overloads apart."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.language import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

GIVEN: Final = "("
"""Begins the arguments in the detail of a call."""
TYPED: Final = '"'
"""Begins an argument whose type the text says; else it is an expression."""
_BETWEEN: Final = ","
_ARRAY: Final = "[]"
"""Stands for the type that a node names, with its dimensions."""
_Stated = dict[str, list[tuple[re.Pattern[str] | None, str]]]
POINTED: Final = ("&", "*")
"""Begin an argument that points to what an expression is, or is what it points to."""


def written_arguments(reader: Reader, node: Node, scope: int) -> tuple[str, int]:
    """Return the arguments of a call for its detail, which `read_arguments` reads, and their number."""
    stated = _stated_types(reader.language.name)
    found = [
        _argument(reader, child, kind, stated, scope)
        for child in node.named_children
        if not (kind := child.type).endswith("comment")
    ]
    return GIVEN + _BETWEEN.join(found) if found else "", len(found)


def read_arguments(detail: str) -> tuple[str, ...]:
    """Return the expressions of a call's arguments, or their types behind `TYPED`.

    >>> read_arguments('closure(name,"String')
    ('name', '"String')
    """
    _, is_given, text = detail.partition(GIVEN)
    return tuple(text.split(_BETWEEN)) if is_given else ()


def renamed_arguments(detail: str, renamed: Callable[[str], str]) -> str:
    """Return the detail of a call with other names in its arguments."""
    before, is_given, text = detail.partition(GIVEN)
    if not is_given:
        return detail
    return before + GIVEN + _BETWEEN.join(_renamed(one, renamed) for one in text.split(_BETWEEN))


def _renamed(one: str, renamed: Callable[[str], str]) -> str:
    if one.startswith(TYPED):
        return one
    return one[0] + renamed(one[1:]) if one.startswith(POINTED) else renamed(one)


def _argument(reader: Reader, node: Node, kind: str, stated: _Stated, scope: int) -> str:
    if kind != "identifier":
        for pattern, said in stated.get(kind, ()):
            if said in ("", _ARRAY):
                written = node.child_by_field_name("type")
                levels = _ARRAY * sum(child.type.startswith("dimensions") for child in node.children)
                return TYPED + _plain(text_of(written, reader.data)) + levels if written is not None else ""
            if pattern is None or pattern.search(text_of(node, reader.data)):
                return TYPED + said
    found = reader.expression(node, scope)
    if kind == "pointer_expression":
        found = text_of(node, reader.data)[0] + found
    return "" if _BETWEEN in found else found


def _plain(text: str) -> str:
    """Return a type without what may stand between its brackets."""
    return re.sub(r"<.*>|\s", "", text, flags=re.DOTALL).replace(_BETWEEN, "")


@cache
def _stated_types(language: str) -> _Stated:
    """Return by node what tells the type of an argument: patterns of its text, and the type."""
    found: _Stated = {}
    for kind, pattern, said in load(language).argument_types:
        found.setdefault(kind, []).append((re.compile(pattern) if pattern else None, said))
    return found
