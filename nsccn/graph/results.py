"""The types of the results of a function that gives several, by its signature."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.brackets import closing, split

NUMBERED: Final = ".@"
"""Stands between a call and the number of one of its results, where it is not the first: `open().@1`."""
_NAMED: Final = re.compile(r"(?!(?:chan|func|map|struct|interface)\b)[^\W\d]\w*\s+(.*)", re.DOTALL)


@lru_cache(maxsize=1 << 12)
def result_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the results, nothing where it gives one alone.

    >>> result_types("func (s *Store) open(path string) (int, *File, error)", "open")
    ('int', '*File', 'error')
    >>> result_types("func pair[T any]() (first, second *T, err error)", "pair")
    ('*T', '*T', 'error')
    """
    start = re.search(rf"(?<!\w){re.escape(name)}\s*(?:\[[^\]]*\]\s*)?\(", signature)
    if start is None:
        return ()
    results = signature[closing(signature, start.end() - 1) + 1 :].strip()
    if not results.startswith("("):
        return ()
    stated = [one.strip() for one in split(results[1 : closing(results, 0)], ",")]
    named = [_NAMED.fullmatch(one) for one in stated]
    if not any(named):
        return tuple(stated)
    types: list[str] = []
    for found in reversed(named):
        types.insert(0, found.group(1) if found else types[0] if types else "")
    return tuple(types)
