"""How facts write down the packages of a file that may declare several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

USED: Final = "::"
"""Stands before a namespace, or the path of a name in one, that a file uses without naming it."""
OPENED: Final = "package"
"""Stands for what an import binds where a file declares a package in which its own lies: it sees all names of that."""

SCRIPT: Final = "script"
"""The package of files that are no modules: each names what the others declare, as scripts of one page do."""

_NAMELESS: Final = "."
"""The package that has no name, among others of a file."""


def joined(names: Iterable[str]) -> str:
    """Return packages as one text."""
    return " ".join(name or _NAMELESS for name in names)


def packages(text: str) -> tuple[str, ...]:
    """Return the packages of a file; a file without any is in the one that has no name.

    >>> packages("shop.orders shop.items"), packages("shop.notes ."), packages("")
    (('shop.orders', 'shop.items'), ('shop.notes', ''), ('',))
    """
    return tuple("" if name == _NAMELESS else name for name in text.split()) or ("",)
