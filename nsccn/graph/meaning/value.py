"""What an expression stands for.

A value is one of: an entity itself, an instance of a type, a collection of such instances, a collection of which only
the keys are known, a function of which only what it gives is known, a module (several files where a package has
several), the parent of a type as `super` sees it, the object that a function writes out and gives, or one of several
such. None is a value that the text does not tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENTITY: Final = 0
INSTANCE: Final = 1
MODULE: Final = 2
PARENT: Final = 3
COLLECTION: Final = 4
GIVER: Final = 5
MADE: Final = 6
EITHER: Final = 7
KEYED: Final = 8


class Value(NamedTuple):
    """What an expression stands for; `slots` are a module's files, `entity` everything else.

    `held` are the elements of a collection that are no plain instances, what a function gives, and the other types that
    an instance is of, or may be of instead. `given` is what the generic type of an instance is made for, and the keys
    of a collection, where they are known.
    """

    tag: int
    entity: int
    slots: tuple[int, ...] = ()
    held: Value | None = None
    given: tuple[Value | None, ...] = ()

    @property
    def alternatives(self) -> Iterator[Value]:
        """Return what it may be instead of one another; itself where that is known."""
        value: Value | None = self
        while value is not None and value.tag == EITHER:
            yield Value(INSTANCE, value.entity)
            value = value.held
        if value is not None:
            yield value

    @property
    def element(self) -> Value:
        """Return what a collection has in it."""
        return self.held or Value(INSTANCE, self.entity)


EACH_DECLARED: Final = 0.7
"""Probability that an object is at times of each of the types that its declaration allows."""


def share_of(alternatives: Sequence[object]) -> float:
    """Return how likely each of what an object may be is meant."""
    return EACH_DECLARED if len(alternatives) > 1 else 1.0


def either(values: Sequence[Value]) -> Value | None:
    """Return what is one of several values, of which there is one at least; None where one is no plain object.

    >>> [one[:2] for one in either([Value(INSTANCE, 3), Value(INSTANCE, 5)]).alternatives]
    [(1, 3), (1, 5)]
    """
    *others, found = values
    for value in reversed([one for other in others for one in other.alternatives]):
        if value.tag != INSTANCE:
            return None
        found = Value(EITHER, value.entity, held=found)
    return found


class Shadowed(NamedTuple):
    """A name that is a local variable of unknown type: known to be no entity."""


SHADOWED: Final = Shadowed()
