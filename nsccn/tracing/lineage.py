"""Types and their methods: what creates an instance, what is inherited, what overrides what."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import distinct, ranges
from nsccn.graph import languages
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.graph.prototypes import may_override, type_of

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

_FARTHEST: Final = 10
_METHODS: Final = frozenset({"method", "func"})


def is_type(graph: CodeGraph, entity: int) -> bool:
    """Say whether an entity is a class or another type."""
    return graph.kinds[graph.kind[entity]] in TYPE_KINDS


def within(graph: CodeGraph, entity: int) -> list[int]:
    """Return an entity, and all that a file or a type encloses."""
    if graph.kinds[graph.kind[entity]] in FILE_KINDS:
        return list(graph.entities_of(graph.path_of(entity)))
    found = [entity]
    if is_type(graph, entity):
        for place in found:
            found.extend(graph.children(place))
    return found


def type_around(graph: CodeGraph, entity: int) -> int:
    """Return the type that a method belongs to; the entity itself where there is none."""
    owner = -1 if is_type(graph, entity) else type_of(graph, entity)
    return owner if owner >= 0 else entity


def bases(graph: CodeGraph, entity: int, depth: int = _FARTHEST) -> list[int]:
    """Return what a type inherits from, nearest first."""
    return _related(graph, entity, "out", depth)


def subtypes(graph: CodeGraph, entity: int, depth: int = _FARTHEST) -> list[int]:
    """Return what inherits from a type, nearest first."""
    return _related(graph, entity, "in", depth)


def _related(graph: CodeGraph, entity: int, direction: str, depth: int) -> list[int]:
    """Return the types above or below one, level by level; by less than a `Walk` takes to begin."""
    offsets, neighbours = graph.adjacency(("INHERITS",), direction)
    is_known = np.zeros(len(graph), np.bool_)
    level, found = np.array([entity], neighbours.dtype), list[int]()
    for _ in range(depth):
        is_known[level] = True
        begin = offsets.take(level)
        ends = neighbours.take(ranges(begin, offsets.take(level + 1) - begin))
        level = distinct(ends.compress(~is_known.take(ends)))
        if not len(level):
            break
        found += level.tolist()
    return found


def constructors(graph: CodeGraph, entity: int) -> list[int]:
    """Return the methods of a type that run when an instance is created."""
    described = graph.entity(entity)
    if not is_type(graph, entity) or not described.path:
        return []
    patterns = languages.load(described.language).constructors
    names = {name.replace("{class}", described.name) for name in patterns}
    return [child for child in graph.children(entity) if graph.name_of(child) in names]


def inherited_constructor(graph: CodeGraph, entity: int) -> int | None:
    """Return the constructor of the nearest base of a type that has none of its own."""
    if not is_type(graph, entity) or constructors(graph, entity):
        return None
    return next((found for base in bases(graph, entity) for found in constructors(graph, base)[-1:]), None)


def methods(graph: CodeGraph, entity: int) -> list[int]:
    """Return the functions directly inside a type."""
    return [child for child in graph.children(entity) if graph.kinds[graph.kind[child]] in _METHODS]


def overridden(graph: CodeGraph, method: int, types: Iterable[int]) -> list[int]:
    """Return the methods of some types, all of them bases of a method's own, that it overrides; in their order."""
    name = graph.name_of(method)
    named = (other for base in types for other in methods(graph, base) if graph.name_of(other) == name)
    return [other for other in named if may_override(graph, method, other)]


def overriding(graph: CodeGraph, method: int, types: Container[int]) -> list[int]:
    """Return the methods of some types, all of them subtypes of a method's own, that override it."""
    named = graph.named(graph.name_of(method))
    parents = graph.parent[named].tolist()
    found = [
        other
        for other, parent in zip(named, parents, strict=True)
        if parent in types and graph.kinds[graph.kind[other]] in _METHODS
    ]
    if not languages.load(graph.entity(method).language).argument_types:
        return found
    return [other for other in found if may_override(graph, other, method)]


def overrides_above(graph: CodeGraph, method: int, depth: int) -> Iterator[tuple[int, int]]:
    """Yield a method together with each method of a base that it overrides."""
    owner = type_around(graph, method)
    if owner != method:
        yield from ((method, base) for base in overridden(graph, method, bases(graph, owner, depth)))


def overrides(graph: CodeGraph, entity: int, depth: int, among: Container[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs of a method and what it overrides, the entity's own on one side.

    Of a method all there are; of a type those that it shares with the bases and subtypes in `among`.
    """
    owner = type_around(graph, entity)
    own = [entity] if owner != entity else methods(graph, entity) if is_type(graph, entity) else []
    above, below = bases(graph, owner, depth), subtypes(graph, owner, depth)
    if owner == entity:
        above, below = ([one for one in related if one in among] for related in (above, below))
    nearness = {subtype: place for place, subtype in enumerate(below)}
    for method in own:
        yield from ((method, base) for base in overridden(graph, method, above))
        found = overriding(graph, method, nearness)
        found.sort(key=lambda other: nearness[int(graph.parent[other])])
        yield from ((other, method) for other in found)


def same_name(graph: CodeGraph, entity: int) -> list[int]:
    """Return the other definitions of an entity's name in the same place: overloads, redefinitions."""
    parent = int(graph.parent[entity])
    if parent < 0:
        return []
    name = graph.name_of(entity)
    return [child for child in graph.children(parent) if child != entity and graph.name_of(child) == name]
