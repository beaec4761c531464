"""What a caller is told as it is: their mistakes, and what cannot be had. Each message says what to do."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

MISTAKES: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a mistake of ours raises."""
_LONGEST_SHOWN = 200
_LONGEST_REASON = 120


def shown(given: str) -> str:
    """Return what a caller gave as a message repeats it: quoted, and cut where it is long."""
    return repr(given if len(given) <= _LONGEST_SHOWN else f"{given[:_LONGEST_SHOWN]}…")


class NsccnError(Exception):
    """Base of every error that is shown to the caller as it is."""


class NotARepository(NsccnError):
    """The root is missing, no directory, or refused."""


class PathOutsideRoot(NsccnError):
    """A path leads out of the repository; `inside` is a file in it whose path the other one ends with.

    One that `may_be_url` is none that the repository is known to write either; `near` is one that it may mean.
    """

    def __init__(self, path: str, inside: str = "", *, may_be_url: bool = False, near: str = "") -> None:
        way = f", as {inside}" if inside else ""
        advice = f"give a path relative to its root{way}"
        if may_be_url:
            routes = f"nearest: {near}" if near else "no route of it was found"
            advice = f"as that of a URL, {routes}; as that of a file, {advice}"
        super().__init__(f"{shown(path)} is outside the repository; {advice}.")


class UnknownPath(NsccnError):
    """A path inside the root that does not exist, or is not indexed."""


class UnknownEntity(NsccnError):
    """No entity of that name; `near` holds the ids of the closest ones, `notes` say why it may be missing.

    Where these tell what was asked for all the same, as the several that answer a path of a URL, it `is_told`.
    """

    def __init__(
        self,
        asked: str,
        near: Sequence[str] = (),
        notes: Sequence[str] = (),
        advice: str = "search for it first",
        *,
        is_told: bool = False,
    ) -> None:
        """`advice` is given where there is nothing else to say."""
        self.asked, self.near, self.notes, self.is_told = asked, tuple(near), tuple(notes), is_told
        hint = f"; nearest: {', '.join(self.near)}" if self.near else f"; {advice}"
        if notes and not near:
            hint = ""
        super().__init__(" ".join((f"No entity {shown(asked)}{hint}.", *notes)))


class AmbiguousEntity(NsccnError):
    """Several entities of that name; `candidates` holds the ids of the first, `entities` the numbers of all."""

    def __init__(
        self, asked: str, candidates: Sequence[str], entities: Sequence[int], told: Sequence[str] = ()
    ) -> None:
        """`told` says for each candidate what to read instead of its id."""
        self.candidates, self.entities = tuple(candidates), tuple(entities)
        total = len(self.entities)
        more = f" and {total - len(self.candidates)} more" if total > len(self.candidates) else ""
        listed = ", ".join(told or self.candidates)
        super().__init__(f"{shown(asked)} names {total} entities; give one id: {listed}{more}.")


class BudgetTooSmall(NsccnError):
    """The budget is below the least that works."""

    def __init__(self, budget: int, least: int) -> None:
        super().__init__(f"A budget of {budget} tokens is too small; the least that works is {least}.")


class InvalidArgument(NsccnError):
    """An argument out of its range or of the wrong kind."""


class CacheInUse(NsccnError):
    """Another process indexes, or removes something from the cache."""

    def __init__(self) -> None:
        super().__init__("Another process is indexing; nothing was removed, try again when it has finished.")


class LinkingFailed(NsccnError):
    """There are no edges; what files define and say is there all the same."""

    def __init__(self, error: Exception, *, is_mistake: bool) -> None:
        """`error` ended linking; `is_mistake`: of ours, so that it would again."""
        self.is_mistake = is_mistake
        mistake, again = ("", "edges are asked for")
        if is_mistake:
            mistake, again = (" by a mistake of nsccn; please report it", "files change")
        super().__init__(
            f"There are no edges to follow: linking failed{mistake} ({_raised(error)}). Search, skeletons and windows "
            f"answer as before, and it is tried again when {again}."
        )


def _raised(error: Exception) -> str:
    """Return what an exception says in one line, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())[:_LONGEST_REASON]
    return f"{type(error).__name__}{': ' if said else ''}{said}{place}"


class IndexNotReady(NsccnError):
    """The first index is still being built."""
