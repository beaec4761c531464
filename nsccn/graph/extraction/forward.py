"""Declarations that stand in one file with what they declare.

    struct Cart { int sum(int tax = 0); };
    inline int Cart::sum(int tax) { ... }

The definition is meant by both, and says what only its declaration does: default values, and documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.nesting import without
from nsccn.graph.extraction.signature import signature
from nsccn.graph.notation.signatures import taken_by

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nsccn.graph.extraction.nesting import Declared
    from nsccn.graph.language import Language
    from nsccn.graph.notation.signatures import Taken

    _Matches = Callable[[Taken | None, Taken | None], bool]


def without_forward(entities: list[Declared], source: bytes, language: Language) -> list[Declared]:
    """Leave out declarations whose definition is in the same file; of overloads the one that takes the same."""
    forward: dict[tuple[str, str], list[int]] = {}
    defined: dict[tuple[str, str], list[Declared]] = {}
    for number, item in enumerate(entities, 1):
        key = (item.kind, item.qualified)
        if item.kind in ("func", "method") and "body" not in item.parts:
            forward.setdefault(key, []).append(number)
        elif item.outside:
            defined.setdefault(key, []).append(item)
    dropped: set[int] = set()
    for key, numbers in forward.items():
        if key in defined:
            declared = {number: entities[number - 1] for number in numbers}
            for number, definition in _pairs(declared, defined[key], source, language):
                definition.forward = declared[number]
                dropped.add(number)
    return without(entities, dropped)


def _pairs(
    declared: dict[int, Declared], defined: Sequence[Declared], source: bytes, language: Language
) -> list[tuple[int, Declared]]:
    """Return each declaration, by its number, with its definition: the one that takes the same, or else as many."""
    if not language.argument_types:
        return list(zip(declared, defined, strict=False))
    takes = {
        id(item): taken_by(signature(item, source, language), item.name)
        for item in (*declared.values(), *defined)
    }
    found: list[tuple[int, Declared]] = []
    left = list(defined)
    for matches in (_is_same, _is_as_many):
        for number, item in declared.items():
            if any(number == one for one, _ in found):
                continue
            meant = next((one for one in left if matches(takes[id(item)], takes[id(one)])), None)
            if meant is not None:
                left.remove(meant)
                found.append((number, meant))
    return found


def _is_same(declared: Taken | None, defined: Taken | None) -> bool:
    return declared is not None and defined is not None and declared.made_kind == defined.made_kind


def _is_as_many(declared: Taken | None, defined: Taken | None) -> bool:
    return declared is None or defined is None or len(declared.parameters) == len(defined.parameters)
