"""`select_context`: from a task to the pieces of a repository that serve it best under a budget."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import BudgetTooSmall, InvalidArgument
from nsccn.search.askers import as_messages
from nsccn.select.aspects import aspects
from nsccn.select.candidates import central, gather
from nsccn.select.coded import solve_with_code
from nsccn.select.compose import Frame, compose
from nsccn.select.context import Context
from nsccn.select.excerpt import Matcher
from nsccn.select.forms.compact import Compact
from nsccn.select.instance import Item, enclosing, state_problem
from nsccn.select.optimizer import solve
from nsccn.select.pack import overhead
from nsccn.select.relevance import Relevance, category, relevance
from nsccn.select.renditions import Renderer
from nsccn.select.request import DEFAULT_BUDGET, DEFAULT_MAX_FILES, Limits, check_limits, check_task
from nsccn.select.signals import normalised
from nsccn.select.weights import WeightConfig, tables
from nsccn.skeleton.detail import Detail

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.search.messages import MessageHit
    from nsccn.select.aspects import Aspect
    from nsccn.select.forms.form import Form
    from nsccn.select.problem import Problem
    from nsccn.select.selection import Selection
    from nsccn.select.signals import Units

_FOR_PHRASES: Final = 3
"""The power of the title's share that floors count by: all in a phrase, next to nothing in a long report."""
_CONSIDERED: Final = 2
"""So many times the files that may be shown are considered."""
_LEAST_ITEMS: Final = 300
_MOST_ITEMS: Final = 500
_TOKENS_OF_ITEM: Final = 30
"""As many candidates are rendered and given to the optimiser, within these limits, as declarations fit the budget."""
_TOKENS_OF_CODE: Final = 80
_LEAST_CODE: Final = 120
"""As many of the best are offered with their code, as pieces of this size would fit, and at least so many."""
_EXCERPTED: Final = 40
"""The best of them are offered in excerpts too."""
_SMALL: Final = 2_000
"""Tokens up to which no file is opened for declarations alone."""
_NAMING: Final = 8
"""This fraction of the budget is kept for naming what is left out, but no more than so many tokens:"""
_MOST_NAMING: Final = 300
_LEADING: Final = 0.5
"""A budget is refused in which no piece of this share of the best relevance fits; the best may be a very long line."""
_OUTLINED: Final = 10
"""Where nothing matches, this fraction of the budget is spent, within these limits:"""
_OUTLINE: Final = (400, 800)


class Draft(NamedTuple):
    """What there is to choose from."""

    candidates: Units
    scores: Relevance
    items: list[Item]
    cleared: bool
    """The items match the task, and reach the least score asked for."""
    ceiling: int
    """The tokens that may be spent."""


class Stated(NamedTuple):
    """What a task comes down to."""

    context: Context
    draft: Draft
    problem: Problem


def select_context(
    index: RepoIndex,
    task: str,
    *,
    budget: int = DEFAULT_BUDGET,
    include_tests: bool | None = None,
    max_files: int = DEFAULT_MAX_FILES,
    min_score: float | None = None,
    weights: WeightConfig | Mapping[str, float] | None = None,
    form: Form | None = None,
    meant: Sequence[MessageHit] = (),
) -> Selection:
    """Choose the pieces of an indexed repository that serve a task best.

    Args:
        index: the repository.
        task: what is to be done, in words; an issue text with its traceback is best given whole.
        budget: tokens of the whole rendered answer.
        include_tests: None leaves test files out unless the task speaks of tests.
        max_files: files of which anything is shown, at most.
        min_score: pieces of less relevance are left out; where nothing reaches it, the best there is comes
            back, marked as best effort. None: a share of the best piece's relevance, by the intent.
        weights: those of the signals to change, or all.
        form: how the answer is written, compact text by default; see `nsccn.select.forms`.
        meant: what words of the task stand for that are no name of it, as a path of a URL for who answers.

    Raises:
        InvalidArgument: an argument is out of its range.
        BudgetTooSmall: not even the least useful pack fits.
    """
    check_task(task, include_tests)
    limits, chosen_weights = check_limits(budget, max_files, min_score), WeightConfig.of(weights)
    form = form or Compact()
    stated = state(
        index, task, limits, include_tests=include_tests, weights=chosen_weights, form=form, meant=meant
    )
    context, draft, problem = stated.context, stated.draft, stated.problem
    solution = solve_with_code(problem, draft.items) if budget <= _SMALL else solve(problem)
    frame = Frame(
        context,
        draft.scores,
        problem,
        solution.upper_bound,
        budget,
        ceiling=draft.ceiling,
        candidates=draft.candidates,
        files=len(np.unique(context.graph.file[draft.candidates])),
        used_fallback=not draft.cleared,
        form=form,
        reasons={},
    )
    return compose(draft.items, solution.levels, frame)


