"""Reads the statements of a file of routes, with those in the block of each, by how far they are indented."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.regexes import regex
from nsccn.text import indentation

_COMMENT: Final = regex(r"(?:^|\s)#(?!\{).*")
_STATEMENT: Final = regex(
    r"\s*(?P<word>\w+)\b[ (]*(?P<rest>.*?)\)?\s*(?P<block>\bdo\b(?:\s*\|[^|]*\|)?|\{)?\s*\Z"
)
_INLINE: Final = regex(r"\s*(?P<head>\w+)\s*(?:\{|do)\s+(?P<body>\w.*?)\s*(?:\}|end)\s*$")
_METHOD: Final = "def"
"""Begins the body of a method, which is a block as well."""
_MOST_LINES: Final = 20_000
_LONGEST: Final = 2_000
"""Letters of a statement; more is none of routes."""
_DEEPEST: Final = 50


class Statement(NamedTuple):
    """A word with what it is given, and what stands in its block."""

    line: int
    text: str
    """As it is written, on one line."""
    word: str
    rest: str
    """What stands behind the word, without brackets around."""
    inside: list[Statement]


def statements(text: str) -> list[Statement]:
    """Return the statements of a text in their order; what stands too deep is left out."""
    found: list[Statement] = []
    open_blocks: list[tuple[int, list[Statement]]] = [(-1, found)]
    for line, written in _whole_lines(text.split("\n")[:_MOST_LINES]):
        indent = indentation(written)
        while len(open_blocks) > 1 and indent <= open_blocks[-1][0]:
            open_blocks.pop()
        inline = _INLINE.match(written)
        match = _STATEMENT.match(f"{inline['head']} do" if inline else written)
        if match is None or len(open_blocks) > _DEEPEST:
            continue
        one = Statement(line, written, match["word"], match["rest"], [])
        open_blocks[-1][1].append(one)
        if inline and (body := _STATEMENT.match(inline["body"])):
            one.inside.append(Statement(line, written, body["word"], body["rest"], []))
        elif match["block"] or match["word"] == _METHOD:
            open_blocks.append((indent, one.inside))
    return found


def _whole_lines(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield lines without comments, each with those that go on after a comma or an arrow, and its number."""
    whole, first = "", 0
    for number, line in enumerate(lines, 1):
        bare = _COMMENT.sub("", line[: _LONGEST + 1]).rstrip()
        if whole and len(whole) + len(bare) <= _LONGEST:
            whole = f"{whole} {bare.lstrip()}"
        else:
            whole, first = bare, number
        if not whole.endswith((",", "<-")):
            if whole and len(whole) <= _LONGEST:
                yield first, whole
            whole = ""
