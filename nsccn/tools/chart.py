"""A directory as a map: its most central entities, as many as fit, and how many others there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import AmbiguousEntity, UnknownEntity, UnknownPath
from nsccn.graph.ids import encode_path
from nsccn.overview import by_rank, choose, definitions
from nsccn.text import LINE_LIMIT, count, count_tokens
from nsccn.tools.listing import declared, files_below

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable, FileEntry
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot
    from nsccn.tools.reading import Files

_MOST_HITS: Final = 30
"""So many hits of a search say what a question is about."""
_SUMMARY_TOKENS: Final = 40


class Chart(NamedTuple):
    """The lines of a map."""

    lines: list[str]
    shown: int
    """Number of definitions."""


def focus_on(snapshot: Snapshot, files: Files, focus: str, settings: Settings) -> dict[int, float]:
    """Return the entities that a path, an id, a name or words stand for, with weights; none for no words."""
    from nsccn.search.search import Query, search

    graph = snapshot.graph
    asked = focus.strip()
    if not asked:
        return {}
    found = _at_path(graph, files, asked) or _named(graph, asked)
    if found:
        return dict.fromkeys(found, 1.0)
    hits = search(snapshot, Query(asked, limit=_MOST_HITS), settings)
    about = {hit.index: hit.score for hit in hits if hit.score > 0}
    shown = {entity: score for entity, score in about.items() if not graph.is_data(entity)}
    return shown or about


def _at_path(graph: CodeGraph, files: Files, asked: str) -> list[int]:
    try:
        below = files_below(graph, path) if files.is_directory(asked) and (path := files.find(asked)) else []
    except UnknownPath:
        return []
    path_of_file = None if below else files.find_file(asked)
    entities = [range(file.first, file.first + file.entity_count) for file in below]
    if path_of_file is not None:
        entities.append(graph.entities_of(path_of_file))
    return [entity for group in entities for entity in group]


def _named(graph: CodeGraph, asked: str) -> list[int]:
    try:
        found = [graph.lookup(asked)]
    except AmbiguousEntity:
        found = graph.named(asked.rpartition(".")[2])
    except UnknownEntity:
        return []
    if all(map(graph.is_data, found)):
        return []  # an attribute is about what its name says
    for entity in found:
        found.extend(graph.children(entity))
    return list(dict.fromkeys(found))


def draw(
    graph: CodeGraph, files: Sequence[FileEntry], room: int, preferred: Mapping[int, float] | None = None
) -> Chart:
    """Return the most central definitions of some files under their paths, within `room` tokens."""
    entities = definitions(graph, files)
    by_slot = {file.slot: file for file in files}

    def cost(entity: int) -> int:
        return count_tokens(_line(graph, entity)) + 1

    def file_cost(slot: int) -> int:
        return (
            count_tokens(_head(by_slot[slot], by_slot[slot].entity_count - 1, by_slot[slot].entity_count)) + 1
        )

    ordered = by_rank(graph, entities, preferred)
    chosen = choose(graph, ordered, room - _SUMMARY_TOKENS, cost, file_cost)
    totals: dict[int, int] = {}
    for slot in graph.file[entities].tolist():
        totals[slot] = totals.get(slot, 0) + 1
    lines = list(_lines(graph, by_relevance(graph, files, preferred or {}, ordered), chosen, totals))
    shown = len(chosen.intersection(ordered))
    named = len({int(graph.file[entity]) for entity in chosen})
    if shown < len(ordered):
        left = count(len(ordered) - shown, "more definition")
        without = f"{count(len(files) - named, 'file')} without any shown"
        lines.append(f"[left out: {left}; {without}; a folder or a focus shows more]")
    return Chart(lines, shown)


def by_relevance(
    table: EntityTable,
    files: Sequence[FileEntry],
    preferred: Mapping[int, float],
    ordered: Sequence[int] = (),
) -> Sequence[FileEntry]:
    """Return files in the order of their best preferred entity, and then of their first in `ordered`.

    Where nothing is preferred they stay as they are.
    """
    if not preferred:
        return files
    best: dict[int, float] = {}
    for entity, weight in preferred.items():
        slot = int(table.file[entity])
        best[slot] = max(weight, best.get(slot, 0.0))
    first: dict[int, int] = {}
    for place, slot in enumerate(table.file[list(ordered)].tolist() if len(ordered) else ()):
        first.setdefault(slot, place)
    return sorted(files, key=lambda file: (-best.get(file.slot, 0.0), first.get(file.slot, len(ordered))))


def _lines(
    graph: CodeGraph, files: Sequence[FileEntry], chosen: set[int], totals: Mapping[int, int]
) -> Iterator[str]:
    by_file: dict[int, list[int]] = {}
    for entity in sorted(chosen):
        by_file.setdefault(int(graph.file[entity]), []).append(entity)
    for file in files:
        if file.slot in by_file:
            inside = by_file[file.slot]
            shown = sum(not graph.is_data(entity) for entity in inside)
            yield _head(file, shown, totals[file.slot])
            for entity in inside:
                yield _line(graph, entity)


def _head(file: FileEntry, shown: int, total: int) -> str:
    of = "" if shown == total else f", {shown:,} of {count(total, 'definition')}"
    return f"{encode_path(file.path)}  {count(file.lines, 'line')}{of}"


def _line(graph: CodeGraph, entity: int) -> str:
    depth, around = 0, int(graph.parent[entity])
    while graph.parent[around] >= 0:
        depth, around = depth + 1, int(graph.parent[around])
    shown = graph.entity(entity)
    return f"{shown.name_line}|{'  ' * depth}{declared(graph, shown, LINE_LIMIT)}"
