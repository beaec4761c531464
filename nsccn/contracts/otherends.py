"""What a trace says of other ends, where no edge leads: who asks for a route, sends under a name, keeps a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.contracts.bladecomponents import used_as_tag
from nsccn.contracts.channels.lines import handled_by, sent_by
from nsccn.contracts.columns import said_of_column
from nsccn.contracts.componenttemplates import named_in_component
from nsccn.contracts.declaredtags import declared_component
from nsccn.contracts.elementbindings import bound_on_elements
from nsccn.contracts.filledfields import said_of_filled_fields
from nsccn.contracts.globalmembers import called_of_window
from nsccn.contracts.graphql.lines import field_in, fields_of, said_of_declared, used_operation
from nsccn.contracts.macros import called_as_macro
from nsccn.contracts.markup import named_in_markup
from nsccn.contracts.messages import said_of_messages
from nsccn.contracts.middleware import run_as_middleware
from nsccn.contracts.models import asked_of_client
from nsccn.contracts.namedfiles import named_as_file
from nsccn.contracts.phoenixrenders import rendered_by_controllers
from nsccn.contracts.policies import asked_of_policy
from nsccn.contracts.procedures.lines import procedures_of
from nsccn.contracts.routes.notes import answered_for, asked_by
from nsccn.contracts.runclasses import run_by_class
from nsccn.contracts.services.entries import kept_by
from nsccn.contracts.services.rpcasks import rpcs_asked
from nsccn.contracts.shownviews import said_of_views
from nsccn.contracts.storekeys import run_by_key, runs_by_key
from nsccn.contracts.templatewords import named_in_templates
from nsccn.contracts.told import Told, together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace


def other_ends(index: RepoIndex, found: Trace, written: Sequence[tuple[str, int]] = ()) -> Told:
    """Say what the text tells of the root of a trace: the callers and callees that no call names.

    Where it is meant by the path of a URL, that is `written` on some lines.
    """
    if found.goal is not None:
        return Told()
    if found.within is not None:
        return together(*_of_lines(index, found))
    if found.direction not in ("upstream", "downstream"):
        return together(*_of_uses(index, found))
    if len(found.roots) > 1:
        return together(*_of_overloads(index, found, written))
    if found.direction == "upstream":
        return together(*_of_callers(index, found, written))
    return together(*_of_callees(index, found))


def _of_callers(index: RepoIndex, found: Trace, written: Sequence[tuple[str, int]]) -> Iterator[Told]:
    """Yield who uses the root."""
    graph, root = found.code, found.root
    yield asked_by(index, graph, found.roots, written)
    yield run_as_middleware(index, graph, root)
    yield sent_by(index, graph, root)
    yield kept_by(index, graph, root, upstream=True)
    yield said_of_messages(index, graph, root, upstream=True)
    yield fields_of(index, graph, root, upstream=True)
    yield said_of_declared(index, graph, root)
    yield used_operation(index, graph, root)
    yield asked_of_client(index, graph, root)
    yield procedures_of(index, graph, root, upstream=True)
    yield asked_of_policy(index, graph, root)
    yield run_by_class(index, found)
    yield called_of_window(index, graph, root)
    yield run_by_key(index, graph, root)
    yield named_in_markup(index, graph, root)
    yield named_in_templates(index, graph, root)
    yield named_in_component(index, graph, root)
    yield bound_on_elements(index, graph, root)
    yield used_as_tag(index, graph, root)
    yield rendered_by_controllers(index, graph, root)
    yield called_as_macro(index, graph, root)
    yield named_as_file(index, graph, root)


def _of_callees(index: RepoIndex, found: Trace) -> Iterator[Told]:
    """Yield what the root uses."""
    graph, root = found.code, found.root
    yield answered_for(index, graph, root)
    yield handled_by(index, graph, root)
    yield kept_by(index, graph, root, upstream=False)
    yield rpcs_asked(index, graph, root)
    yield said_of_messages(index, graph, root, upstream=False)
    yield fields_of(index, graph, root, upstream=False)
    yield said_of_declared(index, graph, root)
    yield procedures_of(index, graph, root, upstream=False)
    yield said_of_views(index, graph, root)
    yield runs_by_key(index, graph, root)


def _of_overloads(index: RepoIndex, found: Trace, written: Sequence[tuple[str, int]]) -> Iterator[Told]:
    """Yield what is said of several functions at once."""
    is_upstream = found.direction == "upstream"
    if is_upstream:
        yield asked_by(index, found.code, found.roots, written)
    for one in found.roots:
        yield sent_by(index, found.code, one) if is_upstream else handled_by(index, found.code, one)
    yield kept_by(index, found.code, found.root, upstream=is_upstream)


def _of_uses(index: RepoIndex, found: Trace) -> Iterator[Told]:
    """Yield who uses what has neither callers nor callees, or is not asked for them."""
    graph, root = found.code, found.root
    yield kept_by(index, graph, root, upstream=False)
    yield said_of_declared(index, graph, root)
    if found.direction == "state":
        yield field_in(index, graph, root)
        yield said_of_column(index, graph, root)
        yield named_in_component(index, graph, root)
        yield bound_on_elements(index, graph, root)
        yield declared_component(index, graph, root)
    yield named_as_file(index, graph, root)
    yield said_of_filled_fields(index, found)


def _of_lines(index: RepoIndex, found: Trace) -> Iterator[Told]:
    """Yield what is called by some lines of the root, and no call names."""
    if found.direction == "downstream":
        yield answered_for(index, found.code, found.root, found.within)
        yield handled_by(index, found.code, found.root, found.within)
