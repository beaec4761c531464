"""cognitive-cache: selects files for a task; it keeps nothing on disk, so that every process begins cold."""

from __future__ import annotations

import json

from processes import HERE, observe
from start import TASK
from table import System

from rivals.environment import Setting, python_with

NAME = "cognitive-cache"


def measure(setting: Setting) -> System | str:
    """Cold: the whole process that indexes and answers once. One edited file: refresh and answer again."""
    python = python_with("cognitive_cache", setting.venv)
    if python is None:
        return "cognitive-cache is not installed (pip install cognitive-cache==0.4.0)."
    command = [python.program, "-P", str(HERE / "rivals" / "ask_cognitive_cache.py"), str(setting.work), TASK]
    more = {"TIKTOKEN_CACHE_DIR": str(python.tokenizers)} if python.tokenizers else {}
    cold = [observe([*command, ""], more=more) for _ in range(setting.runs)]
    edited = setting.edited
    edits = [observe([*command, edited], more=more) for _ in range(setting.runs)]
    found = [json.loads(run.output.splitlines()[-1]) for run in edits]
    figures = setting.cold(cold) | setting.later(
        process=[run.wall for run in cold], question=[run["question"] for run in found]
    )
    if edited:
        figures |= setting.later(edit=[run["edit"] for run in found])
    return System(NAME, figures)
