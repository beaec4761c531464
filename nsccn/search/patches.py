"""Reads the lines that a patch changes, in the unified format of diff."""

from __future__ import annotations

import re
from typing import Final

from nsccn.search.diagnostics import Place
from nsccn.search.traceback import clean_path
from nsccn.search.zones import readable

_FILE: Final = re.compile(r"\+\+\+ (?:b/)?(?P<path>[^\t]+)")
_HUNK: Final = re.compile(r"@@ -\d+(?:,\d+)? \+(?P<line>\d{1,6})(?:,(?P<lines>\d{1,6}))? @@")
_BEGINS: Final = re.compile(r"\s*(?:diff --git |Index: |--- \S|commit [0-9a-f]{7,40}\n|From [0-9a-f]{40} )")


def is_patch(text: str) -> bool:
    """Tell whether a text is a patch from its first line on, or a commit with one."""
    return _BEGINS.match(text) is not None and _HUNK.search(text) is not None


def changed(text: str) -> list[Place]:
    """Return the lines that a patch writes, or before which it takes some away, as the new file counts them."""
    found: dict[Place, None] = {}
    path, line, last = "", 0, 0
    for written in readable(text).split("\n"):
        if line < last or (line == last and written.startswith("-") and not written.startswith("--- ")):
            if written.startswith(("+", "-")):
                found[Place(path, max(line, 1))] = None
            line += not written.startswith(("-", "\\"))
        elif named := _FILE.match(written):
            path = "" if named["path"] == "/dev/null" else clean_path(named["path"])
        elif path and (hunk := _HUNK.match(written)):
            line = int(hunk["line"])
            last = line + int(hunk["lines"] or 1)
    return list(found)
