"""Runs in the rival's virtual environment: makes aider's repository map and, for a file to edit, makes it
again before and after.

aider's program asks a model, but its map does not; this gives the map the files that git lists, as aider does, and
counts tokens by characters, so that nothing is downloaded. Prints seconds as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from aider.repomap import RepoMap


class _Model:
    def token_count(self, text: str) -> int:
        return len(text) // 4


class _Terminal:
    def read_text(self, path: str) -> str:
        return Path(path).read_text("utf-8", "replace")

    def tool_output(self, *said: object) -> None:
        pass

    tool_warning = tool_error = tool_output


def main(work: str, edited: str) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=work, check=True, capture_output=True, text=True)
    files = [str(Path(work, name)) for name in listed.stdout.split("\0") if name]
    repository = RepoMap(map_tokens=1024, root=work, main_model=_Model(), io=_Terminal(), refresh="always")

    def answer() -> float:
        started = time.perf_counter()
        made = repository.get_repo_map([], files, force_refresh=True)
        if not made:
            raise SystemExit("The map is empty.")
        return time.perf_counter() - started

    found = {"first": answer(), "files": len(files)}
    if edited:
        found["question"] = answer()
        path = Path(work, edited)
        path.write_text(
            path.read_text("utf-8") + "\n\ndef freshly_added(value):\n    return value\n", "utf-8"
        )
        found["edit"] = answer()
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:3])
