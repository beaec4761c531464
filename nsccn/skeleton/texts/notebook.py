"""Notebooks: their cells, each with its headings or with what it defines and imports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from nsccn.graph.walk.notebooks import CELL, FIRST_LINE
from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row
from nsccn.skeleton.texts.settings import json as keys

_BEGINNING: Final = regex(rf"{CELL}(?: \[\w*\])?")
_HEADING: Final = regex(r"\s{0,3}#{1,6}\s")
_STRUCTURE: Final = regex(
    r"(?:async def|def|class|import|from|function|const|let|var|using|struct)\b|library\(|@\w|%%?\w|\w+\s*=(?!=)"
)


class _Cell(NamedTuple):
    kind: str
    line: int
    """Of its first line, from 1."""
    lines: list[str]


def cells(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield headings; from SIGNATURE on each cell with what it defines; at DOC with its first line, too.

    Outputs and metadata are left out. What is no notebook is shown as JSON.
    """
    if not lines or not lines[0].startswith(FIRST_LINE):
        yield from keys(lines, detail)
        return
    for number, cell in enumerate(_read(lines), 1):
        if detail >= Detail.SIGNATURE:
            yield Row(cell.line, f"[{number}] {cell.kind}, {_lines(cell)}")
        for index, line in enumerate(cell.lines):
            if _is_shown(cell, index, line, detail):
                yield Row(cell.line + index, line)


def _read(lines: list[str]) -> Iterator[_Cell]:
    starts = [place for place, line in enumerate(lines) if _BEGINNING.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        kind = lines[start].removeprefix(CELL).strip(" []") or "code"
        inside = [line.rstrip() for line in lines[start + 1 : end]]
        filled = [place for place, line in enumerate(inside) if line]
        first, last = (filled[0], filled[-1] + 1) if filled else (0, 0)
        text = inside[first:last]
        if kind != "code":
            text = [line.removeprefix("#").removeprefix(" ") for line in text]
        yield _Cell(kind, start + 2 + first if text else start + 1, text)


def _lines(cell: _Cell) -> str:
    return "1 line" if len(cell.lines) == 1 else f"{len(cell.lines)} lines"


def _is_shown(cell: _Cell, index: int, line: str, detail: Detail) -> bool:
    if cell.kind == "markdown" and _HEADING.match(line):
        return True
    if detail < Detail.SIGNATURE:
        return False
    first = next((place for place, text in enumerate(cell.lines) if text.strip()), -1)
    is_first = index == first and (detail >= Detail.DOC or cell.kind != "markdown")
    return is_first or (cell.kind == "code" and _STRUCTURE.match(line) is not None)
