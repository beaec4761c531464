"""Where a name is called and it could not be resolved what that means."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.errors import NsccnError
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import encode_path
from nsccn.text import first_few, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_CALLS: Final = frozenset({"call", "new"})
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5
_MOST_READ: Final = 30
"""Files of which the calls are held against the edges: an answer waits for each of them."""


def places_of_sites(index: RepoIndex, name: str, sites_in: Mapping[str, int]) -> str:
    """Name the files with call sites that could not be resolved, source before tests, most sites first.

    Each with the lines, where they are known, and else with how many.
    """
    found = sorted(sites_in.items(), key=lambda item: (role_of(item[0]), -item[1], item[0]))
    shown = [_sites(index, path, name, sites, is_all=len(found) == 1) for path, sites in found[:_MOST_FILES]]
    return listed(shown, len(found))


def _sites(index: RepoIndex, path: str, name: str, sites: int, *, is_all: bool) -> str:
    """Name a file with the lines of the calls of a name that could not be resolved, or their number.

    Some calls lead nowhere though all is known of them, as those of a library's object: then some of a few lines are
    meant, and of many lines none is named.
    """
    with suppress(NsccnError, OSError):
        lines = calls_without_edge(index, path, name)
        different = list(dict.fromkeys(lines))
        is_each = len(lines) == sites or (lines and len(different) <= sites < len(lines))
        if is_each or sites < len(different) <= _MOST_LINES:
            at = f"{encode_path(path)}:{first_few(different, _MOST_LINES, separator=',')}"
            return at if is_each else f"{sites} of {at}"
    return encode_path(path) if is_all else f"{sites} in {encode_path(path)}"


def sites_without_edge(index: RepoIndex, name: str, sites_in: Mapping[str, int]) -> dict[str, int]:
    """Return how many of the call sites in files that could not be resolved are not followed all the same.

    What follows from all files, as from who fits, may lead on from a call that its own file says too little of. Of
    names that are called so in very many files all are counted.
    """
    if len(sites_in) > _MOST_READ:
        return dict(sites_in)
    left = {path: _left_in(index, path, name, sites) for path, sites in sites_in.items()}
    return {path: sites for path, sites in left.items() if sites}


def _left_in(index: RepoIndex, path: str, name: str, sites: int) -> int:
    followed = _followed_lines(index.snapshot.graph, path, name)
    with suppress(NsccnError, OSError):
        lines = _lines_of_calls(index, path, name) if followed else []
        if sites <= len(lines):
            return min(sites, sum(line not in followed for line in lines))
    return sites


def calls_without_edge(index: RepoIndex, path: str, name: str) -> list[int]:
    """Return the lines of a file on which a name is called, and no edge follows the call."""
    followed = _followed_lines(index.snapshot.graph, path, name)
    return [line for line in _lines_of_calls(index, path, name) if line not in followed]


def _followed_lines(graph: CodeGraph, path: str, name: str) -> set[int]:
    edges = graph.edges_of(np.array(graph.entities_of(path)), outgoing=True)
    leading = edges[np.isin(graph.edge_column("target").take(edges), graph.named(name))]
    return {line for number in leading.tolist() for line in graph.lines(number)}


def _lines_of_calls(index: RepoIndex, path: str, name: str) -> list[int]:
    return [
        line
        for kind, _, target, line, *_ in index.facts(path).uses.rows()
        if kind in _CALLS and target.rpartition(".")[2] == name
    ]
