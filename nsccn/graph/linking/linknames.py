"""The names in the rows of links, by number, and what they are derived from: of places, and of calls without an edge.

A name that is stored keeps its number for good, over all updates of a repository, and what it is derived from has a
number too. So an update reads none of the names that it does not ask for, and takes none apart that is known.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import Array, StringTable, pack_strings
from nsccn.graph.notation.keys import without_key
from nsccn.graph.notation.places import (
    ADVANCING,
    CALLING,
    DECORATED,
    ELEMENT,
    GIVEN,
    MEMBER,
    OWN,
    RESULT_OF,
    STORED,
    base,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY, ARGUMENT, RESULT, OBJECT, ITSELF, OTHER = range(6)
"""Forms of names: none at all, what a call or a member is given, what a call gives, an object of a type, `self` and
its members, all others."""
UNNAMED: Final = (CALLING, ADVANCING)
"""Members that run without being named."""
_DERIVED: Final = re.compile(r"[().=@\]]")
"""What stands in every name but those of variables."""
_NOTHING: Final = np.zeros(0, np.int32)
_Row = tuple[int, int, int, int, bool]


class Shape(NamedTuple):
    """What names look like, by their numbers."""

    form: Array
    stem: Array
    """The number of the name without what tells elements and parameters of decorators apart."""
    base: Array
    """The stem of the name from which it is derived; -1 where it is from none."""
    member: Array
    """The number of the name of the member that it is of its base; -1 where it is none."""
    is_stored: Array
    """Whether it is what that member is given."""


_UNKNOWN: Final = Shape(np.zeros(0, np.uint8), _NOTHING, _NOTHING, _NOTHING, np.zeros(0, np.bool_))


class LinkNames:
    """Names by number. They only ever become more, so that all rows of a repository may share them."""

    def __init__(
        self, known: StringTable | None = None, order: Array = _NOTHING, shape: Shape = _UNKNOWN
    ) -> None:
        """Begin with what was stored: the names, the numbers that sort them, and what they look like."""
        self._known = known or StringTable(*pack_strings([]))
        self._order = order
        self._shape = shape
        self._added: list[str] = []
        self._rows: list[_Row] = []
        self._numbers: dict[str, int] = {}
        for name in UNNAMED:
            self.number(name)

    def __len__(self) -> int:
        return len(self._known) + len(self._added)

    def __getitem__(self, number: int) -> str:
        beyond = number - len(self._known)
        return self._known[number] if beyond < 0 else self._added[beyond]

    def __iter__(self) -> Iterator[str]:
        yield from self._known
        yield from self._added

    def number(self, name: str) -> int:
        """Return the number of a name, a new one where it has none."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self._given(name)
        return number

    def _given(self, name: str) -> int:
        place = bisect_left(self._sorted, name, key=self._known.__getitem__)
        if place < len(self._order) and self._known[self._sorted[place]] == name:
            return self._sorted[place]
        self._added.append(name)
        return len(self) - 1

    def sort_added(self) -> Array:
        """Sort the names that are not stored yet; return the new number of each name."""
        self.shape()  # by which they become as many as they will be
        added, first = self._added, len(self._known)
        self._added, self._rows = sorted(added), []
        self._numbers.update((name, number) for number, name in enumerate(self._added, first))
        return np.array([*range(first), *map(self._numbers.__getitem__, added)], np.int32)

    @cached_property
    def _sorted(self) -> memoryview:
        return np.ascontiguousarray(self._order).data

    def shape(self) -> Shape:
        """Return what all names look like; what they are derived from gets numbers now."""
        while len(self._rows) < len(self._added):
            name = self._added[len(self._rows)]
            number = len(self._known) + len(self._rows)
            self._rows.append(self._row(name) if _has_form(name) else (OTHER, number, -1, -1, False))
        columns = zip(*self._rows, strict=True) if self._rows else ((),) * len(Shape._fields)
        return Shape(
            *(
                np.concatenate([known, np.array(more, known.dtype)])
                for known, more in zip(self._shape, columns, strict=True)
            )
        )

    def _row(self, name: str) -> _Row:
        bare = _bare(name)
        of, token = base(bare)
        stem = self.number(bare)
        if not token:
            return _form(name, bare, token), stem, -1, -1, False
        member = self.number(token[1:]) if token[0] in (MEMBER, STORED) else -1
        return _form(name, bare, token), stem, self.number(_bare(of)), member, token[0] == STORED

    def arrays(self) -> dict[str, Array]:
        """Return the names as named arrays, which `read_names` reads."""
        shape = self.shape()
        blob, offsets = pack_strings(self._added)
        known_blob, known_offsets = self._known.arrays()
        added = sorted(range(len(self._added)), key=self._added.__getitem__)
        places = [
            bisect_left(self._sorted, self._added[number], key=self._known.__getitem__) for number in added
        ]
        return {
            "blob": np.concatenate([known_blob, blob]),
            "offsets": np.concatenate([known_offsets, (offsets[1:] + known_offsets[-1])]),
            "order": np.insert(self._order, places, np.array(added, np.int32) + len(self._known)),
            **shape._asdict(),
        }


def read_names(arrays: Mapping[str, Array]) -> LinkNames:
    """Return what `LinkNames.arrays` wrote."""
    shape = Shape(*(arrays[name] for name in Shape._fields))
    return LinkNames(StringTable(arrays["blob"], arrays["offsets"]), arrays["order"], shape)


def _has_form(name: str) -> bool:
    return name in ("", OWN) or _DERIVED.search(name) is not None


def _form(name: str, bare: str, token: str) -> int:
    if not name:
        return EMPTY
    if name == RESULT_OF:
        return OBJECT
    if bare == OWN or bare.startswith(OWN + MEMBER):
        return ITSELF
    if token.startswith((GIVEN, STORED)):
        return ARGUMENT
    return RESULT if token == RESULT_OF else OTHER


def _bare(name: str) -> str:
    name = without_key(name)
    while name.endswith((ELEMENT, DECORATED)) and name != DECORATED:
        name = name.removesuffix(ELEMENT).removesuffix(DECORATED)
    return name
