"""How far files that have nothing to do with a repository move its answers.

The sources of other repositories of the same data are added to each work tree, and the same rows ranked again.
"""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import rankers
from candidates import SUFFIXES, is_candidate
from measures import Ranking, interval, measures
from rows import Row, read_rows
from states import States, git_directory
from texts import read_texts

_FOLDER = "unrelated"
_TOP = 10


def run(options: Namespace) -> None:
    """Print how many of the first ten files and entities stay, and what becomes of the measures."""
    states = States(options.clones, options.cache, linked=False)
    by_commit: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in read_rows(options.data):
        by_commit[row.repository, row.commit].append(replace(row, below=""))
    others = dict(sorted(by_commit))
    kept: dict[str, list[float]] = defaultdict(list)
    for (repository, commit), rows in sorted(by_commit.items()):
        before = [rankers.ours(row, states, None) for row in rows]
        noise = _texts(options.clones, repository, others, rows[0].language)
        snapshot = states.changed(
            repository, commit, lambda tree, noise=noise: _write(tree, noise, options.files)
        )
        for row, old in zip(rows, before, strict=True):
            new = rankers.ranking(row, rankers.question_of(row, states, snapshot), None)
            for name, value in _compared(row, old, new):
                kept[name].append(value)
        print(repository, len(rows), file=sys.stderr)
    for name, values in kept.items():
        print(f"{name:28s} {interval(values)}")


def _texts(clones: Path, own: str, others: dict[str, str], language: str) -> Iterator[tuple[str, str]]:
    """Yield sources of other repositories, of each in turn; those in the same language first."""
    by_repository = [
        sorted(read_texts(git_directory(clones, other), commit, suffixes).items())
        for suffixes in (SUFFIXES[language], tuple(sorted({s for group in SUFFIXES.values() for s in group})))
        for other, commit in sorted(others.items())
        if other != own
    ]
    for place in range(max(map(len, by_repository))):
        for number, files in enumerate(by_repository):
            if place < len(files) and _is_any_candidate(files[place][0]):
                path, text = files[place]
                yield f"{_FOLDER}/r{number}/{path}", text


def _is_any_candidate(path: str) -> bool:
    return any(is_candidate(path, language) for language in SUFFIXES)


def _write(tree: Path, texts: Iterable[tuple[str, str]], most: int) -> None:
    shutil.rmtree(tree / _FOLDER, ignore_errors=True)
    for (path, text), _ in zip(texts, range(most), strict=False):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")


def _compared(row: Row, old: Ranking, new: Ranking) -> Iterator[tuple[str, float]]:
    for name, one, other in (("files", old.files, new.files), ("entities", old.chunks, new.chunks)):
        top, again = list(one[:_TOP]), list(other[:_TOP])
        if top:
            yield f"of the first ten {name} stay", len(set(top) & set(again)) / len(top)
            yield f"first of {name} stays", float(top[0] in again[:1])
    before, after = measures(row, old), measures(row, new)
    for name in ("NDCG@10", "chunk NDCG@10", "acc@10"):
        if name in before and name in after:
            yield f"{name} before", before[name]
            yield f"{name} after", after[name]
