"""What a query points at by itself, beside what its words find: a place, the path of a URL, what was pasted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.errors import AmbiguousEntity, LinkingFailed, UnknownEntity, UnknownPath
from nsccn.graph.lookup.lookup import lookup
from nsccn.graph.lookup.wording import plain_reference
from nsccn.graph.routes import handlers, route_of
from nsccn.text import one_line
from nsccn.tools.hits.pastedtext import pasted
from nsccn.tools.hits.wordedtext import worded
from nsccn.tools.names.meant import meant_in
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

_PLACE: Final = re.compile(r"[^\s:]+:\d+(?::\d+|-\d+)?")


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

    @property
    def is_all(self) -> bool:
        """Whether it says no more than what it points at."""
        is_whole = self.pasted is not None and self.pasted.is_whole
        return self.around is not None or self.answering is not None or len(self.several) > 0 or is_whole

    @property
    def is_any(self) -> bool:
        """Whether it points at anything, be it only where the path of a URL is written."""
        return self.is_all or self.written is not None

    def said(self, query: str) -> list[str]:
        """Return the lines on what was pasted, or on a URL."""
        lines = [] if self.pasted is None else [*self.pasted.lines]
        if self.answering is not None and self.written is not None:
            below = f", below {self.written.below}" if self.written.below else ""
            lead = f"{self.written.lead} " if self.written.lead else ""
            lines += [
                f"{lead}{one_line(query)} is answered by {heading(self.answering)}{below}",
                self.written.briefly,
            ]
        elif self.written is not None:
            lines.append(self.written.said)
        return lines

    def data(self) -> dict[str, Any]:
        """Return the same as data."""
        around = self.around or self.answering
        data: dict[str, Any] = {} if around is None else {"around": entity_data(around)}
        if self.pasted is not None:
            data["places"] = self.pasted.data
        return data | ({"around_one_of": [*self.several]} if self.several else {})


def pointed_at(index: RepoIndex, query: str, asked: Sequence[Asked]) -> Pointed:
    """Return what a query points at; what was asked for in wordings is known."""
    around, several = _around(index.snapshot, query)
    if around is not None or several:
        return Pointed(around, several)
    if (found := pasted(index, query)) is not None:
        return Pointed(pasted=found)
    if (found := worded(index.snapshot.entities, query, asked)) is not None:
        return Pointed(pasted=found)
    written = _written(index, query)
    if written is None or len(written.answering) != 1:
        return Pointed(written=written)
    return Pointed(written=written, answering=index.snapshot.all_entities.entity(written.answering[0]))


def _written(index: RepoIndex, query: str) -> Written | None:
    """Tell where the path of a URL is written that no folder spells."""
    from nsccn.contracts.routes.lines import where_written

    is_spelt = route_of(query) is None or handlers(index.snapshot.entities, query)
    return None if is_spelt else where_written(index, query)


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
