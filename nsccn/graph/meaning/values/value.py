"""What an expression stands for.

A value is one of: an entity itself, an instance of a type, a collection of such instances, a collection of which only
the keys are known, a function of which only what it gives is known, a module (several files where a package has
several), the parent of a type as `super` sees it, the object that a function writes out and gives, or one of several
such, or an object of a type without a name. None is a value that the text does not tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

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
SHAPE: Final = 9


class Value(msgspec.Struct, frozen=True, gc=False):
    """What an expression stands for; `slots` are a module's files, `entity` everything else.

    Of a collection of what a library keeps, `slots` have the type of the manager whose methods it has, if it is known.
    `held` are the elements of a collection that are no plain instances, what a function gives, and the other types that
    an instance is of, or may be of instead. `given` is what the generic type of an instance is made for, and the keys
    of a collection, where they are known. `written` is how an annotation in the scope `entity` writes
    out the type of an object, or the variable of the function `entity` for which an object is written out.
    """

    tag: int
    entity: int
    slots: tuple[int, ...] = ()
    held: Value | None = None
    given: tuple[Value | None, ...] = ()
    written: str = ""

    @property
    def alternatives(self) -> Iterator[Value]:
        """Return what it may be instead of one another; itself where that is known."""
        value: Value | None = self
        while value is not None and value.tag == EITHER:
            yield Value(MODULE, -1, value.slots) if value.slots else Value(INSTANCE, value.entity)
            value = value.held
        if value is not None:
            yield value

    @property
    def element(self) -> Value:
        """Return what a collection has in it."""
        return self.held or Value(INSTANCE, self.entity)


EACH_DECLARED: Final = 0.7
"""Probability that an object is at times of each of the types that its declaration allows."""


def of_entity(entity: int | None) -> Value | None:
    """Return the value of a name that means an entity, if it does."""
    return Value(ENTITY, entity) if entity is not None else None


def share_of(alternatives: Sequence[object]) -> float:
    """Return how likely each of what an object may be is meant."""
    return EACH_DECLARED if len(alternatives) > 1 else 1.0


def either(values: Sequence[Value]) -> Value | None:
    """Return what is one of several values, one at least; None where one is neither a plain object nor a module.

    >>> [(one.tag, one.entity) for one in either([Value(INSTANCE, 3), Value(INSTANCE, 5)]).alternatives]
    [(1, 3), (1, 5)]
    """
    *others, found = values
    for value in reversed([one for other in others for one in other.alternatives]):
        if value.tag not in (INSTANCE, MODULE):
            return None
        found = Value(EITHER, value.entity, value.slots if value.tag == MODULE else (), held=found)
    return found


_MOST_TYPES: Final = 2
"""Types that something is given objects of, beyond which it is a place for any."""


def merged(values: Sequence[Value]) -> Value | None:
    """Return what is one of several different values, or a collection of such; None where they are not alike.

    >>> [(one.tag, one.entity) for one in merged([Value(INSTANCE, 3), Value(INSTANCE, 5)]).alternatives]
    [(1, 3), (1, 5)]
    >>> merged([Value(COLLECTION, 3), Value(COLLECTION, 5)]).element.tag == EITHER, merged([Value(ENTITY, 3)] * 2)
    (True, None)
    """
    if all(value.tag == COLLECTION for value in values):
        elements = list(dict.fromkeys(value.element for value in values))
        return gathered(merged(elements) if len(elements) > 1 else elements[0])
    known = list(dict.fromkeys(one for value in values for one in value.alternatives))
    if len(known) > _MOST_TYPES:
        return None
    is_plain = all(one.tag == INSTANCE and one.entity >= 0 for one in known)
    return either(known) if is_plain or all(one.tag == MODULE for one in known) else None


def keys_of(value: Value) -> Value | None:
    """Return the collection of the keys of a collection, None where they are not known.

    >>> keys_of(Value(COLLECTION, 5, given=(Value(INSTANCE, 3),))).entity, keys_of(Value(COLLECTION, 5, given=(None,)))
    (3, None)
    """
    key = value.given[0] if value.tag in (COLLECTION, KEYED) and value.given else None
    return Value(COLLECTION, key.entity, held=key) if key is not None else None


def gathered(element: Value | None, *, is_mapping: bool = False) -> Value | None:
    """Return a collection, or a mapping of unknown keys, by what its elements or values are; None where that is none.

    >>> gathered(Value(INSTANCE, 3)).entity, gathered(Value(ENTITY, 3))
    (3, None)
    """
    if element is None or element.tag not in (INSTANCE, COLLECTION, EITHER, SHAPE):
        return None
    is_plain = element.tag == INSTANCE and not element.given and element.held is None
    keys = (None,) if is_mapping else ()
    return Value(COLLECTION, element.entity, held=None if is_plain else element, given=keys)


class Shadowed(NamedTuple):
    """A name that is a local variable of unknown type: known to be no entity."""


SHADOWED: Final = Shadowed()
