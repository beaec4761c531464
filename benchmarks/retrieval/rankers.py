"""Every ranker under its name, as a function from a row to a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from baselines import cognitive_cache, file_bm25, function_bm25, keyword_count, tf_idf
from candidates import SUFFIXES, is_candidate
from measures import Ranking, is_below
from states import States, git_directory
from texts import read_texts

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.search.search import Query, Question
from nsccn.search.weights import Weights
from nsccn.settings import Settings

if TYPE_CHECKING:
    from rows import Row

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.snapshots.snapshot import Snapshot

_FILE_RANKERS = {
    "keyword-count": keyword_count.rank,
    "tf-idf": tf_idf.rank,
    "file-bm25": file_bm25.rank,
}
OF_INDEXES = ("nsccn", "function-bm25")
"""Those that ask our own index."""
NAMES = (*OF_INDEXES, *_FILE_RANKERS, "cognitive-cache")
_DEFINITIONS = FUNCTION_KINDS | TYPE_KINDS
_SCOPES = {"python": TYPE_KINDS | FUNCTION_KINDS, "ruby": TYPE_KINDS | {"module"}}
"""What right functions are named by besides themselves; in the other languages by types alone."""
_HITS = 400
_FILES = 100


def named(name: str, states: States, clones: Path, weights: Path | None) -> Callable[[Row], Ranking]:
    """Return a ranker."""
    if name == "nsccn":
        given = msgspec.json.decode(weights.read_bytes(), type=Weights) if weights else None
        return lambda row: ours(row, states, given)
    if name == "function-bm25":
        return lambda row: _function_bm25(row, states, clones)
    if name == "cognitive-cache":
        return lambda row: Ranking(
            cognitive_cache.rank(row.text, states.work_tree(row.repository, row.commit))
        )
    return lambda row: Ranking(_FILE_RANKERS[name](row.text, _texts(row, clones)))


def ours(row: Row, states: States, weights: Weights | None) -> Ranking:
    """Rank with nsccn's own index and history."""
    return ranking(row, question(row, states), weights)


def question(row: Row, states: States) -> tuple[EntityTable, Question]:
    """Return a row as a question that can be asked with many weights."""
    return question_of(row, states, states.snapshot(row.repository, row.commit))


def question_of(row: Row, states: States, snapshot: Snapshot) -> tuple[EntityTable, Question]:
    """Return a row as a question to a snapshot."""
    history = states.history(row.repository, row.commit, snapshot)
    return snapshot.entities, Question(snapshot, Query(row.text, limit=_HITS), Settings(), history=history)


def ranking(row: Row, asked: tuple[EntityTable, Question], weights: Weights | None) -> Ranking:
    """Return what a question is answered by these weights."""
    graph, one = asked
    files = [file.path for file in one.files(weights) if _may_answer(row, file.path)]
    entities = [hit.entity for hit in one.entities(weights) if _may_answer(row, hit.entity.path)]
    return Ranking(
        files[:_FILES],
        [_known_name(graph, entity) for entity in entities if entity.kind in _DEFINITIONS],
        [(entity.path, entity.start_line, entity.end_line) for entity in entities],
    )


def _may_answer(row: Row, path: str) -> bool:
    return bool(path) and (is_below(path, row.below) if row.spans else is_candidate(path, row.language))


@lru_cache(maxsize=4096)
def _known_name(graph: EntityTable, entity: Entity) -> str:
    return name_of(graph, entity)


def name_of(graph: EntityTable, entity: Entity) -> str:
    """Return `path:Class.method` as right functions are named: without objects and namespaces around them.

    What no entity stands for is judged by its name. The owner of a method stays, even where a macro hides its
    definition.
    """
    scopes = _SCOPES.get(entity.language, TYPE_KINDS)
    *around, name = entity.qualified_name.split(".")
    kinds = {
        graph.qualified_of(one).count("."): graph.kinds[graph.kind[one]] for one in _parents(graph, entity)
    }
    kept = [
        part
        for place, part in enumerate(around)
        if (kinds[place] in scopes if place in kinds else _is_named(graph, part, scopes))
        or (entity.kind == "method" and place == len(around) - 1)
    ]
    return f"{entity.path}:{'.'.join((*kept, name))}"


def _parents(graph: EntityTable, entity: Entity) -> Iterator[int]:
    """Yield what encloses an entity, less the file."""
    parent = entity.parent
    while parent >= 0 and graph.parent[parent] >= 0:
        yield parent
        parent = int(graph.parent[parent])


def _is_named(graph: EntityTable, name: str, kinds: AbstractSet[str]) -> bool:
    bare = name.partition("#")[0]
    return any(graph.kinds[graph.kind[index]] in kinds for index in graph.named(bare))


def _texts(row: Row, clones: Path) -> dict[str, str]:
    texts = read_texts(git_directory(clones, row.repository), row.commit, SUFFIXES[row.language])
    return {path: text for path, text in texts.items() if _may_answer(row, path)}


def _function_bm25(row: Row, states: States, clones: Path) -> Ranking:
    """Rank the functions that our index knows, by their texts alone."""
    texts = _texts(row, clones)
    graph = states.snapshot(row.repository, row.commit).entities
    entities = [graph.entity(index) for path in sorted(texts) for index in graph.entities_of(path)]
    spans = [
        (one.path, name_of(graph, one), one.start_line, one.end_line)
        for one in entities
        if one.kind in _DEFINITIONS and one.end_line > one.start_line
    ]
    found = function_bm25.rank(row.text, texts, spans)
    files = list(dict.fromkeys(path for path, *_ in found))
    return Ranking(
        files, [name for _, name, _, _ in found], [(path, start, end) for path, _, start, end in found]
    )
