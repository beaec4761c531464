"""cognitive-cache 0.4.0 from the package index: files in the order in which it selects them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

_ASK = """
import json, sys
from cognitive_cache.api import select_context_from_repo
found = select_context_from_repo(sys.argv[1], sys.stdin.read(), budget=200_000)
print(json.dumps([item.source.path for item in found.selected]))
"""


def rank(query: str, tree: Path) -> list[str]:
    """Return paths, best first. `RIVAL_PYTHON` names an interpreter that has the package, by default this one."""
    program = os.environ.get("RIVAL_PYTHON", sys.executable)
    done = subprocess.run(
        [program, "-P", "-c", _ASK, str(tree)], input=query, capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found
