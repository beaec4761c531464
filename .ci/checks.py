"""Every check of the project, in order; `.ci/run` starts it.

All phases run, whatever fails before them. The tests come last, by the very command that README.md gives, so
that the closing line of pytest is the last of the output; the exit status says whether all phases passed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = os.name == "nt"
CODE = [name for name in ("nsccn", "tests", "benchmarks", ".ci") if (ROOT / name).is_dir()]

# What is set around us must not reach the project; and without bytecode, each of the thousands of processes that the
# tests start would compile all that it imports.
NOT_OURS = {"PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in NOT_OURS},
    "PIP_QUIET": "1",
    # The commands of the README name python3, which is to be the one that was asked for.
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
}


def main() -> int:
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="nsccn-ci-", ignore_cleanup_errors=True) as folder:
        python = make_environment(Path(folder) / "venv")
        phase(failed, "lint", [python, "-m", "ruff", "check", "--output-format=concise", *CODE])
        phase(failed, "format", [python, "-m", "ruff", "format", "--check", *CODE])
        phase(failed, "types", [python, "-m", "mypy"])
        phase(failed, "layers", [python, "-m", "pytest", "tests/test_layers.py"])
        dist = str(Path(folder) / "dist")
        phase(failed, "build", [python, "-m", "build", "--no-isolation", "--quiet", "--outdir", dist])
        phase(failed, "wheel", [sys.executable, "tests/smoke_wheel.py", dist])
    phase(failed, "README: try it", in_shell(readme_command("Try it")))
    print(f"== failed before the tests: {', '.join(failed) or 'nothing'}", flush=True)
    phase(failed, "README: run the tests", in_shell(readme_command("Run the tests")), closing=False)
    return 1 if failed else 0


def make_environment(path: Path) -> str:
    """Make a virtual environment with the project and what its checks need; return its interpreter."""
    print("== environment", flush=True)
    run([sys.executable, "-m", "venv", "--without-pip", str(path)], check=True)
    run([sys.executable, "-m", "pip", "--python", str(path), "install", "-e", ".[dev]"], check=True)
    return str(path / ("Scripts/python.exe" if WINDOWS else "bin/python"))


def phase(failed: list[str], name: str, command: Sequence[str], *, closing: bool = True) -> None:
    print(f"== {name}\n$ {shlex.join(command)}", flush=True)
    started = time.monotonic()
    status = run(command)
    if status != 0:
        failed.append(name)
    if closing:
        print(
            f"-- {name}: {'failed' if status else 'passed'}, {time.monotonic() - started:.0f} s", flush=True
        )


def run(command: Sequence[str], *, check: bool = False) -> int:
    return subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.DEVNULL, check=check
    ).returncode


def readme_command(heading: str) -> str:
    """Return the first code block under a heading of README.md, for this kind of machine."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    language = "powershell" if WINDOWS else "sh"
    pattern = rf"^#+ {re.escape(heading)}$(?:(?!^#)[^\n]*\n)*?```{language}\n(.*?)\n```$"
    found = re.search(pattern, text, flags=re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"README.md has no {language} block under the heading {heading!r}.")
    return found[1]


def in_shell(command: str) -> list[str]:
    return ["powershell", "-NoProfile", "-Command", command] if WINDOWS else ["sh", "-c", command]


if __name__ == "__main__":
    sys.exit(main())
