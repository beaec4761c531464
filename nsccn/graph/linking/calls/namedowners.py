"""Which methods of a name belong to the type after which an object is called: `spawner.stop` to `Spawner.stop`.

That an object is so called says too little to make an edge, but more than that a file imports another type.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.notation.objectnames import type_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols

_MOST_NAMESAKES: Final = 200
"""Methods of a name above which they are not looked at one by one."""


def of_named_owners(
    symbols: Symbols, slot: int, base: str, methods: Sequence[int], *, is_near: bool = True
) -> list[int]:
    """Return those of some methods of a name whose type is called as an object is, in its way of writing.

    Types that only end with that name may inherit from the one that has it: a `spawner` may be a `LocalSpawner`. Of
    what a file does not import, which is not `near`, only the type itself counts, in the same part of the repository,
    and none of a test for other code.
    """
    last = base.rpartition(".")[2].strip("_")
    if not last.isidentifier() or last[0].isupper() or len(methods) > _MOST_NAMESAKES:
        return []
    names = tuple({type_name(last), last[0].upper() + last[1:]} - {""})
    if not any(symbols.is_type(one) for name in names for one in symbols.table.named(name)):
        return []
    found = [one for one in methods if symbols.kind(one) == "method" and _owner(symbols, one).endswith(names)]
    if is_near:
        return found
    path, language = symbols.paths[slot], symbols.language(slot)
    is_template = language is not None and bool(language.template_code)
    return [
        one
        for one in found
        if _owner(symbols, one) in names
        and _may_know(path, symbols.paths[symbols.slot[one]], is_template=is_template)
    ]


def without_unheld(symbols: Symbols, methods: Sequence[int], unheld: str) -> list[int]:
    """Leave out the methods of types whose objects frameworks alone hold, by a pattern of the names of these."""
    return [one for one in methods if not unheld or not re.fullmatch(unheld, _owner(symbols, one))]


def sayable(symbols: Symbols, slot: int, methods: Sequence[int], private: str) -> list[int]:
    """Return those methods whose names, and those of their types, a file can say.

    `private` is the pattern of names that only their package may say.
    """
    strategy = symbols.strategy(slot)
    if not private or strategy is None:
        return [*methods]
    package = {slot, *strategy.peers(slot)}
    return [
        one
        for one in methods
        if symbols.slot[one] in package
        or not any(re.fullmatch(private, name) for name in (symbols.table.names[one], _owner(symbols, one)))
    ]


def _may_know(path: str, other: str, *, is_template: bool) -> bool:
    """Whether code may have objects of a type: it is of the same part, or a template, which others give them."""
    is_same_part = is_template or path.partition("/")[0] == other.partition("/")[0]
    return is_same_part and (role_of(other) != Role.TEST or role_of(path) == Role.TEST)


def _owner(symbols: Symbols, method: int) -> str:
    """Return the last name of what is around a method."""
    return symbols.table.qualified[method].rpartition(".")[0].rpartition(".")[2].partition("#")[0]
