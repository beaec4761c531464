"""The component that a declaration of tags leads to: `CartRow: typeof import('./cart/Row.vue')['default']`."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from nsccn.contracts.told import Told
from nsccn.graph.ids import encode_path
from nsccn.graph.imports.declaredcomponents import FILENAME, said_of_declaration

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex


def declared_component(index: RepoIndex, graph: EntityTable, entity: int) -> Told:
    """Say for which file a tag stands; nothing where the entity declares none."""
    path = graph.path_of(entity)
    if posixpath.basename(path) != FILENAME:
        return Told()
    found = graph.entity(entity)
    lines = index.text_if_any(path).splitlines()[found.start_line - 1 : found.end_line]
    folder = posixpath.dirname(path)
    files = [posixpath.normpath(f"{folder}/{one}") for one in said_of_declaration("\n".join(lines)).values()]
    if len(files) != 1 or index.snapshot.entities.file_slot(files[0]) is None:
        return Told()
    return Told((f"It stands for {encode_path(files[0])}, whose trace names who uses it.",))
