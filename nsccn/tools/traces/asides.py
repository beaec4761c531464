"""What a trace says besides its edges: whom a framework may call, what is written or set where no edge tells."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import compress, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.componenttemplates import has_template, lines_asking
from nsccn.contracts.declaredkeys import where_declared
from nsccn.contracts.environment import KEY
from nsccn.contracts.services.entries import lines_of_statements
from nsccn.contracts.settings import VARIABLE, said_what_it_sets, said_where_set, where_set
from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.linking.edgetable import MOST_OVERRIDES
from nsccn.regexes import regex
from nsccn.text import count, first_few
from nsccn.tools.names.calledsettings import name_in_text
from nsccn.tools.names.missing import lines_that_name, listed_places, places_that_name
from nsccn.tools.traces.calledfields import said_of_called_fields
from nsccn.tools.traces.callsbyname import said_of_calls_by_name
from nsccn.tools.traces.changingmethods import said_of_changing_methods
from nsccn.tools.traces.frameworkmarks import said_of_frameworks
from nsccn.tools.traces.giventypes import given_to_others, said_of_trait
from nsccn.tools.traces.importlines import importers
from nsccn.tools.traces.keptin import said_where_kept
from nsccn.tools.traces.lostcalls import said_of_lost_calls
from nsccn.tools.traces.marked import said_of_marked, said_of_marked_type, said_of_running_marks
from nsccn.tools.traces.namedfile import said_of_file
from nsccn.tools.traces.outsidebases import said_of_bases_outside, said_of_overridden_outside
from nsccn.tools.traces.pastednames import said_where_pasted
from nsccn.tools.traces.uncalled import (
    said_beside_shorter_names,
    said_of_delegates,
    said_of_uncalled,
    said_of_unused_aside,
)
from nsccn.tools.traces.unknownerrors import said_of_unknown_errors
from nsccn.tools.traces.wholefolders import said_of_whole_folder
from nsccn.tracing.aside import are_aside
from nsccn.tracing.lineage import constructors, enclosing, overriding, subtypes, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace

_CODE: Final = frozenset({"func", "method"})
_WRITING: Final = frozenset({"assign", "augment", "delete"})
_OWN: Final = frozenset({"assign", "declare", "loop", "with"})
"""Forms by which a function gives a name of its own another object."""
_MOST_WRITTEN: Final = 6
_MOST_NAMED: Final = 3
_SPEAKING: Final = regex(r"[^\W_]_[^\W_]|[a-z][A-Z]")
"""A name of several words; one word alone stands in texts that mean something else."""
_PAGE: Final = ".html"
_PLAIN_WORD: Final = regex(r"[a-z]+")
_MOST_COMPARED: Final = 50
"""Of so many overrides the callers are looked at."""


def said_beside_edges(
    index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]], *, is_used: bool
) -> Iterator[str]:
    """Yield what is worth saying of the entity that a trace begins with, without lines that are told already.

    Of what `is_used` it is told by whom, as of what answers a path.
    """
    root = found.code.entity(found.root)
    if found.goal is not None:
        return
    is_product = root.kind in _CODE and not are_aside(found.code, np.array([found.root])).any()
    if found.direction == "upstream" and (is_product or root.kind in TYPE_KINDS):
        if not (is_used or _is_called_here(found)):
            yield from _of_unused(index, found, root, told)
        elif is_product:
            yield from said_of_frameworks(index, root, is_told=is_used)
            yield from said_of_overridden_outside(index, found) if _is_called_here(found) else ()
            yield from said_of_delegates(index, found, told) if not _is_called_here(found) else ()
            yield from said_beside_shorter_names(index, found)
        if is_product:
            yield from _called_apart(index, found)
            yield from said_of_trait(index, found)
            yield from said_of_called_fields(index, found)
        yield from said_where_kept(index, found)
        yield from _in_templates(index, found, told)
    if found.direction == "upstream" and root.kind in _CODE and not (is_product or is_used or found.steps):
        yield from said_of_unused_aside(index, found, told)
    if (
        found.direction == "upstream"
        and not (is_used or _is_called_here(found))
        and _may_be_read(found, root)
    ):
        yield from said_of_whole_folder(index, root.path)
    if found.direction == "upstream" and not found.steps and (below := subtypes(found.code, found.root)):
        said = count(len(below), "type inherits", "types inherit")
        yield f"{said} from it; direction=inheritance lists them."
    if root.kind in FILE_KINDS and not found.steps and found.direction in {"config", "upstream"}:
        yield from said_of_file(index, found.code, root) if not (is_used or importers(found)) else ()
    if found.direction == "inheritance" and (outside := said_of_bases_outside(index, found)):
        yield outside
    if found.direction in ("downstream", "errors") and not found.steps and is_product:
        yield from _overridden(found)
    if found.direction == "errors" and not found.steps and root.kind in _CODE:
        yield from _raising(found)
    if found.direction == "errors" and root.kind in _CODE:
        yield from said_of_unknown_errors(index, found)
    if found.direction == "downstream":
        yield from _not_followed(found)
        yield from said_of_calls_by_name(index, found) if is_product else ()
    if found.direction == "downstream" and (root.kind in _CODE or found.within is not None):
        yield from said_of_lost_calls(index, found, told)
    if said := said_of_changing_methods(index, found):
        yield said
    if found.direction == "state" and root.kind == "attr":
        yield from _stood_in_for(found)
    if found.direction == "state" and is_product:
        yield from _written(index, found)
    if found.direction == "config" and not root.path:
        yield from _set(index, found)


def _of_unused(
    index: RepoIndex, found: Trace, root: Entity, told: AbstractSet[tuple[str, int]]
) -> Iterator[str]:
    """Yield who may use a function or a type that no edge of the product leads to."""
    if root.kind in TYPE_KINDS:
        yield from said_of_marked_type(index, found, root)
        yield from said_of_running_marks(index, found, root)
        return
    marked = [
        *said_of_marked(index, found, root),
        *said_where_pasted(index, root),
        *said_of_running_marks(index, found, root),
    ]
    yield from marked
    yield from said_of_uncalled(index, found, told, is_marked=bool(marked))


def _may_be_read(found: Trace, root: Entity) -> bool:
    """Whether who reads a folder whole may get it: a file, or what stands in none but that."""
    is_outermost = (
        root.path != "" and found.code.parent[root.index] == found.code.entities_of(root.path).start
    )
    return root.kind in FILE_KINDS or (is_outermost and root.kind in {*_CODE, *TYPE_KINDS})


def _is_called_here(found: Trace) -> bool:
    """Whether anything in the product itself uses what the trace begins with; what tests alone call others may call.

    What only lists it where it is defined does not, if its name tells it from all others: `return { saveCart }`.
    """
    is_telling = _is_told_by_name(found)
    near = [
        step.far
        for step in found.steps
        if step.distance == 1 and step.far not in found.roots and not (is_telling and _defines(found, step))
    ]
    return bool(near) and not are_aside(found.code, np.array(near)).all()


def _is_told_by_name(found: Trace) -> bool:
    """Whether no other function has the name of what a trace begins with, one of several words."""
    graph, name = found.code, found.code.name_of(found.root)
    named = (one for one in graph.named(name) if one not in found.roots)
    return _SPEAKING.search(name) is not None and not any(
        graph.kinds[graph.kind[one]] in FUNCTION_KINDS for one in named
    )


def _defines(found: Trace, step: Step) -> bool:
    """Whether an edge only says that what holds a definition hands it on."""
    return step.edge.kind == "REFERENCES" and step.far in enclosing(found.code, step.near)


def _in_templates(index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]]) -> Iterator[str]:
    """Yield where templates and other text of the product name a function or a type: what they call is not followed."""
    texts, entity = index.snapshot.entities.text_files, found.code.entity(found.root)
    if texts and _SPEAKING.search(entity.name):
        naming = places_that_name(index, entity.name, told, texts, Role.SOURCE, with_keys=False)
        has_pages = any(path.endswith(_PAGE) for path, _ in naming)
        is_of_component = has_pages and has_template(index, found.code, found.root)
        places = dict[str, list[int]]()
        for path, lines in naming:
            of_others = lines_of_statements(index, path, entity.name)  # its own are told
            left = [line for line in lines if line not in of_others]
            if path.endswith(_PAGE) and is_of_component:
                asking = lines_asking(entity.name, index.text_if_any(path))
                left = [line for line in left if line in asking]
            if left:
                places[path] = left
        if places:
            yield f"Text that is not parsed has `{entity.name}` at {listed_places(index, places)}."


def _overriding(found: Trace) -> list[int]:
    """Return the methods that override those that the trace begins with."""
    graph = found.code
    methods = [root for root in found.roots if type_around(graph, root) != root]
    types = {other for method in methods for other in subtypes(graph, type_around(graph, method))}
    return sorted({other for method in methods for other in overriding(graph, method, types)})


def _called_apart(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield which methods override the one that is traced and are called as what they are: not by its callers."""
    graph = found.code
    if found.root in constructors(graph, type_around(graph, found.root)):
        return  # each is called by its own type's name
    own = [edge for root in found.roots for edge in graph.incoming(root, ("CALLS",))]
    shown = {(edge.source, edge.evidence) for edge in own}
    methods = [
        method
        for method in [*_overriding(found), *given_to_others(index, found)][:_MOST_COMPARED]
        if any(
            edge.via != "override" and (edge.source, edge.evidence) not in shown
            for edge in graph.incoming(method, ("CALLS",))
        )
    ]
    if methods:
        verb = "overrides it and has" if len(methods) == 1 else "override it and have"
        listed = first_few(methods, _MOST_NAMED, graph.id_of)
        yield f"{listed} {verb} callers that are not listed here."


