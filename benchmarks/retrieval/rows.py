"""What is asked, and what the right answers are: rows of SWE-bench form, or of queries with relevant files."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_OLD_PATH = re.compile(r"^--- a/(.+)$", re.MULTILINE)
_LEAST_NAMED = 4
"""Shorter file names occur in texts by accident."""


@dataclass(frozen=True)
class Row:
    """One question about one commit of a repository."""

    id: str
    repository: str
    """The folder of its clone: owner+name."""
    commit: str
    text: str
    language: str
    files: frozenset[str]
    functions: frozenset[str]
    """As `path:Class.method`; empty where only files are known."""
    named: bool
    """The text names a right file outright."""
    below: str = ""
    """Only files below this folder count."""
    spans: tuple[tuple[str, int, int], ...] = ()
    """Right places, where lines are known."""
    changed: tuple[tuple[str, int, int], ...] = ()
    """The lines that the fix deletes or replaces, where they are given."""


def read_rows(path: Path) -> list[Row]:
    """Read JSON lines, gzipped or not, or parquet."""
    return [_row(raw) for raw in _raw_rows(path)]


def _raw_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix == ".parquet":
        from pyarrow import parquet  # an optional package, for this form alone

        yield from parquet.read_table(path).to_pylist()
        return
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    yield from (json.loads(line) for line in lines if line.strip())


def _row(raw: Mapping[str, Any]) -> Row:
    if "query" in raw:
        return _query(raw)
    text = raw.get("problem_statement") or raw.get("message") or ""
    files = _listed(raw.get("gold_files") or raw.get("files")) or _OLD_PATH.findall(raw.get("patch") or "")
    functions = _listed(raw.get("gold_functions") or raw.get("functions"))
    commit = raw.get("base_commit") or raw["commit"] + "^"
    repository = raw.get("mirror") or raw["repo"].replace("/", "+")
    return Row(
        id=str(raw.get("id") or raw.get("instance_id") or f"{repository}-{commit[:12]}"),
        repository=repository,
        commit=commit,
        text=text,
        language=raw.get("language") or "python",
        files=frozenset(files),
        functions=frozenset(functions),
        named=_is_named(text, files),
        changed=tuple(
            (path, start, end)
            for path, ranges in (raw.get("gold_lines") or {}).items()
            for start, end in ranges
        ),
    )


def _query(raw: Mapping[str, Any]) -> Row:
    paths = [*raw["relevant"], *raw.get("secondary", ())]
    lines = [*(raw.get("relevant_lines") or [None] * len(raw["relevant"]))]
    lines += raw.get("secondary_lines") or [None] * (len(paths) - len(lines))
    spans = tuple((path, *(span or (0, 1 << 30))) for path, span in zip(paths, lines, strict=True))
    return Row(
        id=raw["id"],
        repository=raw["mirror"],
        commit=raw["revision_used"],
        text=raw["query"],
        language=raw["language"],
        files=frozenset(paths),
        functions=frozenset(),
        named=_is_named(raw["query"], paths),
        below=raw.get("benchmark_root") or "",
        spans=spans,
    )


def _listed(value: str | Iterable[str] | None) -> list[str]:
    if isinstance(value, str):
        return list(json.loads(value))
    return list(value or ())


def _is_named(text: str, files: Iterable[str]) -> bool:
    names = {path.rsplit("/", 1)[-1] for path in files}
    return any(len(name) >= _LEAST_NAMED and name in text for name in names)
