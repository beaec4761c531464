"""What a trace found and does not list: what is beyond the limit, and what tests and the like have of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.ids import encode_path
from nsccn.text import count, first_few
from nsccn.tools.traces.shortids import unique_endings
from nsccn.tracing.aside import are_tries, roles_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.tracing.trace import Trace

_MOST_FILES: Final = 4
_LONG: Final = 30
"""Letters of a path, but that of the first file, that is cut down to its end."""
_NOUNS: Final = {Role.TEST: "tests", Role.EXAMPLE: "examples", Role.DOCUMENT: "documentation"}


def left_out(trace: Trace, named: int, limit: int) -> str:
    """Say what was found and is not listed, beside it how many more name the root; nothing where that is all."""
    counts = [f"{left:,} at distance {distance}" for distance, left in enumerate(trace.omitted, 1) if left]
    more = [count(sum(trace.omitted), "more entity", "more entities")] if counts else []
    more += [f"{named:,} more {'names' if named == 1 else 'name'} it"] if named else []
    beyond = f"{' and '.join(more)} beyond limit={limit}{': ' if counts else ''}{', '.join(counts)}"
    return "; ".join([*([beyond] if more else []), *_folded(trace)])


def folded_by_file(trace: Trace) -> dict[str, int]:
    """Return how many entities of each test, example or document are counted only, the nearest first."""
    return dict(Counter(trace.code.path_of(one) for one in _tries(trace)))


def _tries(trace: Trace) -> list[int]:
    are = are_tries(trace.code, np.array(trace.folded, np.int64)).tolist()
    return [one for one, is_try in zip(trace.folded, are, strict=True) if is_try]


def _folded(trace: Trace) -> Iterable[str]:
    tries = _tries(trace)
    if unlikely := len(trace.folded) - len(tries):
        yield f"and {unlikely:,} behind unlikely calls (?<0.5)"
    if not tries:
        return
    roles = roles_of(trace.code, np.array(tries)).tolist()
    where = " and ".join(noun for role, noun in _NOUNS.items() if role in roles)
    counts = folded_by_file(trace).items()
    named = [path for path, _ in counts][:_MOST_FILES]
    ending = unique_endings(trace.code.paths, [path for path in named[1:] if len(path) > _LONG])
    files = [
        f"{f'{number} in ' * (len(counts) > 1)}{encode_path(ending.get(path, path))}"
        for path, number in counts
    ]
    yield f"and {len(tries):,} in {where}: {first_few(files, _MOST_FILES)}"
