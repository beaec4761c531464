"""What a trace says of other ends, where no edge leads: who asks for a route, sends under a name, keeps a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nsccn.contracts.channels.lines import ChannelNotes, handled_by, sent_by
from nsccn.contracts.graphql.lines import GraphqlNotes, field_in, fields_of, said_of_declared
from nsccn.contracts.markup import MarkupNotes, named_in_markup
from nsccn.contracts.messages import said_of_messages
from nsccn.contracts.models import asked_of_client
from nsccn.contracts.namedfiles import FileNotes, named_as_file
from nsccn.contracts.procedures.lines import procedures_of
from nsccn.contracts.routes.notes import RouteNotes, answered_for, asked_by
from nsccn.contracts.services.entries import ContractNotes, kept_by
from nsccn.contracts.services.rpcasks import rpcs_asked
from nsccn.contracts.shownviews import said_of_views
from nsccn.contracts.templatewords import TemplateNotes, named_in_templates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace


class OtherEnds(NamedTuple):
    """What is said of them, in sentences and as data."""

    notes: tuple[str, ...] = ()
    data: dict[str, Any] = {}  # noqa: RUF012
    places: frozenset[tuple[str, int]] = frozenset()
    """The lines that are told so."""
    is_used: bool = False
    """Whether it is told who uses it."""


def other_ends(index: RepoIndex, found: Trace, written: Sequence[tuple[str, int]] = ()) -> OtherEnds:
    """Say what the text tells of the root of a trace: the callers and callees that no call names.

    Where it is meant by the path of a URL, that is `written` on some lines.
    """
    if found.goal is not None:
        return OtherEnds()
    graph, root, upstream = found.code, found.root, found.direction == "upstream"
    if found.within is not None:
        return _of_lines(index, found)
    kept = kept_by(index, graph, root, upstream=upstream)
    files = named_as_file(index, graph, root) if found.direction != "downstream" else FileNotes()
    declared = said_of_declared(index, graph, root)
    if found.direction not in ("upstream", "downstream"):
        field = field_in(index, graph, root) if found.direction == "state" else GraphqlNotes()
        places = frozenset({*kept.places, *files.places, *field.places})
        is_used = bool(files.notes or field.notes)
        return OtherEnds((*kept.notes, *declared, *field.notes, *files.notes), {}, places, is_used)
    routed: RouteNotes = (
        asked_by(index, graph, found.roots, written) if upstream else answered_for(index, graph, root)
    )
    if len(found.roots) > 1:
        notes = (*(routed.notes if upstream else ()), *kept.notes)
        places = frozenset({*kept.places, *routed.requested()})
        data = routed.data if upstream else {}
        return OtherEnds(notes, data, places, bool(data.get("routes")))
    markup = named_in_markup(index, graph, root) if upstream else MarkupNotes()
    templates = named_in_templates(index, graph, root) if upstream else TemplateNotes()
    channels: ChannelNotes = (sent_by if upstream else handled_by)(index, graph, root)
    fields = fields_of(index, graph, root, upstream=upstream)
    procedures = procedures_of(index, graph, root, upstream=upstream)
    asked = ContractNotes() if upstream else rpcs_asked(index, graph, root)
    views = said_of_views(index, graph, root) if found.direction == "downstream" else []
    messages = [*said_of_messages(index, graph, root, upstream=upstream)]
    return OtherEnds(
        (
            *routed.notes,
            *channels.notes,
            *kept.notes,
            *asked.notes,
            *(one.text for one in messages),
            *fields.notes,
            *declared,
            *(asked_of_client(index, graph, root) if upstream else ()),
            *procedures.notes,
            *markup.notes,
            *templates.notes,
            *files.notes,
            *views,
        ),
        routed.data | channels.data | fields.data,
        frozenset(
            {
                *kept.places,
                *asked.places,
                *fields.places,
                *procedures.places,
                *markup.places,
                *templates.places,
                *files.places,
                *routed.requested(),
            }
        ),
        bool(
            routed.data.get("routes")
            or templates.notes
            or asked.notes
            or files.notes
            or any(one.is_of_sender for one in messages)
        ),
    )


def _of_lines(index: RepoIndex, found: Trace) -> OtherEnds:
    """Say what is called by some lines of the root, and no call names."""
    if found.direction != "downstream":
        return OtherEnds()
    routed = answered_for(index, found.code, found.root, found.within)
    channels = handled_by(index, found.code, found.root, found.within)
    return OtherEnds((*routed.notes, *channels.notes), routed.data | channels.data)
