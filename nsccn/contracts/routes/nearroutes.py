"""Which routes a path may mean that nobody answers: with one part spelt a little otherwise, or by another method."""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.heirs import (
    files_with_parts,
    is_named_for_routes,
    parts_that_tell,
)
from nsccn.contracts.routes.lines import where_written
from nsccn.contracts.routes.texts import asks_for, is_open
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_MOST_ALIKE: Final = 2
_MOST_TRIED: Final = 4
_MOST_FILES: Final = 40
_LIKE: Final = 0.8
_LONGEST: Final = 400
_ROUTING: Final = regex(r"rout|url", re.IGNORECASE)
_QUOTES: Final = ("'", '"', "`")


def near_route(index: RepoIndex, route: Route) -> str:
    """Return the first such path that is answered, one of the same method if there is one; empty for none."""
    files = RouteFiles(index, index.snapshot.graph)
    tried = islice(_spelt_alike(index, route, files), _MOST_TRIED)
    if found := next((one for one in tried if _is_answered(index, one, files)), ""):
        return found
    path = "/".join(("", *route.parts))
    is_other = bool(route.method) and _is_answered(index, path, files)
    return f"{path} by another method" if is_other else ""


def _spelt_alike(index: RepoIndex, route: Route, files: RouteFiles) -> Iterator[str]:
    """Yield paths with one part spelt as files that may hold the others have it, if they do not know that part."""
    for place in reversed(range(len(route.parts))):
        part = route.parts[place]
        if is_open(part):
            continue
        others = [one for at, one in enumerate(route.parts) if at != place and not is_open(one)]
        written = _parts_in(files, _holding(index, others))
        alike = [] if part in written else get_close_matches(part, sorted(written), _MOST_ALIKE, _LIKE)
        for near in alike:
            parts = "/".join(("", *route.parts[:place], near, *route.parts[place + 1 :]))
            yield from dict.fromkeys((f"{route.method} {parts}".strip(), parts))


def _holding(index: RepoIndex, others: list[str]) -> list[str]:
    """Return the files of the product that may write the other parts of a path; of many those named for routes."""
    table = index.snapshot.entities
    slots = files_with_parts(index, others) if parts_that_tell(others) else {*range(len(table.paths))}
    paths = sorted(table.paths[slot] for slot in slots - table.text_files)
    found = [path for path in paths if role_of(path) is Role.SOURCE]
    if len(found) > _MOST_FILES:
        named = (path for path in found if is_named_for_routes(path))
        found = sorted(named, key=lambda path: (_ROUTING.search(path) is None, path))
    return found[:_MOST_FILES]


def _parts_in(files: RouteFiles, paths: list[str]) -> set[str]:
    """Return the parts of all that may be a path in some files."""
    found = set[str]()
    for path in paths:
        file = files.at(path)
        for number, line in enumerate(file.lines if file else (), 1):
            if (
                file
                and len(line) <= _LONGEST
                and any(quote in line for quote in _QUOTES)
                and not asks_for(line)
            ):
                found.update(part for one in file.paths_on(number) for part in one.parts)
    return found


def _is_answered(index: RepoIndex, asked: str, files: RouteFiles) -> bool:
    written = where_written(index, asked, files)
    return (
        written is not None
        and not (written.lead or written.below)
        and bool(written.answering or written.blocks)
    )
