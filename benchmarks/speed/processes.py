"""Runs commands and observes what they take: wall time, CPU, and the memory of all their processes together."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

HERE = Path(__file__).parent
_LOOK = 0.03
"""Seconds between two looks at the memory."""
_PSS_LOOK = 0.25
"""Adding up proportional shares takes the kernel longer."""
_NOT_OURS = ("NSCCN_", "CLAUDE_", "PYTHONDONTWRITEBYTECODE")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_ON_LINUX = Path("/proc/self/statm").exists()


class Observed(NamedTuple):
    """What a command took. Processes that it started and waited for are included in the CPU."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds, user and system."""
    resident: float
    """MB: the most that was seen resident in all its processes together; pages shared by two count twice."""
    proportional: float
    """MB: as above, with shared pages counted once; 0 where the kernel does not tell."""
    output: str


def environment(**more: str) -> dict[str, str]:
    """Return the environment without the settings of whoever measures; modules are compiled once, as usual."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_OURS)}
    return {**kept, "NSCCN_CONFIG": os.devnull, "GIT_CONFIG_GLOBAL": os.devnull, **more}


def nsccn(*arguments: object) -> list[str]:
    """Return the command line of an nsccn command."""
    return [sys.executable, "-P", "-m", "nsccn", *map(str, arguments)]


def observe(command: Sequence[str], *, more: Mapping[str, str] | None = None) -> Observed:
    """Run a command to its end and return what it took."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            env=environment(**(more or {})),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=complaints,
        )
        memory = _Memory(process.pid)
        memory.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        memory.stop()
        if process.returncode:
            raise SystemExit(f"{command} has failed:\n{_text(complaints)}")
        text = _text(output)
    resident = memory.resident or usage.ru_maxrss * _UNIT
    return Observed(wall, usage.ru_utime + usage.ru_stime, resident / 1e6, memory.proportional / 1e6, text)


def _text(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def time_of(command: Sequence[str]) -> tuple[float, float]:
    """Return the seconds of wall time and of CPU that a command takes; what it prints is let go."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(
        command, env=environment(), check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def part(script: str, *arguments: object) -> dict[str, Any]:
    """Run a module of this folder in a process of its own, so that its memory is its own; return what it found."""
    command = [sys.executable, str(HERE / f"{script}.py"), *map(str, arguments)]
    done = subprocess.run(
        command, env=environment(), check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def memory_of(process: int) -> tuple[float, float]:
    """Return the resident and the anonymous memory of a process, in MB; the rest is mapped files."""
    fields = dict(
        line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines() if ":" in line
    )
    resident, anonymous = (float(fields[name].split()[0]) / 1e3 for name in ("VmRSS", "RssAnon"))
    return resident, anonymous


def peak_of(who: int = resource.RUSAGE_SELF) -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(who).ru_maxrss * _UNIT / 1e6


_UNIT = 1 if sys.platform == "darwin" else 1024


class _Memory(threading.Thread):
    """Looks again and again at a process and all that it has started."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.resident = 0.0
        self.proportional = 0.0
        self._process = process
        self._ended = threading.Event()
        self._last = 0.0

    def run(self) -> None:
        while _ON_LINUX and not self._ended.wait(_LOOK):
            family = _family(self._process)
            self.resident = max(self.resident, sum(map(_resident, family)))
            if time.monotonic() - self._last >= _PSS_LOOK:
                self.proportional = max(self.proportional, sum(map(_proportional, family)))
                self._last = time.monotonic()

    def stop(self) -> None:
        self._ended.set()
        self.join()


def _family(process: int) -> list[int]:
    """Return a process and its descendants."""
    found = [process]
    for member in found:
        with suppress(OSError):
            for thread in Path(f"/proc/{member}/task").iterdir():
                with suppress(OSError):
                    found.extend(map(int, (thread / "children").read_text().split()))
    return found


def _resident(process: int) -> float:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(process: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
