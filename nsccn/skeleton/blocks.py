"""Blocks: what of a long definition stands around some of its lines, by how these are indented.

def fill(cart):                 how it begins
    ...
    for line in cart:           what the line stands in
        ...
        if line.sold:           the block around it
            cart.drop(line)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nsccn.regexes import regex

_MOST_SHOWN: Final = 30
"""Lines of the blocks that are shown whole, shared by the lines that are wanted,"""
_LEAST_SHOWN: Final = 12
"""of each of them as many at least."""
_MOST_OF_HEAD: Final = 8
_GOES_ON: Final = regex(r"\s*(?:[})\]]|(?:elif|elseif|elsif|else|ensure|except|finally|rescue|catch)\b)")
"""Begins a branch of what stands above it, as deep."""
_BEGINS_BODY: Final = regex(r".*(?:[{:]|[=-]>|\bdo(?:\s*\|[^|]*\|)?|\bthen)\s*$")
_MARK: Final = regex(r"\s*(?:@|#?\[)")
"""Begins what is said of a definition above it: a decorator, an annotation, an attribute."""
_QUOTES: Final = '"""'
_CLOSES: Final = regex(r"\s*(?:[})\]]+[;,)]*|end)\s*$")
"""Ends a block, and says no more."""
_FLAT: Final = regex(r"\s*$|#")
"""A line whose indentation says nothing: a blank one, one for the preprocessor."""


def shown_around(lines: Sequence[str], first: int, last: int, wanted: Sequence[int]) -> set[int]:
    """Return which lines of a definition show those that are wanted: what these stand in, and are beside."""
    *marks, begun = _beginning(lines, first, last)
    shown = {*marks, *_statement(lines, begun, last), *wanted}
    room = max(_MOST_SHOWN // max(len(wanted), 1), _LEAST_SHOWN)
    for line in (_said(lines, last, line) for line in wanted):
        low, high = _block(lines, first, last, line, room)
        shown.update(range(low, high + 1))
        for head in _heads(lines, first, line):
            shown.update(_statement(lines, head, last))
    return shown


def _beginning(lines: Sequence[str], first: int, last: int) -> Iterator[int]:
    """Yield the marks above a definition, without documentation in quotes among them, and the line that begins it."""
    is_quoted = False
    for line in range(first, last + 1):
        text = lines[line - 1]
        begins_or_ends = text.count(_QUOTES) % 2 == 1
        if not (is_quoted or _MARK.match(text)):
            yield line
            return
        if not (is_quoted or begins_or_ends):
            yield line
        is_quoted ^= begins_or_ends
    yield first


def _said(lines: Sequence[str], last: int, line: int) -> int:
    """Return the first line from one on whose indentation says where it stands."""
    return next((at for at in range(line, last + 1) if not _FLAT.match(lines[at - 1])), line)


def _block(lines: Sequence[str], first: int, last: int, line: int, room: int) -> tuple[int, int]:
    """Return the ends of the largest block around a line that has room, some lines on either side at least."""
    low, high = max(line - room // 3, first), min(line + room // 3, last)
    for above, below in _blocks(lines, first, last, line):
        if below - above >= room:
            break
        low, high = min(above, max(line - room // 5, first)), max(below, min(line + room // 5, last))
    own = [at for at in range(low, high + 1) if at == line or lines[at - 1].strip()]
    low, high = own[0], own[-1]
    while low < line and (_CLOSES.match(lines[low - 1]) or not lines[low - 1].strip()):
        low += 1
    while high < last and _CLOSES.match(lines[high]):
        high += 1
    return low, high


def _blocks(lines: Sequence[str], first: int, last: int, line: int) -> Iterator[tuple[int, int]]:
    """Yield the ends of the blocks around a line, the innermost first; each has what begins and ends the one before."""
    depth: int | None = _depth(lines[line - 1])
    low = high = line
    while depth is not None:
        while low > first and _depth(lines[low - 2], depth) >= depth:
            low -= 1
        while high < last and _depth(lines[high], depth) >= depth:
            high += 1
        yield low, high
        beside = [at for at in (low - 1, high + 1) if first <= at <= last]
        depth = max((_depth(lines[at - 1]) for at in beside), default=None)


def _heads(lines: Sequence[str], first: int, line: int) -> Iterator[int]:
    """Yield the lines above one that begin what it stands in, and the branches before that."""
    depth = _depth(lines[line - 1])
    is_branch = _GOES_ON.match(lines[line - 1]) is not None
    for above in range(line - 1, first, -1):
        found = _depth(lines[above - 1], depth + 1)
        if found < depth or (found == depth and is_branch):
            depth, is_branch = found, _GOES_ON.match(lines[above - 1]) is not None
            yield above


def _statement(lines: Sequence[str], begin: int, last: int) -> range:
    """Return the lines of what a line begins, up to its body, or to where its brackets are closed."""
    is_open = 0
    end = begin
    for end in range(begin, min(begin + _MOST_OF_HEAD, last + 1)):
        text = lines[end - 1]
        is_open += sum(map(text.count, "([")) - sum(map(text.count, ")]"))
        if is_open <= 0 or _BEGINS_BODY.match(text):
            break
    return range(begin, end + 1)


def _depth(line: str, otherwise: int = 0) -> int:
    """Return how far a line is indented."""
    if _FLAT.match(line):
        return otherwise
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
