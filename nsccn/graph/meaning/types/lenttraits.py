"""Functions that types have by a trait which a block gives all types, or all with bounds from elsewhere.

    impl<T: Deserialize + Default> Loaded for T { ... }

`Settings::load()` is that of the trait where the type has none of its own, and so is `settings.load()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.annotation import TYPE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.definitions.symbols import Symbols

_TRAIT = "trait"


def lent_function(
    symbols: Symbols, named: Callable[[int, str], int | None], value: Value, name: str
) -> Value | None:
    """Return the function that a type or object has by such a trait; None where several traits have one so named."""
    language = symbols.language(symbols.slot[value.entity])
    is_object = value.tag == INSTANCE
    if language is None or not language.separate_methods or not (is_object or value.tag == ENTITY):
        return None
    if is_object and name in language.common_methods:  # derived ones are not written
        return None
    of_traits = [
        one
        for one in symbols.functions_named(name)
        if symbols.parent(one) >= 0 and symbols.kind(symbols.parent(one)) == _TRAIT
    ]
    is_trait = not is_object and symbols.kind(value.entity) == _TRAIT
    if len(of_traits) != 1 or not symbols.is_type(value.entity) or is_trait:
        return None
    trait = symbols.parent(of_traits[0])
    slot, own_name = symbols.slot[trait], symbols.table.names[trait]
    subjects = {subject for base, subject in symbols.file(slot).lent if base == own_name}
    is_for_all = any(map(TYPE_VARIABLE.match, subjects))
    # Bounds that the repository has tell which types are meant.
    is_bounded = any(named(symbols.first[slot], subject) is not None for subject in subjects)
    return Value(ENTITY, of_traits[0]) if is_for_all and not is_bounded else None
