"""The walk in `examples/walk.md` shows what the tools print. `UPDATE_GOLDEN=1` writes it anew."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WALK = ROOT / "examples" / "walk.md"
BLOCK = re.compile(r"```console\n\$ nsccn (.*)\n((?:.*\n)*?)```")


def answered(match: re.Match[str]) -> str:
    command = [sys.executable, "-P", "-m", "nsccn", *shlex.split(match.group(1))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    return f"```console\n$ nsccn {match.group(1)}\n{done.stdout}```"


def test_the_walk_is_what_the_tools_print() -> None:
    written = WALK.read_text("utf-8")
    printed = BLOCK.sub(answered, written)
    if os.environ.get("UPDATE_GOLDEN"):
        WALK.write_text(printed, "utf-8")
    assert BLOCK.findall(written)
    assert printed == WALK.read_text("utf-8")
