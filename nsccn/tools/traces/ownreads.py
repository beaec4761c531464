"""What a function reads of what it writes as well: of one that writes it, the graph has no edge that says so."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.marks import STATE
from nsccn.tracing.localnames import LocalNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.model import Entity, FileFacts
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace

_OWN: Final = "self."
_Lines = dict[tuple[int, str], tuple[set[int], set[int]]]
"""Function and expression -> the lines that write it, and those that read it."""


class OwnReads:
    """The reads of those who write something, by the facts of their files."""

    def __init__(self, index: RepoIndex) -> None:
        self._index = index
        self._files: dict[str, _Lines] = {}
        self._known: dict[int, list[int]] = {}

    def of(self, trace: Trace, step: Step) -> list[int]:
        """Return where who writes something reads it too, if who uses that is what a step tells."""
        if trace.direction != "state" or step.forward or step.edge.kind != "MUTATES":
            return []
        if step.number not in self._known:
            writer, name = trace.code.entity(step.edge.source), trace.code.name_of(step.edge.target)
            is_running = writer.kind in FUNCTION_KINDS
            found = self._lines(writer, name, trace.lines(step)) if is_running else []
            self._known[step.number] = sorted(set(found) - _told(trace, step)) if found else []
        return self._known[step.number]

    def _lines(self, writer: Entity, name: str, written: Sequence[int]) -> list[int]:
        """Return the other lines on which a function reads what it writes on some, of the same object by its words."""
        scope = writer.index - self._index.snapshot.graph.entities_of(writer.path).start
        named = re.compile(rf"(?<![\w$]){re.escape(name)}\Z")
        found = {
            line
            for (around, target), (writes, reads) in self._of(writer.path).items()
            if around == scope and named.search(target) and not writes.isdisjoint(written)
            for line in reads - writes
        }
        its_name = writer.name_line  # which may be the field's
        return sorted(found.difference(written, (its_name,)))

    def _of(self, path: str) -> _Lines:
        if path not in self._files:
            found: _Lines = {}
            self._files[path] = found
            for is_read, scope, target, line in self._rows(path):
                found.setdefault((scope, target), (set(), set()))[is_read].add(line)
        return self._files[path]

    def _rows(self, path: str) -> Iterator[tuple[bool, int, str, int]]:
        with suppress(NsccnError, OSError):
            facts = self._index.facts(path)
            words = _Words(facts)
            yield from (
                (False, row.scope, words.of(row.scope, row.target), row.line) for row in facts.assignments
            )
            for kind, scope, target, line, _, detail, _ in facts.uses.rows():
                if kind == "read" and detail == STATE:
                    yield True, scope, words.of(scope, target), line


class _Words:
    """Puts what may be said in two ways in the same words: a member of the object around, which need not be named."""

    def __init__(self, facts: FileFacts) -> None:
        self._definitions = facts.definitions
        self._is_open = languages.load(facts.language).implicit_self
        self._local = LocalNames(facts)

    def of(self, scope: int, target: str) -> str:
        """Return an expression of a function in those words."""
        name = target.removeprefix(_OWN)
        is_own = self._is_open and name != target and name.isidentifier()
        return name if is_own and not self._is_local(scope, name) else target

    def _is_local(self, scope: int, name: str) -> bool:
        """Whether a function, or one around it, has a variable of a name."""
        definitions = self._definitions
        while scope >= 0 and definitions[scope].kind in FUNCTION_KINDS:
            if self._local.has(scope, name):
                return True
            scope = definitions[scope].parent
        return False


def _told(trace: Trace, written: Step) -> set[int]:
    """Return the lines of other edges from who writes something to that: reading a setting has one of its own."""
    ends = written.near, written.far
    others = (one for one in trace.steps if (one.near, one.far) == ends and one.number != written.number)
    return {line for one in others for line in trace.lines(one)}
