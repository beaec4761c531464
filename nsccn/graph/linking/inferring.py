"""What answers for expressions, knowing all that linking learns before it links the first file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from nsccn.graph.meaning.infer import Infer

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.model import FileFacts
    from nsccn.graph.packed import AssignmentRow


class Source(Protocol):
    """Gives what files say, by slot."""

    def facts(self, slot: int) -> FileFacts:
        """Return everything."""


class Assigned:
    """Gives the assignments of files; those of the last file are kept, since they are asked for again."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._slot = -1
        self._rows: list[AssignmentRow] = []

    def rows(self, slot: int) -> list[AssignmentRow]:
        """Return all assignments of a file."""
        if slot != self._slot:
            facts = self._source.facts(slot)
            self._slot, self._rows = slot, [*facts.shared.rows(), *facts.private.rows()]
        return self._rows


def infer_of(symbols: Symbols, assigned: Assigned, learned: LinkRows) -> Infer:
    """Return what answers; `learned` has the rows `owner`, which `symbols` know, and `stated` of all files."""
    infer = Infer(symbols, assigned.rows)
    for subject, base in learned.pairs("stated", "subject", "base"):
        language = symbols.language(symbols.slot[subject])
        if language is not None and language.promised_types:
            continue
        is_mixed_into = language is not None and language.self_types
        apart = infer.hierarchy.self_types if is_mixed_into else infer.hierarchy.extra_bases
        apart.setdefault(subject, []).append(base)
    return infer
