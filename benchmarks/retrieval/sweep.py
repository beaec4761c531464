"""Other weights, chosen without a look at the rows that they are measured on.

Each weight of files and streams is halved and doubled. For each repository that set is taken which ranks the rows of
all other repositories best, and the rows of this one are ranked with it.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from ablation import SHOWN, measured
from measures import interval, paired
from rows import read_rows
from states import States

from nsccn.search.weights import Weights, default_weights

_FACTORS = (0.5, 2.0)
_PARTS = ("streams", "file_streams", "files")
_AIMS = ("acc@1", "acc@5", "MRR", "NDCG@10", "chunk NDCG@10", "function acc@10")
"""A set of weights is as good as the mean of these, where there are such."""
_UNCHANGED = "unchanged"


def run(options: Namespace) -> None:
    """Print what the measures are with the weights as they are, and with those chosen by the other repositories."""
    rows = read_rows(options.data)
    found = measured(
        rows, States(options.clones, options.cache, linked=False), dict(_variants(default_weights()))
    )
    chosen: list[dict[str, float]] = [{} for _ in rows]
    taken: Counter[str] = Counter()
    for repository in sorted({row.repository for row in rows}):
        own = [place for place, row in enumerate(rows) if row.repository == repository]
        others = [place for place, row in enumerate(rows) if row.repository != repository]
        best = max(found, key=lambda name: _worth([found[name][place] for place in others]))
        taken[best] += 1
        for place in own:
            chosen[place] = found[best][place]
    print("chosen:", ", ".join(f"{name} ({times})" for name, times in taken.most_common()))
    for key in SHOWN:
        if any(key in one for one in chosen):
            own_values = interval([one[key] for one in found[_UNCHANGED] if key in one])
            print(f"{key}: {own_values}; chosen by others {paired(found[_UNCHANGED], chosen, key)}")


def _variants(full: Weights) -> Iterator[tuple[str, Weights]]:
    yield _UNCHANGED, full
    for part in _PARTS:
        weights = getattr(full, part)
        for name in weights:
            for factor in _FACTORS:
                other = weights | {name: weights[name] * factor}
                yield f"{part} / {name} x {factor:g}", msgspec.structs.replace(full, **{part: other})


def _worth(found: Sequence[dict[str, float]]) -> float:
    values = [[one[key] for one in found if key in one] for key in _AIMS]
    means = [sum(held) / len(held) for held in values if held]
    return sum(means) / max(len(means), 1)