def _not_followed(found: Trace) -> Iterator[str]:
    """Yield the called methods that more override than a call is followed to."""
    for method, many in islice(_much_overridden(found), _MOST_NAMED):
        name = found.code.qualified_of(method)
        yield f"{name} has {many} overrides, too many to be followed; direction=inheritance lists them."


def _raising(found: Trace) -> Iterator[str]:
    """Yield what may run in a function and lets errors escape, too unlikely or too late for these to be followed."""
    graph = found.code
    called = (
        edge for root in found.roots for edge in graph.outgoing(root, ("CALLS",)) if edge.probability < 1
    )
    raising = [edge.target for edge in called if graph.outgoing(edge.target, ("PROPAGATES_ERROR",))]
    if raising := list(dict.fromkeys(raising)):
        listed = first_few(raising, _MOST_NAMED, graph.id_of)
        yield f"What it may call lets errors escape that were not followed: {listed}."


def _much_overridden(found: Trace) -> Iterator[tuple[int, int]]:
    """Yield the called methods that more override than a call is followed to, and how many do."""
    graph = found.code
    below: dict[int, set[int]] = {}
    called = [step.far for step in found.steps if step.forward and step.edge.kind == "CALLS"]
    shares = graph.shares_name(MOST_OVERRIDES).take(called).tolist()
    for method in dict.fromkeys(compress(called, shares)):
        owner = type_around(graph, method)
        if owner == method:
            continue
        if owner not in below:
            below[owner] = set(subtypes(graph, owner))
        many = len(overriding(graph, method, below[owner]))
        if many > MOST_OVERRIDES:
            yield method, many


