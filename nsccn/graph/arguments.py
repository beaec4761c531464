"""What a call is given, as far as it tells overloads apart."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.source import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from nsccn.graph.reader import Reader

GIVEN: Final = "("
"""Begins the arguments in the detail of a call."""
TYPED: Final = '"'
"""Begins an argument whose type the text says; else it is an expression."""
_BETWEEN: Final = ","


def written_arguments(reader: Reader, node: Node, scope: int) -> str:
    """Return the arguments of a call for its detail; `read_arguments` reads them."""
    return GIVEN + _BETWEEN.join(_argument(reader, child, scope) for child in node.named_children)


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
    given = (one if one.startswith(TYPED) else renamed(one) for one in text.split(_BETWEEN))
    return before + GIVEN + _BETWEEN.join(given)


def _argument(reader: Reader, node: Node, scope: int) -> str:
    for kind, pattern, stated in reader.language.argument_types:
        if kind != node.type:
            continue
        text = text_of(node, reader.data)
        if not stated:
            written = node.child_by_field_name("type")
            return TYPED + _plain(text_of(written, reader.data)) if written is not None else ""
        if _compiled(pattern).search(text):
            return TYPED + stated
    found = reader.expression(node, scope)
    return "" if _BETWEEN in found else found


def _plain(text: str) -> str:
    """Return a type without what may stand between its brackets."""
    return re.sub(r"<.*>|\s", "", text, flags=re.DOTALL).replace(_BETWEEN, "")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
