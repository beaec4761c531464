"""How facts write down the packages of a file that may declare several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

USED: Final = "::"
"""Stands before a namespace, or the path of a name in one, that a file uses without naming it."""


def joined(names: Iterable[str]) -> str:
    """Return packages as one text."""
    return " ".join(names)


def packages(text: str) -> tuple[str, ...]:
    """Return the packages of a file; a file without any is in the one that has no name.

    >>> packages("shop.orders shop.items"), packages("")
    (('shop.orders', 'shop.items'), ('',))
    """
    return tuple(text.split()) or ("",)
