"""Declarations that stand in one file with what they declare.

    struct Cart { int sum(int tax = 0); };
    inline int Cart::sum(int tax) { ... }

The definition is meant by both, and says what only its declaration does: default values, and documentation.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from nsccn.graph.extraction.definitions.nesting import without
from nsccn.graph.extraction.definitions.signature import signature
from nsccn.graph.notation.signatures import taken_by

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from nsccn.graph.extraction.definitions.nesting import Declared
    from nsccn.graph.language import Language
    from nsccn.graph.notation.signatures import Taken


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
    found: dict[int, Declared] = {}
    left = {id(item): item for item in defined}
    for key in (_same, _as_many):
        waiting: dict[Hashable, deque[Declared]] = {}
        for item in left.values():
            waiting.setdefault(key(takes[id(item)]), deque()).append(item)
        for number, item in declared.items():
            if number not in found and (meant := waiting.get(key(takes[id(item)]))):
                found[number] = left.pop(id(meant.popleft()))
    return list(found.items())


def _same(takes: Taken | None) -> Hashable:
    return takes.made_kind if takes is not None else None


def _as_many(takes: Taken | None) -> Hashable:
    return (len(takes.parameters), takes.is_constant) if takes is not None else None
