"""A file and a name in it, in the forms that people, tools and models write, as the one form that is looked up.

`src/cart.ts Cart.add`, `src/cart.ts -> Cart.add`, `Cart.add in src/cart.ts`, `Cart.add (src/cart.ts:9)`.
"""

from __future__ import annotations

import re
from typing import Final

from nsccn.graph.languages import detect
from nsccn.regexes import regex

_LONGEST: Final = 400
_PATH: Final = r"[`'\"]?(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^\s:#|`'\"]*?\.\w{1,10})"
_NAME: Final = r"[`'\"]?(?P<name>[^\W\d]|[\\~*&$(@:])"
_FILE_FIRST: Final = regex(
    rf"{_PATH}[`'\"]?(?P<joint>::?(?=[`'\"\s])\s*|\s*[#|→]\s*|\s*[-=]>\s*|\s+(?:[->@—]\s+)?){_NAME}"
)
_FILE_LAST: Final = regex(
    rf"(?:at\s+(?:async\s+|new\s+)?)?(?P<name>\S.*?)\s*(?:\s(?:in|at|from|@|—)\s+(?:file\s+)?|\((?P<open>))"
    rf"{_PATH}(?P<line>:\d{{1,9}})?(?::\d{{1,9}})?[`'\"]?(?(open)\))"
)
_PLACED: Final = regex(
    r"(?P<head>(?:[^\W\d]\w*:(?![:\\/]))?(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^\s:]+\.\w{1,10}):)(?P<name>\S.*)",
    re.DOTALL,
)
_LINE_BEFORE: Final = regex(r"(?P<line>\d{1,9}):(?:\d{1,9}:)?\s*(?P<name>[^\s\d:].*)", re.DOTALL)
_LINE_BEHIND: Final = regex(r"(?P<name>.+?):(?P<line>\d{1,9})", re.DOTALL)


def in_one_form(asked: str) -> str:
    """Return `path:name` for a file and a name in it; anything else as it is."""
    if len(asked) > _LONGEST or "\n" in asked:
        return asked
    first = _FILE_FIRST.match(asked)
    if first and _is_code(first["path"]):
        name = asked[first.start("name") :].rstrip("`'\"")
        is_list = first["joint"].isspace() and _is_code(name.split()[-1])
        return asked if is_list else f"{first['path']}:{name}"
    last = _FILE_LAST.fullmatch(asked)
    if last and _is_code(last["path"]) and not apart(asked)[0]:
        return f"{last['path']}{last['line'] or ''}:{last['name'].strip('`')}"
    return asked


def apart(asked: str) -> tuple[str, str]:
    """Return what leads to a name in a file of code, with its colon, and the name; all is name where no file is."""
    placed = _PLACED.fullmatch(asked)
    return (placed["head"], placed["name"]) if placed and _is_code(placed["path"]) else ("", asked)


def without_line(name: str) -> tuple[str, int]:
    """Return a name without the line that `12:add` and `add:12` tell, and that line, or 0."""
    found = _LINE_BEFORE.fullmatch(name) or _LINE_BEHIND.fullmatch(name)
    return (found["name"], int(found["line"])) if found else (name, 0)


def _is_code(path: str) -> bool:
    return detect(path, b"") is not None
