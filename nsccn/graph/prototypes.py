"""Which definitions stand for others of their name: a body for its prototype, a type for its constructors, an override.

Calls of a prototype lead to its body, wherever that is, so that whoever asks for the one means the other.
"""

from __future__ import annotations

import re
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.labels import labels_of
from nsccn.graph.notation.signatures import Parameter, Taken, taken_by

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable

_NUMBER: Final = re.compile(r"#\d+")
_ANGLED: Final = re.compile(r"<.*>")
_WORD: Final = re.compile(r"\w+")
_OF_ITS_FILE: Final = "static "
_DESCRIBING: Final = (".pyi", ".d.ts", ".d.mts", ".d.cts")
"""Ends of files that describe what others define."""
_MOST_FILES: Final = 500
"""So many files are looked through for one that is included."""


def bodies_of(graph: CodeGraph, declared: int) -> list[int]:
    """Return the definitions with a body that a declaration stands for: beside it, or where its file is included.

    Where none is, it is the only one that other files may call: a file need not include what declares what it defines.
    """
    alike = [body for body in graph.named(graph.name_of(declared)) if not graph.is_declared(body)]
    alike = [body for body in alike if without_prototypes(graph, [declared, body]) == [body]]
    path = graph.path_of(declared)
    beside = [body for body in alike if graph.path_of(body) == path]
    seeing = beside or [body for body in alike if _sees(graph, graph.path_of(body), path)]
    return seeing or (alike if len(alike) == 1 and not _is_of_its_file(graph, alike[0]) else [])


def _is_of_its_file(graph: CodeGraph, function: int) -> bool:
    """Whether only its own file can call a function."""
    return graph.entity(function).signature.startswith(_OF_ITS_FILE)


def body_by_name(table: EntityTable, declared: int) -> int | None:
    """Return the one body that a declaration may stand for, in all files or in its folder; asks for no edges."""
    alike = (body for body in table.named(table.name_of(declared)) if not table.is_declared(body))
    bodies = [body for body in alike if without_prototypes(table, [declared, body]) == [body]]
    folder = dirname(table.path_of(declared))
    near = [body for body in bodies if dirname(table.path_of(body)) == folder]
    return bodies[0] if len(bodies) == 1 else near[0] if len(near) == 1 else None


def type_of(graph: CodeGraph, method: int) -> int:
    """Return the type that a method belongs to, though its body may be outside of it; -1 where there is none."""
    owner = graph.owner_of(method)
    if owner >= 0 and graph.kinds[graph.kind[owner]] in TYPE_KINDS:
        return owner
    declared = (
        other
        for other in graph.named(graph.name_of(method))
        if graph.is_declared(other)
        and _in_type(graph, other)
        and _around(graph, other) == _around(graph, method)
    )
    return next((int(graph.parent[other]) for other in declared if method in bodies_of(graph, other)), -1)


def may_override(graph: CodeGraph, method: int, base: int) -> bool:
    """Whether a method takes what another of its name does, as far as its language tells functions apart by that.

    What a generic type is made for, and what an alias stands for, is not looked up.
    """
    language = languages.load(graph.entity(method).language)
    if language.argument_labels and _labels(graph, method) != _labels(graph, base):
        return False
    if not language.argument_types:
        return True
    taken, wanted = _takes(graph, method), _takes(graph, base)
    if taken is None or wanted is None:
        return True
    free = _type_variables(graph, base)
    return (len(taken.types), taken.is_moving) == (len(wanted.types), wanted.is_moving) and all(
        mine == other or "" in (mine, other) or other.strip("[]*") in free or _is_alias(graph, mine, other)
        for mine, other in zip(taken.types[:-1], wanted.types[:-1], strict=True)
    )


def _labels(graph: CodeGraph, method: int) -> tuple[str, ...] | None:
    """Return the labels that a method takes, None for a property."""
    described = graph.entity(method)
    taken = labels_of(described.signature, described.name)
    return None if taken is None else tuple(one.label for one in taken)


def _type_variables(graph: CodeGraph, method: int) -> set[str]:
    """Return the names that may be type variables in a signature: between angle brackets at its head or its type's."""
    described = graph.entity(method)
    heads = [described.signature.partition(described.name)[0]]
    if _in_type(graph, method):
        heads.append(graph.entity(int(graph.parent[method])).signature)
    return {word for head in heads for inner in _ANGLED.findall(head) for word in _WORD.findall(inner)}


def _is_alias(graph: CodeGraph, *types: str) -> bool:
    return any(graph.kinds[graph.kind[one]] == "type" for name in types for one in graph.named(name))


