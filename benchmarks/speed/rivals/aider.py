"""aider's repository map: tags of all files, ranked; tags are kept in a cache in the repository."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from statistics import median

from cold import disk_use
from processes import HERE, observe
from table import System

from rivals.environment import Setting, python_with

NAME = "aider's repository map"


def measure(setting: Setting) -> System | str:
    """Cold: the process that makes the first map. Later: one that finds the tags in the cache."""
    python = python_with("aider", setting.venv)
    if python is None:
        return "aider is not installed (pip install aider-chat)."
    command = [python.program, "-P", str(HERE / "rivals" / "ask_aider.py"), str(setting.work)]
    edited = setting.edited
    cold, warm, sizes = [], [], []
    for _ in range(setting.runs):
        _forget(setting.work)
        cold.append(observe([*command, ""]))
        sizes.append(sum(map(disk_use, setting.work.glob(".aider.tags.cache*"))))
        warm.append(observe([*command, edited]))
    _forget(setting.work)
    figures = {**setting.cold(cold), "on disk": median(sizes)}
    if edited:
        found = [json.loads(run.output.splitlines()[-1]) for run in warm]
        beside = [run["question"] + run["edit"] for run in found]
        figures |= setting.later(
            process=[run.wall - more for run, more in zip(warm, beside, strict=True)],
            edit=[run["edit"] for run in found],
            question=[run["question"] for run in found],
        )
    return System(NAME, figures)


def _forget(work: Path) -> None:
    for cache in work.glob(".aider.tags.cache*"):
        shutil.rmtree(cache)
