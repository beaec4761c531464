"""What a skeleton has to keep, and what became of it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extract import extract
from nsccn.graph.kinds import DATA_KINDS
from nsccn.skeleton.rows import text_of_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.model import Definition, FileFacts
    from nsccn.skeleton.rows import Row

_VALUE: Final = re.compile(r"(?<![=!<>:])=(?![=>]).*|:=.*", re.DOTALL)
_BLANK: Final = re.compile(r"\s+")


class Kept(NamedTuple):
    """All of a definition that a skeleton has to keep."""

    kind: str
    qualified_name: str
    line: int
    """Of the name, in the file."""
    signature: str
    """As declared, without blanks; of data without its value."""
    parameters: tuple[str, ...]
    returns: str
    bases: tuple[str, ...]
    decorators: tuple[str, ...]
    modifiers: tuple[str, ...]


def of_source(facts: FileFacts) -> Counter[Kept]:
    """Return what a file defines, but for the variables of functions."""
    return Counter(_kept(item, item.name_line) for item in _lasting(facts))


def of_skeleton(path: str, rows: Sequence[Row]) -> Counter[Kept]:
    """Return what a skeleton defines when it is read as a file of its own, at the lines that it names."""
    facts = extract(path, text_of_rows(rows).encode())
    return Counter(_kept(item, rows[item.name_line - 1].line) for item in _lasting(facts))


def _kept(item: Definition, line: int) -> Kept:
    signature = item.signature
    if item.kind in DATA_KINDS:
        signature = _VALUE.sub("", signature)
    elif item.kind == "macro":
        signature = signature.partition("=>")[0]
    return Kept(
        item.kind,
        item.qualified_name,
        line,
        _BLANK.sub("", signature),
        item.parameters,
        item.returns,
        item.bases,
        item.decorators,
        item.modifiers,
    )


def _lasting(facts: FileFacts) -> list[Definition]:
    """Return the definitions that outlive a call: all but data in a body, and what only assignments declare."""
    return [
        item
        for item in facts.definitions[1:]
        if "implicit" not in item.modifiers and not (item.kind in DATA_KINDS and _is_local(facts, item))
    ]


def _is_local(facts: FileFacts, item: Definition) -> bool:
    """Tell whether the innermost definition around some data, other data aside, has a body."""
    place = item.full_range
    innermost = None
    for other in facts.definitions[1:]:
        around = other.full_range
        if (
            other.kind not in DATA_KINDS
            and around.start_byte <= place.start_byte
            and place.end_byte <= around.end_byte
            and (innermost is None or around.start_byte >= innermost.full_range.start_byte)
        ):
            innermost = other
    return innermost is not None and innermost.body_end > 0
