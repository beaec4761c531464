"""What a query points at by itself, beside what its words find: a place, the path of a URL, what was pasted."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.contracts.routes.partly import answering_together
from nsccn.errors import AmbiguousEntity, LinkingFailed, UnknownEntity, UnknownPath
from nsccn.graph.lookup.lookup import lookup
from nsccn.graph.lookup.wording import plain_reference
from nsccn.graph.routes import handlers, paths_within, route_of
from nsccn.regexes import regex
from nsccn.text import one_line
from nsccn.tools.hits.pastedtext import pasted
from nsccn.tools.hits.wordedtext import worded
from nsccn.tools.names.meant import meant_in
from nsccn.tools.names.usedforms import is_used_form, used_as
from nsccn.tools.traces.data import entity_data
from nsccn.tools.traces.wording import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.partly import Written
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.askers import Asked
    from nsccn.snapshots.snapshot import Snapshot
    from nsccn.tools.hits.pastedtext import Pasted

_MOST_WORDS: Final = 24
"""Of a query in which the path of a URL is looked for."""
_PLACE: Final = regex(r"[^\s:]+:\d+(?::\d+|-\d+)?")


class Pointed(NamedTuple):
    """What a query points at, beside what its words find."""

    around: Entity | None = None
    """What is around the place that it is."""
    several: Sequence[str] = ()
    """The first ids of what is, where several files have that place."""
    pasted: Pasted | None = None
    written: Written | None = None
    answering: Entity | None = None
    """What answers the path of a URL that it is."""
    also: Sequence[Entity] = ()
    """What answers it as well."""
    path: str = ""
    """The path of a URL that stands among its words, where it is none itself."""
    used: Entity | None = None
    """What it names as routes or markup do: `carts#show`, `<CartRow />`."""

    @property
    def is_all(self) -> bool:
        """Whether it says no more than what it points at."""
        is_whole = self.pasted is not None and self.pasted.is_whole
        is_meant = self.around is not None or self.used is not None or len(self.several) > 0
        return is_meant or is_whole or (self.answering is not None and not self.path)

    @property
    def is_any(self) -> bool:
        """Whether it points at anything, be it only where the path of a URL is written."""
        return self.is_all or self.written is not None or self.answering is not None

    def said(self, query: str) -> list[str]:
        """Return the lines on what was pasted, or on a URL."""
        lines = [] if self.pasted is None else [*self.pasted.lines]
        if self.answering is not None:
            headings = "\nand ".join(heading(one) for one in (self.answering, *self.also))
            lines += [f"{self._lead}{one_line(self.path or query)} is answered by {headings}{self._below}"]
            lines += [self.written.briefly] if self.written is not None and self.written.briefly else []
        elif self.written is not None:
            lines.append(self.written.said)
        if self.used is not None:
            lines.append(f"{one_line(query)} means {heading(self.used)}")
        return lines

    @property
    def _lead(self) -> str:
        return f"{self.written.lead} " if self.written is not None and self.written.lead else ""

    @property
    def _below(self) -> str:
        return f", below {self.written.below}" if self.written is not None and self.written.below else ""

    def data(self) -> dict[str, Any]:
        """Return the same as data."""
        around = self.around or self.answering or self.used
        data: dict[str, Any] = {} if around is None else {"around": entity_data(around)}
        if self.pasted is not None:
            data["places"] = self.pasted.data
        several = self.several or [one.id for one in (self.answering, *self.also) if one and self.also]
        return data | ({"around_one_of": [*several]} if several else {})


def pointed_at(index: RepoIndex, query: str, asked: Sequence[Asked]) -> Pointed:
    """Return what a query points at; what was asked for in wordings is known."""
    around, several = _around(index.snapshot, query)
    if around is not None or several:
        return Pointed(around, several)
    if (found := pasted(index, query)) is not None:
        return Pointed(pasted=found)
    if (found := worded(index.snapshot.entities, query, asked)) is not None:
        return Pointed(pasted=found)
    if (used := _used(index, query)) is not None:
        return Pointed(used=used)
    if path := _path_within(query):
        return _answered_within(index, path)
    written = _written(index, query)
    answering: list[Entity] = []
    if written is not None and written.answering:
        table = index.snapshot.all_entities
        answering += map(table.entity, answering_together(table, written))
    return Pointed(written=written, answering=answering[0] if answering else None, also=answering[1:])


def _used(index: RepoIndex, query: str) -> Entity | None:
    """Return the one entity that a query names as routes and markup do."""
    asked = query.strip("`'\" \t\n")
    if not is_used_form(asked):
        return None
    with suppress(LinkingFailed):
        graph = index.snapshot.graph
        used = [
            one for one in used_as(graph, asked) if not graph.is_data(one)
        ]  # but what only declares a tag
        return graph.entity(used[0]) if len(used) == 1 else None
    return None


def _path_within(query: str) -> str:
    """Return the path of a URL that stands among a few words; empty where the words are a path, or many."""
    is_short = len(query.split()) <= _MOST_WORDS and "\n" not in query.strip()
    within = paths_within(query) if is_short and route_of(query) is None else []
    return within[0] if len(within) == 1 else ""


def _answered_within(index: RepoIndex, path: str) -> Pointed:
    """Return what answers a path that stands among words, where all of it is known to be answered, and by one."""
    table = index.snapshot.all_entities
    if len(spelt := handlers(table, path)) == 1:
        return Pointed(answering=table.entity(spelt[0]), path=path)
    written = None if spelt else _written(index, path)
    if written is None or written.below or written.lead:
        return Pointed()
    if len(written.answering) == 1:
        return Pointed(written=written, answering=table.entity(written.answering[0]), path=path)
    return Pointed(written=written, path=path) if written.blocks else Pointed()


def _written(index: RepoIndex, query: str) -> Written | None:
    """Tell where the path of a URL is written that no folder spells."""
    from nsccn.contracts.routes.clientpaths import written_for_clients

    is_spelt = route_of(query) is None or handlers(index.snapshot.entities, query)
    return None if is_spelt else written_for_clients(index, query)


def _around(snapshot: Snapshot, query: str) -> tuple[Entity | None, Sequence[str]]:
    """Return the entity that a query means which is nothing but a place, `path:line`, or the first ids of several."""
    if not _PLACE.fullmatch(plain_reference(query)):
        return None, ()
    try:
        return snapshot.graph.entity(meant_in(snapshot.graph, query, lookup).entity), ()
    except AmbiguousEntity as error:
        return None, error.candidates
    except (UnknownEntity, UnknownPath, LinkingFailed):
        return None, ()
