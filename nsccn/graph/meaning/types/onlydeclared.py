"""Attributes that the text declares and never gives: in Python that makes none, and leaves a function in its place.

And those that it gives nothing, so that subtypes may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.notation.annotation import EMPTY

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.types.hierarchy import Hierarchy


def left_in_place(hierarchy: Hierarchy, cls: int, found: int) -> int:
    """Return the function that a type has from a base, where its own attribute of that name is only declared."""
    symbols = hierarchy.symbols
    if symbols.kind(found) != "attr":
        return found
    name = symbols.table.names[found]
    if not symbols.functions_named(name) or not is_only_declared(symbols, found):
        return found
    members = (one for base in hierarchy.order(cls) for one in symbols.member(base, name))
    left = next(filter(symbols.is_function, members), found)
    is_given = not symbols.is_property(left) and takes_fields(symbols, symbols.parent(found))
    return found if is_given else left


def is_only_declared(symbols: Symbols, attribute: int) -> bool:
    """Whether the text says of which type an attribute is and gives it no value: `size: int` in Python."""
    language = symbols.language(symbols.slot[attribute])
    if language is None or not language.untyped_objects or symbols.kind(attribute) != "attr":
        return False
    stated = list(symbols.said_of(attribute))
    return bool(stated) and all(item.annotation and not item.value for _, item in stated)


def is_left_to_subtypes(symbols: Symbols, attribute: int) -> bool:
    """Whether a type names an attribute and gives it nothing: `reader = None`, `reader: type[Reader]`."""
    if symbols.kind(attribute) != "attr":
        return False
    stated = list(symbols.said_of(attribute))
    return bool(stated) and all(item.value in EMPTY or not item.value for _, item in stated)


def takes_fields(symbols: Symbols, cls: int) -> bool:
    """Whether a type has a constructor that gives its attributes what they are: that of a dataclass, for example."""
    language, definition = symbols.language(symbols.slot[cls]), symbols.definitions[cls]
    said = (text.replace("()", "").rpartition(".")[2] for text in (*definition.decorators, *definition.bases))
    return language is not None and (
        language.field_mark != "" or not language.field_constructors.isdisjoint(said)
    )
