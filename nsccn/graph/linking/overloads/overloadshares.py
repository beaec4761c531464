"""How likely each of several overloads is that a call may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

_ITSELF: Final = 0.05
"""How likely a function means itself where an overload of it may be meant as well: 1 of 50 in six libraries of Java."""


def shares_of_overloads(overloads: Sequence[int], caller: int) -> Iterator[tuple[int, float]]:
    """Yield overloads that a call may mean with how likely each is; most that name themselves mean another one.

    >>> list(shares_of_overloads([1, 2], caller=3)), list(shares_of_overloads([3], caller=3))
    ([(1, 0.5), (2, 0.5)], [(3, 1.0)])
    >>> list(shares_of_overloads([1, 2, 3], caller=3))
    [(1, 0.475), (2, 0.475), (3, 0.05)]
    """
    others = len(overloads) - 1
    if caller not in overloads or not others:
        yield from ((one, 1 / len(overloads)) for one in overloads)
        return
    yield from ((one, _ITSELF if one == caller else (1 - _ITSELF) / others) for one in overloads)
