"""Notebooks: the source of their cells, each line where the file has it, in place of JSON and outputs.

So a notebook is source like any other for all that reads a file, and its lines have the numbers that an editor of the
file sees. What is blank here is JSON there. Where several lines of a cell stand on one line of the file, nobody reads
it by its lines: then the cells follow one another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nsccn.graph.walk.decoding import decode

_ENDING: Final = ".ipynb"
CELL: Final = "# %%"
"""Begins the line that stands for the beginning of a cell, as in scripts that editors show by cells."""
FIRST_LINE: Final = "#!notebook "
"""Begins a notebook that was made source; the name of its language follows."""
_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[{}\[\],]|\n')
"""A text without an end is none of JSON, and is taken whole all the same: else each quote in it would begin one."""
_A_CELL: Final = ("cells", "")
_SOURCES: Final = (("source",), ("input",))
_LANGUAGES: Final = (("metadata", "kernelspec", "language"), ("metadata", "language_info", "name"))
_DEEPEST: Final = 8
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_NO_NAME: Final = re.compile(r"\W.*", re.DOTALL)
_MAGIC: Final = re.compile(r"\s*(?:%{1,2}[a-zA-Z]|![^=]|\?|[\w.]+\?\??\s*\Z)")
_OF_PYTHON: Final = re.compile(r"\s*%%(?:time|timeit|capture|prun)\b")
"""Magics after which a cell is Python all the same."""


@dataclass
class _Cell:
    line: int
    kind: str = ""
    source: list[tuple[int, str]] = field(default_factory=list)
    """Each line with the number of the line that it stands on."""


class _Notebook(NamedTuple):
    language: str
    cells: list[_Cell]
    lines: int
    is_dense: bool
    """Whether several lines of its cells stand on one line."""


def is_notebook(data: bytes) -> bool:
    """Whether a text is a notebook that `source_of` made source."""
    return data.startswith(FIRST_LINE.encode())


def source_of(path: str, data: bytes) -> bytes:
    """Return a notebook as source, if it is one; any other file as it is."""
    notebook = _read(decode(data)) if path.lower().endswith(_ENDING) else None
    if notebook is None:
        return data
    if notebook.is_dense:
        notebook = _one_after_another(notebook)
    lines = [""] * notebook.lines
    lines[0] = FIRST_LINE + notebook.language
    for cell in notebook.cells:
        head = CELL if cell.kind == "code" else f"{CELL} [{_NO_NAME.sub('', cell.kind)}]"
        for number, line in ((cell.line, head), *_shown(cell)):
            lines[number] = lines[number] or line
    return "\n".join(lines).encode("utf-8", "replace") + b"\n"


def _one_after_another(notebook: _Notebook) -> _Notebook:
    """Return a notebook with lines of its own below the first, in place of those of its file."""
    cells, end = list[_Cell](), 1
    for cell in notebook.cells:
        numbered = enumerate((line for _, line in cell.source), end + 1)
        cells.append(_Cell(end, cell.kind, list(numbered)))
        end += 1 + len(cell.source)
    return notebook._replace(cells=cells, lines=end)


def _shown(cell: _Cell) -> Iterator[tuple[int, str]]:
    """Yield the lines of a cell; text, and what is for the shell or the notebook itself, as comments."""
    first = next((line for _, line in cell.source if line.strip()), "")
    is_foreign = first.lstrip().startswith("%%") and not _OF_PYTHON.match(first)
    is_comment = cell.kind != "code" or is_foreign
    for number, line in cell.source:
        yield number, f"# {line}".rstrip() if is_comment or _MAGIC.match(line) else line


def _read(text: str) -> _Notebook | None:
    """Return what a notebook holds; None where it is none."""
    language, cells, last, is_dense = "python", list[_Cell](), -1, False
    for place, line, part in _tokens(text):
        within = place[2:] if place[:1] == ("worksheets",) else place  # so they were in version 3
        try:
            if within == _A_CELL and part == "{":
                cells.append(_Cell(line))
            elif place in _LANGUAGES:
                language = _NO_NAME.sub("", json.loads(part)).lower()
            elif within == (*_A_CELL, "cell_type") and cells:
                cells[-1].kind = json.loads(part)
            elif within[:2] == _A_CELL and within[2:3] in _SOURCES and part[0] == '"' and cells:
                value = json.loads(part, strict=False).removesuffix("\n").removesuffix("\r")
                written = _LINE_END.split(value)
                is_dense = is_dense or line in {last, cells[-1].line} or len(written) > 1
                last = line
                cells[-1].source += [(line, one) for one in written]
        except ValueError:  # no JSON
            return None
    return _Notebook(language, cells, text.count("\n") + 1, is_dense) if cells else None


def _tokens(text: str) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """Yield the objects and texts of JSON where they begin: the names that lead there, the line from 0, the token."""
    names: list[str] = []
    in_object: list[bool] = []
    key, line = "", 0
    for match in _TOKEN.finditer(text):
        part = match.group()
        if part == "\n":
            line += 1
        elif part in "}]":
            del names[-1:], in_object[-1:]
            key = ""
        elif part == ",":
            key = ""
        elif part[0] == '"' and in_object and in_object[-1] and not key:
            key = part[1:-1]
        else:
            if len(names) <= _DEEPEST:
                yield (*names[1:], key), line, part
            if part in "{[":
                names.append(key)
                in_object.append(part == "{")
                key = ""
