"""What answers a path as a client writes it that has the address of the server, and what stands before all paths there.

api.post("/auth/login")                     app/api/auth/login/route.ts
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.lines import where_written
from nsccn.contracts.routes.partly import Written
from nsccn.graph.routes import METHODS, handlers, route_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

BASES: Final = ("api", "api/v1")
"""What stands before a path by convention where it is asked for below the address of a server."""
PAGE: Final = regex(r"\.(?:[jt]sx|vue|svelte|astro)\Z")
"""What draws a page that a browser opens, and answers nothing that code asks for."""


def written_for_clients(index: RepoIndex, asked: str) -> Written | None:
    """Tell where a path is written, or else what answers it below another where folders spell that."""
    written = where_written(index, asked)
    is_answered = written is not None and (written.answering or written.blocks)
    return written if is_answered else _spelt_below(index, asked) or written


def _spelt_below(index: RepoIndex, asked: str) -> Written | None:
    route, table = route_of(asked), index.snapshot.entities
    if route is None or not route.parts:
        return None
    for base in BASES:
        spelt = handlers(table, f"{route.method} /{'/'.join((base, *route.parts))}".strip())
        found = [one for one in spelt if not PAGE.search(table.path_of(one)) and _answers(table, one, route)]
        if len(found) == 1:
            lines = ((table.path_of(found[0]), table.entity(found[0]).name_line),)
            return Written("", found, lines=lines, below=f"/{base}")
    return None


def _answers(table: EntityTable, one: int, route: Route) -> bool:
    """Whether what folders spell a path for, of which a file stands for itself alone, answers by a method."""
    names = {table.name_of(other) for other in table.entities_of(table.path_of(one))}
    return not route.method or table.name_of(one) == route.method or names.isdisjoint(METHODS)
