"""Runs in the rival's virtual environment: index a copy, ask, edit one file, ask again; prints seconds as JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from cognitive_cache import RepoIndex, select_context


def main(work: str, task: str, edited: str) -> None:
    started = time.perf_counter()
    index = RepoIndex.build(work)
    built = time.perf_counter()
    select_context(index, task)
    asked = time.perf_counter()
    found = {"build": built - started, "question": asked - built, "files": len(index.sources)}
    if edited:
        path = Path(work, edited)
        path.write_text(
            path.read_text("utf-8") + "\n\ndef freshly_added(value):\n    return value\n", "utf-8"
        )
        started = time.perf_counter()
        select_context(index.refresh(), task)
        found["edit"] = time.perf_counter() - started
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:4])
