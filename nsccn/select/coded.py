"""The choice for a small budget: no file is opened for declarations alone, since names say nearly as much for less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nsccn.select.optimizer import solve
from nsccn.select.problem import ABSENT, Problem, Solution
from nsccn.skeleton.detail import Detail

if TYPE_CHECKING:
    from nsccn.select.instance import Item


def solve_with_code(problem: Problem, items: Sequence[Item]) -> Solution:
    """Choose levels, then anew: what has code, in files of which none was shown, by that or not at all."""
    found = solve(problem)
    files = [scopes[0] for scopes in problem.scopes]
    shown = [place for place, level in enumerate(found.levels) if level != ABSENT]
    coded = {files[place] for place in shown if found.levels[place] >= _first_code(items[place])}
    if not coded or all(files[place] in coded for place in shown):
        return found
    firsts = [
        0 if file in coded else _first_code(item) % len(item.renditions)
        for file, item in zip(files, items, strict=True)
    ]
    options = tuple(one[first:] for one, first in zip(problem.options, firsts, strict=True))
    again = solve(problem._replace(options=options))
    levels = tuple(
        level if level == ABSENT else level + first for level, first in zip(again.levels, firsts, strict=True)
    )
    return again._replace(levels=levels, upper_bound=found.upper_bound)


def _first_code(item: Item) -> int:
    """Return the first level of an item that shows code, or how many it has."""
    levels = (number for number, one in enumerate(item.renditions) if one.detail is Detail.BODY)
    return next(levels, len(item.renditions))
