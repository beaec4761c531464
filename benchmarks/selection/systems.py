"""The systems that are compared, each a function from a row and budgets to what its packs show."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from baselines import file_bm25
from candidates import SUFFIXES, is_candidate
from shown import Shown

from nsccn.graph.extraction.extract import extract
from nsccn.graph.languages import detect
from nsccn.search.askers import Askers
from nsccn.search.search import Query, ranked_files
from nsccn.select.api import select_context
from nsccn.settings import Settings
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.plain import render_text
from nsccn.skeleton.render import Skeleton
from nsccn.snapshots.source import read_text
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from rows import Row
    from states import States

    from nsccn.search.history import History
    from nsccn.snapshots.snapshot import Snapshot

Packs = Iterator[Shown]
_FILES = 100
_HERE = Path(__file__).parent
_MARK = re.compile(r"# \.\.\. \(line (\d+)\)")
"""How cognitive-cache says where a part of a file begins."""


class Pinned(NamedTuple):
    """The index of one commit, as `select_context` asks it."""

    snapshot: Snapshot
    root: Path
    settings: Settings
    history: History | None
    vectors: None = None

    @property
    def askers(self) -> Askers:
        """Who asks for a wording."""
        return Askers(self.snapshot.entities, self.snapshot.lexical, self.text)

    def text(self, path: str) -> str:
        """Return the text of a file."""
        return read_text(self.root, path, self.settings.max_file_bytes)


class Systems:
    """The systems over the commits of one cache."""

    def __init__(self, states: States) -> None:
        self._states = states

    def pinned(self, row: Row) -> Pinned:
        """Return the index of a row's commit, its files checked out."""
        snapshot = self._states.snapshot(row.repository, row.commit)
        history = self._states.history(row.repository, row.commit, snapshot)
        return Pinned(snapshot, self._states.work_tree(row.repository, row.commit), Settings(), history)

    def nsccn(self, row: Row, budgets: Sequence[int]) -> Packs:
        """Give the packs of `select_context` with its defaults."""
        index = self.pinned(row)
        for budget in budgets:
            yield _of_selection(index, row.text, budget)

    def whole_files(self, row: Row, budgets: Sequence[int]) -> Packs:
        """Give whole source files in the order of BM25; the last one is cut where the budget ends."""
        texts = _source_texts(self.pinned(row), row)
        ranked = file_bm25.rank(row.text, texts)
        for budget in budgets:
            shown = Shown()
            for path in ranked:
                _fill(shown, path, enumerate(texts[path].splitlines(), 1), budget)
            yield shown

    def skeletons(self, row: Row, budgets: Sequence[int]) -> Packs:
        """Give skeletons of files in the order of our own ranking; the last one is cut where the budget ends."""
        index = self.pinned(row)
        asked = Query(row.text, limit=_FILES)
        found = ranked_files(index.snapshot, asked, index.settings, history=index.history)
        texts = _source_texts(index, row)
        skeletons: dict[str, list[tuple[int, str]]] = {}
        for budget in budgets:
            shown = Shown()
            for path in (file.path for file in found if file.path in texts):
                if shown.tokens >= budget:
                    break
                if path not in skeletons:
                    skeletons[path] = _skeleton(path, texts[path])
                source = texts[path].splitlines()
                for line in _fill(shown, path, skeletons[path], budget):
                    shown.declare(path, line)
                same = (line for line, text in skeletons[path] if source[line - 1] == text)
                shown.lines[path] = shown.declared.get(path, set()).intersection(same)
            yield shown

    def cognitive_cache(self, row: Row, budgets: Sequence[int]) -> Packs:
        """Give the packs of cognitive-cache; `RIVAL_PYTHON` names an interpreter that has it."""
        tree = self._states.work_tree(row.repository, row.commit)
        command = [
            os.environ.get("RIVAL_PYTHON", sys.executable),
            "-P",
            str(_HERE / "ask_cognitive_cache.py"),
        ]
        done = subprocess.run(
            [*command, str(tree), *map(str, budgets)],
            input=row.text,
            capture_output=True,
            text=True,
            check=True,
        )
        for pack in json.loads(done.stdout.splitlines()[-1]):
            shown = Shown(tokens=pack["tokens"])
            for path, content in pack["files"]:
                shown.show(path, _lines_of(content, (tree / path).read_text("utf-8", "replace")))
            yield shown


def named(name: str, states: States) -> Callable[[Row, Sequence[int]], Packs]:
    """Return a system by its name."""
    found: Callable[[Row, Sequence[int]], Packs] = getattr(Systems(states), name.replace("-", "_"))
    return found


NAMES = ("nsccn", "whole-files", "skeletons", "cognitive-cache")


def _of_selection(index: Pinned, task: str, budget: int) -> Shown:
    selection = select_context(index, task, budget=budget)  # type: ignore[arg-type]
    shown = Shown(tokens=selection.total_tokens)
    graph = index.snapshot.graph
    name_lines = {
        graph.entity(unit).id: graph.entity(unit).name_line
        for file in selection.selected
        for unit in graph.entities_of(file.source.path)
    }
    for file in selection.selected:
        for piece in file.pieces:
            for start, end in piece.lines:
                shown.show(file.source.path, range(start, end + 1))
            if piece.detail >= Detail.SIGNATURE:
                shown.declare(file.source.path, name_lines[piece.entity_id])
    return shown


def _source_texts(index: Pinned, row: Row) -> dict[str, str]:
    texts = {}
    for path in index.snapshot.graph.paths:
        if path.endswith(SUFFIXES[row.language]) and is_candidate(path, row.language):
            texts[path] = index.text(path)
    return texts


def _fill(shown: Shown, path: str, rows: Iterator[tuple[int, str]], budget: int) -> list[int]:
    """Show as many rows as fit under a line with the path; return their lines."""
    if shown.tokens >= budget:
        return []
    shown.tokens += count_tokens(f"## {path}\n")
    lines = []
    for line, text in rows:
        tokens = count_tokens(f"{text}\n")
        if shown.tokens + tokens > budget:
            shown.tokens = budget
            break
        shown.tokens += tokens
        lines.append(line)
    shown.show(path, lines)
    return lines


def _skeleton(path: str, text: str) -> list[tuple[int, str]]:
    data = text.encode()
    language = detect(path, data)
    if language is None:
        rows = render_text(path, data, Detail.SIGNATURE)
    else:
        rows = Skeleton(data, extract(path, data), language, path).file(Detail.SIGNATURE)
    return [(row.line, row.text) for row in rows]


def _lines_of(content: str, text: str) -> Iterator[int]:
    """Yield the lines of a file that a pack shows: all from the first on, or from the line that a mark names."""
    whole, line = text.split("\n"), 1
    for packed in content.split("\n"):
        if mark := _MARK.fullmatch(packed):
            line = int(mark.group(1))
        elif line <= len(whole) and packed == whole[line - 1]:
            yield line
            line += 1
