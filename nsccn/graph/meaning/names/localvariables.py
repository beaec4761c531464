"""Which variables are a function's own, by what the assignments of its file say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.model import Assignment
from nsccn.graph.notation.marks import BLOCK
from nsccn.graph.notation.writtenobjects import written_members

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.notation.writtenobjects import Members
    from nsccn.graph.packed import AssignmentRow


_FUNCTION: Final = "function"
_DECLARING: Final = frozenset({"declare", "parameter", "loop", "with"})

_GIVING: Final = _DECLARING | {"assign"}


def one_bound(stated: list[Assignment]) -> list[Assignment]:
    """Return all bounds of a type variable as one: `where T: Read, T: Seek` says what `T: Read + Seek` does."""
    bounds = " + ".join(dict.fromkeys(item.annotation for item in stated if item.annotation))
    return [replace(stated[0], annotation=bounds)]


def objects_of_variables(symbols: Symbols, slot: int, rows: Iterable[AssignmentRow]) -> dict[int, Members]:
    """Return the members of the objects that functions write out for their variables, by the functions."""
    language, base, is_function = symbols.language(slot), symbols.first[slot], symbols.table.functions
    if language is None or not language.written_members:
        return {}
    written = (row for row in rows if row[4] == "declare" and "." in row[1] and is_function[base + row[0]])
    return {base + ordinal: members for ordinal, members in written_members(written).items()}


def makes_itself(symbols: Symbols, entity: int) -> bool:
    """Whether a type is a function that makes its instances, whose variables are seen in it: `function Cart() {}`."""
    language = symbols.language(symbols.slot[entity])
    is_class = language is not None and language.instance_members and symbols.kind(entity) == "class"
    return bool(is_class) and _FUNCTION in symbols.definitions[entity].signature


def _making(symbols: Symbols, slot: int) -> frozenset[int]:
    """Return the ordinals of such types of a file."""
    language, first = symbols.language(slot), symbols.first[slot]
    if language is None or not language.instance_members:
        return frozenset()
    inside = range(first, symbols.first[slot + 1])
    return frozenset(one - first for one in inside if makes_itself(symbols, one))


def local_variables(
    symbols: Symbols, slot: int, rows: Iterable[AssignmentRow]
) -> dict[int, dict[str, list[Assignment]]]:
    """Return the variables that hold in each scope, and what declares them or gives them their value."""
    language = symbols.language(slot)
    declaring = (
        _DECLARING if language is not None and not language.assignment_declares else _DECLARING | {"assign"}
    )
    if language is not None and language.filled_collections:
        declaring = declaring | {"item"}
    base, is_function = symbols.first[slot], symbols.table.functions
    making = _making(symbols, slot)
    has_heads = language is not None and language.primary_constructors
    found: dict[int, dict[str, list[Assignment]]] = {}
    outside: set[tuple[int, str]] = set()
    given: dict[tuple[int, str], list[Assignment]] = {}
    for row in rows:
        ordinal, target, _, _, form, _, _ = row
        scope = base + ordinal
        if form == "global":
            outside.add((scope, target))
        elif "." in target:
            continue
        elif (
            (form in declaring and (is_function[scope] or ordinal in making))
            or (form in _GIVING and BLOCK in target)
            or (has_heads and form == "parameter")
        ):
            found.setdefault(scope, {}).setdefault(target, []).append(Assignment(*row))
        elif form == "assign" and is_function[scope]:
            given.setdefault((scope, target), []).append(Assignment(*row))
    for (scope, target), items in given.items():
        declared = found.get(scope, {}).get(target, ())
        if declared and not any(item.value or item.annotation or item.form != "declare" for item in declared):
            declared += items  # a variable is what it is given later, where its declaration says nothing
    for scope, target in outside:
        found.get(scope, {}).pop(target, None)
    return found
