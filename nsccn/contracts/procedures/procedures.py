"""By which keys procedures are asked for, from the outermost router down to them, and what is under such keys.

What a router is given under a key is a name; that of another file is told by the import that takes it.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import SCRIPTS
from nsccn.contracts.procedures.routers import routers
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.contracts.procedures.routers import Member, Router
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MADE: Final = regex(r"\.\s{0,99}(?:query|mutation|subscription|handler)\s{0,9}\(")
"""How a procedure ends: with what it does."""
_IMPORT: Final = r"\b{}\b[^;\"'`]{{0,4000}}?\bfrom\s{{0,9}}[\"']([^\"'\n]{{1,200}})[\"']"
_MOST_LINES: Final = 60
"""Lines in which a procedure says what it takes."""
_WORDS: Final = ("router", "createRouter", "createTRPCRouter", "mergeRouters")
"""One of these is in most files of routers: it tells them where a key is in many files, as `get` is."""
_MOST_FILES: Final = 400
_DEEPEST: Final = 6
_MOST_WAYS: Final = 4


class Procedure(NamedTuple):
    """What is asked for by some keys."""

    keys: tuple[str, ...]
    path: str
    line: int
    """Where the last key stands."""
    value: str
    """The name of what is under it; empty where that is written there."""


class Procedures:
    """The procedures of a repository, found when they are wanted."""

    def __init__(self, index: RepoIndex, table: EntityTable) -> None:
        self._index, self._table = index, table
        self._known: dict[str, Sequence[Router]] = {}

    def of(self, function: Entity) -> list[Procedure]:
        """Return by which keys a function is asked for that is a procedure."""
        lines = self._index.text_if_any(function.path).split("\n")
        last = min(function.end_line, function.name_line + _MOST_LINES)
        if not function.path.endswith(SCRIPTS) or not _MADE.search(
            "\n".join(lines[function.name_line - 1 : last])
        ):
            return []
        own = [
            (function.path, router, member)
            for router in self._routers(function.path)
            for member in router.members
            if not member.value and member.line == function.name_line and member.keys[-1:] == (function.name,)
        ]
        return self._reached(own or self._taking(function.name, function.path))

    def under(self, keys: tuple[str, ...]) -> list[Procedure]:
        """Return the procedures that are asked for by some keys."""
        found = [
            (path, router, member)
            for path in self._holding(keys[-1])
            for router in self._routers(path)
            for member in router.members
            if member.keys and member.keys == keys[-len(member.keys) :]
        ]
        return [one for one in self._reached(found) if one.keys == keys]

    def entity(self, found: Procedure) -> int | None:
        """Return the function that a procedure is; None where that cannot be told."""
        table = self._table
        if not found.value:
            named = [one for one in table.entities_of(found.path) if int(table.name_line[one]) == found.line]
        else:
            named = [
                one
                for one in table.named(found.value)
                if self._is_taken(found.value, table.path_of(one), found.path)
            ]
        functions = [one for one in named if table.kinds[table.kind[one]] in FUNCTION_KINDS]
        return functions[0] if len(functions) == 1 else None

    def _reached(self, members: Sequence[tuple[str, Router, Member]]) -> list[Procedure]:
        found = [
            Procedure(keys, path, member.line, member.value)
            for path, router, member in members
            for keys in self._above(path, router, member.keys, 0)
        ]
        return sorted(set(found))

    def _above(
        self, path: str, router: Router, keys: tuple[str, ...], depth: int
    ) -> Iterator[tuple[str, ...]]:
        """Yield the keys by which what a router has is asked for, from the outermost router on."""
        taking = self._taking(router.name, path) if router.name and depth < _DEEPEST else []
        for other, outer, member in taking[:_MOST_WAYS]:
            yield from self._above(other, outer, (*member.keys, *keys), depth + 1)
        if not taking and keys:
            yield keys

    def _taking(self, name: str, path: str) -> list[tuple[str, Router, Member]]:
        """Return the members of routers that are what has a name in a file."""
        return [
            (other, router, member)
            for other in self._holding(name)
            for router in self._routers(other)
            for member in router.members
            if member.value == name and router.name != name and self._is_taken(name, path, other)
        ]

    def _is_taken(self, name: str, path: str, other: str) -> bool:
        """Whether a name means in another file what it means in this one."""
        taken = re.search(_IMPORT.format(re.escape(name)), self._index.text_if_any(other))
        if path == other or taken is None:
            return path == other
        module, file = PurePosixPath(taken[1]), PurePosixPath(path)
        named = file.parent.name if file.stem == "index" else file.stem
        is_there = named in (module.name, module.stem) or not taken[1].startswith(".")
        return is_there or len({self._table.path_of(one) for one in self._table.named(name)}) == 1

    def _holding(self, name: str) -> list[str]:
        """Return the files of code that have a name, and may have routers."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        held = lexical.files_with(name)
        if len(held) > _MOST_FILES:
            held &= set().union(*map(lexical.files_with, _WORDS))
        found = sorted(path for slot in held if (path := paths[slot]).endswith(SCRIPTS))[:_MOST_FILES]
        return [path for path in found if role_of(path) is Role.SOURCE and self._routers(path)]

    def _routers(self, path: str) -> Sequence[Router]:
        if path not in self._known:
            self._known[path] = tuple(routers(self._index.text_if_any(path)))
        return self._known[path]
