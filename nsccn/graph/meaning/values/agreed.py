"""What a variable holds by all that is assigned to it, and by what is declared of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nsccn.graph.definitions.shapes import is_shape
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, MADE, MODULE, Value, merged
from nsccn.graph.notation.annotation import EMPTY
from nsccn.graph.notation.results import ALL, MAPPED

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment


def agreed(symbols: Symbols, values: Iterable[Value | None]) -> Value | None:
    """Return the one value among those that are known; of a function or a tuple, only where all are known.

    Where most variables have no type in the text, what is given objects of a few types is one of these.
    """
    given = list(dict.fromkeys(values))
    if len(given) == 1:
        return given[0]
    known = [value for value in given if value is not None]
    if any(value.tag == MODULE for value in known):
        known = [value for value in known if not _is_untold(symbols, value)]
    bare = list(dict.fromkeys(replace(value, given=()) for value in known)) if len(known) > 1 else known
    if len(bare) != 1:
        return merged(known) if known and _may_be_several(symbols, known[0]) else None
    found = bare[0]
    is_function = found.tag == ENTITY and symbols.is_function(found.entity)
    return None if None in given and (is_function or is_tuple(symbols, found)) else found


def is_tuple(symbols: Symbols, value: Value) -> bool:
    """Whether a value is a tuple that a function writes out, whose parts are not those of another tuple."""
    language = symbols.language(symbols.slot[value.entity]) if value.tag == MADE else None
    return language is not None and bool(language.tuples)


def given_instead(
    symbols: Symbols,
    evaluate: Callable[[int, str], Value | None],
    stated: Sequence[tuple[int, Assignment]],
    declared: Value | None,
    language: Language,
) -> Value | None:
    """Return what a variable is declared to hold; where that is of no type of the repository, what it is given."""
    is_open = declared is None or declared.tag == COLLECTION or is_shape(symbols, declared.entity)
    if not (is_open if language.untyped_objects else declared is None and language.given_fields):
        return declared
    given = [(scope, item.value) for scope, item in stated if item.value]
    if any(value.endswith((ALL, MAPPED)) for _, value in given):
        return declared
    if language.given_fields:
        given = [one for one in given if one[1] not in EMPTY]
    values = [evaluate(scope, value) for scope, value in given]
    if language.given_fields and None in values:
        return declared
    held = agreed(symbols, values)
    is_type = held is not None and held.tag == ENTITY and symbols.is_type(held.entity)
    return held if held is not None and (is_type or held.tag == INSTANCE) else declared


def _is_untold(symbols: Symbols, value: Value) -> bool:
    """Whether a value is what another variable holds, of which nothing is known."""
    return value.tag == ENTITY and symbols.kind(value.entity) in ("attr", "var")


def _may_be_several(symbols: Symbols, value: Value) -> bool:
    language = symbols.language(value.slots[0] if value.tag == MODULE else symbols.slot[value.entity])
    return language is not None and language.several_types
