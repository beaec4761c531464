"""From the facts of all files to the arrays of a snapshot."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from nsccn.codec import decode_facts, decode_outline
from nsccn.graph.columns import assemble
from nsccn.graph.resolve import resolve
from nsccn.graph.symbols import Symbols
from nsccn.graph.table import Table, tabulate
from nsccn.search import lexical

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.model import FileFacts, FileOutline

_MOST_DEFINITIONS: Final = 300_000
"""Definitions of the files whose facts are kept decoded."""
Outline = TypeVar("Outline", bound="FileOutline")
ReadText = Callable[[str], "str | None"]
Step = Callable[[int], None]


class FactSource:
    """Decodes facts when they are asked for, and keeps some of them."""

    def __init__(
        self, encoded: Callable[[int], bytes | None], extract: Callable[[int], bytes] | None = None
    ) -> None:
        """Read facts.

        Args:
            encoded: gives the stored facts of a file by its slot, None where they are lost.
            extract: extracts them again.
        """
        self._encoded = encoded
        self._extract = extract
        self._facts: OrderedDict[int, FileFacts] = OrderedDict()
        self._kept = 0

    def facts(self, slot: int) -> FileFacts:
        """Return everything that a file says."""
        found = self._facts.get(slot)
        if found is None:
            found = self._facts[slot] = self._decoded(slot, decode_facts)
            self._kept += len(found.definitions)
            while self._kept > _MOST_DEFINITIONS and len(self._facts) > 1:
                self._kept -= len(self._facts.popitem(last=False)[1].definitions)
        return found

    def outline(self, slot: int) -> FileOutline:
        """Return what other files may look at."""
        return self._facts.get(slot) or self._decoded(slot, decode_outline)

    def _decoded(self, slot: int, decode: Callable[[bytes], Outline]) -> Outline:
        encoded = self._encoded(slot)
        if encoded is not None:
            with suppress(ValueError):  # a damaged store is as good as an empty one
                return decode(encoded)
        if self._extract is None:
            raise KeyError(slot)
        return decode(self._extract(slot))


def build_arrays(
    paths: Sequence[str], source: FactSource, read: ReadText, name: str = "", step: Step = lambda _: None
) -> dict[str, Array]:
    """Return the arrays of a repository.

    Args:
        paths: sorted relative paths.
        source: gives the facts of each path by its place.
        read: gives the text of a manifest, None where there is none.
        name: the root directory's.
        step: told the number of files linked so far.
    """
    table = tabulate((path, source.facts(slot)) for slot, path in enumerate(paths))
    symbols = Symbols(Table(table), source.outline, read, name)
    rows = resolve(symbols, source, range(len(paths)), step=step)
    arrays = assemble(table, symbols, rows) | rows.arrays()
    first = symbols.first
    del symbols, rows  # the search index is made with the memory that linking needed
    return arrays | lexical.build((path, first[slot], source.facts(slot)) for slot, path in enumerate(paths))
