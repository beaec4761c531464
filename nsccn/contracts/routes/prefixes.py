"""A path as it is read from its end on, and what is said once to stand before all: `app.setGlobalPrefix("api")`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.nearness import shared_folders
from nsccn.contracts.routes.versions import below_version
from nsccn.graph.fileroles import Role, role_of

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.marks import Mark
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 20
_LONGEST: Final = 1000


class Way(NamedTuple):
    """A path as far as it is known, from its end on."""

    parts: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    is_whole: bool = True
    replaced: int = 0
    """How many of its first parts give way to the prefix that a router is mounted with, as Flask has it."""
    passed: tuple[tuple[str, int, str], ...] = ()
    """What has been asked on it: files, lines, and what is called there."""

    def without_own(self) -> Way:
        """Leave out what a prefix stands for that is given where the router is mounted."""
        return self._replace(parts=self.parts[self.replaced :], replaced=0)

    def below(self, path: str, line: int, parts: Sequence[str] = ()) -> Way:
        """Put what stands on a line before it."""
        return self._replace(parts=(*parts, *self.parts), lines=((path, line), *self.lines), replaced=0)

    def at(self, path: str, line: int) -> Way:
        """Put a line before it that says where it is mounted."""
        return self._replace(lines=((path, line), *self.lines))


def below_all(
    index: RepoIndex, files: RouteFiles, file: RouteFile, marks: Sequence[Mark], mark: Mark, way: Way
) -> Way:
    """Put before a path what is said once to stand before all: the nearest, where several say it.

    `mark` stands above the type, `marks` above the method.
    """
    versioned = below_version(index, files, file, marks, mark, way)
    if versioned is None:
        return way._replace(is_whole=False)
    way = versioned
    word = file.words.prefixes[mark.name]
    paths = index.snapshot.entities.paths
    said = list[tuple[int, Way]]()
    for path in sorted(paths[slot] for slot in index.snapshot.lexical.files_with(word))[:_MOST_FILES]:
        home = files.at(path) if role_of(path) is not Role.TEST else None
        for number, text in enumerate(home.lines, 1) if home and home.language == file.language else ():
            found = re.search(rf"\b{word}\s*\(\s*(?:[\"'](?P<path>[^\"'\s]*)[\"'])?", text[:_LONGEST])
            if found is not None and home:
                parts = [part for part in (found["path"] or "").split("/") if part]
                here = way.below(path, number, parts)
                is_known = found["path"] is not None and "exclude" not in text
                said.append(
                    (shared_folders(path, file.path), here._replace(is_whole=way.is_whole and is_known))
                )
    near = [here for shared, here in said if shared == max(said, key=itemgetter(0))[0]]
    is_one = len({here.parts for here in near}) == 1
    return near[0] if is_one else way._replace(is_whole=not near and way.is_whole)
