"""Errors that a function raises and catches itself: on which lines it does the one and the other."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from nsccn.errors import NsccnError
from nsccn.graph.model import RUN_BY_OTHERS
from nsccn.graph.notation.marks import CAUGHT
from nsccn.text import first_few
from nsccn.tools.traces.wording import MOST_LINES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.model import FileFacts
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace


class CaughtRaises:
    """The lines of files that raise an error, each with those that catch it there."""

    def __init__(self, index: RepoIndex) -> None:
        self._index = index
        self._files: dict[str, Mapping[int, set[int]]] = {}

    def said(self, trace: Trace, step: Step) -> str:
        """Say where a function raises and catches what a step tells; empty where it only catches that."""
        path, lines = step.edge.evidence.path, set(trace.lines(step))
        if step.edge.kind != "HANDLES_ERROR" or step.forward or trace.code.path_of(step.edge.source) != path:
            return ""
        if path not in self._files:
            self._files[path] = {}
            with suppress(NsccnError, OSError):
                self._files[path] = _raised(self._index.facts(path))
        raised = self._files[path]
        catching = lines.difference(raised).union(*(raised[line] for line in lines if line in raised))
        if not (raising := lines.intersection(raised)):
            return ""
        return f"{_listed(raising)}, catches {_listed(catching) if catching else 'it'}"


def _raised(facts: FileFacts) -> dict[int, set[int]]:
    """Return the lines that raise an error, with that of the handler around where there is one alone."""
    handlers = [one for one in facts.handlers if one.errors != RUN_BY_OTHERS]
    found: dict[int, set[int]] = {}
    for kind, _, _, line, byte, detail, _ in facts.uses.rows():
        if kind == "raise" and detail != CAUGHT:
            around = [one.line for one in handlers if one.start_byte <= byte < one.end_byte]
            found.setdefault(line, set()).update(around if len(around) == 1 else ())
    return found


def _listed(lines: set[int]) -> str:
    return f"L{first_few(sorted(lines), MOST_LINES, separator=',')}"
