"""Which methods are named as the end of a path is, where a decorator says no other.

@action(detail=True)
def escalate(self, request): ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.contracts.nearness import shared_folders
from nsccn.contracts.routes.heirs import MOST_READ, bases_of, files_with_parts, heirs_of, naming_one
from nsccn.contracts.routes.places import Place, lines_writing
from nsccn.contracts.routes.texts import said_fit, written_paths
from nsccn.errors import NsccnError
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_NAMES: Final = regex(rf"(?:\b|_)(?:action|route|expose)\b|\bHttp(?:{'|'.join(METHODS)})\b", re.IGNORECASE)
"""In a decorator by which the name of a function is the end of a path."""


def methods_named(
    index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None
) -> list[Place]:
    """Return the methods whose name is the last part of a path, of the types that the part before it is written with.

    Where those have none, of their bases, and where nothing is known of them, of all types.
    """
    found = list(_methods(index, route, named[-1], files))
    if not found or not named[:-1]:
        return found
    before = route._replace(method="", parts=route.parts[: named[-2] + 1])
    holding = files_with_parts(index, [route.parts[place] for place in named[:-1]])
    owners = {one.owner for one in found}
    named_by = list(_words(index, before, named[:-1], files, naming_one(index, holding, owners)))
    if near := _nearest(found, named_by):
        return near
    heirs = heirs_of(index, owners, len(holding))
    if heirs is not None:
        holding = naming_one(index, holding, heirs)
    written = _words(index, before, named[:-1], files, holding)
    bases = [
        (path, base)
        for path, word in written
        if heirs is None or word in heirs
        for base in bases_of(index, word)
    ]
    return _nearest(found, bases) or found


def _words(
    index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None, slots: Iterable[int]
) -> Iterator[tuple[str, str]]:
    """Yield the words of the lines of some files that a path is written on, each with the file."""
    for place in lines_writing(index, route, named, files, slots):
        yield from ((place.path, word) for word in dict.fromkeys(_WORD.findall(place.text)))


def _nearest(found: Sequence[Place], owners: Sequence[tuple[str, str]]) -> list[Place]:
    """Return the methods of the types that are named nearest to them; none where no type is named."""
    near = [
        max((shared_folders(path, one.path) for path, own in owners if own == one.owner), default=-1)
        for one in found
    ]
    return [one for one, shared in zip(found, near, strict=True) if shared == max(near) >= 0]


def _methods(index: RepoIndex, route: Route, last: int, files: RouteFiles | None) -> Iterator[Place]:
    """Yield the methods whose name is a part of a path, as a decorator says that tells no other."""
    table = index.snapshot.entities
    named = [one for one in table.named(route.parts[last]) if table.kinds[table.kind[one]] == "method"]
    for path in dict.fromkeys(map(table.path_of, named[:MOST_READ])):
        with suppress(NsccnError, OSError):
            definitions = index.facts(path).definitions
            lines = (files or index).text(path).split("\n")
            for one in definitions:
                if one.name == route.parts[last] and one.decorators:
                    said = _decorated(lines[one.full_range.start_line - 1 : one.name_line])
                    if said and all("".join(one.parts).upper() in METHODS for one in written_paths(said)):
                        is_end, fit = last == len(route.parts) - 1, said_fit(said, route.method)
                        owner = definitions[one.parent].name
                        answering = next(
                            own
                            for own in table.entities_of(path)
                            if (table.name_of(own), table.entity(own).name_line) == (one.name, one.name_line)
                        )
                        yield Place(
                            path,
                            one.name_line,
                            said,
                            is_end,
                            fit,
                            owner=owner,
                            answering=answering,
                            begins=last,
                        )


def _decorated(lines: Sequence[str]) -> str:
    """Return what stands above a name, from the decorator that makes a path of it; nothing where none does."""
    first = next((at for at, line in enumerate(lines) if _NAMES.search(line.partition("(")[0])), len(lines))
    return " ".join(map(str.strip, lines[first:]))
