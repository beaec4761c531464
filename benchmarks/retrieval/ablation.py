"""What each stream and each signal is worth: the same rows ranked without it, paired with the full ranking."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

import msgspec
import rankers
from measures import measures, paired
from rows import read_rows
from states import States

from nsccn.search.weights import Weights, default_weights

_SHOWN = ("acc@1", "acc@5", "acc@10", "NDCG@10", "chunk NDCG@10", "function acc@10")


def run(options: Namespace) -> None:
    """Print for each weight what the measures lose or gain by its being 0."""
    rows, states = read_rows(options.data), States(options.clones, options.cache)
    full = default_weights()
    variants = dict(_variants(full))
    whole: list[dict[str, float]] = []
    found: dict[str, list[dict[str, float]]] = {name: [] for name in variants}
    for row in rows:
        asked = rankers.question(row, states)
        whole.append(measures(row, rankers.ranking(row, asked, full)))
        for name, weights in variants.items():
            found[name].append(measures(row, rankers.ranking(row, asked, weights)))
    for name, without in found.items():
        shown = [f"{key} {paired(whole, without, key)}" for key in _SHOWN if any(key in one for one in whole)]
        print(f"{name}: {'; '.join(shown)}", flush=True)


def _variants(full: Weights) -> Iterator[tuple[str, Weights]]:
    for part in ("streams", "file_streams", "files", "entities"):
        for name in getattr(full, part):
            rest = {key: weight for key, weight in getattr(full, part).items() if key != name}
            yield f"without {part} / {name}", msgspec.structs.replace(full, **{part: rest})
    alike = dict.fromkeys(full.streams, 1.0)
    yield "all streams alike", msgspec.structs.replace(full, streams=alike)
