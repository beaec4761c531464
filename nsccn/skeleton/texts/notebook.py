"""Notebooks: their cells, each with its headings or with what it defines and imports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row
from nsccn.skeleton.texts.settings import json as keys

_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s")
_STRUCTURE: Final = re.compile(
    r"(?:async def|def|class|import|from|function|const|let|var|using|struct)\b|library\(|@\w|%%?\w|\w+\s*=(?!=)"
)
_MOST_LINES: Final = 5000
"""So many lines further down the next line of a cell is looked for."""


class _Cell(NamedTuple):
    kind: str
    lines: list[str]


def cells(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield headings; from SIGNATURE on each cell with what it defines; at DOC with its first line, too.

    Outputs and metadata are left out. What is no notebook is shown as JSON.
    """
    found = _read(lines)
    if found is None:
        yield from keys(lines, detail)
        return
    place = _Place(lines)
    for number, cell in enumerate(found, 1):
        at = [place.of(line) for line in cell.lines]
        shown = [index for index, line in enumerate(cell.lines) if _is_shown(cell, index, line, detail)]
        if detail >= Detail.SIGNATURE:
            yield Row(at[0] if at else place.line, f"[{number}] {cell.kind}, {_lines(cell)}")
        for index in shown:
            yield Row(at[index], cell.lines[index].rstrip())


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


def _read(lines: list[str]) -> list[_Cell] | None:
    try:
        data = json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return None
    listed = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        return None
    return [_cell(item) for item in listed if isinstance(item, dict)]


def _cell(item: dict[str, Any]) -> _Cell:
    source = item.get("source", "")
    parts = [part for part in source if isinstance(part, str)] if isinstance(source, list) else [str(source)]
    return _Cell(str(item.get("cell_type", "raw")), "".join(parts).splitlines())


class _Place:
    """Finds the lines of cells in the file, in which each stands as a JSON string."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.line = 1

    def of(self, text: str) -> int:
        """Return the line of the file on which a line of a cell stands; that before it where it is not found."""
        if text.strip():
            forms = (json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1])
            for number in range(self.line, min(self.line + _MOST_LINES, len(self._lines) + 1)):
                if any(form in self._lines[number - 1] for form in forms):
                    self.line = number
                    break
        return self.line
