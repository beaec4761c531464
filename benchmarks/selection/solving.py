"""How long the solver takes over many candidates of one large repository."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, Final

from nsccn.index import RepoIndex
from nsccn.select.api import state
from nsccn.select.forms.compact import Compact
from nsccn.select.optimizer import solve
from nsccn.select.request import Limits
from nsccn.select.weights import WeightConfig
from nsccn.settings import Settings

if TYPE_CHECKING:
    from argparse import Namespace

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.select.problem import Problem

_TASKS: Final = 20
_CONSIDERED: Final = Limits(40_000, 200, 0.0)
"""Under these limits so many candidates become items; they are then chosen from under the limits that are asked for."""
_MAX_FILES: Final = 15
_RUNS: Final = 3


def run(options: Namespace) -> None:
    """Print how long choosing takes for tasks in the words of the repository's own documentation."""
    index = RepoIndex.build(options.repo, settings=Settings(cache_dir=options.cache))
    graph = index.snapshot.graph
    problems = []
    for text in documentation(graph):
        stated = state(index, text, _CONSIDERED, include_tests=True, weights=WeightConfig(), form=Compact())
        problems.append(stated.problem._replace(max_files=_MAX_FILES))
    index.close()
    items = sorted(len(problem.options) for problem in problems)
    print(
        f"{graph.file_count} files, {len(problems)} tasks,"
        f" {items[0]} to {items[-1]} items, {median(items):.0f} in the median"
    )
    for budget in options.budgets:
        solved = [_best_of_runs(problem._replace(budget=budget)) for problem in problems]
        times = sorted(1000 * seconds for seconds, _ in solved)
        ratios = [ratio for _, ratio in solved]
        print(
            f"{budget:6d} tokens: median {median(times):.0f} ms, slowest {times[-1]:.0f} ms of CPU time;"
            f" certificate {median(ratios):.4f} in the median, {min(ratios):.4f} at worst"
        )


def _best_of_runs(problem: Problem) -> tuple[float, float]:
    times = []
    for _ in range(_RUNS):
        began = time.process_time()
        solution = solve(problem)
        times.append(time.process_time() - began)
    return min(times), solution.value / solution.upper_bound


def documentation(graph: CodeGraph) -> list[str]:
    """Return what is said of functions all over the repository: the longest of each of so many stretches of it."""
    docs = [entity.doc for index in range(len(graph)) if (entity := graph.entity(index)).doc]
    step = max(1, len(docs) // _TASKS)
    return [max(docs[start : start + step], key=len)[:2000] for start in range(0, step * _TASKS, step)][
        :_TASKS
    ]
