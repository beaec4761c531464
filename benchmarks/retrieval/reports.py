"""Rows from bug reports whose fixes are known: those of Denchmark, 4,577 reports of 193 repositories.

Kim, Kim and Lee, "Denchmark: A Bug Benchmark of Deep Learning-related Software", MSR 2021, as JSON in the folder
`JSonSet/fulljson` of github.com/RosePasta/Denchmark_BRs. A report counts whose fix changes one to three sources, all of
them there before it; of several reports of one fix one. They are taken in the order of a hash of their numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from candidates import is_candidate
from mining import MOST_SOURCES, Fix, write_rows

if TYPE_CHECKING:
    from argparse import Namespace

_LEAST = 60
"""Characters of a report that says something."""


def run(options: Namespace) -> None:
    """Write the rows of some repositories as JSON lines."""
    folders = (named.partition("=") for named in options.folders)
    write_rows(
        options,
        (
            (clone or Path(folder).name, islice(_fixes(Path(folder), options.language), options.number))
            for folder, _, clone in folders
        ),
    )


def _fixes(folder: Path, language: str) -> Iterator[Fix]:
    """Yield the fixes that a folder has reports of."""
    seen = set()
    for path in sorted(folder.glob("*.json"), key=lambda path: hashlib.md5(path.stem.encode()).digest()):
        fix = _fix(json.loads(path.read_bytes()), language)
        if fix is not None and fix.commit not in seen:
            seen.add(fix.commit)
            yield fix


def _fix(report: dict[str, Any], language: str) -> Fix | None:
    said, commit = report["BR"]["BR_text"], report["commit"]
    text = f"{said['BRsummary'] or ''}\n{(said['BRdescription'] or '').strip()}"
    changes = {
        (change["file_old_name"] or change["file_new_name"]).replace("\\", "/"): change["file_change_type"]
        for change in commit["changed_files"].values()
    }
    sources = [path for path in changes if is_candidate(path, language)]
    is_fix = 0 < len(sources) <= MOST_SOURCES and all(changes[path] == "MODIFY" for path in sources)
    return Fix(commit["commit_id"], text, sources) if is_fix and len(text) >= _LEAST else None
