"""Calls of the methods that handle a message, by those who send one of its type.

A mediator, an event bus or a queue stands between: `mediator.Send(new CreateOrder())` runs the `Handle` of whoever
implements `IRequestHandler<CreateOrder>`. Of an event all handlers run, those of the types that it inherits from too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_VIA: Final = VIAS.index("indirect")
_LIKELY: Final = 0.9
_LIKELY_ABOVE: Final = 0.6
"""Of what handles the messages of a type that the sent one inherits from: not all dispatchers look there."""
_MOST_HANDLERS: Final = 32
"""Of a type; of more, each says too little."""
_MOST_ABOVE: Final = 16


def message_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return a call from each sender of a message to each method that handles it.

    Handlers that stand in tests are run by tests alone. Who calls one of them by its name needs nobody to find it.
    """
    sent, handled = rows["sent"], rows["handled"]
    handlers: dict[int, list[int]] = {}
    for message, handler in sorted(
        zip(handled["message"].tolist(), handled["handler"].tolist(), strict=True)
    ):
        handlers.setdefault(message, []).append(handler)
    above = _above(symbols, rows) if handlers and len(sent["message"]) else {}
    named = _named(rows, handled["handler"])
    found: list[tuple[int, int, int, int]] = []
    likely: list[float] = []
    columns = [sent[name].tolist() for name in ("message", "source", "slot", "line")]
    for message, source, slot, line in zip(*columns, strict=True):
        in_tests = members.is_test(slot)
        for one, share in ((message, _LIKELY), *((base, _LIKELY_ABOVE) for base in above.get(message, ()))):
            run = handlers.get(one, ())
            is_found = len(run) <= _MOST_HANDLERS and not any((source, target) in named for target in run)
            for target in run if is_found else ():
                if target != source and (in_tests or not members.is_test(symbols.slot[target])):
                    found.append((source, target, slot, line))
                    likely.append(share)
    made = np.array(found, np.int64).reshape(-1, 4)
    via = np.full(len(made), _VIA)
    return DerivedCalls(made[:, 0], made[:, 1], np.array(likely, np.float64), made[:, 2], made[:, 3], via)


def _named(rows: LinkRows, handlers: Array) -> set[tuple[int, int]]:
    """Return the callers of handlers that name them, each with what it calls."""
    edges = rows["edge"]
    chosen = (edges["kind"] == EDGE_NUMBER["CALLS"]) & np.isin(edges["target"], handlers)
    return set(zip(edges["source"][chosen].tolist(), edges["target"][chosen].tolist(), strict=True))


def _above(symbols: Symbols, rows: LinkRows) -> dict[int, list[int]]:
    """Return for each message that is sent the types above it."""
    bases: dict[int, set[int]] = {}
    for subject, base in zip(*(one.tolist() for one in rows.inheritance()), strict=True):
        bases.setdefault(symbols.same(subject), set()).add(symbols.same(base))
    found: dict[int, list[int]] = {}
    for message in sorted(set(rows["sent"]["message"].tolist())):
        seen, pending = {message}, [message]
        while pending and len(seen) <= _MOST_ABOVE:
            more = bases.get(pending.pop(), set()) - seen
            seen |= more
            pending += sorted(more)
        found[message] = sorted(seen - {message})
    return found
