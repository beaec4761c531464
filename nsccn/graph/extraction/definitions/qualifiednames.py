r"""Names that are written with the namespace that they are in: each is bound as if the file imported it.

Facts write `Shop\Cart` as `Shop$Cart`, one name, and `\Shop\Cart`, which begins outside of all namespaces, as
`$Shop$Cart`. What the first part means the file alone says: another name for a namespace, or one inside its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.imports import STRATEGIES
from nsccn.graph.model import Import

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader

BETWEEN: Final = "$"


def qualified_names(
    reader: Reader, imports: Iterable[Import], package: str, others: Iterable[tuple[str, int]]
) -> Iterator[Import]:
    """Yield the names that are written with their namespaces, in the code and, as `others` with lines, elsewhere."""
    if not reader.language.qualified_names:
        return
    aliases = {imported.alias: imported.module for imported in imports if imported.alias}
    absolute = STRATEGIES[reader.language.import_strategy].absolute
    told = set(aliases)
    for name, line in (*_written(reader), *others):
        if name not in told:
            told.add(name)
            yield Import(0, absolute(name, aliases, package), "", name, line)


def _written(reader: Reader) -> Iterator[tuple[str, int]]:
    """Yield the names of the code, but for those in the statements that import."""
    statements = sorted((node.start_byte, node.end_byte) for node, _ in reader.found.get("import", ()))
    starts = [start for start, _ in statements]
    for node, _ in reader.found.get("qualified", ()):
        byte = node.start_byte
        before = bisect_right(starts, byte) - 1
        if before < 0 or byte >= statements[before][1]:
            name = reader.data[byte : node.end_byte].decode("utf-8", "replace")
            yield "".join(name.split()).partition("::")[0], reader.line(byte)
    for node, parts in reader.found.get("value", ()):
        if "method" in parts and (name := named_in_text(text_of(parts["method"][0], reader.data))):
            yield name, reader.line(node.start_byte)


def named_in_text(text: str) -> str:
    """Return the name with its namespaces that a text begins with, empty where it has none: `Shop$Cart::sum`.

    Names in texts begin outside of all namespaces.
    """
    name = text.partition(":")[0].replace(BETWEEN * 2, BETWEEN)
    return BETWEEN + name.lstrip(BETWEEN) if BETWEEN in name else ""
