"""Files of settings: TOML and INI, YAML, JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row

_LONG_LINE: Final = 160
"""Of a longer line only the keys in it are named."""
_SECTION: Final = regex(r"\s*\[\[?[^\[\]]+\]\]?\s*([#;].*)?$")
_SETTING: Final = regex(r"[\w.\"'-][^=:\[\]{}#;]*[=:]")
_TRIPLE: Final = regex(r"\"{3}|'{3}")
_YAML_KEY: Final = regex(r"(\s*)(?:- +)?(?:[^\s#&*{\[\-'\"][^#]*?|\"[^\"]*\"|'[^']*'):(?:\s|$)")
_YAML_ITEM: Final = regex(r"(\s*)- +\S")
_JSON_TOKEN: Final = regex(r'"(?:[^"\\\n]|\\.)*+"?|[{}\[\]]|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_JSON_COLON: Final = regex(r"\s*:")


def sections(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield section headers, and from SIGNATURE on the settings in them."""
    inside = False
    for number, line in enumerate(lines, 1):
        is_setting = detail >= Detail.SIGNATURE and _SETTING.match(line)
        if not inside and (_SECTION.match(line) or is_setting):
            yield Row(number, line.rstrip())
        if len(_TRIPLE.findall(line)) % 2:
            inside = not inside


def yaml(lines: list[str], detail: Detail) -> Iterator[Row]:
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


def json(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield the lines of the keys of the top level, at DOC those one level deeper, too; of a long line its keys."""
    text = "\n".join(lines)
    depth, line, counted = 0, 1, 0
    keys: list[str] = []
    for token in _JSON_TOKEN.finditer(text):
        first = token.group()[0]
        if first in "{[":
            depth += 1
        elif first in "}]":
            depth -= 1
        elif first == '"' and depth <= 1 + (detail >= Detail.DOC) and _JSON_COLON.match(text, token.end()):
            breaks = text.count("\n", counted, token.start())
            if breaks and keys:
                yield _keys(line, lines, keys)
                keys = []
            line += breaks
            counted = token.start()
            keys.append(token.group())
    if keys:
        yield _keys(line, lines, keys)


def _keys(line: int, lines: list[str], keys: list[str]) -> Row:
    text = lines[line - 1].rstrip()
    return Row(line, text if len(text) <= _LONG_LINE or len(keys) == 1 else ", ".join(keys))
