"""What a call is given, in its detail: expressions, or types where the text says them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

GIVEN: Final = "("
"""Begins the arguments in the detail of a call."""
TYPED: Final = '"'
"""Begins an argument whose type the text says; else it is an expression."""
BETWEEN: Final = ","
POINTED: Final = ("&", "*")
"""Begin an argument that points to what an expression is, or is what it points to."""
CALCULATED: Final = "+"
"""Begins each expression, or type, of which an argument is calculated."""


GENERIC: Final = "<"
"""Stands before the number of types that a call is given."""


def given_types(detail: str) -> int:
    """Return the number of types that a call is given.

    >>> given_types("<2(name"), given_types("(name")
    (2, 0)
    """
    if GENERIC not in detail:
        return 0
    _, is_given, text = detail.partition(GIVEN)[0].rpartition(GENERIC)
    return int(text) if is_given and text.isdecimal() else 0


LABELS: Final = ";"
"""Begins what stands among the arguments for the names by which they are given, before them all; no expression does."""


def given_labels(detail: str) -> str | None:
    """Return the names by which a call gives its arguments, None where it says none.

    >>> given_labels("(;_:into,name,cart"), given_labels("(name,cart")
    ('_:into', None)
    """
    if LABELS not in detail:
        return None
    _, is_given, text = detail.partition(GIVEN)
    return text[len(LABELS) :].partition(BETWEEN)[0] if is_given and text.startswith(LABELS) else None


def read_arguments(detail: str) -> tuple[str, ...]:
    """Return the expressions of a call's arguments, or their types behind `TYPED`.

    >>> read_arguments('closure(name,"String')
    ('name', '"String')
    """
    _, is_given, text = detail.partition(GIVEN)
    if text.startswith(LABELS):
        _, is_given, text = text.partition(BETWEEN)
    return tuple(text.split(BETWEEN)) if is_given else ()


def renamed_arguments(detail: str, renamed: Callable[[str], str]) -> str:
    """Return the detail of a call with other names in its arguments."""
    before, is_given, text = detail.partition(GIVEN)
    if not is_given:
        return detail
    return before + GIVEN + BETWEEN.join(_renamed(one, renamed) for one in text.split(BETWEEN))


def _renamed(one: str, renamed: Callable[[str], str]) -> str:
    if one.startswith((TYPED, LABELS)):
        return one
    if one.startswith(CALCULATED):
        return "".join(CALCULATED + _renamed(part, renamed) for part in one[1:].split(CALCULATED))
    return one[0] + renamed(one[1:]) if one.startswith(POINTED) else renamed(one)
