"""Keys of settings of which code leaves a part to who calls it: `APP_{name}`, or `{name^}` for that in capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CONSTANT: Final = re.compile(r"""=\s*[rRuUbB]?(["'`])([\w.:/-]{1,120})\1\s*;?\Z""")
_HOLE: Final = re.compile(r"\{([\w.]+)(\^?)\}")


def open_parts(key: str) -> Iterator[str]:
    """Yield the names of what a key leaves open.

    >>> list(open_parts("APP_{prefix}_{name^}"))
    ['prefix', 'name']
    """
    for match in _HOLE.finditer(key):
        yield match[1]


def is_open(key: str) -> bool:
    """Whether a key leaves something open."""
    return _HOLE.search(key) is not None


def filled(key: str, name: str, value: str) -> str:
    """Return a key with what stands under a name, which may leave something open in turn.

    >>> filled("APP_{name}", "name", "PORT"), filled("app.{name^}", "name", "port"), filled("{a^}", "a", "x.{b}")
    ('APP_PORT', 'app.PORT', 'X.{b^}')
    """

    def put(match: re.Match[str]) -> str:
        if match[1] != name:
            return match[0]
        return _capitals(value) if match[2] else value

    return _HOLE.sub(put, key)


def constant_text(signature: str) -> str:
    """Return the text that a variable is declared to be, empty where it is none that may be a key.

    >>> constant_text('static final String KEY = "app.name"'), constant_text("KEY = run('a')")
    ('app.name', '')
    """
    found = _CONSTANT.search(signature)
    return found[2] if found else ""


def _capitals(key: str) -> str:
    pieces: list[str] = []
    end = 0
    for match in _HOLE.finditer(key):
        pieces += key[end : match.start()].upper(), f"{{{match[1]}^}}"
        end = match.end()
    return "".join((*pieces, key[end:].upper()))
