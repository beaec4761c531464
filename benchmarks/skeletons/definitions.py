"""What a skeleton has to keep, and what became of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.extract import extract
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.model import NAMELESS
from nsccn.skeleton.layout import count_errors
from nsccn.skeleton.rows import text_of_rows
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileFacts
    from nsccn.skeleton.detail import Detail
    from nsccn.skeleton.rows import Row

_VALUE: Final = re.compile(r"(?<![=!<>:])=(?![=>]).*|:=.*", re.DOTALL)
_MACRO: Final = re.compile(r"(#\s*define\s+\w+).*", re.DOTALL)
_BLANK: Final = re.compile(r"\s+")


class Kept(NamedTuple):
    """All of a definition that a skeleton has to keep."""

    kind: str
    name: str
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


class Comparison(NamedTuple):
    """What became of one file."""

    facts: FileFacts
    broken: bool
    lost: int
    new: int
    unnamed: int
    errors: int
    tokens: tuple[int, int, int]
    """Of the source, at SIGNATURE, at DOC."""
    differences: list[str]

    def figures(self) -> dict[str, int]:
        return {
            "files": 1,
            "broken": int(self.broken),
            "lines": self.facts.lines,
            "definitions": sum(of_source(self.facts).values()),
            "lost": self.lost,
            "new": self.new,
            "unnamed": self.unnamed,
            "errors": self.errors,
            **dict(zip(("tokens", "signatures", "docs"), self.tokens, strict=True)),
        }


def compare(
    path: str, data: bytes, facts: FileFacts, language: Language, shown: Mapping[Detail, Sequence[Row]]
) -> Comparison:
    """Hold the skeletons of a file against it."""
    errors = count_errors(data, language, path)
    before = of_source(facts)
    lost: Counter[Kept] = Counter()
    new: Counter[Kept] = Counter()
    unnamed, worse = 0, 0
    tokens = [count_tokens(data.decode())]
    differences: list[str] = []
    for level, rows in shown.items():
        text = text_of_rows(rows)
        tokens.append(count_tokens(text))
        if count_errors(text.encode(), language, path).exceed(errors):
            worse += 1
            differences.append(f"{level.name}: more errors than the source")
        missing = [item for item in before if not _is_named(item, rows)]
        unnamed += len(missing)
        differences += [f"{level.name}: not named: {item}" for item in missing]
        if not any(errors):
            after = of_skeleton(path, rows)
            lost, new = lost + (before - after), new + (after - before)
            differences += [f"{level.name}: lost: {item}" for item in before - after]
            differences += [f"{level.name}: new: {item}" for item in after - before]
    counts = (sum(lost.values()), sum(new.values()), unnamed, worse)
    return Comparison(facts, any(errors), *counts, (tokens[0], tokens[1], tokens[2]), differences)


def _is_named(item: Kept, rows: Sequence[Row]) -> bool:
    """Tell whether a definition stands on its line by name; one without a name has the name `default`."""
    name = _BLANK.sub("", item.name)
    place = bisect_left(rows, item.line, key=lambda row: row.line)
    while place < len(rows) and rows[place].line == item.line:
        if name == "default" or name in _BLANK.sub("", rows[place].text):
            return True
        place += 1
    # A row that was joined to the one above has its line.
    return place > 0 and name in _BLANK.sub("", rows[place - 1].text)


def _kept(item: Definition, line: int) -> Kept:
    signature = item.signature
    if item.kind in DATA_KINDS:
        signature = _MACRO.sub(r"\1", _VALUE.sub("", signature))
    elif item.kind == "macro":
        signature = signature.partition("=>")[0]
    signature = _BLANK.sub("", signature)
    # Facts hold what a body tells of the result, and that it only raises an error; a skeleton has no bodies.
    written = signature + "".join(item.decorators)
    return Kept(
        item.kind,
        item.name,
        item.qualified_name,
        line,
        signature,
        item.parameters,
        item.returns if _BLANK.sub("", item.returns) in signature else "",
        item.bases,
        item.decorators,
        tuple(word for word in item.modifiers if word != "abstract" or word in written),
    )


def _lasting(facts: FileFacts) -> list[Definition]:
    """Return what has a name and outlives a call: all but data in a body, and what only assignments declare."""
    return [
        item
        for item in facts.definitions[1:]
        if item.name != NAMELESS
        and "implicit" not in item.modifiers
        and not (item.kind in DATA_KINDS and _is_local(facts, item))
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
