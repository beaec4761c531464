"""What the optimiser is asked: items with levels, what they cost and are worth, a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from nsccn.select.objective import Objective

ABSENT: Final = -1
"""The level of an item that is not shown."""


class Option(NamedTuple):
    """One level of an item. The options of an item grow in cost and in share."""

    cost: int
    share: float


class Problem(NamedTuple):
    """What can be chosen, what it is worth, and how much of it fits."""

    objective: Objective
    options: tuple[tuple[Option, ...], ...]
    """The levels of each item."""
    scopes: tuple[tuple[int, ...], ...]
    """What must be opened, once, to show each item: first its file, then the definitions around it."""
    scope_costs: tuple[int, ...]
    budget: int
    max_files: int


class Solution(NamedTuple):
    """A choice, and what is known about it."""

    levels: tuple[int, ...]
    """Of each item, the number of its option, or ABSENT."""
    value: float
    cost: int
    upper_bound: float
    """No choice within the budget is worth more than this."""
