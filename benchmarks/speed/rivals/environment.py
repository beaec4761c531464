"""What a rival is given to work with, and the Python that it is installed in."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from processes import Observed, environment


class Setting(NamedTuple):
    """What a rival is given."""

    venv: Path | None
    """The virtual environment to look for it in; None: on PATH."""
    work: Path
    """A copy of the repository, under git, that may be edited; what a rival writes there is removed."""
    scratch: Path
    runs: int
    parse_wall: float
    parse_cpu: float
    """Seconds that parsing alone takes."""

    def cold(self, runs: Sequence[Observed]) -> dict[str, float]:
        """Return the figures of indexing for the first time."""
        return {
            "cold wall": median(run.wall for run in runs) / self.parse_wall,
            "cold CPU": median(run.cpu for run in runs) / self.parse_cpu,
            "peak memory": median(run.resident for run in runs),
        }

    def later(self, **seconds: Iterable[float]) -> dict[str, float]:
        """Return the figures of what comes later: `process`, `edit` and `question`, each of several runs."""
        columns = {
            "process": "later process, first answer",
            "edit": "one edited file, answered",
            "question": "one question",
        }
        return {columns[name]: median(values) / self.parse_wall for name, values in seconds.items()}

    @property
    def edited(self) -> str:
        """The path of the file that is edited; empty where the copy has none in a language that all know."""
        return next((str(path.relative_to(self.work)) for path in sorted(self.work.rglob("*.py"))), "")


class RivalPython(NamedTuple):
    """An interpreter that can import a rival."""

    program: str
    tokenizers: Path | None
    """Where a package beside it carries the tokenizer that would be downloaded otherwise."""


def python_with(module: str, venv: Path | None) -> RivalPython | None:
    """Return the interpreter of the virtual environment, or else the one on PATH, if it has the module."""
    folder = "Scripts" if os.name == "nt" else "bin"
    program = shutil.which("python", path=str(venv / folder)) if venv else shutil.which("python3")
    if program is None:
        return None
    look = (
        "import importlib.util as u, os, sys\n"
        f"if u.find_spec({module!r}) is None: sys.exit(1)\n"
        "found = u.find_spec('litellm')\n"
        "print(os.path.join(os.path.dirname(found.origin), 'litellm_core_utils', 'tokenizers') if found else '')\n"
    )
    done = subprocess.run(
        [program, "-P", "-c", look], env=environment(), check=False, capture_output=True, text=True
    )
    if done.returncode:
        return None
    path = Path(done.stdout.strip())
    return RivalPython(program, path if done.stdout.strip() and path.is_dir() else None)
