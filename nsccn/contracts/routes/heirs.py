"""Which files may write a path, and which types, without reading a file whose words tell that it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex
from nsccn.search.terms import telling_term

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

MOST_READ: Final = 4000
"""What more files hold tells nothing."""
_MOST_FILES: Final = 6
_ROUTING: Final = "app engine express fastify mapping mux route router routes routing".split()
"""Words of files that hand over routes by a word as common as `get`."""
_MOST_ROUTING: Final = 150
_WORD: Final = regex(r"\w+")
_NAMED_FOR_ROUTES: Final = regex(
    r"(?:^|/)(?:(?:urls?|rout\w*|api|app|main|server|index)|[\w.-]*(?:controller|endpoint|resource|route)[\w.]*)\.\w+$"
    r"|(?:^|/)(?:controllers|endpoints|routers?|routes|routing)/",
    re.IGNORECASE,
)


def files_with_parts(index: RepoIndex, parts: Sequence[str]) -> set[int]:
    """Return the files to look at: those with the last of some parts, or with all, where these are too many.

    Where no word of them tells anything, as of `/c/42`, these are the files that hand over routes.
    """
    telling = parts_that_tell(parts)
    if parts and not telling:
        return files_that_route(index)
    for written in (telling[-1:], telling):
        words = [word for part in written for word in _WORD.findall(part)]
        found = index.snapshot.lexical.files_with_all(words)
        if len(found) <= MOST_READ:
            return found
    return set()


def parts_that_tell(parts: Iterable[str]) -> list[str]:
    """Return the parts of a path by whose words files can be found: no single letters."""
    return [part for part in parts if any(map(telling_term, _WORD.findall(part)))]


def is_named_for_routes(path: str) -> bool:
    """Whether a file, or a folder around it, has the name of what holds routes."""
    return _NAMED_FOR_ROUTES.search(path) is not None


def files_that_route(index: RepoIndex, methods: Sequence[str] = METHODS) -> set[int]:
    """Return the files of code that may hand over routes by some methods; of too many those that are named for it."""
    lexical, table = index.snapshot.lexical, index.snapshot.entities
    routing = set[int]().union(*map(lexical.files_with, _ROUTING))
    named_so = set[int]().union(*map(lexical.files_with, (*methods, "route")))
    mapped = (lexical.files_with(f"Map{method.capitalize()}") for method in methods)
    found = (named_so & routing).union(lexical.files_with("urlpatterns"), *mapped) - table.text_files
    wanted = {slot for slot in found if role_of(table.paths[slot]) in (Role.SOURCE, Role.EXAMPLE)}
    if len(wanted) > _MOST_ROUTING:
        wanted = {slot for slot in wanted if is_named_for_routes(table.paths[slot])}
    return wanted if len(wanted) <= _MOST_ROUTING else set()


def naming_one(index: RepoIndex, slots: set[int], names: Iterable[str]) -> set[int]:
    """Return those of some files that may have one of some names."""
    wanted = list(names)
    if not all(map(telling_term, wanted)):
        return slots
    return slots & set[int]().union(*map(index.snapshot.lexical.files_with, wanted))


def heirs_of(index: RepoIndex, types: set[str], most: int) -> set[str] | None:
    """Return the names of what inherits from one of some types; None where more files than `most` name these."""
    paths = index.snapshot.entities.paths
    slots = naming_one(index, set(range(len(paths))), types)
    if len(slots) > most:
        return None
    found = set[str]()
    for slot in slots:
        with suppress(NsccnError, OSError):
            definitions = index.facts(paths[slot]).definitions
            found.update(
                one.name
                for one in definitions
                if any(not types.isdisjoint(_WORD.findall(base)) for base in one.bases)
            )
    return found


def bases_of(index: RepoIndex, name: str) -> Iterator[str]:
    """Yield the words of what types of a name inherit from."""
    table = index.snapshot.entities
    named = [one for one in table.named(name) if table.kinds[table.kind[one]] in TYPE_KINDS]
    for path in dict.fromkeys(map(table.path_of, named[:_MOST_FILES])):
        with suppress(NsccnError, OSError):
            types = (one for one in index.facts(path).definitions if one.name == name)
            yield from (word for one in types for base in one.bases for word in _WORD.findall(base))