def _stood_in_for(found: Trace) -> Iterator[str]:
    """Yield which attributes of subtypes are used in the place of one."""
    if fields := _overriding(found):
        verb = "overrides" if len(fields) == 1 else "override"
        listed = first_few(fields, _MOST_NAMED, found.code.id_of)
        yield f"{listed} {verb} it; uses of it may be of that."


def _overridden(found: Trace) -> Iterator[str]:
    """Yield how many methods override one that calls nothing, as an abstract one."""
    graph = found.code
    methods = [one for one in _overriding(found) if graph.kinds[graph.kind[one]] in _CODE]
    if methods:
        said = count(len(methods), "method overrides", "methods override")
        yield f"{said} it, and may run in its place; direction=inheritance lists them."


def _written(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield the attributes that a function writes of objects whose type the text does not tell."""
    graph = found.code
    path = graph.path_of(found.root)
    edges = graph.edges_of(np.array(found.roots), outgoing=True)
    known = {line for number in edges.tolist() for line in graph.lines(number)}
    lines: dict[str, list[int]] = {}
    with suppress(NsccnError, OSError):
        scopes = {root - graph.entities_of(path).start for root in found.roots}
        stated = [item for item in index.facts(path).assignments if item.scope in scopes]
        own = {item.target for item in stated if item.form in _OWN}
        within = range(sys.maxsize) if found.within is None else found.within
        for item in sorted((one for one in stated if one.line in within), key=lambda one: one.byte):
            holder, dot, name = item.target.rpartition(".")
            is_plain = bool(dot) and holder.replace(".", "").isidentifier() and name.isidentifier()
            if (
                item.form in _WRITING
                and is_plain
                and holder.partition(".")[0] not in own
                and item.line not in known
            ):
                lines.setdefault(item.target, []).append(item.line)
    if lines:
        said = [f"{target} L{','.join(map(str, where))}" for target, where in lines.items()]
        yield f"It writes to objects whose type the text does not tell: {first_few(said, _MOST_WRITTEN)}."


def _set(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield the lines that name a setting and do not read it: where it is set, and documented; and what it sets."""
    graph = found.code
    key = graph.name_of(found.root)
    edges = graph.edges_of(np.array([found.root]), outgoing=False)
    readers = {
        (edge.evidence.path, line)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        for line in graph.lines(number)
    }
    said = graph.id_of(found.root)
    if said.startswith(VARIABLE):
        yield from said_what_it_sets(index, key)
    settings = where_set(index, found.root) if said.startswith(KEY) else []
    yield from said_where_set(settings)
    readers |= {(setting.path, setting.line) for setting in settings}
    declared = where_declared(index, found.root, readers) if said.startswith(KEY) else []
    yield from said_where_set(declared, "By the text, it is declared")
    readers |= {(setting.path, setting.line) for setting in declared}
    if said.startswith(KEY) and _PLAIN_WORD.fullmatch(key):
        return  # texts have it in other senses
    name = name_in_text(key) if said.startswith(KEY) else key
    if places := lines_that_name(index, name, readers):
        yield f"The text has `{name}` also at {places}."
