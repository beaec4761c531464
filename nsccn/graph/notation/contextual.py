"""Annotations that say by what a variable is typed: as a parameter of a function, or as what one was asked about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

CONTEXTUAL: Final = "parameter "
"""Begins such an annotation: `parameter 0 of Visitor`, `parameter 0 of argument 1 of walk`."""
OWN_OBJECT: Final = "self"
"""Stands in one in the place of the number, where the object in a function is meant: `Cart` of `Cart.() -> Unit`."""
LAST: Final = "_"
"""Stands in one in the place of the argument, where it is the last one, behind the brackets."""
OF_CALL: Final = " of argument "
"""Stands in one before the place of the function among the arguments, `of`, and the callee."""
OF_MEMBER: Final = " of member "
"""Stands in one before the members that lead to the function, where an object is written out that has it."""
_TOLD_BY: Final = f"{CONTEXTUAL}told by "
"""Begins the annotation of what a function was asked about whose declared result says a type."""
_PREDICATE: Final = re.compile(r"(?:.*=>\s*)?(?:asserts\s+)?[A-Za-z_$][\w$]*\s+is\s+(?!not\b)(.+)", re.DOTALL)
_READ: Final = re.compile(r"parameter (\d+|self)(?: of member ([\w$.]+))?(?: of argument (\w+))? of (.+)")
_OBJECT: Final = -1


class Contextual(NamedTuple):
    """Whose parameter is meant."""

    place: int
    """-1 for the object in the function."""
    argument: int
    """The place of the function among the arguments of a call, -1 where its type is given, or it has a keyword."""
    of: str
    """That type, or the callee."""
    keyword: str = ""
    members: str = ""
    """The members that lead to the function in an object, of which all else is said."""


def read_contextual(annotation: str) -> Contextual | None:
    """Return what such an annotation says.

    >>> read_contextual("parameter 0 of argument 1 of walk")
    Contextual(place=0, argument=1, of='walk', keyword='', members='')
    >>> read_contextual("parameter 1 of member on.open of Options<Cart>")
    Contextual(place=1, argument=-1, of='Options<Cart>', keyword='', members='on.open')
    """
    found = _READ.match(annotation)
    if found is None:
        return None
    place, members, argument, of = found.groups(default="")
    at = _OBJECT if place == OWN_OBJECT else int(place)
    if argument and not argument.isdecimal():
        return Contextual(at, -1, of, argument, members)
    return Contextual(at, int(argument or -1), of, members=members)


def told_by(callee: str) -> str:
    """Return the annotation of what a function was asked about."""
    return _TOLD_BY + callee


def asked_of(annotation: str) -> str:
    """Return the function that was asked, empty where an annotation says something else."""
    return annotation.removeprefix(_TOLD_BY) if annotation.startswith(_TOLD_BY) else ""


@lru_cache(maxsize=1 << 12)
def predicate_type(declared: str) -> str:
    """Return the type of an argument that the declared result of a function says, or its type; empty where none does.

    >>> predicate_type("given is Cart<Item>"), predicate_type("asserts given is Cart"), predicate_type("boolean")
    ('Cart<Item>', 'Cart', '')
    >>> predicate_type("<A>(given: Option<A>) => given is Some<A>"), predicate_type("(given: Cart) => boolean")
    ('Some<A>', '')
    """
    found = _PREDICATE.fullmatch(declared.strip().lstrip(": "))
    return found[1].strip() if found is not None else ""
