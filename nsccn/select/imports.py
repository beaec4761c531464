"""The imports of a file: lines that a pack can do without, unless the task points at them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.select.units import trimmed_range
from nsccn.skeleton.window import COMMENT

if TYPE_CHECKING:
    from nsccn.select.units import Ranges

_IMPORT: Final = regex(
    r"""\s*(?:
        import\b(?!\.|\s*\(\s*\S)
        | from\s+[\w.]+\s+import\b
        | use\s+(?:function\s+|const\s+)?[\w\\:]+(?:\{|\*\s*;|(?:\s+as\s+\w+)?\s*;)
        | (?:global\s+)?using\s+(?:static\s+|namespace\s+|\w+\s*=\s*)?[\w.:]+\s*;
        | extern\s+crate\b
        | \#\s*(?:include|import)\b
        | require(?:_once|_relative)?[ (]\s*['"]
        | (?:const|let|var)\s+[\w{}\s,:$]+=\s*require\(
    )""",
    re.VERBOSE,
)
"""The first line of an import. What goes on to others (`pub use`, `export … from`) is what its file is there for."""
_BESIDE: Final = regex(
    r"""\s*(?:
        (?:package|namespace)\s+[\w.\\]+\s*[;{]?
        | [{}]
        | (?:unsafe\s+)?impl\b[^;]*\{
        | \#\[.*\]
        | \#\s*(?:frozen_string_literal|typed|encoding|-\*-).*
        | //\s*(?:go:build|\+build|@ts-).*
        | if\s+(?:\w+\.)?TYPE_CHECKING:(?:\s*\#.*)?
        | ['"]use\ \w+['"];?
        | <\?php(?:\s+declare\(.*\);)?
        | declare\(.*\);
        | \#\s*pragma\s+(?:once|warning\b.*)
        | \#(?:nullable|(?:end)?region)\b.*
        | \#\s*(?:ifndef|define)\s+\w+_(?:H|HH|HPP|INCLUDED)_*
        | \#\s*endif\s*/[/*]\s*\w+_(?:H|HH|HPP|INCLUDED)\b.*
        | (?:export\s+default|module\.exports\s*=)\s+[\w$]+;?
    )?\s*""",
    re.VERBOSE,
)
"""What stands with imports, or around definitions, and says little, blank lines among it."""
_QUOTES: Final = regex(r"[rRuU]?(\"\"\"|''')")
_LONGEST: Final = 300
"""Lines of one import or comment, at most."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")

IMPORT, BESIDE, SAID, CODE = range(4)
"""What a line is: of an import, beside one, a comment or documentation, or anything else."""


def without_imports(lines: Sequence[str], own: Ranges) -> Ranges:
    """Return the lines of a file less its imports and the comments that lead to one; none where that leaves no code.

    So it is where all that there is stands around what it defines: `namespace Shop {`, `# frozen_string_literal: true`.
    """
    numbers = [number for start, end in own for number in range(start, end + 1)]
    kinds = _kinds(lines, numbers)
    found = set(kinds.values())
    if CODE not in found and (IMPORT in found or SAID not in found):
        return ()
    if IMPORT not in found:
        return own
    kept: list[int] = []
    below = CODE
    for number in reversed(numbers):
        if kinds[number] != SAID or below != IMPORT or number + 1 not in kinds:
            below = kinds[number]
        if below not in (IMPORT, BESIDE) or not lines[number - 1].strip():
            kept.append(number)
    runs = groupby(enumerate(reversed(kept)), key=lambda place: place[1] - place[0])
    stretches = [[number for _, number in run] for _, run in runs]
    trimmed = (trimmed_range(run[0], run[-1], lines) for run in stretches)
    return tuple((start, end) for start, end in trimmed if start <= end)


def _kinds(lines: Sequence[str], numbers: Sequence[int]) -> dict[int, int]:
    """Return what each of some lines is. An indented import belongs to what is above it, as behind `try:`."""
    kinds: dict[int, int] = {}
    before = BESIDE
    for number in numbers:
        if number in kinds:
            continue
        line = lines[number - 1]
        if _IMPORT.match(line) and (before != CODE or not line[:1].isspace()):
            kind, last = IMPORT, _end_of_statement(lines, number)
        elif quotes := _QUOTES.match(line):
            kind, last = SAID, _end_of_text(lines, number, quotes.end(), quotes[1])
        elif COMMENT.match(line) and not _BESIDE.fullmatch(line):
            opening = line.find("/*")
            kind, last = SAID, _end_of_text(lines, number, opening + 2, "*/") if opening >= 0 else number
        else:
            kind, last = (BESIDE if _BESIDE.fullmatch(line) else CODE), number
        kinds.update(dict.fromkeys(range(number, last + 1), kind))
        if line.strip():
            before = kind
    return {number: kinds[number] for number in numbers}


def _end_of_statement(lines: Sequence[str], start: int) -> int:
    """Return the line on which all brackets are closed that were opened since a statement began."""
    depth = 0
    for number in range(start, min(start + _LONGEST, len(lines) + 1)):
        line = lines[number - 1].rstrip()
        depth += sum((mark in _OPENING) - (mark in _CLOSING) for mark in line)
        if depth <= 0 and not line.endswith(("\\", ",")):
            return number
    return start


def _end_of_text(lines: Sequence[str], start: int, column: int, closing: str) -> int:
    """Return the line on which a comment or a string that began on a line ends."""
    if closing in lines[start - 1][column:]:
        return start
    for number in range(start + 1, min(start + _LONGEST, len(lines) + 1)):
        if closing in lines[number - 1]:
            return number
    return start
