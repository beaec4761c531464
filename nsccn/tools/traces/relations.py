"""What is said of each edge of a trace: what it does, on which lines, and how surely."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from nsccn.graph.edges import verb_of
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.text import first_few
from nsccn.tools.traces.caughtraises import CaughtRaises
from nsccn.tools.traces.data import edge_data
from nsccn.tools.traces.environmentwrites import EnvironmentWrites
from nsccn.tools.traces.errorlines import error_lines
from nsccn.tools.traces.ownreads import OwnReads
from nsccn.tools.traces.registered import Registered
from nsccn.tools.traces.wording import MOST_LINES, lines_of, manner_of
from nsccn.tracing.directions import RUNNING_KINDS, is_escape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace

_MOST_NAMES: Final = 12


class Relations:
    """Says what the steps of one trace do; of some the lines themselves tell more than the graph."""

    def __init__(self, index: RepoIndex, trace: Trace, entities: Mapping[int, Entity]) -> None:
        self._trace, self._graph, self._entities = trace, trace.code, entities
        self._registered, self._own_reads = Registered(index), OwnReads(index)
        self._caught, self._writes = CaughtRaises(index), EnvironmentWrites(index)
        self._lines = {step.number: trace.lines(step) for step in trace.steps if step.edge.sites > 1}
        self._lines |= {
            step.number: lines for step in trace.steps if (lines := error_lines(trace.code, step.edge))
        }
        self._below_marks: dict[str, dict[int, str]] = {}
        self._known: dict[int, tuple[str, str, str]] = {}

    def said(self, step: Step) -> tuple[str, str, str]:
        """Return what a step does, where, and how surely and directly."""
        if step.number not in self._known:
            self._known[step.number] = self._said(step)
        return self._known[step.number]

    def _said(self, step: Step) -> tuple[str, str, str]:
        edge = step.edge
        verb = verb_of(edge.kind, self._entities[edge.source].kind)
        if self._writes.tell(self._trace, step):
            verb = "sets"
        if is_escape(self._graph, edge):
            verb = "escapes to it at" if step.forward else "may fail at"
        if edge.kind == "HANDLES_ERROR" and not step.forward:
            verb = "catches it at" if self._entities[edge.target].kind in RUNNING_KINDS else "catches"
        near = {self._entities[end].path for end in (edge.source, edge.target)}
        named = partial(self._registered.said, self._entities[edge.source]) if self._is_named(step) else None
        where = lines_of(edge, near, self._lines.get(step.number, ()), named)
        if told := self._caught.said(self._trace, step):
            verb, where = "raises", told
        if reads := self._own_reads.of(self._trace, step):
            where += f", reads L{first_few(reads, MOST_LINES, separator=',')}"
        return verb, where, f"{self._decorated(step)}{manner_of(edge)}"

    def data(self, step: Step) -> dict[str, Any]:
        """Return an edge as JSON."""
        data = edge_data(step.edge, self._id_of)
        lines = self._lines.get(step.number, ())
        if len(lines) > 1:
            data["lines"] = sorted(lines)
        if reads := self._own_reads.of(self._trace, step):
            data["reads"] = reads
        if self._is_named(step):
            user = self._entities[step.edge.source]
            if registered := self._registered.data(user, lines or [step.edge.evidence.line]):
                data["registered"] = registered
        errors = self._trace.errors.get(step.number, ())
        return {**data, "errors": [self._graph.id_of(error) for error in errors]} if errors else data

    def _id_of(self, entity: int) -> str:
        known = self._entities.get(entity)
        return known.id if known is not None else self._graph.id_of(entity)

    def _is_named(self, step: Step) -> bool:
        """Whether it is to be said in which registrations the lines of a step stand: who uses something is asked."""
        is_asked = not step.forward or self._trace.goal is not None
        return is_asked and step.edge.evidence.path == self._entities[step.edge.source].path

    def _decorated(self, step: Step) -> str:
        """Name what stands below the decorators in which a module or a type uses something; it is that who uses it."""
        edge = step.edge
        if step.forward or edge.source not in self._entities:
            return ""
        user = self._entities[edge.source]
        if edge.evidence.path != user.path or user.kind not in FILE_KINDS | TYPE_KINDS:
            return ""
        marked = self._marked(user.path)
        lines = sorted(self._lines.get(step.number, ())) or [edge.evidence.line]
        own = self._graph.qualified_of(edge.source)
        below = dict.fromkeys(marked[line] for line in lines if line in marked)
        names = ["it" if name == own else name for name in below]
        return f" above {first_few(names, _MOST_NAMES)}" if names else ""

    def _marked(self, path: str) -> dict[int, str]:
        """Return for the lines above the names of a file's definitions what they are called."""
        if path not in self._below_marks:
            graph = self._graph
            lines = ((one, graph.start_line[one], graph.name_line[one]) for one in graph.entities_of(path))
            self._below_marks[path] = {
                line: graph.qualified_of(one)
                for one, first, last in lines
                if first < last
                for line in range(first, last)
            }
        return self._below_marks[path]
