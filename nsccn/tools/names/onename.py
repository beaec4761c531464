"""Definitions of one name that are meant together: overloads, a type and its companion, one for each platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.lookup.overloads import are_beside, are_overloads, without_number
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable

_WORD: Final = regex(r"[A-Za-z][a-z]+\d*|[A-Z]+\d*|[a-z]\d*")
_PART: Final = regex(r"\bpartial\s+(?:record\s+)?(?:class|struct|interface|record)\b")
_PLATFORMS: Final = frozenset(
    "aix android bsd cygwin darwin desktop emscripten epoll freebsd haiku ibmi ios kqueue linux mac macos mingw mvs "
    "netbsd openbsd os390 osx posix qnx solaris sunos unix wasi wasm wayland web win win32 windows x11".split()
)


def are_one_name(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether definitions of one name are meant together."""
    return (
        are_overloads(table, entities) or _are_one_type(table, entities) or _are_of_platforms(table, entities)
    )


def _are_one_type(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether all are types of one name in one place, as a trait and its companion object are, or parts of one."""
    if not all(table.kinds[table.kind[one]] in TYPE_KINDS for one in entities):
        return False
    return are_beside(table, entities) or _are_parts(table, entities)


def _are_parts(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether all are parts of one type, as each of them says: `partial class Cart`."""
    told = [table.entity(one) for one in entities]
    names = {(one.kind, one.language, one.qualified_name) for one in told}
    return len(names) == 1 and all(_PART.search(one.signature.partition("{")[0]) for one in told)


def _are_of_platforms(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether each is the same for another platform, by the words in which their paths differ."""
    names = {(table.kind[one], without_number(table.qualified_of(one))) for one in entities}
    paths = {table.path_of(one) for one in entities}
    if len(names) != 1 or len(paths) != len(entities):
        return False
    words = [{word.lower() for word in _WORD.findall(path)} for path in paths]
    shared = set.intersection(*words)
    return all(not _PLATFORMS.isdisjoint(own - shared) for own in words)