def _sees(graph: CodeGraph, path: str, wanted: str) -> bool:
    """Whether a file includes another, if only through others."""
    seen = [path]
    for near in seen:
        if near == wanted:
            return True
        if len(seen) < _MOST_FILES:
            edges = graph.outgoing(graph.entities_of(near)[0], ("IMPORTS",))
            paths = dict.fromkeys(graph.path_of(edge.target) for edge in edges)
            seen += [path for path in paths if path and path not in seen]
    return False


def without_prototypes(graph: EntityTable, entities: list[int]) -> list[int]:
    """Return some entities without the declarations whose bodies are among them.

    A prototype and its body may be in different files, and only one of them in a namespace. Where parameters tell
    functions of one name apart, a declaration stands for the body that takes the same, or else as many: what is
    declared alone, as a virtual function without a body, is no other.
    """
    bodies: dict[str, list[int]] = {}
    for entity in entities:
        if not graph.is_declared(entity):
            bodies.setdefault(_around(graph, entity), []).append(entity)
    if not bodies:
        return entities
    return [
        entity for entity in entities if not (graph.is_declared(entity) and _has_body(graph, entity, bodies))
    ]


def _has_body(graph: EntityTable, declared: int, bodies: dict[str, list[int]]) -> bool:
    found = [
        body
        for body in (*bodies.get(_around(graph, declared), ()), *bodies.get("", ()))
        if graph.kind[body] == graph.kind[declared]
        and _is_in_same(graph, body, declared)
        and not _is_of_another_type(graph, body, declared)
    ]
    if not found or not languages.load(graph.entity(declared).language).argument_types:
        return bool(found)
    # What a type declares has no body in it.
    outside = [
        body for body in found if graph.parent[body] != graph.parent[declared] or not _in_type(graph, body)
    ]
    takes, bodies_take = _takes(graph, declared), [_takes(graph, body) for body in outside]
    if takes in bodies_take or None in bodies_take or (outside and takes is None):
        return True
    others = [
        _takes(graph, other) for other in graph.named(graph.name_of(declared)) if graph.is_declared(other)
    ]
    # One type may have two names.
    count = len(takes.parameters) if takes else -1
    return any(len(one.parameters) == count and one not in others for one in bodies_take if one)


def _in_type(graph: EntityTable, entity: int) -> bool:
    parent = int(graph.parent[entity])
    return parent >= 0 and graph.kinds[graph.kind[parent]] in TYPE_KINDS


def _takes(graph: EntityTable, function: int) -> Taken | None:
    """Return what tells a function from others of its name; None where its signature is not read."""
    described = graph.entity(function)
    taken = taken_by(described.signature, described.name)
    types = [Parameter(_as_array(one)) for one in taken.parameters] if taken else []
    return taken and Taken(tuple(types), taken.is_constant, taken.is_moving)


def _as_array(parameter: Parameter) -> str:
    """Return the type of a parameter; of one that takes any number of values it is that of an array."""
    kind = parameter.type
    return f"{kind}[]" if parameter.is_repeated and kind and not kind.endswith("[]") else kind


def without_constructors(graph: EntityTable, entities: list[int]) -> list[int]:
    """Return some entities without the constructors of the types among them, which have their names in some languages.

    The body of a constructor may be in another file than its type, and its name without the namespace.
    """
    types = {
        (graph.name_of(entity), graph.qualified_of(entity))
        for entity in entities
        if graph.kinds[graph.kind[entity]] in TYPE_KINDS
    }
    return [entity for entity in entities if not _constructs(graph, entity, types)]


def _constructs(graph: EntityTable, entity: int, types: set[tuple[str, str]]) -> bool:
    name = graph.name_of(entity)
    owner = _NUMBER.sub("", graph.qualified_of(entity)).rpartition(".")[0]
    return _around(graph, entity) == name and any(
        name == type_name and f".{qualified}".endswith(f".{owner}") for type_name, qualified in types
    )


def _is_in_same(graph: EntityTable, one: int, other: int) -> bool:
    """Whether two definitions may be in the same type: one may leave out what is furthest around it."""
    names = [_NUMBER.sub("", graph.qualified_of(entity)) for entity in (one, other)]
    short, long = sorted(names, key=len)
    return f".{long}".endswith(f".{short}")


def _is_of_another_type(graph: EntityTable, body: int, declared: int) -> bool:
    """Whether a body stands in a type of its own: one of the same name, not one that another file only describes."""
    types = [int(graph.parent[one]) for one in (body, declared) if _in_type(graph, one)]
    if len(types) < 2 or types[0] == types[1] or graph.path_of(declared).endswith(_DESCRIBING):
        return False
    is_open = languages.load(graph.entity(declared).language).open_types
    return not is_open or graph.package_of(body) != graph.package_of(declared)


def _around(graph: EntityTable, entity: int) -> str:
    """Return the last name of what a definition says that it is in; empty where it says nothing."""
    return _NUMBER.sub("", graph.qualified_of(entity)).rpartition(".")[0].rpartition(".")[2]
