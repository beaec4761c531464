"""Fits the weights of intents, and says how often they are right of authors whose tasks they were not fitted on.

`intents/` has a file for each author, who had seen neither the code nor the tasks of the others. The tasks of `labels/`
are never fitted on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import labels
import numpy as np
from scipy.optimize import minimize

from nsccn.search.intent import INTENTS, PRIOR, SCALE, WEIGHTS, features, sums_of

if TYPE_CHECKING:
    from argparse import Namespace

    from numpy.typing import NDArray

_TASKS: Final = Path(__file__).parent / "intents"
_PENALTY: Final = 0.3
"""Of the squares of weights."""
_LEAST_TASKS: Final = 2
"""A feature of fewer tasks has no weight."""
Weights = Mapping[str, Sequence[int]]


class Labelled(NamedTuple):
    """A task and what it is."""

    text: str
    intent: str


def run(options: Namespace) -> None:
    """Print how often each author's tasks are told by weights that were fitted on the others; write the weights."""
    authors = {file.stem: _read(file) for file in sorted(_TASKS.glob("*.jsonl"))}
    for author, tasks in authors.items():
        others = [task for other, theirs in authors.items() if other != author for task in theirs]
        print(
            f"{author}: {_right(fitted(others), tasks):.3f} of {len(tasks)}, fitted on {len(others)} of others"
        )
    weights = fitted([task for tasks in authors.values() for task in tasks])
    seen = [Labelled(task.text, task.intent) for task in labels.read_tasks()]
    print(
        f"labels: {_right(weights, seen):.3f} of {len(seen)}, fitted on none of them; {len(weights):,} weights"
    )
    if options.write:
        lines = (f"{json.dumps(name)}: {json.dumps(list(row))}" for name, row in sorted(weights.items()))
        WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def fitted(tasks: Sequence[Labelled]) -> Weights:
    """Return the weights of features, in the order of `INTENTS`."""
    shown = [features(task.text) for task in tasks]
    counts = Counter(feature for found in shown for feature in found)
    names = [PRIOR, *sorted(name for name, count in counts.items() if count >= _LEAST_TASKS)]
    place = {name: number for number, name in enumerate(names)}
    values = np.zeros((len(tasks), len(names)))
    values[:, 0] = 1.0
    for row, found in enumerate(shown):
        for name, share in found.items():
            if name in place:
                values[row, place[name]] = share
    wanted = np.array([[task.intent == name for name in INTENTS] for task in tasks], float)
    found = _minimum(values, wanted)
    rounded = np.rint(found * SCALE).astype(int)
    return {
        name: row.tolist() for name, row in zip(names, rounded, strict=True) if row.any() or name == PRIOR
    }


def _minimum(values: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    penalty = np.full((values.shape[1], 1), _PENALTY)
    penalty[0] = 0.0

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(values.shape[1], -1)
        sums = values @ weights
        odds = np.exp(sums - sums.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        cost = -np.log((odds * wanted).sum(1)).sum() + 0.5 * (penalty * weights * weights).sum()
        return float(cost), (values.T @ (odds - wanted) + penalty * weights).ravel()

    start = np.zeros(values.shape[1] * wanted.shape[1])
    found: NDArray[np.float64] = minimize(
        loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}
    ).x
    return found.reshape(values.shape[1], -1)


def _right(weights: Weights, tasks: Sequence[Labelled]) -> float:
    """Return the share of tasks whose intent is told."""
    return sum(_told(weights, task.text) == task.intent for task in tasks) / len(tasks)


def _told(weights: Weights, text: str) -> str:
    sums = sums_of({name: share for name, share in features(text).items() if name in weights}, weights)
    return INTENTS[sums.index(max(sums))]


def _read(file: Path) -> list[Labelled]:
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [Labelled(row["task"], row["intent"]) for row in rows]
