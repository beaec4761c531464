"""Reads the lines that a patch changes, in the unified format of diff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nsccn.search.diagnostics import Place
from nsccn.search.traceback import clean_path
from nsccn.search.zones import readable

_FILE: Final = re.compile(r"\+\+\+ (?:b/)?(?P<path>[^\t]+)")
_HUNK: Final = re.compile(
    r"@@ -(?P<before>\d{1,6})(?:,(?P<lines_before>\d{1,6}))? \+(?P<after>\d{1,6})(?:,(?P<lines_after>\d{1,6}))? @@"
)
_MARKS: Final = ("+", "-", " ", "", "\\")
"""What lines of a hunk begin with; blanks at their ends may have been lost."""
_MOST_TEXT: Final = 400_000
_BEGINS: Final = re.compile(r"\s*(?:diff --git |Index: |--- \S|commit [0-9a-f]{7,40}\n|From [0-9a-f]{40} )")


def is_patch(text: str) -> bool:
    """Tell whether a text is a patch from its first line on, or a commit with one."""
    return _BEGINS.match(text) is not None and _HUNK.search(text) is not None


class Change(NamedTuple):
    """A line that a patch writes or takes away."""

    path: str
    before: int
    """Where it stands in the old file, or would stand."""
    after: int
    """The same for the new one."""
    text: str
    is_written: bool


def changed(text: str) -> list[Place]:
    """Return the lines that a patch writes, or before which it takes some away, as the new file counts them."""
    return list(dict.fromkeys(Place(one.path, one.after) for one in changes(text)))


def changes(text: str) -> Iterator[Change]:
    """Yield the lines that a patch changes."""
    path, before, after = "", 0, 0
    left = [0, 0]  # lines of the old and of the new file that a hunk still has
    for written in readable(text, _MOST_TEXT).split("\n"):
        mark = written[:1]
        if max(left) > 0 and mark in _MARKS:
            if mark in ("+", "-"):
                yield Change(path, max(before, 1), max(after, 1), written[1:], mark == "+")
            is_old, is_new = mark not in ("+", "\\"), mark not in ("-", "\\")
            before, after = before + is_old, after + is_new
            left = [left[0] - is_old, left[1] - is_new]
            continue
        left = [0, 0]  # of a hunk that is cut off
        if named := _FILE.match(written):
            path = "" if named["path"] == "/dev/null" else clean_path(named["path"])
        elif path and (hunk := _HUNK.match(written)):
            before, after = int(hunk["before"]), int(hunk["after"])
            left = [int(lines or 1) for lines in hunk.group("lines_before", "lines_after")]
