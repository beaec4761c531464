"""After an edit: in a copy of the repository, under git, with a process that holds the index, and with a new one.

Run by itself it prints the times within one process as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import bars
from corpus import add_definition, commit, editable, git, spread
from processes import nsccn, observe, part, time_of
from start import BARE
from table import Row

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

_EDITS = 7
_MANY = 500
_FEW = 3
_PAUSE = 1.0
"""Seconds between edits while others are linked."""
_SETTLED = 2.5
"""Seconds after which a change is old enough to be told by its time stamp alone."""
_LIMITS = {
    "one edited file, answered": bars.EDIT_MS,
    "one file replaced, answered": bars.EDIT_MS,
    "skeleton of a file, new": bars.SKELETON_NEW_MS,
    "branch switch, new content": bars.SWITCH_MS,
    "branch switch, back": bars.SWITCH_MS,
}


def rows(work: Path, cache: Path, runs: int) -> Iterator[Row]:
    """Measure in the copy `work`, whose files differ from nothing that `cache` knows."""
    time_of(nsccn("index", "--quiet", "--repo", work, "--cache-dir", cache))
    time.sleep(_SETTLED)
    found = part("edits", work, cache, runs)
    for name, values in found["times"].items():
        limit = next((bar for start, bar in _LIMITS.items() if name.startswith(start)), None)
        yield Row(name, "ms", values, limit)
    yield from _one_shot(work, cache, runs, found["path"])


def _one_shot(work: Path, cache: Path, runs: int, path: str) -> Iterator[Row]:
    """Time whole commands, each after an edit; the index is stored before the command ends."""
    whole, beyond = [], []
    for number in range(max(runs, 3)):
        time.sleep(_SETTLED)
        name = f"one_shot_{number}"
        add_definition(work, path, name, number)
        done = observe(nsccn("search", name, "--repo", work, "--cache-dir", cache))
        if name not in done.output:
            raise SystemExit(f"{name} was not found after the edit.")
        whole.append(done.wall * 1000)
        beyond.append(whole[-1] - time_of(BARE)[0] * 1000)
    yield Row("nsccn search after one edit, whole process", "ms", whole)
    yield Row("nsccn search after one edit, beyond python -c pass", "ms", beyond)


# -- what the process of its own does


def main(work: Path, cache: Path, runs: int) -> None:
    """Edit files one by one and in hundreds, and ask at once for what they now hold."""
    from nsccn.index import RepoIndex
    from nsccn.settings import load_settings

    settings = load_settings({"cache_dir": cache}, repo=work)
    index = RepoIndex.build(work, settings=settings)
    index.prepare()  # as a server does after its first answer
    graph = index.snapshot.graph
    paths = editable([file.path for file in graph.files if file.entity_count > 2])
    chosen = spread(paths, _EDITS)
    busiest = editable([graph.file_entry(slot).path for slot in _most_used(index)])[0]
    times = {"one edited file, answered: the first in a process": [_edit(index, work, paths[0], 0)[0]]}
    edits = [_edit(index, work, path, number) for number, path in enumerate(chosen, 1)]
    times["one edited file, answered"] = [edit[0] for edit in edits]
    times["the same, CPU of the process that answers"] = [edit[2] for edit in edits]
    times["the next question within two seconds of the edit, refresh alone"] = [edit[1] for edit in edits]
    replaced = [_edit(index, work, path, number, by_rename=True) for number, path in enumerate(chosen, 100)]
    times["one file replaced, answered"] = [edit[0] for edit in replaced]
    times["one edited file, answered: the file that most others use"] = [
        _edit(index, work, busiest, number)[0] for number in range(200, 200 + max(runs, 3))
    ]
    times["one edited file, its callers traced"] = [
        _traced(index, work, path, number) for number, path in enumerate(chosen, 400)
    ]
    times["skeleton of a file, new"] = _new_skeletons(work, cache, chosen)
    changed = spread(paths, _MANY)
    rows = zip(*(_switch(index, work, changed, number) for number in range(runs)), strict=True)
    new = f"branch switch, new content in {len(changed)} files"
    names = (
        f"{new}, searched",
        f"{new}, all linked",
        "branch switch, back, searched",
        "branch switch, back, all linked",
    )
    times |= {name: list(values) for name, values in zip(names, rows, strict=True)}
    meanwhile = f"one edited file while {len(changed)} others are linked, answered"
    times[meanwhile] = [
        answered
        for number in range(runs)
        for answered in _while_linking(index, work, changed, chosen, number)
    ]
    index.close()
    print(json.dumps({"times": times, "path": chosen[0]}))


def _edit(
    index: RepoIndex, work: Path, path: str, number: int, *, by_rename: bool = False
) -> tuple[float, float, float]:
    """Add a function to a file; return the ms until it was found, those of another refresh right after, and CPU.

    The CPU is that of this process until it was found: a busy machine changes it less than the time.
    """
    from nsccn.search.search import Query, search

    time.sleep(_SETTLED)
    name = f"freshly_added_{number}"
    add_definition(work, path, name, number, by_rename=by_rename)
    started, used = time.perf_counter(), time.process_time()
    index.refresh()
    hits = search(index.snapshot, Query(name), index.settings)
    answered, used = time.perf_counter() - started, time.process_time() - used
    if not hits or name not in hits[0].entity.id:
        raise SystemExit(f"{name} was not found after the edit.")
    index.flush()
    started = time.perf_counter()
    index.refresh()
    again = time.perf_counter() - started
    index.flush()
    return answered * 1000, again * 1000, used * 1000


def _traced(index: RepoIndex, work: Path, path: str, number: int) -> float:
    """Add a function to a file; return the ms until its callers were looked for, which takes the edges of all files."""
    from nsccn.tracing.trace import trace

    time.sleep(_SETTLED)
    name = f"freshly_traced_{number}"
    add_definition(work, path, name, number)
    started = time.perf_counter()
    index.refresh()
    trace(index.snapshot.graph, index.snapshot.graph.named(name)[0], "upstream")
    answered = time.perf_counter() - started
    index.flush()
    return answered * 1000


def _most_used(index: RepoIndex) -> list[int]:
    """Return the files' slots, the one that most edges from elsewhere end in first."""
    import numpy as np

    graph = index.snapshot.graph
    ends = graph.file[graph.edge_column("target")]
    return [int(slot) for slot in np.argsort(-np.bincount(ends[ends >= 0]), kind="stable")]


