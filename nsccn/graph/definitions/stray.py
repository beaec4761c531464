"""Members that a file defines outside of their type: `class Shop::Item {}`, and what an `impl` holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.definitions.symbols import Symbols


def stray_members(symbols: Symbols, slot: int) -> Iterator[int]:
    """Yield the methods and types that a file defines outside their type, with their type in no enclosing scope.

    What another name of a type holds belongs to that type, where blocks of methods may be for such a name.
    """
    language = symbols.language(slot)
    by_name = language is not None and bool(language.own_type or language.included_names)
    # Where names are written with their namespaces, a whole name means a type alone.
    is_open = language is not None and not language.qualified_names
    # Blocks that run in another type stand in any type.
    is_anywhere = language is not None and language.open_types and not language.open_modifier
    for entity in range(symbols.first[slot], symbols.first[slot + 1]):
        around, is_method = symbols.parent(entity), symbols.kind(entity) == "method"
        if not (is_method or (is_open and symbols.is_type(entity) and _is_apart(symbols, entity))):
            continue
        is_of_other = by_name and is_method and symbols.kind(around) == "type"
        if (
            not symbols.is_type(around)
            or is_of_other
            or (is_anywhere and is_method and _is_apart(symbols, entity))
        ):
            yield entity


def lent_functions(symbols: Symbols, slot: int) -> Iterator[tuple[str, str]]:
    """Yield the functions that a file makes methods of types by their own names, each behind its type, as written.

    `Table.cut = cut` outside of all functions.
    """
    language = symbols.language(slot)
    if language is None or not language.lent_functions:
        return
    for scope, target, value, _, form, *_ in symbols.file(slot).outline.shared.rows():
        owner, _, name = target.rpartition(".")
        if owner and not scope and form == "assign" and value.rpartition(".")[2] == name:
            yield owner, value


def is_of_foreign_type(symbols: Symbols, entity: int) -> bool:
    """Whether a type is one that a block of methods says of a type from elsewhere: no name of the file means it.

    `type Error = Error` in `impl TryFrom<u8> for String`.
    """
    if symbols.kind(entity) != "type":
        return False
    language = symbols.language(symbols.slot[entity])
    return language is not None and bool(language.own_type) and _is_apart(symbols, entity)


def _is_apart(symbols: Symbols, entity: int) -> bool:
    """Whether the name of a type says more of what it belongs to than stands around it."""
    qualified, around = symbols.table.qualified, symbols.parent(entity)
    steps = qualified[around].count(".") + 1 if symbols.parent(around) >= 0 else 0
    return qualified[entity].count(".") > steps
