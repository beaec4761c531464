"""Calls of what platforms define, by those who call what is expected of each of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.definitions.visible import unnumbered
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.edgetable import MOST_OVERRIDES, VIAS
from nsccn.graph.model import EXTENSION
from nsccn.graph.notation.signatures import taken
from nsccn.graph.notation.sourcesets import shared_folders, shares_of_platforms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns, LinkRows

_VIA: Final = VIAS.index("override")
_USES: Final = ("CALLS", "REFERENCES")
_MOST: Final = MOST_OVERRIDES
"""Definitions of one name above which none is told."""


class _Key(NamedTuple):
    """What an expected definition and the actual ones have in common."""

    package: str
    qualified: str
    is_function: bool


def with_platforms(symbols: Symbols, rows: LinkRows, edges: Columns) -> Columns:
    """Return the rows of edges, with one to what each platform has for each to what is expected of it."""
    actual = _actual(symbols, rows)
    if not actual:
        return edges
    edges = _without_overrides(edges, actual)
    kinds = [EDGE_NUMBER[kind] for kind in _USES]
    chosen = np.flatnonzero(np.isin(edges["target"], list(actual)) & np.isin(edges["kind"], kinds))
    calling = (symbols.slot[one] for one in edges["source"][chosen].tolist())
    shares = lru_cache(maxsize=None)(lambda slot, target: _shares(symbols, slot, target, actual[target]))
    pairs = zip(calling, edges["target"][chosen].tolist(), strict=True)
    made = [(row, *one) for row, pair in zip(chosen.tolist(), pairs, strict=True) for one in shares(*pair)]
    if not made:
        return edges
    numbers, targets, likely = (np.array(column) for column in zip(*made, strict=True))
    more = {name: column[numbers] for name, column in edges.items()}
    more["target"], more["probability"] = targets, more["probability"] * likely
    more["via"] = np.where(more["kind"] == EDGE_NUMBER["CALLS"], _VIA, more["via"])
    other = more["source"] != more["target"]
    return {
        name: np.concatenate([column, more[name][other].astype(column.dtype)])
        for name, column in edges.items()
    }


def _actual(symbols: Symbols, rows: LinkRows) -> dict[int, list[int]]:
    """Return for what is expected the definitions that platforms have for it."""
    stated = zip(rows["platform"]["entity"].tolist(), rows["platform"]["actual"].tolist(), strict=True)
    expected, defined = list[int](), dict[_Key, list[int]]()
    for entity, is_actual in sorted(stated):
        if is_actual:
            defined.setdefault(_key(symbols, entity), []).append(entity)
        else:
            expected.append(entity)
    found = ((one, _of_platforms(symbols, one, defined.get(_key(symbols, one), ()))) for one in expected)
    return {one: actual for one, actual in found if actual}


def _key(symbols: Symbols, entity: int) -> _Key:
    package = symbols.project.packages[symbols.slot[entity]]
    return _Key(package, unnumbered(symbols.table.qualified[entity]), symbols.is_function(entity))


def _of_platforms(symbols: Symbols, expected: int, defined: Sequence[int]) -> list[int]:
    """Return those definitions that take what an expected one does, of the nearest in the tree of folders."""
    if not defined or len(defined) > _MOST:
        return []
    path = _path(symbols, expected)
    near = [shared_folders(path, _path(symbols, one)) for one in defined]
    nearest = [one for one, shared in zip(defined, near, strict=True) if shared == max(near)]
    return [one for one in nearest if _told(symbols, one) == _told(symbols, expected)]


def _told(symbols: Symbols, entity: int) -> tuple[object, ...]:
    """Return what tells a function from others of its name: what it extends and takes."""
    definition = symbols.definitions[entity]
    if not symbols.is_function(entity):
        return ()
    head = (
        definition.signature.partition(f".{definition.name}")[0] if EXTENSION in definition.modifiers else ""
    )
    return (head.split()[-1:], taken(definition).made_kind)


def _shares(symbols: Symbols, calling: int, expected: int, actual: Sequence[int]) -> list[tuple[int, float]]:
    paths = [_path(symbols, one) for one in actual]
    shares = shares_of_platforms(symbols.paths[calling], _path(symbols, expected), paths)
    return [(one, share) for one, share in zip(actual, shares, strict=True) if share]


def _path(symbols: Symbols, entity: int) -> str:
    return symbols.paths[symbols.slot[entity]]


def _without_overrides(edges: Columns, actual: dict[int, list[int]]) -> Columns:
    """Leave out overrides of what is expected, where that is called too: platforms tell better which is run."""
    expected = {one: target for target, found in actual.items() for one in found}
    is_call = edges["kind"] == EDGE_NUMBER["CALLS"]
    to_actual = is_call & (edges["via"] == _VIA) & np.isin(edges["target"], list(expected))
    if not to_actual.any():
        return edges
    calling = is_call & np.isin(edges["target"], list(actual))
    called = set(zip(edges["source"][calling].tolist(), edges["target"][calling].tolist(), strict=True))
    places = np.flatnonzero(to_actual)
    ends = zip(
        places.tolist(), edges["source"][places].tolist(), edges["target"][places].tolist(), strict=True
    )
    gone = [place for place, source, target in ends if (source, expected[target]) in called]
    return {name: np.delete(column, gone) for name, column in edges.items()}
