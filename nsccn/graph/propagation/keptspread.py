"""Keeps what functions and objects travelled where, so that an edit that changes no way of theirs need not ask again.

What a place holds follows from the flows that matter, and from what the code says of functions and types. Where an
update leaves all of these as they were, so is what places hold; only entities have other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import distinct, listed
from nsccn.graph.definitions.parameters import taken_parameters
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.linking.linkrows import PREFIX
from nsccn.graph.propagation.placenames import HOLDER_SHIFT, NAME_MASK

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.model import Definition

_PREFIX: Final = f"{PREFIX}spread."
_GONE: Final = -1


class Spread(NamedTuple):
    """What places hold that somebody calls; a place is its holder in the upper half and the number of its name."""

    source: Array
    """With `target`, the flows that matter, sorted, each once."""
    target: Array
    asked: Array
    """The places, ascending."""
    counts: Array
    """How many functions a call of each may run."""
    function: Array
    via: Array
    share: Array

    def arrays(self) -> dict[str, Array]:
        """Return the columns as named arrays, which `read_spread` reads."""
        return dict(zip(SPREAD_ARRAYS, self, strict=True))

    def moved(self, entities: Array) -> Spread:
        """Return the same under new numbers of entities, `_GONE` where there is none."""
        source, target, asked = (
            np.where(
                entities[column >> HOLDER_SHIFT] >= 0,
                (entities[column >> HOLDER_SHIFT] << HOLDER_SHIFT) | (column & NAME_MASK),
                _GONE,
            )
            for column in (self.source, self.target, self.asked)
        )
        flows, places = np.lexsort((target, source)), np.argsort(asked, kind="stable")
        _, held = listed(places, self.counts)
        return Spread(
            source[flows],
            target[flows],
            asked[places],
            self.counts[places],
            entities[self.function[held]],
            self.via[held],
            self.share[held],
        )

    def is_of(self, source: Array, target: Array, asked: Array) -> bool:
        """Whether it is what these flows and places ask for."""
        pairs = ((self.source, source), (self.target, target), (self.asked, asked))
        return all(map(np.array_equal, *zip(*pairs, strict=True))) and not (self.function < 0).any()


SPREAD_ARRAYS: Final = tuple(f"{_PREFIX}{name}" for name in Spread._fields)


def read_spread(arrays: Mapping[str, Array]) -> Spread:
    """Return what `Spread.arrays` wrote."""
    return Spread(*(arrays[name] for name in SPREAD_ARRAYS))


def same_hierarchy(before: LinkRows, after: LinkRows, entities: Array) -> bool:
    """Whether all types inherit from the same ones, and methods outside their types are of the same ones."""
    old, new = before["owner"], after["owner"]
    return _same_pairs(
        (old["method"], old["owner"]), (new["method"], new["owner"]), entities
    ) and _same_pairs(before.inheritance(), after.inheritance(), entities)


def _same_pairs(before: tuple[Array, Array], after: tuple[Array, Array], entities: Array) -> bool:
    old = (entities[before[0]].astype(np.int64) << HOLDER_SHIFT) | entities[before[1]]
    new = (after[0].astype(np.int64) << HOLDER_SHIFT) | after[1]
    return np.array_equal(distinct(old), distinct(new))


def same_members(before: Sequence[Definition], after: Sequence[Definition]) -> bool:
    """Whether a file has the same types with the same members, and what has stayed takes the same arguments.

    Functions that are no members may come and go.
    """
    old, new = ({(item.kind, item.qualified_name): item for item in items} for items in (before, after))
    for key in old.keys() & new.keys():
        one, other = old[key], new[key]
        taken = [
            (item.parameters, item.receiver, item.modifiers, taken_parameters(item, has_stars=True))
            for item in (one, other)
        ]
        if taken[0] != taken[1]:
            return False
    return all(
        _is_free(known[key], items)
        for known, items, others in ((old, before, new), (new, after, old))
        for key in known.keys() - others.keys()
    )


def _is_free(item: Definition, items: Sequence[Definition]) -> bool:
    """Whether something is a function outside all types."""
    is_outside = item.parent == 0 or items[item.parent].kind in FUNCTION_KINDS
    return item.kind in FUNCTION_KINDS and is_outside
