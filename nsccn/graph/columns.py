"""Writes a linked repository as named arrays, which are what a snapshot stores and `CodeGraph` reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import Array, pack_strings

if TYPE_CHECKING:
    from nsccn.graph.resolve import Resolved
    from nsccn.graph.symbols import Symbols

KINDS: Final = (
    "module",
    "file",
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "type",
    "func",
    "method",
    "macro",
    "var",
    "attr",
    "config",
    "error",
)
KIND_NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
_MARKS: Final = ("implicit", "declared")
"""Modifiers of `Definition` that are columns."""


def build_arrays(resolved: Resolved) -> dict[str, Array]:
    """Return the columns of the graph; `CodeGraph` reads them."""
    symbols, edges = resolved.symbols, resolved.edges
    definitions = symbols.definitions
    outside = sorted(edges.external)
    arrays: dict[str, Array] = {}
    _put_strings(arrays, "path", list(symbols.paths))
    _put_strings(arrays, "language", [file.language for file in symbols.facts])
    arrays["first"] = np.array(symbols.first, np.int32)
    arrays["lines"] = np.array([file.lines for file in symbols.facts], np.int32)
    _put_entities(arrays, symbols, outside)
    counted = sorted(edges.unresolved.items())
    _put_strings(arrays, "unresolved", [name for name, _ in counted])
    arrays["unresolved.count"] = np.array([count for _, count in counted], np.int32)
    _put_edges(arrays, edges.arrays(len(definitions)), len(definitions) + len(outside))
    return {f"graph.{name}": array for name, array in arrays.items()}


def _put_entities(arrays: dict[str, Array], symbols: Symbols, outside: list[str]) -> None:
    """Add the columns of the definitions, followed by those of what lies in no file."""
    definitions = symbols.definitions
    kinds = [KIND_NUMBER[item.kind] for item in definitions]
    kinds += [KIND_NUMBER[entity_id.partition(":")[0]] for entity_id in outside]
    arrays["kind"] = np.array(kinds, np.uint8)
    arrays["slot"] = np.array([*symbols.slot, *[-1] * len(outside)], np.int32)
    parents = [symbols.parent(entity) for entity in range(len(definitions))]
    arrays["parent"] = np.array([*parents, *[-1] * len(outside)], np.int32)
    ranges = np.zeros((len(definitions) + len(outside), 3), np.int32)
    for entity, item in enumerate(definitions):
        ranges[entity] = (item.full_range.start_line, item.full_range.end_line, item.name_line)
    arrays["start_line"], arrays["end_line"], arrays["name_line"] = (
        np.ascontiguousarray(ranges[:, column]) for column in range(3)
    )
    for modifier in _MARKS:
        marked = [modifier in item.modifiers for item in definitions]
        arrays[modifier] = np.array([*marked, *[False] * len(outside)], np.bool_)
    names = [item.name for item in definitions] + [_last_name(entity_id) for entity_id in outside]
    _put_strings(arrays, "name", names)
    _put_strings(arrays, "qualified", [item.qualified_name for item in definitions] + outside)
    _put_strings(arrays, "signature", [item.signature for item in definitions] + [""] * len(outside))
    _put_strings(arrays, "doc", [item.doc for item in definitions] + [""] * len(outside))
    _put_names(arrays, names)


def _last_name(entity_id: str) -> str:
    return entity_id.rpartition(":")[2].rpartition("/")[2]


def _put_strings(arrays: dict[str, Array], name: str, strings: list[str]) -> None:
    arrays[f"{name}.blob"], arrays[f"{name}.offsets"] = pack_strings(strings)


def _put_names(arrays: dict[str, Array], names: list[str]) -> None:
    """Index entities by name: the distinct names sorted, and for each its entities."""
    by_name: dict[str, list[int]] = {}
    for entity, name in enumerate(names):
        by_name.setdefault(name, []).append(entity)
    distinct = sorted(by_name)
    _put_strings(arrays, "distinct", distinct)
    arrays["named"] = np.array([entity for name in distinct for entity in by_name[name]], np.int32)
    arrays["named.offsets"] = np.cumsum([0, *(len(by_name[name]) for name in distinct)]).astype(np.int32)


def _put_edges(arrays: dict[str, Array], edges: Mapping[str, Array], total: int) -> None:
    for name, column in edges.items():
        arrays[f"edge.{name}"] = column
    places = np.arange(total + 1)
    arrays["edge.out"] = np.searchsorted(edges["source"], places).astype(np.int32)
    order = np.lexsort((edges["source"], edges["kind"], edges["target"])).astype(np.int32)
    arrays["edge.in.order"] = order
    arrays["edge.in"] = np.searchsorted(edges["target"][order], places).astype(np.int32)