def state(
    index: RepoIndex,
    task: str,
    limits: Limits,
    *,
    include_tests: bool | None,
    weights: WeightConfig,
    form: Form,
    meant: Sequence[MessageHit] = (),
) -> Stated:
    """State the problem that a task poses, as the optimiser is asked it.

    Raises:
        InvalidArgument: the repository holds nothing that could be selected.
        BudgetTooSmall: not even the least useful pack fits.
    """
    context = Context(
        index.snapshot,
        index.root,
        index.settings,
        task,
        include_tests=include_tests,
        history=index.history,
        vectors=index.vectors,
        asked_for=(*as_messages(index.askers.of(task)), *meant),
    )
    draft = _matching(index, context, weights, limits) or _outline(index, context, weights, limits)
    wishes = aspects(context, draft.candidates, normalised(draft.scores.total))
    return Stated(context, draft, _problem(context, draft, wishes, weights, limits, form))


def select_context_from_repo(
    path: str | Path,
    task: str,
    *,
    budget: int = DEFAULT_BUDGET,
    include_tests: bool | None = None,
    max_files: int = DEFAULT_MAX_FILES,
    min_score: float | None = None,
    weights: WeightConfig | Mapping[str, float] | None = None,
    form: Form | None = None,
) -> Selection:
    """Index the repository at a path, or bring its index up to date, and select as `select_context` does."""
    from nsccn.index import RepoIndex

    # Indexing can take a while; what is refused is refused before.
    check_task(task, include_tests)
    check_limits(budget, max_files, min_score)
    chosen_weights = WeightConfig.of(weights)
    index = RepoIndex.build(path)
    try:
        return select_context(
            index,
            task,
            budget=budget,
            include_tests=include_tests,
            max_files=max_files,
            min_score=min_score,
            weights=chosen_weights,
            form=form,
        )
    finally:
        index.close()


def _matching(index: RepoIndex, context: Context, weights: WeightConfig, limits: Limits) -> Draft | None:
    """Offer what the task leads to, that below the least score where nothing reaches it; None without any."""
    candidates = gather(context)
    if not len(candidates):
        return None
    scores = relevance(context, candidates, weights)
    enough = np.flatnonzero(scores.total >= _least(context, scores, limits))
    for kept, cleared in ((enough, True), (np.arange(len(candidates)), False)):
        positions = _best(context, candidates, scores, kept, limits)
        if items := _items(index, context, candidates, scores, positions, limits.budget):
            return Draft(candidates, scores, items, cleared, limits.budget)
    return None


def _least(context: Context, scores: Relevance, limits: Limits) -> float:
    """Return the relevance that a piece must have: an answer to a question in a phrase may end before its budget."""
    if limits.min_score is not None:
        return limits.min_score
    intent = context.intent
    floor = tables().floors[intent.name] * intent.confidence * context.breadth**_FOR_PHRASES
    return floor * float(scores.total.max())


