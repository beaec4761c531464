"""What README.md and the walk in `examples/walk.md` show is what the tools print. `UPDATE_GOLDEN=1` writes it anew.

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

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGES = (EXAMPLES / "walk.md", EXAMPLES.parent / "README.md")
BLOCK = re.compile(r"```console\n\$ nsccn (.*)\n((?:.*\n)*?)```")


def answered(match: re.Match[str], *, directory: Path) -> str:
    command = [sys.executable, "-P", "-m", "nsccn", *shlex.split(match.group(1))]
    done = subprocess.run(
        command, cwd=directory, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return f"```console\n$ nsccn {match.group(1)}\n{done.stdout}```"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_the_tools_print(page: Path, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "shop", tmp_path / "examples" / "shop")
    written = page.read_text("utf-8")
    printed = BLOCK.sub(partial(answered, directory=tmp_path), written)
    if os.environ.get("UPDATE_GOLDEN"):
        page.write_text(printed, "utf-8")
    assert BLOCK.findall(written)
    assert printed == page.read_text("utf-8")
