"""Classes and the objects of their names beside them: whose a member is, and what a call of the name runs.

class Cart(val size: Int) { def fill() = … }
object Cart { def apply(name: String) = new Cart(1) }     Cart("a") calls this, `new Cart(1)` the constructor
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.open_types import COMPANION

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols

_CASE: Final = re.compile(r"(?:[\w@\[\]]+\s+)*?case\s+class\b")
_HIDDEN: Final = re.compile(r"\bprivate(?:\[\w+\])?\s*\(")
"""The constructor of a type that others do not see."""


def has_companions(symbols: Symbols, entity: int) -> bool:
    """Whether types of the language of something may have objects beside them."""
    language = symbols.language(symbols.slot[entity])
    return language is not None and language.companion_objects


def is_object(symbols: Symbols, entity: int) -> bool:
    """Whether something is such an object, or one by itself."""
    return COMPANION in symbols.definitions[entity].modifiers


def called_objects(symbols: Symbols, cls: int) -> list[int]:
    """Return the functions of which one runs where the object beside a type is called."""
    language = symbols.language(symbols.slot[cls])
    members = symbols.member(cls, language.calling_method) if language is not None else ()
    return [one for one in members if symbols.is_function(one) and symbols.table.static[one]]


def is_made_by_call(symbols: Symbols, cls: int) -> bool:
    """Whether a call of a type that has an object beside it may make an instance, too: of a `case class`."""
    signature = symbols.definitions[cls].signature
    return _CASE.match(signature) is not None and not _HIDDEN.search(signature)


def of_declaration(symbols: Symbols, part: int, members: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the members found on a type that one declaration of it has: a class, or the object beside it.

    No object hands its members down: of a base it has what the class has.
    """
    cls = symbols.same(part)
    return tuple(
        one
        for one in members
        if (parent := symbols.parent(one)) == part
        or (symbols.same(parent) != cls and not is_object(symbols, parent))
    )
