"""What each stream and each signal is worth: the same rows ranked without it, paired with the full ranking."""

from __future__ import annotations

from argparse import Namespace

import msgspec
import rankers
from measures import measures, paired
from rows import read_rows
from states import States

from nsccn.search.weights import default_weights

_SHOWN = ("acc@1", "acc@5", "acc@10", "NDCG@10", "chunk NDCG@10", "function acc@10")


def run(options: Namespace) -> None:
    """Print for each weight what the measures lose or gain by its being 0."""
    rows, states = read_rows(options.data), States(options.clones, options.cache)
    full = default_weights()
    whole = [measures(row, rankers.ours(row, states, full)) for row in rows]
    for part in ("streams", "file_streams", "files", "entities"):
        for name in getattr(full, part):
            rest = {key: weight for key, weight in getattr(full, part).items() if key != name}
            less = msgspec.structs.replace(full, **{part: rest})
            found = [measures(row, rankers.ours(row, states, less)) for row in rows]
            shown = [
                f"{key} {paired(whole, found, key)}" for key in _SHOWN if any(key in one for one in whole)
            ]
            print(f"without {part} / {name}: {'; '.join(shown)}", flush=True)
