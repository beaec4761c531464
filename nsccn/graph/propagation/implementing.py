"""Calls of what types of the repository have for the types from elsewhere that they inherit from.

`MiddlewareInterface $next` comes with a library; what `$next->process()` runs mostly stands here.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_VIA: Final = VIAS.index("override")
_BOUNDS: Final = (3, 5, 8)
_LIKELY: Final = (0.5, 0.3, 0.15)
"""Probability of one implementation where there are up to three, five, eight; of more each says too little."""
_LIKELY_ITSELF: Final = 0.15
"""The same of the method that makes the call: what implements a type and holds one mostly wraps another."""


def implementing_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return an ambiguous call from each call on an object of a type from elsewhere to what stands for it here."""
    outward, foreign = rows["outward"], rows["foreign"]
    below: dict[int, list[int]] = {}
    for subject, base in zip(foreign["subject"].tolist(), foreign["base"].tolist(), strict=True):
        below.setdefault(-1 - base, []).append(symbols.same(subject))
    types: dict[tuple[int, bool], frozenset[int]] = {}
    run: dict[tuple[str, int, int, bool], dict[int, float]] = {}
    found: list[tuple[int, int, int, int]] = []
    likely: list[float] = []
    columns = [outward[name].tolist() for name in ("base", "name", "source", "slot", "line")]
    for base, name, source, slot, line in zip(*columns, strict=True):
        in_tests = members.is_test(slot)
        if (base, in_tests) not in types:
            types[base, in_tests] = members.made(below.get(base, ()), in_tests=in_tests)
        language = symbols.table.languages[slot]
        asked = (language, base, name, in_tests)
        if asked not in run:
            run[asked] = _likely(members.run(language, rows.names[name], types[base, in_tests]))
        for target, share in run[asked].items():
            found.append((source, target, slot, line))
            likely.append(min(share, _LIKELY_ITSELF) if target == source else share)
    made = np.array(found, np.int64).reshape(-1, 4)
    via = np.full(len(made), _VIA)
    return DerivedCalls(made[:, 0], made[:, 1], np.array(likely, np.float64), made[:, 2], made[:, 3], via)


def _likely(shares: dict[int, float]) -> dict[int, float]:
    """Return how likely each method is run, by the share of the types that have it; none where there are too many."""
    bound = bisect_left(_BOUNDS, len(shares))
    if bound == len(_BOUNDS):
        return {}
    return dict.fromkeys(shares, _LIKELY[bound] * sum(shares.values()))
