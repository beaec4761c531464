"""How good rankings are: recall, whole answers within the first k, the first right file; with intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from rows import Row

DEPTHS = (1, 3, 5, 10)
FUNCTION_DEPTHS = (5, 10)
_NDCG_DEPTH = 10
_BRACKETS = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Ranking:
    """The answer of one ranker to one row, best first."""

    files: Sequence[str]
    functions: Sequence[str] = ()
    """As `path:Class.method`."""
    chunks: Sequence[tuple[str, int, int]] = field(default=())
    """Path, first and last line."""


class Interval(NamedTuple):
    """A mean and the middle 95 % of its bootstrap."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def measures(row: Row, ranking: Ranking) -> dict[str, float]:
    """Return every measure that a row allows; `acc@k`: all right files are among the first k."""
    files = list(dict.fromkeys(path for path in ranking.files if is_below(path, row.below)))
    found = {f"acc@{k}": float(row.files <= set(files[:k])) for k in DEPTHS}
    found |= {f"recall@{k}": len(row.files & set(files[:k])) / len(row.files) for k in DEPTHS}
    found["MRR"] = next((1 / place for place, path in enumerate(files, 1) if path in row.files), 0.0)
    found["NDCG@10"] = _ndcg([{path} & row.files for path in files], len(row.files))
    if row.spans and ranking.chunks:
        chunks = [chunk for chunk in ranking.chunks if is_below(chunk[0], row.below)]
        found["chunk NDCG@10"] = _chunk_ndcg(row, chunks)
    if row.functions:
        wanted = {normal(name) for name in row.functions}
        functions = list(dict.fromkeys(map(normal, ranking.functions)))
        found |= {f"function acc@{k}": float(wanted <= set(functions[:k])) for k in FUNCTION_DEPTHS}
        found |= {
            f"function recall@{k}": len(wanted & set(functions[:k])) / len(wanted) for k in FUNCTION_DEPTHS
        }
    return found


def is_below(path: str, folder: str) -> bool:
    """Say whether a path lies in a folder; all lie in the folder without a name."""
    return not folder or path.startswith(folder.rstrip("/") + "/")


def normal(function: str) -> str:
    """Return a function's name without generics, overload numbers and a constructor's own name."""
    path, _, name = function.partition(":")
    name = re.sub(r"#\d+(?=\.|$)", "", name)
    while _BRACKETS.search(name):
        name = _BRACKETS.sub("", name)
    name = name.replace("::", ".").replace("#", ".").replace("/", ".").strip(". ")
    return f"{path}:{name.removesuffix('.__init__') if path.endswith('.py') else name}"


def _ndcg(gains: Sequence[Iterable[object]], wanted: int) -> float:
    gained = sum(1 / math.log2(place + 2) for place, got in enumerate(gains[:_NDCG_DEPTH]) if any(got))
    ideal = sum(1 / math.log2(place + 2) for place in range(min(wanted, _NDCG_DEPTH)))
    return gained / ideal if ideal else 0.0


def _chunk_ndcg(row: Row, chunks: Sequence[tuple[str, int, int]]) -> float:
    """Each right place counts where it is met first, and a place in the ranking once."""
    places = set()
    for path, first, last in row.spans:
        for place, (chunk, start, end) in enumerate(chunks[:_NDCG_DEPTH]):
            if chunk == path and start <= last and end >= first:
                places.add(place)
                break
    return _ndcg([[1] if place in places else [] for place in range(_NDCG_DEPTH)], len(row.spans))


def interval(values: Sequence[float], groups: Sequence[str] | None = None, draws: int = 5000) -> Interval:
    """Return the mean with its bootstrap over rows, or over groups of rows."""
    values_array = np.asarray(values, float)
    if not len(values_array):
        return Interval(math.nan, math.nan, math.nan)
    generator = np.random.default_rng(7)
    if groups is None:
        drawn = generator.integers(0, len(values_array), (draws, len(values_array)))
        means = values_array[drawn].mean(axis=1)
    else:
        _, group_of = np.unique(np.asarray(groups), return_inverse=True)
        sums, counts = np.bincount(group_of, values_array), np.bincount(group_of)
        drawn = generator.integers(0, len(sums), (draws, len(sums)))
        means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(values_array.mean()), float(low), float(high))


def paired(one: Sequence[Mapping[str, float]], other: Sequence[Mapping[str, float]], name: str) -> Interval:
    """Return how much better the second ranker is in one measure, over the rows that have it."""
    pairs = [(a[name], b[name]) for a, b in zip(one, other, strict=True) if name in a and name in b]
    return interval([after - before for before, after in pairs])
