"""Answers that are remembered, so that they never depend on which question was asked first.

Questions about code ask one another, and circles in the code make circles of questions. A question that is asked
again while it is being answered has no answer there, and so has one that is nested too deep. What rests on such a cut
holds only where it was asked, and is forgotten with the file that is being linked; everything else holds everywhere.
So the links of a file follow from the facts alone, whatever was linked before it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar, TypeVarTuple

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Arguments = TypeVarTuple("Arguments")

DEEPEST: Final = 12
"""Levels of nested expressions after which a question has no answer."""
WHOLE: Final = 0
CIRCULAR: Final = 1
TOO_DEEP: Final = 2
"""Why an answer was cut short, one bit each. What was too deep is asked again at half the depth or less, where it may
have another answer; at every level less it would take as long as all other questions together."""
_MOST_KEPT: Final = 200_000


class Asking:
    """What is being asked at the moment."""

    def __init__(self) -> None:
        self.cut = WHOLE
        """What in the answer under way was cut short."""
        self.depth = 0
        self.deepest = 0
        """The deepest level that the answer under way has reached."""
        self._passing: list[Callable[[], None]] = []
        self._all: list[Callable[[], None]] = []

    def answers(self, otherwise: V, *, lasting: bool = True) -> Answers[Hashable, V]:
        """Return a memory for one sort of question; one that is not `lasting` is emptied with each file."""
        made: Answers[Hashable, V] = Answers(self, otherwise)
        self._passing.append(made.forget_passing if lasting else made.forget)
        self._all.append(made.forget)
        return made

    def nested(self, otherwise: V, question: Callable[[*Arguments], V], *arguments: *Arguments) -> V:
        """Answer a question one level down; where that is too deep, what is being answered is cut short."""
        if self.depth > DEEPEST:
            self.cut |= TOO_DEEP
            return otherwise
        self.depth += 1
        if self.depth > self.deepest:  # noqa: PLR1730 - a call costs more than the rest of this
            self.deepest = self.depth
        try:
            return question(*arguments)
        finally:
            self.depth -= 1

    def forget_passing(self) -> None:
        """Forget what holds for one file only."""
        for forget in self._passing:
            forget()

    def forget(self) -> None:
        """Forget everything."""
        for forget in self._all:
            forget()


class Answers(Generic[K, V]):
    """The answers to one sort of question, by what tells its questions apart."""

    __slots__ = ("_asking", "_known", "_open", "_otherwise", "_passing")

    def __init__(self, asking: Asking, otherwise: V) -> None:
        self._asking = asking
        self._otherwise = otherwise
        self._known: dict[K, tuple[V, int]] = {}
        self._passing: dict[K, tuple[V, int, int, int]] = {}
        self._open: set[K] = set()

    def get(self, key: K, question: Callable[[*Arguments], V], *arguments: *Arguments) -> V:
        """Return the answer, which `question` finds from its arguments when it is not known."""
        found = self._known.get(key)
        asking = self._asking
        depth = asking.depth
        if found is None and self._passing:
            passing = self._passing.get(key)
            if passing is not None and (passing[2] <= 2 * depth or not passing[3] & TOO_DEEP):
                found = passing[:2]
                asking.cut |= passing[3]
        if found is not None:
            value, height = found
            if not height:
                return value
            height += depth
            if height <= DEEPEST + 1:
                if height > asking.deepest:  # noqa: PLR1730 - the most usual question of all
                    asking.deepest = height
                return value
        if key in self._open:
            asking.cut |= CIRCULAR
            return self._otherwise
        was_cut, deepest = asking.cut, asking.deepest
        asking.cut, asking.deepest = WHOLE, depth
        self._open.add(key)
        try:
            value = question(*arguments)
        finally:
            self._open.discard(key)
            cut, height = asking.cut, asking.deepest - depth
            asking.cut = cut | was_cut
            if deepest > asking.deepest:  # noqa: PLR1730
                asking.deepest = deepest
        if cut:
            self._passing[key] = (value, height, depth, cut)
        else:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known[key] = (value, height)
        return value

    def forget_passing(self) -> None:
        """Forget what was cut short."""
        self._passing.clear()

    def forget(self) -> None:
        """Forget everything."""
        self._known.clear()
        self._passing.clear()
