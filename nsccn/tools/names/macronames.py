"""Functions behind the macros that are other names of them: `#define fail shop_fail`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.tools.names.meant import Meant, entity_of

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

_RENAMING: Final = regex(r"#\s*define\s+\w+\s+(?P<name>[A-Za-z_]\w*)\s*")


def function_behind(index: RepoIndex, macro: int) -> Meant | None:
    """Return the function that a macro is another name of, told of as that."""
    graph = index.snapshot.graph
    renaming = _RENAMING.fullmatch(graph.entity(macro).signature)
    if renaming is None:
        return None
    with suppress(NsccnError):
        meant = entity_of(index, renaming["name"])
        if graph.entity(meant.entity).kind in FUNCTION_KINDS:
            return meant._replace(note=f"{graph.id_of(macro)} is another name of it. {meant.note}".rstrip())
    return None
