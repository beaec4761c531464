"""The walk in `examples/walk.md` shows what the tools print. `UPDATE_GOLDEN=1` writes it anew.

It is taken in a copy of the shop, which has no history: ours would tell other things of it with every commit.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
WALK = EXAMPLES / "walk.md"
BLOCK = re.compile(r"```console\n\$ nsccn (.*)\n((?:.*\n)*?)```")


def answered(match: re.Match[str], *, directory: Path) -> str:
    command = [sys.executable, "-P", "-m", "nsccn", *shlex.split(match.group(1))]
    done = subprocess.run(
        command, cwd=directory, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return f"```console\n$ nsccn {match.group(1)}\n{done.stdout}```"


def test_the_walk_is_what_the_tools_print(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "shop", tmp_path / "examples" / "shop")
    written = WALK.read_text("utf-8")
    printed = BLOCK.sub(partial(answered, directory=tmp_path), written)
    if os.environ.get("UPDATE_GOLDEN"):
        WALK.write_text(printed, "utf-8")
    assert BLOCK.findall(written)
    assert printed == WALK.read_text("utf-8")
