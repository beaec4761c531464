"""Questions go first: the interpreter runs one thread at a time, so what is done beside an answer slows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Condition
from typing import Final

_MOST_SECONDS: Final = 2.0
_LEAST_SECONDS: Final = 1.0
_ANSWERS: Final = ContextVar("_ANSWERS", default=False)
"""Whether what runs here is the answer to a question that is counted."""


class Precedence:
    """Has work stand back while a question is answered. Any thread may use it.

    Where questions never end, work goes on for a second after every two.
    """

    def __init__(self) -> None:
        self.open = 0
        """The questions for which work has to stand back."""
        self._changed = Condition()
        self._goes_on_until = 0.0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Have work stand back in the meantime."""
        with self._counted(1, answers=True):
            yield

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Do not have it stand back in the meantime: the answer waits for it. Nothing where no answer does."""
        if not _ANSWERS.get():
            yield
            return
        with self._counted(-1, answers=False):
            yield

    @contextmanager
    def _counted(self, more: int, *, answers: bool) -> Iterator[None]:
        before = _ANSWERS.set(answers)
        self._count(more)
        try:
            yield
        finally:
            self._count(-more)
            _ANSWERS.reset(before)

    def _count(self, more: int) -> None:
        with self._changed:
            self.open += more
            self._changed.notify_all()

    def stand_back(self) -> None:
        """Wait while a question is being answered. To be called often, where any is `open`."""
        if self.open > 0 and time.monotonic() > self._goes_on_until:
            with self._changed:
                if not self._changed.wait_for(lambda: self.open <= 0, _MOST_SECONDS):
                    self._goes_on_until = time.monotonic() + _LEAST_SECONDS


QUESTIONS: Final = Precedence()
"""Of this process, as is the interpreter's lock."""