def _outline(index: RepoIndex, context: Context, weights: WeightConfig, limits: Limits) -> Draft:
    """Offer the main files by what they define, for a small part of the budget: nothing speaks for any."""
    uses = central(context)
    if not uses:
        raise InvalidArgument("This repository holds nothing that could be selected; nsccn status says why.")
    candidates = np.array(list(uses), dtype=np.int64)
    scores = relevance(context, candidates, weights)
    renderer = _renderer(index, context, limits.budget)
    items = []
    for position, (unit, use) in enumerate(uses.items()):
        entity = context.graph.entity(unit)
        renditions = renderer.outline(entity).renditions
        score = float(scores.total[position])
        items.append(Item(position, entity, score, use, category(context, unit), renditions, ()))
    least, most = _OUTLINE
    ceiling = min(limits.budget, max(least, min(most, limits.budget // _OUTLINED)))
    return Draft(candidates, scores, items, cleared=False, ceiling=ceiling)


def _best(context: Context, candidates: Units, scores: Relevance, kept: Units, limits: Limits) -> list[int]:
    """Return the best positions, best first, out of the best files; only those files are read."""
    best: dict[int, float] = {}
    slots = context.graph.file[candidates].tolist()
    for position in kept.tolist():
        best[slots[position]] = max(float(scores.total[position]), best.get(slots[position], 0.0))
    considered = frozenset(
        sorted(best, key=lambda slot: (-best[slot], slot))[: limits.max_files * _CONSIDERED]
    )
    most = min(max(_LEAST_ITEMS, limits.budget // _TOKENS_OF_ITEM), _MOST_ITEMS)
    found = [position for position in kept.tolist() if slots[position] in considered]
    return sorted(found, key=lambda position: (-scores.total[position], position))[:most]


def _items(
    index: RepoIndex,
    context: Context,
    candidates: Units,
    scores: Relevance,
    positions: Sequence[int],
    budget: int,
) -> list[Item]:
    """Render the candidates at all levels, and say what each is worth; in the order of the candidates."""
    renderer = _renderer(index, context, budget)
    highest = float(scores.total[positions].max(initial=0.0)) or 1.0
    leading: dict[str, float] = {}
    items = []
    coded = max(_LEAST_CODE, budget // _TOKENS_OF_CODE)
    offered = frozenset(candidates[positions].tolist())
    for place, position in enumerate(positions):
        unit, score = int(candidates[position]), float(scores.total[position])
        entity = context.graph.entity(unit)
        relative = score / highest
        best = leading.setdefault(entity.path, relative)
        if entity.is_file:
            relative = max(relative, best * tables().objective["imports"])
        levels = renderer.levels(entity, with_code=place < coded, with_excerpts=place < _EXCERPTED)
        renditions = levels.renditions
        if entity.is_file and not entity.doc and _is_said_by_another(context.graph, unit, offered):
            renditions = tuple(one for one in renditions if one.detail is Detail.BODY)
        if renditions:
            worth, around = _worth(relative, levels.size), enclosing(context.graph, entity)
            items.append(Item(position, entity, score, worth, category(context, unit), renditions, around))
    return sorted(items)


def _is_said_by_another(graph: CodeGraph, file: int, offered: Collection[int]) -> bool:
    """Tell whether a file defines but one thing that is offered itself: its line says as much, and more."""
    members = [index for index in graph.children(file) if not graph.is_data(index)]
    return len(members) == 1 and members[0] in offered


def _renderer(index: RepoIndex, context: Context, budget: int) -> Renderer:
    matcher = Matcher(context.words, context.literals)
    return Renderer(
        context.graph, index.text, tables().levels, matcher, context.lines, context.quoted, budget
    )


def _worth(relevance: float, tokens: int) -> float:
    """Return what the whole text of a unit counts, by its relevance against the best and by its size."""
    numbers = tables().objective
    size = (tokens / numbers["usual_size"]) ** numbers["growth"]
    size = min(max(size, numbers["least_size"]), numbers["most_size"])
    return float(relevance ** numbers["sharpness"] * size)


def _problem(
    context: Context,
    draft: Draft,
    wishes: Sequence[Aspect],
    weights: WeightConfig,
    limits: Limits,
    form: Form,
) -> Problem:
    """State the problem with the budget that is left for files; refuse one that no useful piece fits in."""
    items, fixed = draft.items, overhead(context.intent.name, form)
    highest = max(item.score for item in items)
    problem = state_problem(
        items,
        wishes,
        context.intent.name,
        redundancy=weights.redundancy,
        budget=0,
        max_files=limits.max_files,
        form=form,
    )
    least = fixed + min(
        options[0].cost + sum(problem.scope_costs[scope] for scope in scopes)
        for item, options, scopes in zip(items, problem.options, problem.scopes, strict=True)
        if item.score >= _LEADING * highest
    )
    least += min(_MOST_NAMING, least // (_NAMING - 1) + 1)
    if limits.budget < least:
        raise BudgetTooSmall(limits.budget, least)
    ceiling = max(draft.ceiling, least)
    return problem._replace(budget=ceiling - fixed - min(_MOST_NAMING, ceiling // _NAMING))
