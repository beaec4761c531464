"""The names of places by number, and which are made from which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.notation.keys import without_key
from nsccn.graph.notation.marks import ANY
from nsccn.graph.notation.places import DECORATED, DEEPEST, ELEMENT, KEY, MEMBER, OWN, RESULT_OF, base

if TYPE_CHECKING:
    from nsccn.arrays import Array

_DIRECT, _INDIRECT, _BY_DECORATOR = map(VIAS.index, ("direct", "indirect", "decorator"))
HOLDER_SHIFT: Final = 32
NAME_MASK: Final = (1 << HOLDER_SHIFT) - 1
"""A place is a number: its holder in the upper half, the number of its name in the lower."""


def place_numbers(holders: Array, names: Array) -> Array:
    """Return the places of holders by the numbers of names."""
    return (holders.astype(np.int64) << HOLDER_SHIFT) | names.astype(np.int64)


def used_numbers(size: int, used: Iterable[Array]) -> list[int]:
    """Return which of so many numbers stand in some columns, ascending."""
    is_used = np.zeros(size, np.bool_)
    for column in used:
        is_used[column] = True
    numbers: list[int] = np.flatnonzero(is_used).tolist()
    return numbers


class PlaceNames:
    """The names of places by number, and which are made from which."""

    def __init__(self, names: Sequence[str]) -> None:
        self.used = len(names)
        self._names = list(names)
        self._numbers = {name: number for number, name in enumerate(names)}
        self._elements: dict[int, int] = {}
        self._wholes: dict[int, int] = {}
        self._bases: dict[int, tuple[int, str]] = {}
        self.empty = self.number("")
        self.result = self.number(RESULT_OF)
        self.decorated = self.number(DECORATED)
        self.own = self.number(OWN)

    def number(self, name: str) -> int:
        """Return the number of a name."""
        known = self._numbers.setdefault(name, len(self._names))
        if known == len(self._names):
            self._names.append(name)
        return known

    def element(self, number: int) -> int:
        """Return the name of the elements of what a name means."""
        found = self._elements.get(number)
        if found is None:
            name = self._names[number]
            found = number if name.endswith(DEEPEST) else self.number(name + ELEMENT)
            self._elements[number] = found
        return found

    def whole(self, number: int) -> int:
        """Return the name of what a name means the elements of, -1 where it means no elements."""
        found = self._wholes.get(number)
        if found is None:
            name = self._names[number]
            found = self.number(name.removesuffix(ELEMENT)) if name.endswith(ELEMENT) else -1
            self._wholes[number] = found
        return found

    def base(self, number: int) -> tuple[int, str]:
        """Return the name that a name is reached from, and how; see `places.base`."""
        found = self._bases.get(number)
        if found is None:
            above, token = base(self._names[number])
            found = self._bases[number] = (self.number(above), token)
        return found

    def via(self, number: int) -> int:
        """Return the way of the calls of what a place of that name holds."""
        if number == self.decorated:
            return _BY_DECORATOR
        return _DIRECT if self.base(number)[1].startswith(MEMBER) and not self.is_any(number) else _INDIRECT

    def is_any(self, number: int) -> bool:
        """Whether a name means all members that begin so."""
        return self._names[number].endswith(ANY)

    def keyed(self) -> dict[int, tuple[int, str]]:
        """Return the names of elements under constant keys: the name of all of these elements, and the key."""
        found = [(number, name) for number, name in enumerate(self._names) if KEY in name]
        plain = [without_key(name) for _, name in found]
        return {
            number: (self.number(whole), name[len(whole) :])
            for (number, name), whole in zip(found, plain, strict=True)
        }

    def of_decorator(self, number: int) -> int:
        """Return the name of a parameter of a decorator, -1 where it is none."""
        name = self._names[number]
        if not name.endswith(DECORATED) or name == DECORATED:
            return -1
        return self.number(name.removesuffix(DECORATED))
