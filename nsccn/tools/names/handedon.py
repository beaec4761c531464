"""What a package hands on under its own name: `flask.jsonify`, which `flask/__init__.py` imports, or `store::Cart`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.lookup.wording import bare_name, dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph

_NAMELESS: Final = frozenset({"__init__", "lib", "mod", "index"})
"""Files that stand for their folder."""
_NO_PART: Final = frozenset({"src", "lib"})
"""Folders that are no part of any name."""


def handed_on(graph: CodeGraph, asked: str) -> list[int]:
    """Return what a file imports that a name may mean, or what is in that: `package.Name` or `package.Name.member`."""
    steps = [step for step in dotted(bare_name(asked)).split(".") if step]
    if len(steps) < 2:
        return []
    return [entity for entity in graph.named(steps[-1]) if _leads_to(graph, entity, steps)]


def _leads_to(graph: CodeGraph, entity: int, steps: list[str]) -> bool:
    names = graph.qualified_of(entity).split(".")
    package = steps[: -len(names)]
    if not graph.path_of(entity) or not package or steps[-len(names) :] != names:
        return False
    return any(_parts(path)[-len(package) :] == package for path in _importers(graph, entity))


def _importers(graph: CodeGraph, entity: int) -> Iterator[str]:
    """Yield the paths of the files that import what an entity belongs to, by its name or with all of its file."""
    inside = graph.entities_of(graph.path_of(entity))
    while (around := int(graph.parent[entity])) not in (-1, inside.start):
        entity = around
    offsets, sources = graph.adjacency(("IMPORTS",), "in")
    by_name = sources[offsets[entity] : offsets[entity + 1]].tolist()
    some = {*sources[offsets[inside.start + 1] : offsets[inside.stop]].tolist()}
    whole = sources[offsets[inside.start] : offsets[inside.start + 1]].tolist()
    for importer in (*by_name, *(one for one in whole if one not in some)):
        yield graph.path_of(importer)


def _parts(path: str) -> list[str]:
    """Return the parts of the name that a file has as a module; what a name cannot have in it is an underscore."""
    *folders, stem = path.rpartition(".")[0].replace("-", "_").split("/")
    inside = [folder for folder in folders if folder not in _NO_PART]
    return inside if stem in _NAMELESS else [*inside, stem]
