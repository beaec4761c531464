"""`select_context`: from a task to the pieces of a repository that serve it best under a budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import BudgetTooSmall, InvalidArgument
from nsccn.select.aspects import aspects
from nsccn.select.candidates import central, gather
from nsccn.select.compose import Frame, compose
from nsccn.select.context import Context
from nsccn.select.excerpt import Matcher
from nsccn.select.instance import Item, enclosing, state_problem
from nsccn.select.optimizer import solve
from nsccn.select.pack import overhead
from nsccn.select.relevance import Relevance, category, relevance
from nsccn.select.renditions import Renderer
from nsccn.select.weights import WeightConfig, tables

if TYPE_CHECKING:
    from nsccn.index import RepoIndex
    from nsccn.select.problem import Problem
    from nsccn.select.selection import Selection
    from nsccn.select.signals import Units

DEFAULT_BUDGET: Final = 12_000
DEFAULT_MAX_FILES: Final = 15
_CONSIDERED: Final = 3
"""So many times the files that may be shown are considered."""
_ITEMS: Final = 200
"""Candidates that are rendered and given to the optimiser."""
_EXCERPTED: Final = 60
"""The best of them are offered in excerpts too."""
_NAMING: Final = 20
"""This fraction of the budget is kept for naming what is left out, 150 tokens at most."""


class Limits(NamedTuple):
    """What a selection must keep to."""

    budget: int
    max_files: int
    min_score: float


def select_context(
    index: RepoIndex,
    task: str,
    *,
    budget: int = DEFAULT_BUDGET,
    include_tests: bool | None = None,
    max_files: int = DEFAULT_MAX_FILES,
    min_score: float = 0.0,
    weights: WeightConfig | Mapping[str, float] | None = None,
) -> Selection:
    """Choose the pieces of an indexed repository that serve a task best.

    Args:
        index: the repository.
        task: what is to be done, in words; an issue text with its traceback is best given whole.
        budget: tokens of the whole rendered answer.
        include_tests: None leaves test files out unless the task speaks of tests.
        max_files: files of which anything is shown.
        min_score: pieces below this relevance are left out; when nothing reaches it, the best there is comes back,
            marked as best effort.
        weights: of the signals, those to change or all.

    Raises:
        InvalidArgument: an argument is out of its range.
        BudgetTooSmall: not even the least useful pack fits.
    """
    limits = _checked(task, budget, include_tests, max_files, min_score)
    chosen_weights = WeightConfig.of(weights)
    context = Context(index.snapshot, index.root, index.settings, task, include_tests=include_tests)
    candidates, found = gather(context), True
    if not len(candidates):
        candidates, found = central(context), False
    if not len(candidates):
        raise InvalidArgument("Nothing in this repository is indexed that could be selected; nsccn status says why.")
    scores = relevance(context, candidates, chosen_weights)
    cleared = found and bool((scores.total >= limits.min_score).any())
    kept = np.flatnonzero(scores.total >= limits.min_score) if cleared else np.arange(len(candidates))
    items = _items(index, context, candidates, scores, _in_best_files(context, candidates, scores, kept, max_files))
    problem = _problem(context, candidates, items, chosen_weights, limits)
    solution = solve(problem)
    files = len(np.unique(context.graph.file[candidates]))
    frame = Frame(context, scores, problem, solution.upper_bound, budget, len(candidates), files, not cleared, {})
    return compose(items, solution.levels, frame)


def select_context_from_repo(
    path: str | Path,
    task: str,
    *,
    budget: int = DEFAULT_BUDGET,
    include_tests: bool | None = None,
    max_files: int = DEFAULT_MAX_FILES,
    min_score: float = 0.0,
    weights: WeightConfig | Mapping[str, float] | None = None,
) -> Selection:
    """Index the repository at a path, or bring its index up to date, and select as `select_context` does."""
    from nsccn.index import RepoIndex

    _checked(task, budget, include_tests, max_files, min_score)
    WeightConfig.of(weights)
    return select_context(
        RepoIndex.build(path),
        task,
        budget=budget,
        include_tests=include_tests,
        max_files=max_files,
        min_score=min_score,
        weights=weights,
    )


def _checked(
    task: object, budget: object, include_tests: object, max_files: object, min_score: object
) -> Limits:
    if not isinstance(task, str) or not task.strip():
        raise InvalidArgument("The task is empty; say in words what is to be done.")
    for name, value in (("budget", budget), ("max_files", max_files)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InvalidArgument(f"{name} is {value!r}; give a whole number of 1 or more.")
    if include_tests is not None and not isinstance(include_tests, bool):
        raise InvalidArgument(f"include_tests is {include_tests!r}; give True, False or None.")
    if isinstance(min_score, bool) or not isinstance(min_score, int | float) or not 0.0 <= min_score <= 1.0:
        raise InvalidArgument(f"min_score is {min_score!r}; give a number from 0 to 1.")
    assert isinstance(budget, int)
    assert isinstance(max_files, int)
    return Limits(budget, max_files, float(min_score))


def _in_best_files(
    context: Context, candidates: Units, scores: Relevance, kept: Units, max_files: int
) -> list[int]:
    """Return the best positions, best first, out of the best files; only those files are read."""
    best: dict[int, float] = {}
    slots = context.graph.file[candidates].tolist()
    for position in kept.tolist():
        best[slots[position]] = max(float(scores.total[position]), best.get(slots[position], 0.0))
    ranked = sorted(best, key=lambda slot: (-best[slot], slot))[: max_files * _CONSIDERED]
    considered = frozenset(ranked)
    found = [position for position in kept.tolist() if slots[position] in considered]
    return sorted(found, key=lambda position: (-scores.total[position], position))[:_ITEMS]


def _items(
    index: RepoIndex, context: Context, candidates: Units, scores: Relevance, positions: Sequence[int]
) -> list[Item]:
    renderer = Renderer(context.graph, index.text, tables().levels, Matcher(context.words))
    highest = float(scores.total[positions].max(initial=0.0)) or 1.0
    items = []
    for place, position in enumerate(positions):
        unit, score = int(candidates[position]), float(scores.total[position])
        entity = context.graph.entity(unit)
        renditions = renderer.renditions(entity, with_excerpts=place < _EXCERPTED)
        if renditions:
            worth = _worth(score / highest, renditions[-1].tokens)
            around = enclosing(context.graph, entity)
            items.append(Item(position, entity, score, worth, category(context, unit), renditions, around))
    return sorted(items)


def _worth(relevance: float, tokens: int) -> float:
    """Return what the whole text of a unit counts, by its relevance against the best and by its length."""
    numbers = tables().objective
    size = (tokens / numbers["usual_size"]) ** numbers["growth"]
    size = min(max(size, numbers["least_size"]), numbers["most_size"])
    return float(relevance ** numbers["sharpness"] * size)


def _problem(
    context: Context, candidates: Units, items: Sequence[Item], weights: WeightConfig, limits: Limits
) -> Problem:
    """State the problem with the budget that is left for files; refuse a budget in which not even one piece fits."""
    fixed = overhead(context.intent.name)
    naming = min(150, limits.budget // _NAMING)
    problem = state_problem(
        items,
        aspects(context, candidates),
        context.intent.name,
        redundancy=weights.redundancy,
        budget=limits.budget - fixed - naming,
        max_files=limits.max_files,
    )
    if not items:
        raise InvalidArgument("Nothing in this repository could be read; nsccn status says why.")
    best = max(range(len(items)), key=lambda number: (items[number].score, -number))
    least = fixed + problem.options[best][0].cost + sum(problem.scope_costs[s] for s in problem.scopes[best])
    least += least // (_NAMING - 1) + 1
    if limits.budget < least:
        raise BudgetTooSmall(limits.budget, least)
    return problem
