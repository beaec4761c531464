"""Shows on standard error how far an index is: a bar on a terminal, lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

Report = Callable[[int, int, str], None]
"""Takes how much is done, of how much (0: not known), and the phase: walk, extract, link, store or embed."""

PHASES: Final = {
    "walk": "Listing files",
    "extract": "Reading files",
    "link": "Linking",
    "store": "Storing",
    "embed": "Embedding",
}
"""Phase of a build -> how it is called."""

_MANY: Final = 100_000
"""The Linux kernel has fewer files; a home directory, or one of all projects, may well have more."""

_PATIENCE: Final = 0.5
_PATIENCE_OF_LOGS: Final = 20.0
"""Seconds of work that was not asked for by name after which a log tells of it."""
_INTERVAL: Final = 1.0


def many_files(total: int) -> str:
    """Say that there are more files than a repository has, where there are: somebody may have meant less."""
    if total < _MANY:
        return ""
    return (
        f"{total:,} files are many for one repository; name a directory in it with --repo (of serve: --root), or leave "
        "out what is none of it by ignore_patterns."
    )


@contextmanager
def shown(*, quiet: bool = False, stream: TextIO | None = None) -> Iterator[Report]:
    """Show progress on `stream`, by default standard error, until the block ends."""
    stream = sys.stderr if stream is None else stream
    with ExitStack() as stack:
        if quiet:
            yield _nothing
        elif stream.isatty():
            yield _Bar(stream, stack)
        else:
            yield _Lines(stream)


@contextmanager
def after_a_while() -> Iterator[Report]:
    """Show progress of work that turns out to take long: soon on a terminal, later in a log."""
    with ExitStack() as stack:
        if sys.stderr.isatty():
            yield _Bar(sys.stderr, stack, patience=_PATIENCE)
        else:
            yield _Lines(sys.stderr, patience=_PATIENCE_OF_LOGS)


def _nothing(done: int, total: int, phase: str) -> None:
    """Show nothing."""


class _Warning:
    """Says once that there are many files."""

    def __init__(self) -> None:
        self._is_said = False

    def of(self, phase: str, total: int) -> str:
        """Return the sentence when files begin to be read; empty where it was said, or need not be."""
        if self._is_said or phase != "extract":
            return ""
        sentence = many_files(total)
        self._is_said = bool(sentence)
        return sentence


class _Bar:
    """A bar that is drawn once its patience has run out, and wiped away at the end."""

    def __init__(self, stream: TextIO, stack: ExitStack, patience: float = 0.0) -> None:
        self._stream = stream
        self._stack = stack
        self._due = time.monotonic() + patience
        self._progress: Progress | None = None
        self._warning = _Warning()

    def __call__(self, done: int, total: int, phase: str) -> None:
        if self._progress is None:
            if time.monotonic() < self._due:
                return
            self._progress = self._stack.enter_context(_rich_progress(self._stream))
            self._progress.add_task("")
        if sentence := self._warning.of(phase, total):
            self._progress.console.print(sentence, highlight=False)
        (task,) = self._progress.task_ids
        self._progress.update(task, description=PHASES.get(phase, phase), completed=done, total=total or None)


def _rich_progress(stream: TextIO) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(file=stream),
        transient=True,
    )


class _Lines:
    """A line when a phase begins, and more of them at intervals that double, since a model may read them all."""

    def __init__(self, stream: TextIO, patience: float = 0.0) -> None:
        self._stream = stream
        self._phase = ""
        self._begin = self._due = time.monotonic() + patience
        self._interval = max(patience, _INTERVAL)
        self._warning = _Warning()

    def __call__(self, done: int, total: int, phase: str) -> None:
        now = time.monotonic()
        if now < self._begin or (phase == self._phase and now < self._due):
            return
        if phase == self._phase:
            self._interval *= 2
        self._phase, self._due = phase, now + self._interval
        amount = f": {done:,} of {total:,}" if total else ""
        self._stream.write(f"{PHASES.get(phase, phase)}{amount}\n")
        if sentence := self._warning.of(phase, total):
            self._stream.write(f"{sentence}\n")
        self._stream.flush()
