"""The keys by which code may ask for a constant of a settings module, where the text does not tell that it is that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph import languages

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph


def keys_of(graph: CodeGraph, variable: int) -> list[int]:
    """Return the settings of a constant's name that somebody reads, by themselves or of an object of settings."""
    entity = graph.entity(variable)
    if not entity.path or not entity.name.isupper():
        return []
    holders = languages.load(entity.language).settings_objects
    names = (entity.name, *(f"{holder}.{entity.name}" for holder in holders))
    found = (graph.index_of(f"config:key:{name}") for name in names)
    return [key for key in found if key is not None and graph.incoming(key, ("READS_CONFIG",))]