def _new_skeletons(work: Path, cache: Path, paths: list[str]) -> list[float]:
    """Return the ms of skeletons of files whose content nobody has seen, by a worker that is up."""
    from nsccn.settings import load_settings
    from nsccn.tools.read_skeleton import read_skeleton
    from nsccn.tools.session import DirectSession

    session = DirectSession(work, load_settings({"cache_dir": cache}, repo=work))
    times = []
    for number, path in enumerate([paths[-1], *paths], 300):
        add_definition(work, path, f"unseen_{number}", number)
        started = time.perf_counter()
        read_skeleton(session, path)
        times.append((time.perf_counter() - started) * 1000)
    session.reader().close()
    return times[1:]


def _switch(index: RepoIndex, work: Path, paths: list[str], number: int) -> list[float]:
    """Switch to a branch with new content and back; return for each the ms until it can be searched, and is linked."""
    commit(work) if git(work, "status", "--porcelain") else None
    git(work, "switch", "--quiet", "--create", f"other-{number}")
    for path in paths:
        add_definition(work, path, f"on_branch_{number}", number)
    commit(work)
    git(work, "switch", "--quiet", "main")
    time.sleep(_SETTLED)
    index.refresh()
    index.flush()
    times = []
    for branch in (f"other-{number}", "main"):
        time.sleep(_SETTLED)
        git(work, "switch", "--quiet", branch)
        started = time.perf_counter()
        index.refresh()
        times.append((time.perf_counter() - started) * 1000)
        index.complete()
        times.append((time.perf_counter() - started) * 1000)
        index.flush()
    return times


def _while_linking(
    index: RepoIndex, work: Path, changed: list[str], paths: list[str], number: int
) -> list[float]:
    """Change many files, then a few one after the other while these are linked; return the ms until each was found."""
    from nsccn.search.search import Query, search

    for path in changed:
        add_definition(work, path, f"changed_together_{number}", number)
    index.refresh()
    times = []
    for place, path in enumerate(paths[:_FEW]):
        time.sleep(_PAUSE)
        if index.is_complete:
            raise SystemExit(f"{len(changed)} files were linked before {path} was edited.")
        name = f"changed_meanwhile_{number}_{place}"
        add_definition(work, path, name, place)
        started = time.perf_counter()
        index.refresh()
        hits = search(index.snapshot, Query(name), index.settings)
        times.append((time.perf_counter() - started) * 1000)
        if not hits or name not in hits[0].entity.id:
            raise SystemExit(f"{name} was not found after the edit.")
    index.flush()
    return times


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
