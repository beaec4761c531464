"""What each stream and each signal is worth: the same rows ranked without it, paired with the full ranking."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

import msgspec
import rankers
from measures import measures, paired
from rows import Row, read_rows
from states import States

from nsccn.search.weights import Weights, default_weights

SHOWN = ("acc@1", "acc@5", "acc@10", "NDCG@10", "chunk NDCG@10", "function acc@10")


def run(options: Namespace) -> None:
    """Print for each weight what the measures lose or gain by its being 0."""
    found = measured(
        read_rows(options.data),
        States(options.clones, options.cache, linked=False),
        _variants(default_weights()),
    )
    whole = found.pop("all")
    for name, without in found.items():
        shown = [f"{key} {paired(whole, without, key)}" for key in SHOWN if any(key in one for one in whole)]
        print(f"{name}: {'; '.join(shown)}", flush=True)


def measured(
    rows: Sequence[Row], states: States, variants: Mapping[str, Weights]
) -> dict[str, list[dict[str, float]]]:
    """Return the measures of all rows with each set of weights; the evidence is gathered once for all of them."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in variants}
    for row in rows:
        asked = rankers.question(row, states)
        for name, weights in variants.items():
            found[name].append(measures(row, rankers.ranking(row, asked, weights)))
    return found


def _variants(full: Weights) -> dict[str, Weights]:
    found = {"all": full}
    for parts in (("streams",), ("file_streams",), ("files",), ("entities", "reports")):
        held = [getattr(full, part) for part in parts]
        for name in dict.fromkeys(name for weights in held for name in weights):
            rest = [{key: weights[key] for key in weights if key != name} for weights in held]
            without = dict(zip(parts, rest, strict=True))
            found[f"without {parts[0]} / {name}"] = msgspec.structs.replace(full, **without)
    alike = dict.fromkeys(full.streams, 1.0)
    found["all streams alike"] = msgspec.structs.replace(full, streams=alike)
    return found
