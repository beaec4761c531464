"""Places that may hold functions, and how they are named.

A *place* is what an entity holds (its name is empty), a local variable or parameter of a function, or what is reached
from one of these: `p)` is the result of calling what `p` holds, `p#2)` that of the call in one statement, `p(0` and
`p(key` its arguments, `p[]` its elements, `p.name` its member, `p=name` what that member is given, `p@` a parameter of
a decorator, `p[]{key` those of its elements that a constant key asks for or is given, `@` what stands for a function
once its decorators have run, of which one holds, and `<` what subtypes have in the place of an attribute that a type
leaves to them. The result of a type is an object of it, and `self` of a type an object of it or of a subtype.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

RESULT_OF: Final = ")"
GIVEN: Final = "("
ELEMENT: Final = "[]"
DEEPEST: Final = ELEMENT * 2
DECORATED: Final = "@"
OF_SUBTYPES: Final = "<"
"""What subtypes have in the place of an attribute that their base leaves to them."""
MEMBER: Final = "."
STORED: Final = "="
SITE: Final = "#"
KEY: Final = "{"
"""Begins the constant key that a place takes elements by; see `keys`."""
OWN: Final = "self"
CALLING: Final = "__call__"
"""The member that runs when an object is called."""
ADVANCING: Final = "__next__"
"""The member that gives an object's elements."""
_MEMBER_AT_END: Final = re.compile(r"\.([^.()=@]+)\Z")


class Place(msgspec.Struct, frozen=True, gc=False):
    """Something that may hold functions and objects."""

    holder: int
    """An entity."""
    name: str


def site_of(scope: int, callee: str, statement: int) -> Place:
    """Return the result of a call that stands in a certain statement of a scope, and gives an argument back."""
    return Place(scope, f"{callee}{SITE}{statement}{RESULT_OF}")


def element(place: Place) -> Place:
    """Return the elements of what a place holds; below the deepest, elements are not told from their elements."""
    return place if place.name.endswith(DEEPEST) else Place(place.holder, place.name + ELEMENT)


def keyed(place: Place | None, key: str) -> Place | None:
    """Return what a constant key asks for of elements, or of what a method gives that may be one of collections."""
    is_asked = place is not None and bool(key) and place.name.endswith((ELEMENT, RESULT_OF))
    return Place(place.holder, place.name + key) if place is not None and is_asked else place


def stored(place: Place) -> Place:
    """Return where what a place is given goes: a member of an object takes it by a way of its own."""
    if MEMBER not in place.name:
        return place
    return Place(place.holder, _MEMBER_AT_END.sub(rf"{STORED}\1", place.name))


@lru_cache(maxsize=1 << 16)
def base(name: str) -> tuple[str, str]:
    """Return the name that a name is reached from, and how; no way where it is reached from none."""
    if name.endswith(ELEMENT):
        return name.removesuffix(ELEMENT), ELEMENT
    cut = max(map(name.rfind, (GIVEN, RESULT_OF, MEMBER, STORED, KEY)))
    return (name[:cut], name[cut:]) if cut >= 0 else (name, "")
