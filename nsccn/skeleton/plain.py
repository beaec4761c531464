"""Skeletons of files in no programming language: headings, sections, keys, or the first lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row, split_lines

_MOST_ROWS: Final = 400
_FIRST_LINES: Final = 20
_LONGEST: Final = 160
"""Characters of a row."""

_HEADING: Final = re.compile(r" {0,3}#{1,6}(\s|$)")
_UNDERLINE: Final = re.compile(r"([=\-~^\"'#*+`])\1{2,}\s*$")
_FENCE: Final = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_SECTION: Final = re.compile(r"\s*\[\[?[^\[\]]+\]\]?\s*([#;].*)?$")
_SETTING: Final = re.compile(r"[\w.\"'-][^=:\[\]{}#;]*?\s*[=:]")
_YAML_KEY: Final = re.compile(r"(\s*)(?:- +)?(?:[^\s#&*{\[\-'\"][^#]*?|\"[^\"]*\"|'[^']*'):(?:\s|$)")
_YAML_ITEM: Final = re.compile(r"(\s*)- +\S")
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\]]|//[^\n]*|/\*.*?\*/', re.DOTALL)
_JSON_COLON: Final = re.compile(r"\s*:")
_TRIPLE: Final = re.compile(r"\"{3}|'{3}")

Lines = list[str]


def render_text(path: str, data: bytes, detail: Detail) -> list[Row]:
    """Return the rows of a file by what its name says it is.

    NAME has headings, sections and top-level keys; SIGNATURE the settings of a section, too; DOC the first
    line below each heading, and the keys one level deeper.
    """
    lines = [line.decode("utf-8", "replace") for line in split_lines(data)]
    if detail is Detail.BODY:
        return [Row(number, line) for number, line in enumerate(lines, 1)]
    outline = _OUTLINES.get(PurePosixPath(path).suffix.lower())
    rows = _clipped(outline(lines, detail)) if outline else []
    return rows or _clipped(_first_lines(lines, detail))


def _clipped(rows: Iterable[Row]) -> list[Row]:
    return [
        Row(line, text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026")
        for line, text in islice(rows, _MOST_ROWS)
    ]


def _first_lines(lines: Lines, detail: Detail) -> Iterator[Row]:
    most = 1 if detail is Detail.NAME else _FIRST_LINES
    filled = (Row(number, line.rstrip()) for number, line in enumerate(lines, 1) if line.strip())
    return islice(filled, most)


def _markup(lines: Lines, detail: Detail) -> Iterator[Row]:
    """Yield headings, those underlined included; code between fences has none."""
    fence = ""
    wants_text = False
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
        elif not fence:
            following = lines[number] if number < len(lines) else ""
            underlined = line.strip() and not _UNDERLINE.match(line) and _UNDERLINE.match(following)
            if _HEADING.match(line) or (underlined and len(following.strip()) >= len(line.strip()) - 1):
                yield Row(number, line.rstrip())
                wants_text = detail >= Detail.DOC
            elif wants_text and line.strip() and not _UNDERLINE.match(line):
                yield Row(number, line.rstrip())
                wants_text = False


def _sections(lines: Lines, detail: Detail) -> Iterator[Row]:
    """Yield section headers, and from SIGNATURE on the settings in them."""
    inside = False
    for number, line in enumerate(lines, 1):
        is_setting = detail >= Detail.SIGNATURE and _SETTING.match(line)
        if not inside and (_SECTION.match(line) or is_setting):
            yield Row(number, line.rstrip())
        if len(_TRIPLE.findall(line)) % 2:
            inside = not inside


def _yaml(lines: Lines, detail: Detail) -> Iterator[Row]:
    """Yield the keys of the top level, at DOC those one level deeper, too."""
    deeper = -1
    for number, line in enumerate(lines, 1):
        found = _YAML_KEY.match(line) or _YAML_ITEM.match(line)
        if not found:
            continue
        indentation = len(found.group(1))
        if indentation == 0:
            yield Row(number, line.rstrip())
            is_text = line.rstrip().endswith(("|", ">", "|-", ">-", "|+", ">+"))
            deeper = -2 if is_text or detail < Detail.DOC else -1
        elif deeper == -1:
            deeper = indentation
        if indentation and indentation == deeper:
            yield Row(number, line.rstrip())


def _json(lines: Lines, detail: Detail) -> Iterator[Row]:
    """Yield the lines of the keys of the top level, at DOC those one level deeper, too."""
    text = "\n".join(lines)
    depth, line, counted, last = 0, 1, 0, 0
    for token in _JSON_TOKEN.finditer(text):
        first = token.group()[0]
        if first in "{[":
            depth += 1
        elif first in "}]":
            depth -= 1
        elif first == '"' and depth <= 1 + (detail >= Detail.DOC) and _JSON_COLON.match(text, token.end()):
            line += text.count("\n", counted, token.start())
            counted = token.start()
            if line != last:
                last = line
                yield Row(line, lines[line - 1].rstrip())


_OUTLINES: Final[dict[str, Callable[[Lines, Detail], Iterator[Row]]]] = {
    **dict.fromkeys((".md", ".markdown", ".mdx", ".rst", ".txt"), _markup),
    **dict.fromkeys((".toml", ".ini", ".cfg", ".conf", ".properties"), _sections),
    **dict.fromkeys((".yml", ".yaml"), _yaml),
    **dict.fromkeys((".json", ".jsonc", ".json5", ".ipynb"), _json),
}
