"""Universal Ctags: a list of definitions and nothing else, the floor for what an index can cost."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from processes import observe
from table import System

if TYPE_CHECKING:
    from rivals.environment import Setting

NAME = "ctags -R"


def measure(setting: Setting) -> System | str:
    """Write a tags file; there is no update of one file and no question to ask."""
    program = shutil.which("ctags")
    if program is None:
        return "ctags is not installed (Debian: universal-ctags)."
    tags = setting.scratch / "tags"
    command = [program, "-R", "--exclude=.git", "-f", str(tags), str(setting.work)]
    cold = [observe(command) for _ in range(setting.runs)]
    return System(NAME, {**setting.cold(cold), "on disk": tags.stat().st_size / 1e6})
