"""Types and their methods: what creates an instance, what is inherited, what overrides what."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import distinct, ranges
from nsccn.graph import languages
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.graph.prototypes import may_override, type_of, without_prototypes

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

_FARTHEST: Final = 10
_METHODS: Final = frozenset({"method", "func"})
_MEMBERS: Final = frozenset({*_METHODS, "attr"})
_INTERFACES: Final = frozenset({"interface", "trait"})
_OVERRIDE: Final = "override"


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
            found.extend(graph.members(place))
    return found


def enclosing(graph: CodeGraph, entity: int) -> Iterator[int]:
    """Yield what encloses an entity, the innermost first."""
    while (entity := int(graph.parent[entity])) >= 0:
        yield entity


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
    return [member for member in graph.members(entity) if graph.name_of(member) in names]


def inherited_constructor(graph: CodeGraph, entity: int) -> int | None:
    """Return the constructor of the nearest base of a type that has none of its own."""
    if not is_type(graph, entity) or constructors(graph, entity):
        return None
    return next((found for base in bases(graph, entity) for found in constructors(graph, base)[-1:]), None)


def methods(graph: CodeGraph, entity: int) -> list[int]:
    """Return the functions of a type."""
    return _of_kinds(graph, entity, _METHODS)


def _of_kinds(graph: CodeGraph, entity: int, kinds: Container[str]) -> list[int]:
    members = graph.members(entity)
    return _bodies(graph, [member for member in members if graph.kinds[graph.kind[member]] in kinds])


def overridden(graph: CodeGraph, member: int, types: Iterable[int]) -> list[int]:
    """Return the members of some types, all of them bases of a member's own, that it overrides; in their order."""
    name = graph.name_of(member)
    named = (
        other for base in types for other in _of_kinds(graph, base, _MEMBERS) if graph.name_of(other) == name
    )
    return [other for other in named if _overrides(graph, member, other)]


def overriding(graph: CodeGraph, member: int, types: Container[int]) -> list[int]:
    """Return the members of some types, all of them subtypes of a member's own, that override it."""
    named = graph.named(graph.name_of(member))
    found = [
        other
        for other, owner in zip(named, graph.owners_of(named), strict=True)
        if owner in types and _overrides(graph, other, member)
    ]
    if not found:
        return []
    is_told = languages.load(graph.entity(member).language).argument_types
    return _bodies(graph, found) if is_told else found


def _overrides(graph: CodeGraph, member: int, base: int) -> bool:
    """Whether a member of a subtype stands for the one of its name that a base has."""
    kinds = {graph.kinds[graph.kind[one]] for one in (member, base)}
    if kinds <= _METHODS:
        return not _is_hidden(graph, base) and may_override(graph, member, base)
    if not kinds <= _MEMBERS or not languages.load(graph.entity(base).language).overridden_fields:
        return False
    is_declared = graph.kinds[graph.kind[graph.owner_of(base)]] in _INTERFACES
    return is_declared or _OVERRIDE in graph.entity(member).signature.split()


def _is_hidden(graph: CodeGraph, method: int) -> bool:
    """Whether a subtype that has the name of a method only hides it: what it embeds goes on to call its own."""
    is_declared = graph.kinds[graph.kind[graph.owner_of(method)]] in _INTERFACES
    return not is_declared and languages.load(graph.entity(method).language).embedded_bases


def _bodies(graph: CodeGraph, found: list[int]) -> list[int]:
    """Return some methods without the prototypes whose bodies are among them; those of another type are none."""
    alike: dict[tuple[int, str], list[int]] = {}
    for method in found:
        alike.setdefault((graph.owner_of(method), graph.name_of(method)), []).append(method)
    kept = {one for methods in alike.values() for one in without_prototypes(graph, methods)}
    return [method for method in found if method in kept]


def overrides_above(graph: CodeGraph, member: int) -> Iterator[tuple[int, int]]:
    """Yield a member together with each member of a base that it overrides, however far above."""
    owner = type_around(graph, member)
    if owner != member:
        yield from ((member, base) for base in overridden(graph, member, bases(graph, owner)))


def overrides(graph: CodeGraph, entity: int, depth: int, among: Container[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs of a member and what it overrides, one of them the entity's own, the other of a type in `among`."""
    owner = type_around(graph, entity)
    own = (
        [entity] if owner != entity else _of_kinds(graph, entity, _MEMBERS) if is_type(graph, entity) else []
    )
    related = bases(graph, owner, depth), subtypes(graph, owner, depth)
    above, below = ([one for one in types if one in among] for types in related)
    nearness = {subtype: place for place, subtype in enumerate(below)}
    for member in own:
        yield from ((member, base) for base in overridden(graph, member, above))
        found = overriding(graph, member, nearness)
        found.sort(key=lambda other: nearness[graph.owner_of(other)])
        yield from ((other, member) for other in found)


def same_name(graph: CodeGraph, entity: int) -> list[int]:
    """Return the other definitions of an entity's name in the same place: overloads, redefinitions."""
    owner = graph.owner_of(entity)
    if owner < 0:
        return []
    name = graph.name_of(entity)
    alike = [member for member in graph.members(owner) if graph.name_of(member) == name]
    return [member for member in without_prototypes(graph, alike) if member != entity]
