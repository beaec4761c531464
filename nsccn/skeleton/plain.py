"""Skeletons of files in no language that has a grammar here: what suits them, or their first lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row, split_lines
from nsccn.skeleton.texts import blocks, building, markup, notebook, settings, source, sql, tags

_MOST_ROWS: Final = 400
_FIRST_LINES: Final = 20
_LONGEST: Final = 160
"""Characters of a row."""

Outline = Callable[[list[str], Detail], Iterator[Row]]

_OUTLINES: Final[tuple[tuple[re.Pattern[str], Outline], ...]] = tuple(
    (regex(rf"(?:.*/)?(?:{pattern})", re.IGNORECASE | re.DOTALL), outline)
    for pattern, outline in (
        (r"(?:.*[.-])?(?:dockerfile|containerfile)(?:\.[\w-]+)?", building.instructions),
        (r"(?:gnu)?makefile(?:\.[\w-]+)?|.*\.mk|.*\.mak", building.targets),
        (r".*\.(?:md|markdown|mdx|rst|txt)", markup.headings),
        (r".*\.(?:toml|ini|cfg|conf|properties)|\.editorconfig", settings.sections),
        (r".*\.ya?ml", settings.yaml),
        (r".*\.(?:json|jsonc|json5|webmanifest)", settings.json),
        (r".*\.ipynb", notebook.cells),
        (r".*\.(?:sql|ddl|psql)", sql.statements),
        (r".*\.(?:nomad|prisma)", blocks.heads),
        (
            r".*\.(?:xml|xsd|xslt?|wsdl|plist|html?|svg|csproj|fsproj|vbproj|props|targets|resx)",
            tags.elements,
        ),
    )
)
"""The first whose pattern a path matches says how a file is shown; where none does, it may be source."""


def render_text(path: str, data: bytes, detail: Detail) -> list[Row]:
    """Return the rows of a file by what its name says it is.

    NAME has headings, sections, top-level keys, tables, stages and targets; SIGNATURE the settings of a section, the
    columns of a table, the cells of a notebook, instructions and variables, too; DOC the first line below each
    heading, comments, and the keys one level deeper. What is none of these has the lines that begin a definition.
    """
    lines = [line.decode("utf-8", "replace") for line in split_lines(data)]
    if detail is Detail.BODY:
        return [Row(number, line) for number, line in enumerate(lines, 1)]
    known = (outline for pattern, outline in _OUTLINES if pattern.fullmatch(path))
    rows = _clipped(next(known, source.definitions)(lines, detail))
    return rows or _clipped(_first_lines(lines, detail))


def _clipped(rows: Iterable[Row]) -> list[Row]:
    """Cut long rows, and count those after the most that are shown."""
    found = list(rows)
    shown = [
        Row(line, text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026")
        for line, text in found[:_MOST_ROWS]
    ]
    if len(found) > _MOST_ROWS:
        shown.append(Row(found[_MOST_ROWS].line, f"\u2026 {len(found) - _MOST_ROWS:,} more like these"))
    return shown


def _first_lines(lines: list[str], detail: Detail) -> Iterator[Row]:
    most = 1 if detail is Detail.NAME else _FIRST_LINES
    filled = (Row(number, line.rstrip()) for number, line in enumerate(lines, 1) if line.strip())
    return islice(filled, most)
