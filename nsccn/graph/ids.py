"""Entity ids: `{kind}:{path}:{qualified.name}`, split at most twice on `:`.

`func:app/db.py:connect`, `method:app/db.py:Client.get`, `module:app/db.py:__init__`, `file:README.md`,
`config:env:HOME`, `error:builtins:ValueError`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote, unquote

from nsccn.text import listed, one_line, room_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_RESERVED = re.compile("[%:\x00-\x1f\x7f\x85\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of what is read."""
_MOST_AROUND: Final = 6
"""Names of what is around lines: of more, the lines have to do."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class EntityId(NamedTuple):
    """The three parts of an id; `qualified` is empty for files in no known language."""

    kind: str
    path: str
    qualified: str


@lru_cache(maxsize=1 << 12)
def encode_path(path: str) -> str:
    """Percent-encode what would break an id or a line of output, or have it read as something else."""
    return _RESERVED.sub(lambda match: quote(match.group()), _SURROGATE.sub("\ufffd", path))


def listed_lines(
    lines: Mapping[str, Sequence[int]],
    most_files: int,
    most_lines: int,
    around: Callable[[str, int], str] | None = None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Name lines by their files, `app/cart.py:3,9`, and say of how many more files there are others.

    Where few names say what is `around` them all, these stand with them: `app/cart.py:3 in total,9`. A file may be
    `called` otherwise than by its path.
    """
    shown = [*lines.items()][:most_files]
    rooms = [room_for(len(own), most_lines) for _, own in shown]
    names = [_names(path, own[:room], around) for (path, own), room in zip(shown, rooms, strict=True)]
    if sum(len(each) - each.count("") for each in names) > _MOST_AROUND:
        names = [[""] * len(each) for each in names]
    places = [
        f"{encode_path(called.get(path, path))}:{','.join(map('{}{}'.format, own, said))}"
        + (f" and {len(own) - room} more" if len(own) > room else "")
        for (path, own), said, room in zip(shown, names, rooms, strict=True)
    ]
    return listed(places, len(lines))


def _names(path: str, lines: Sequence[int], around: Callable[[str, int], str] | None) -> list[str]:
    """Say of each line what is around it; nothing where that is the same as of the line before."""
    names = [around(path, line) if around else "" for line in lines]
    return [
        "" if name == before else f" in {name}" if name else " at top"
        for before, name in pairwise(["", *names])
    ]


NAMED_NEXT: Final = "next, opened by path:line:"
"""Stands above what `listed_names` returns."""


def listed_names(places: Iterable[tuple[str, str, int]]) -> list[str]:
    """Name definitions by file, name and line, a line for each file: `app/cart.py: total 3, clear 9`.

    One without a name stands for its file.
    """
    files: dict[str, list[str]] = {}
    for path, name, line in places:
        named = files.setdefault(path, [])
        if name:
            named.append(f"{one_line(name)} {line}")
    return [
        f"{encode_path(path)}: {', '.join(named)}" if named else encode_path(path)
        for path, named in files.items()
    ]


def listed_ids(ids: Sequence[str]) -> str:
    """Return ids one behind the other, of further definitions of a name the number alone: `func:cart.py:add#2, #3`."""
    named = [ids[0]] if ids else []
    for before, one in pairwise(ids):
        name, mark, number = one.rpartition("#")
        named.append(mark + number if mark and before.rpartition("#")[0] == name else one)
    return ", ".join(named)


def decode_path(path: str) -> str:
    """Undo `encode_path`."""
    return unquote(path)


def format_id(kind: str, path: str, qualified: str = "") -> str:
    """Return the id of an entity at a decoded path."""
    head = f"{kind}:{encode_path(path)}"
    return f"{head}:{qualified}" if qualified else head


def parse_id(text: str) -> EntityId | None:
    """Return the parts of an id with its path decoded, or None when `text` has no kind and path."""
    kind, _, rest = text.partition(":")
    path, _, qualified = rest.partition(":")
    if not kind or not path:
        return None
    return EntityId(kind, decode_path(path), qualified)
