"""Calls of what types of the repository have for the types from elsewhere that they inherit from.

`MiddlewareInterface $next` comes with a library; what `$next->process()` runs mostly stands here.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import MOST_OVERRIDES, VIAS
from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_VIA: Final = VIAS.index("override")
_BOUNDS: Final = (1, 3, 5, 8)
_LIKELY: Final = (0.5, 0.5, 0.3, 0.15, 0.1)
"""Probability of one implementation where there is one, where there are up to three, five, eight, more."""
_LIKELY_ITSELF: Final = 0.15
"""The same of the method that makes the call: what implements a type and holds one mostly wraps another."""


def implementing_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return an ambiguous call from each call on an object of a type from elsewhere to what stands for it here."""
    outward, foreign = rows["outward"], rows["foreign"]
    below: dict[int, list[int]] = {}
    for subject, base in zip(foreign["subject"].tolist(), foreign["base"].tolist(), strict=True):
        below.setdefault(-1 - base, []).append(symbols.same(subject))
    run: dict[tuple[int, int], dict[int, float]] = {}
    found: list[tuple[int, int, int, int]] = []
    likely: list[float] = []
    columns = [outward[name].tolist() for name in ("base", "name", "source", "slot", "line")]
    for base, name, source, slot, line in zip(*columns, strict=True):
        if (base, name) not in run:
            run[base, name] = _likely(members.run(rows.names[name], below.get(base, ())))
        for target, share in run[base, name].items():
            found.append((source, target, slot, line))
            likely.append(min(share, _LIKELY_ITSELF) if target == source else share)
    made = np.array(found, np.int64).reshape(-1, 4)
    via = np.full(len(made), _VIA)
    return DerivedCalls(made[:, 0], made[:, 1], np.array(likely, np.float64), made[:, 2], made[:, 3], via)


def _likely(shares: dict[int, float]) -> dict[int, float]:
    """Return how likely each method is run, by the share of the types that have it; none where there are too many."""
    if len(shares) > MOST_OVERRIDES:
        return {}
    likely, most = _LIKELY[bisect_left(_BOUNDS, len(shares))], sum(shares.values())
    return dict.fromkeys(shares, likely * most)
