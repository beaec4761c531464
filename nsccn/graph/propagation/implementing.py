"""Calls of what types of the repository have for the types from elsewhere that they inherit from.

`MiddlewareInterface $next` comes with a library; what `$next->process()` runs mostly stands here.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.model import NAMELESS
from nsccn.graph.notation.signatures import taken
from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_VIA: Final = VIAS.index("override")
_BOUNDS: Final = (3, 5, 8)
_LIKELY: Final = (1.0, 0.6, 0.3)
"""Share of how likely an object is of a type here where up to three, five, eight stand for what it is declared to be;
of more each says too little."""
_LEAST: Final = 0.05
"""Probability below which a call says nothing."""
_LIKELY_ITSELF: Final = 0.15
"""The same of the method that makes the call: what implements a type and holds one mostly wraps another."""


def implementing_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return an ambiguous call from each call on an object of a type from elsewhere to what stands for it here."""
    outward, foreign = rows["outward"], rows["foreign"]
    below: dict[int, list[int]] = {}
    for subject, base in zip(foreign["subject"].tolist(), foreign["base"].tolist(), strict=True):
        below.setdefault(-1 - base, []).append(symbols.same(subject))
    types: dict[tuple[int, bool], frozenset[int]] = {}
    run: dict[tuple[str, int, int, int, bool], dict[int, float]] = {}
    found: list[tuple[int, int, int, int]] = []
    likely: list[float] = []
    columns = [outward[name].tolist() for name in ("base", "name", "arguments", "source", "slot", "line")]
    for base, name, arguments, source, slot, line in zip(*columns, strict=True):
        in_tests = members.is_test(slot)
        if (base, in_tests) not in types:
            types[base, in_tests] = members.made(below.get(base, ()), in_tests=in_tests)
        language = symbols.table.languages[slot]
        asked = (language, base, name, arguments, in_tests)
        if asked not in run:
            shares = members.run(language, rows.names[name], types[base, in_tests])
            spoken = symbols.language(slot)
            likely_own = spoken.outward_calls if spoken is not None else 0.0
            run[asked] = _likely(symbols, _taking(symbols, shares, arguments), likely_own)
        for target, share in run[asked].items():
            found.append((source, target, slot, line))
            likely.append(min(share, _LIKELY_ITSELF) if target == source else share)
    made = np.array(found, np.int64).reshape(-1, 4)
    via = np.full(len(made), _VIA)
    return DerivedCalls(made[:, 0], made[:, 1], np.array(likely, np.float64), made[:, 2], made[:, 3], via)


def _taking(symbols: Symbols, shares: dict[int, float], count: int) -> dict[int, float]:
    """Return instead of each method those overloads of it that take so many arguments, each with its share."""
    found: dict[int, float] = {}
    for method, share in shares.items():
        language = symbols.language(symbols.slot[method])
        if count < 0 or language is None or not language.overloads or language.redefinition == "last":
            found[method] = share
            continue
        beside = symbols.member(symbols.parent(method), symbols.table.names[method])
        fitting = [
            one for one in beside if symbols.is_function(one) and taken(symbols.definitions[one]).takes(count)
        ]
        found.update(dict.fromkeys(fitting, share / max(1, len(fitting))))
    return found


def _likely(symbols: Symbols, shares: dict[int, float], likely_own: float) -> dict[int, float]:
    """Return how likely each method is run, by the share of the types that have it; none where there are too many.

    A type without a name has one object, which is mostly handed to what asks for it, as a function is.
    """
    bound = bisect_left(_BOUNDS, len(shares))
    likely = likely_own * _LIKELY[bound] * sum(shares.values()) if bound < len(_BOUNDS) else 0.0
    named = (one for one in shares if symbols.table.names[symbols.parent(one)] != NAMELESS)
    return dict.fromkeys(named, likely) if likely >= _LEAST else {}
