"""What the filters of a query let through, and what a score counts by the role of its file and its kind."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.walk.ignore import IgnoreRules
from nsccn.regexes import regex
from nsccn.search.paths import path_index
from nsccn.search.roles import WEIGHT, weights_of_roles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.search import Query

KIND_WEIGHT: Final = {"attr": 0.6, "var": 0.6, "config": 0.7, "error": 0.7, "module": 0.9}
"""Definitions that do something come before data and before what is left of a file."""

_BRACKETS: Final = regex(r"\[+[^\[\]/]*\]+")
_OUTDATED: Final = 0.75
"""What a score counts in a file that another version has superseded, unless the query names the old one."""


def file_weights(
    table: EntityTable,
    roles: NDArray[np.uint8],
    query: Query,
    said: frozenset[str],
    meant: AbstractSet[Role],
) -> NDArray[np.float64]:
    """Return what any score of each file counts; 0 for those that the query's filters leave out.

    Args:
        table: holds the files.
        roles: of the files.
        query: has the filters.
        said: the words of the title.
        meant: the roles that the title is about.
    """
    by_role = weights_of_roles(meant)
    by_role[Role.TEST] = _test_weight(query, meant)
    weights: NDArray[np.float64] = by_role[roles]
    for folder, slots in path_index(table).outdated.items():
        if folder not in said:
            weights[slots] *= _OUTDATED
    if query.language is not None:
        weights *= np.array([file.language == query.language for file in table.files], bool)
    if query.path is not None:
        weights *= matched(table.paths, query.path, query.root)
    return weights


def _test_weight(query: Query, meant: AbstractSet[Role]) -> float:
    if query.include_tests is False:
        return 0.0
    return 1.0 if query.include_tests or Role.TEST in meant else WEIGHT[Role.TEST]


def matched(paths: Sequence[str], asked: str, root: str) -> NDArray[np.bool_]:
    """Return which files a pattern matches; where it matches none from the root on, it may begin in any folder."""
    glob = _as_named(asked.strip().removeprefix(root.replace(os.sep, "/") + "/" if root else ""), paths)
    for pattern in (glob, f"**/{glob}"):
        matched = np.fromiter(map(_path_filter(pattern), paths), bool)
        if matched.any():
            break
    return matched


def _as_named(glob: str, paths: Iterable[str]) -> str:
    """Return a pattern whose brackets stand for themselves where a path has them, as routes do: `app/[id]/page.tsx`."""
    if "[" not in glob:
        return glob
    every = "\n".join(paths)
    return _BRACKETS.sub(
        lambda found: (
            re.sub(r"([\[\]])", r"\\\1", found.group()) if found.group() in every else found.group()
        ),
        glob,
    )


def _path_filter(glob: str) -> Callable[[str], bool]:
    """Return what says whether a pattern matches a file, or a directory that it lies in."""
    rules = IgnoreRules([glob.removeprefix("./")])
    matched = {"": False}

    def is_below(directory: str) -> bool:
        """Decide from the top down, since a path may have more folders than functions can be nested."""
        parts = directory.split("/")
        for depth in range(1, len(parts) + 1):
            parent, current = "/".join(parts[: depth - 1]), "/".join(parts[:depth])
            if current not in matched:
                verdict = rules.verdict(current, is_directory=True)
                matched[current] = matched[parent] or verdict is True
        return matched[directory]

    def matches(path: str) -> bool:
        directory = path[: max(path.rfind("/"), 0)]
        below = matched[directory] if directory in matched else is_below(directory)
        return below or rules.verdict(path, is_directory=False) is True

    return matches


def entity_weights(
    table: EntityTable,
    roles: NDArray[np.uint8],
    query: Query,
    file_weight: NDArray[np.float64],
    meant: AbstractSet[Role],
) -> Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]:
    """Return what gives the weights of entities; 0 for those that the query's filters leave out."""
    outside = float(query.path is None and query.language is None)
    of_file = np.append(file_weight, outside)
    # A test in a source file counts as one in a file of tests.
    of_test = np.where(roles == Role.SOURCE, _test_weight(query, meant), 1.0)
    of_test = np.append(of_test, 1.0)
    of_kind = np.array([KIND_WEIGHT.get(kind, 1.0) for kind in table.kinds])
    if query.kind is not None:
        of_kind *= np.array([kind == query.kind for kind in table.kinds], bool)

    def weight_of(entities: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        files = table.file[entities]
        weights: NDArray[np.float64] = of_file[files] * of_kind[table.kind[entities]]
        tests = np.flatnonzero(table.for_tests[entities])
        weights[tests] *= of_test[files[tests]]
        return weights

    return weight_of
