"""Whether a line matches a regular expression, in time that grows with the line alone, whatever both say.

Python's `re` tries one way after the other, which may take as good as for ever. Here all ways are gone at once, letter
by letter (after Thompson), and each step is remembered. RE2 does the same, but `google-re2` cannot be installed
everywhere (no wheels for musl); `regex` can only be stopped by a clock, and then equal questions have other answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.search.expressions import Either, Letter, NotReadable, Place, Repeated, Sequence, is_word

if TYPE_CHECKING:
    from nsccn.search.expressions import Part

_MOST_PARTS: Final = 1000
_MOST_STEPS: Final = 20_000
"""Steps from a state over a letter that are worked out: that takes a second or so; common expressions need hundreds."""
_END: Final = 0
_MATCHED: Final = -1

Before = bool | None
"""What stands before a letter: nothing, a letter of a name, or another one."""


class Exhausted(Exception):
    """Too many steps would have to be worked out."""


class _State(dict[str, "_State"]):
    """Where all ways through an expression are behind a letter; by the next one, the state behind that."""

    def __init__(self, places: frozenset[int], before: Before) -> None:
        super().__init__()
        self.places = places
        self.before = before


class Automaton:
    """A regular expression made ready."""

    def __init__(self, part: Part) -> None:
        """Make it ready; `NotReadable` where it has too many parts."""
        self._parts: list[Letter | Place | None] = [None]
        self._ways: list[tuple[int, ...]] = [()]
        self._begin = self._add(part, _END)
        self._matched = _State(frozenset([_MATCHED]), None)
        self._states: dict[tuple[frozenset[int], Before], _State] = {}
        self._first = self._state(frozenset(), None)
        self._steps = 0

    def matches(self, line: str) -> bool:
        """Whether an expression matches somewhere on a line; `Exhausted` where that cannot be told soon."""
        state = self._first
        for letter in (*line, ""):  # the end of a line is a step like others
            following = state.get(letter)
            state = self._follow(state, letter) if following is None else following
            if state is self._matched:
                return True
        return False

    def _add(self, part: Part, following: int) -> int:
        """Add a part before what follows it; return where it begins."""
        match part:
            case Letter() | Place():
                return self._new(part, following)
            case Sequence(parts):
                for one in reversed(parts):
                    following = self._add(one, following)
                return following
            case Either(parts):
                return self._new(None, *[self._add(one, following) for one in parts])
            case Repeated(inner, least, most):
                behind = following
                if most is None:
                    following = self._new(None)
                    self._ways[following] = (self._add(inner, following), behind)
                for _ in range((most or least) - least):
                    following = self._new(None, self._add(inner, following), behind)
                for _ in range(least):
                    following = self._add(inner, following)
                return following

    def _new(self, part: Letter | Place | None, *ways: int) -> int:
        if len(self._parts) == _MOST_PARTS:
            raise NotReadable
        self._parts.append(part)
        self._ways.append(ways)
        return len(self._parts) - 1

    def _state(self, places: frozenset[int], before: Before) -> _State:
        key = (places, before)
        if key not in self._states:
            self._states[key] = _State(places, before)
        return self._states[key]

    def _follow(self, state: _State, letter: str) -> _State:
        """Work out the state behind a letter, or at the end of a line, which is an empty one.

        The expression may begin anywhere.
        """
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise Exhausted
        after = is_word(letter) if letter else None
        reached: set[int] = set()
        waiting, behind = [self._begin, *state.places], set[int]()
        while waiting:
            place = waiting.pop()
            if place in reached:
                continue
            reached.add(place)
            if place == _END:
                state[letter] = self._matched
                return self._matched
            part = self._parts[place]
            if isinstance(part, Letter):
                if letter and part.has(letter):
                    behind.update(self._ways[place])
            elif part is None or _holds(part.kind, state.before, after):
                waiting.extend(self._ways[place])
        state[letter] = self._state(frozenset(behind), after)
        return state[letter]


def _holds(kind: str, before: Before, after: Before) -> bool:
    """Whether a place is one between letters."""
    if kind == "^":
        return before is None
    if kind == "$":
        return after is None
    return (bool(before) != bool(after)) == (kind == "b")
