"""Reads of the environment whose key is a constant of the file: `KEY = "HOME"`, and below `os.environ[KEY]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DATA_KINDS

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.settings.settingkeys import SettingKeys

_VALUE: Final = re.compile(
    rb"[=:]\s*(?:[rbuf]|&'static str\s*=\s*)?[\"'`]([\w.-]{1,120})[\"'`]\s*[;,)]?\s*\Z"
)
_INSIDE: Final = re.compile(rb"[\w.:$]")
"""What stands before a name that is the end of another."""
_LAST: Final = re.compile(rb"\.|::")
_LONGEST: Final = 300


def named_keys(
    reader: Reader, keys: SettingKeys, spelled: Iterable[tuple[str, bool]]
) -> Iterator[tuple[str, int]]:
    """Yield the keys that constants of the file name, each with the place where it is used.

    `spelled` are the names of what reads the environment, and whether each is the environment itself.
    """
    data = reader.data
    for name, is_object in spelled:
        for written in dict.fromkeys((name, name.replace(".", "::"))):
            if written.encode() not in data:
                continue
            for match in _use(written, is_object=is_object).finditer(data):
                if match.start() and _INSIDE.match(data, match.start() - 1):
                    continue
                key = keys.constants.get(_LAST.split(match.group(1))[-1])
                if key:
                    yield key, match.start(1)


def constant_texts(reader: Reader) -> dict[bytes, str]:
    """Return the texts of variables outside functions by their names; a name that is given two has none."""
    found: dict[bytes, str] = {}
    doubtful: set[bytes] = set()
    for definition in reader.definitions:
        place = definition.full_range
        if definition.kind not in DATA_KINDS or place.end_byte - place.start_byte > _LONGEST:
            continue
        value = _VALUE.search(reader.data[place.start_byte : place.end_byte])
        name = definition.name.encode()
        if value is None or name in found:
            doubtful.add(name)
        else:
            found[name] = value.group(1).decode("utf-8", "replace")
    return {name: key for name, key in found.items() if name not in doubtful}


@lru_cache(maxsize=256)
def _use(written: str, *, is_object: bool) -> re.Pattern[bytes]:
    key = r"((?:[A-Za-z_]\w*(?:\.|::))?[A-Za-z_]\w*)"
    if not is_object:
        return re.compile(rf"{re.escape(written)}\s*\(\s*&?{key}\s*[,)]".encode())
    return re.compile(rf"{re.escape(written)}\s*\[\s*{key}\s*\]".encode())
