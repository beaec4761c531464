"""How the tests of skeletons look at them."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent
from typing import TYPE_CHECKING

from nsccn.graph.extraction.extract import extract
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.languages import load
from nsccn.skeleton.render import Skeleton

if TYPE_CHECKING:
    from nsccn.graph.model import Definition, FileFacts
    from nsccn.skeleton.detail import Detail
    from nsccn.skeleton.rows import Row

Signature = tuple[str, str, tuple[str, ...]]


def skeleton_of(path: str, source: str | bytes) -> tuple[Skeleton, FileFacts]:
    """Extract a file and make its skeleton."""
    data = dedent(source).encode() if isinstance(source, str) else source
    facts = extract(path, data)
    return Skeleton(data, facts, load(facts.language), path), facts


def numbered(rows: Iterable[Row]) -> str:
    """Show rows behind their numbers."""
    return "".join(f"{row.line}|{row.text}\n" for row in rows)


def shown(source: str | bytes, detail: Detail, path: str = "a.py") -> str:
    """Show the skeleton of a file."""
    skeleton, _ = skeleton_of(path, source)
    return numbered(skeleton.file(detail))


def signatures(facts: FileFacts) -> list[Signature]:
    """List what a skeleton has to keep: every definition but the variables of functions, and loose ones."""
    return sorted(
        (item.kind, item.qualified_name, item.parameters)
        for item in facts.definitions
        if not is_local_data(facts, item) and not item.is_loose and "implicit" not in item.modifiers
    )


def is_local_data(facts: FileFacts, item: Definition) -> bool:
    """Tell whether a definition is a variable of a function, or a field of a type without a name in it."""
    place = item.full_range
    around = [
        other
        for other in facts.definitions[1:]
        if other.kind not in DATA_KINDS
        and other.full_range.start_byte <= place.start_byte
        and place.end_byte <= other.full_range.end_byte
    ]
    innermost = max(around, key=lambda other: other.full_range.start_byte, default=None)
    return item.kind in DATA_KINDS and innermost is not None and innermost.body_end > 0
