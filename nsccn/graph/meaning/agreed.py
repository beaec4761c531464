"""What a variable holds by all that is assigned to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.value import ENTITY, MODULE, Value, merged

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


def agreed(symbols: Symbols, values: Iterable[Value | None]) -> Value | None:
    """Return the one value among those that are known; of a function, only where all are known.

    Where most variables have no type in the text, what is given objects of a few types is one of these.
    """
    given = list(dict.fromkeys(values))
    known = [value for value in given if value is not None]
    bare = list(dict.fromkeys(value._replace(given=()) for value in known)) if len(known) > 1 else known
    if len(bare) != 1:
        return merged(known) if known and _is_untyped(symbols, known[0]) else None
    found = bare[0]
    is_function = found.tag == ENTITY and symbols.is_function(found.entity)
    return None if is_function and None in given else found


def _is_untyped(symbols: Symbols, value: Value) -> bool:
    language = symbols.language(symbols.slot[value.entity]) if value.tag != MODULE else None
    return language is not None and language.untyped_objects
