"""Labelled tasks: is the intent right, is the definition there, are the files the right ones, and how long it takes."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean, quantiles
from typing import TYPE_CHECKING, NamedTuple

from measures import normal
from shown import places_of

from nsccn.index import RepoIndex
from nsccn.select.api import select_context
from nsccn.settings import Settings
from nsccn.skeleton.detail import Detail

if TYPE_CHECKING:
    from argparse import Namespace

    from nsccn.select.selection import Selection

_LABELS = Path(__file__).parent / "labels"


class Task(NamedTuple):
    """One labelled task."""

    written: str
    """The file that it stands in."""
    source: str
    """A package of the Python package index: name==version."""
    text: str
    intent: str
    definitions: tuple[str, ...]
    """What has to be there, as `path:Class.method`."""
    files: frozenset[str]
    """The files that somebody needs for the task."""


class Answer(NamedTuple):
    """What a pack made of a task."""

    task: Task
    intent: str
    hits: int
    """Definitions that are shown by their signature at least."""
    whole: int
    """Those of them that are shown in full."""
    precision: float
    recall: float
    in_tokens: float
    """The share of the tokens that are spent on the right files."""
    tokens: int
    """Of the whole pack."""
    seconds: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def read_tasks() -> list[Task]:
    """Read all labelled tasks."""
    return [
        Task(
            path.stem,
            one["source"],
            one["text"],
            one["intent"],
            tuple(one["definitions"]),
            frozenset(one["files"]),
        )
        for path in sorted(_LABELS.glob("*.toml"))
        for one in tomllib.loads(path.read_text("utf-8"))["task"]
    ]


def by_source(tasks: Iterable[Task]) -> dict[str, list[Task]]:
    """Gather tasks by their packages."""
    gathered: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        gathered[task.source].append(task)
    return gathered


def run(options: Namespace) -> None:
    """Pack every task and print the figures."""
    answers = list(_answers(read_tasks(), options))
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        for group in ("all", answer.task.written, answer.task.intent):
            groups[group].append(answer)
    print(
        f"{'':18s} tasks intent  defined  in full  precision  recall    F1  of tokens  tokens  p50 ms  p90 ms"
    )
    for group, members in groups.items():
        print(f"{group:18s} {_figures(members)}")
    if options.misses:
        _print_misses(answers)


def _answers(tasks: Iterable[Task], options: Namespace) -> Iterator[Answer]:
    for source, members in by_source(tasks).items():
        root = unpacked(source, options.sources)
        index = RepoIndex.build(root, settings=Settings(cache_dir=options.cache))
        select_context(index, "warm up", budget=options.budget)
        for task in members:
            yield _answer(index, task, options.budget)
        index.close()


def _answer(index: RepoIndex, task: Task, budget: int) -> Answer:
    began = time.perf_counter()
    selection = select_context(index, task.text, budget=budget)
    seconds = time.perf_counter() - began
    places = places_of(map(normal, task.definitions), index.snapshot.graph)
    if unknown := task.files - set(index.snapshot.graph.paths):
        raise ValueError(f"{task.source} has no {sorted(unknown)}")
    declared, whole = _shown(selection, index)
    shown = {file.source.path for file in selection.selected}
    right = sum(file.token_count for file in selection.selected if file.source.path in task.files)
    return Answer(
        task,
        selection.intent,
        hits=sum(any(place in declared for place in found) for found in places.values()),
        whole=sum(any(place in whole for place in found) for found in places.values()),
        precision=len(shown & task.files) / len(shown),
        recall=len(shown & task.files) / len(task.files),
        in_tokens=right / sum(file.token_count for file in selection.selected),
        tokens=selection.total_tokens,
        seconds=seconds,
    )


def _shown(selection: Selection, index: RepoIndex) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """Return the places that are declared, and of them those that are shown word for word."""
    graph = index.snapshot.graph
    declared, whole = set(), set()
    for file in selection.selected:
        path = file.source.path
        names = {graph.entity(unit).id: graph.entity(unit).name_line for unit in graph.entities_of(path)}
        for piece in file.pieces:
            whole.update((path, line) for start, end in piece.lines for line in range(start, end + 1))
            if piece.detail >= Detail.SIGNATURE:
                declared.add((path, names[piece.entity_id]))
    return declared | whole, whole


def unpacked(source: str, folder: Path) -> Path:
    """Return the unpacked source archive of a package, fetched by pip where it is not there yet."""
    name, _, version = source.partition("==")
    root = folder / f"{name}-{version}"
    if not root.is_dir():
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*command, "-d", str(folder), source], check=True)
        with tarfile.open(next(folder.glob(f"{name}-{version}*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
    return root


def _figures(answers: list[Answer]) -> str:
    wanted = sum(len(answer.task.definitions) for answer in answers)
    times = sorted(1000 * answer.seconds for answer in answers)
    deciles = quantiles(times, n=10, method="inclusive")
    return (
        f"{len(answers):6d} {mean(a.intent == a.task.intent for a in answers):6.3f}"
        f" {sum(a.hits for a in answers) / wanted:8.3f} {sum(a.whole for a in answers) / wanted:8.3f}"
        f" {mean(a.precision for a in answers):10.3f} {mean(a.recall for a in answers):7.3f}"
        f" {mean(a.f1 for a in answers):5.3f} {mean(a.in_tokens for a in answers):10.3f}"
        f" {mean(a.tokens for a in answers):7.0f}"
        f" {deciles[4]:7.0f} {deciles[8]:7.0f}"
    )


def _print_misses(answers: list[Answer]) -> None:
    print("\nother intents:")
    for (wanted, found), count in Counter((a.task.intent, a.intent) for a in answers).items():
        if wanted != found:
            print(f"  {count} {wanted} taken for {found}")
    for answer in answers:
        task = answer.task
        if answer.intent != task.intent or answer.hits < len(task.definitions):
            title = task.text.strip().partition("\n")[0]
            print(f"  {task.intent} -> {answer.intent}, {answer.hits}/{len(task.definitions)}: {title[:100]}")
