"""What an expression stands for.

A value is one of: an entity itself, an instance of a type, a collection of such instances, a function of which only
what it gives is known, a module (several files where a package has several), the parent of a type as `super` sees it,
or the object that a function writes out and gives. None is a value that the text does not tell.
"""

from __future__ import annotations

from typing import Final, NamedTuple

ENTITY: Final = 0
INSTANCE: Final = 1
MODULE: Final = 2
PARENT: Final = 3
COLLECTION: Final = 4
GIVER: Final = 5
MADE: Final = 6


class Value(NamedTuple):
    """What an expression stands for; `slots` are a module's files, `entity` everything else.

    `held` are the elements of a collection that are collections themselves, what a function gives, and the other types
    that an instance is of.
    """

    tag: int
    entity: int
    slots: tuple[int, ...] = ()
    held: Value | None = None

    @property
    def element(self) -> Value:
        """Return what a collection has in it."""
        return self.held or Value(INSTANCE, self.entity)


class Shadowed(NamedTuple):
    """A name that is a local variable of unknown type: known to be no entity."""


SHADOWED: Final = Shadowed()
