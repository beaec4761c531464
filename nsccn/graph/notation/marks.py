"""Marks in facts: names of what has none in the source, and signs in the details of references.

Extraction writes them, linking reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RESULT: Final = "()"
"""The target of what a function returns, or yields."""
EVERY_MEMBER: Final = "*"
"""Last step of the target of an assignment that gives an object all members of its value: `{...others}`."""
ACCESSOR: Final = ","
"""Stands between the accessors of a property that is made of functions; see `model.Assignment.value`."""
ANY: Final = "*"
"""Stands for the rest of the name of a member that the code puts together: `self.visit_*`."""

OF_OBJECT: Final = "|"
"""Stands in a name between the objects that code may mean a member of without naming them, the innermost first, and the
name itself."""
BLOCK: Final = "@block"
"""Stands in the names of what holds in a part of a function or file only."""
ORDINAL: Final = f"{BLOCK}#"
"""Stands in the names of definitions that do."""

ASIDE: Final = f"_{BLOCK}="
"""Begins the name of a variable that nobody writes: what a member is read of that no expression writes."""
MAPPED_ASIDE: Final = f"{ASIDE}of "
"""Begins the name of one that is the call of a method, and what a function makes that is given to it; what is declared
of the method counts for more."""

BLOCK_WORD: Final = "impl"
"""Begins a block of methods that stands apart from their type."""
OF_FILE: Final = "{file}"
"""Begins the target of what a function gives to a variable of its file."""
PROVIDED: Final = "{provided}"
"""Begins the target of what a container gives under a name, and so does the name where it is asked for."""
MIXED_IN: Final = "{mixed in}"
"""The attribute of a type that holds what has the other members of its objects, as comments state: `@mixin Cart`."""
OWN_BLOCK: Final = "{impl}"
"""The target of what such a block says of the type: `Held<Cart>`."""

KEYWORD: Final = " "
"""Stands in the detail of an argument between the callee and the keyword."""
ASSIGNED: Final = "="
"""Begins the detail of what is assigned otherwise than by a statement; the target follows, with `[]` where the value
is an element of a collection."""
IN_BLOCK: Final = "block"
"""Detail of a call in a block in the body of a type: an instance may run it."""
OF_EACH: Final = "each"
"""Detail of a call of what each element of a collection has: nothing is guessed of elements that no type tells."""
_INITIALIZING: Final = "runs "
"""Begins the detail of a call in what instances of a type begin with; the ordinals of its constructors follow."""
STATE: Final = "state"
"""Detail of a read of what functions of the file write."""
QUERIED: Final = "queried"
"""Detail of a read of a field of kept objects by its name: `Cart.objects.filter(size=3)`."""
FILLED: Final = "filled"
"""The same where the objects get what is given."""
CREATED: Final = "created"
"""The same where that makes the object."""
SETS: Final = "sets"
"""Detail of a name by which a block gives the module that it takes in a value."""
SETS_OWN: Final = "sets own"
"""Detail of one by which a file gives the module that it belongs to a value."""
CAUGHT: Final = "caught"
"""Detail of an error that a handler names, or that the code asks for."""
PROPAGATES: Final = "propagates"
"""Detail of a call that hands its error on, where errors are returned."""
HANDLES: Final = "handles"
"""Detail of a call, told a second time, whose error ends where it is called."""
FATES: Final = frozenset({PROPAGATES, HANDLES})


def initializing(constructors: Iterable[int]) -> str:
    """Return the beginning of the detail of a call that constructors run without naming it."""
    return _INITIALIZING + " ".join(map(str, constructors))


def initializers(detail: str) -> list[int]:
    """Return the ordinals of the constructors that run a call without naming it.

    >>> initializers(initializing([3, 5]) + "(name")
    [3, 5]
    >>> initializers(initializing([3]) + "<1(name")
    [3]
    """
    if not detail.startswith(_INITIALIZING):
        return []
    stated = detail.removeprefix(_INITIALIZING).partition("(")[0].partition("<")[0]
    return [int(one) for one in stated.split()]
