"""Reads the lines that a patch changes, in the unified format of diff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from nsccn.regexes import regex
from nsccn.search.diagnostics import Place
from nsccn.search.traceback import clean_path, without_colours
from nsccn.search.zones import readable

_FILE: Final = regex(r"(?P<side>---|\+\+\+) (?:(?P<quoted>\"(?:[^\"\\]|\\.)*\")|(?P<path>[^\t]+))")
_SIDE: Final = regex(r"\A[a-ciow]/")
"""What git puts before a path: `a/` and `b/`, or the letter of what it compares."""
_ESCAPED: Final = regex(r"\\(?:(?P<octal>[0-3][0-7]{2})|(?P<other>.))")
_HUNK: Final = regex(
    r"(?P<ats>@@{1,8}+)(?P<before>(?: -\d{1,6}(?:,\d{1,6})?){1,8}) \+(?P<after>\d{1,6}(?:,\d{1,6})?) (?P=ats)"
)
"""One file against others: against the one before, and, of a merge, against the one of each parent."""
_MARKS: Final = frozenset("+- ")
_MOST_TEXT: Final = 400_000
_BEGINS: Final = regex(
    r"\s*(?:```\w*\s*)?"
    r"(?:diff --|Index: |--- \S|commit [0-9a-f]{7,40}\b|From [0-9a-f]{40} |[0-9a-f]{7,40} \S|\S+ +\| +(?:\d|Bin))"
)


def is_patch(text: str) -> bool:
    """Tell whether a text is a patch from its first line on, or a commit with one."""
    text = without_colours(readable(text, _MOST_TEXT))
    return _BEGINS.match(text) is not None and _HUNK.search(text) is not None


class Change(NamedTuple):
    """A line that a patch writes or takes away."""

    path: str
    """The new one, or the old one of a file that is taken away."""
    before: int
    """Where it stands in the old file, or would stand."""
    after: int
    """The same for the new one."""
    text: str
    is_written: bool
    old_path: str


def changed(text: str) -> list[Place]:
    """Return the lines that a patch writes, or before which it takes some away, as the new file counts them."""
    return list(dict.fromkeys(Place(one.path, one.after) for one in changes(text)))


def changes(text: str) -> Iterator[Change]:
    """Yield the lines that a patch changes."""
    old, new = "", ""
    numbers: list[int] = []  # of the next line in each old file, and in the new one
    left: list[int] = []  # lines of each that a hunk still has
    for line in without_colours(readable(text, _MOST_TEXT)).split("\n"):
        written = line.removesuffix("\r")
        olds = len(left) - 1
        marks = written[:olds].ljust(olds)  # blanks at the ends of lines may have been lost
        if max(left, default=0) > 0 and (_MARKS.issuperset(marks) or marks[0] == "\\"):
            is_taken, is_written = "-" in marks, "+" in marks
            if is_taken or is_written:
                before, after = max(numbers[0], 1), max(numbers[-1], 1)
                yield Change(new or old, before, after, written[olds:], is_written, old)
            has = [mark == "-" if is_taken else mark == " " for mark in marks] + [not is_taken]
            has = [False] * len(left) if marks[0] == "\\" else has
            numbers = [number + is_in for number, is_in in zip(numbers, has, strict=True)]
            left = [number - is_in for number, is_in in zip(left, has, strict=True)]
            continue
        left = []  # of a hunk that is cut off
        if named := _FILE.match(written):
            path = _path(named["path"] or _unquoted(named["quoted"]))
            old, new = (old, path) if named["side"] == "+++" else (path, "")
        elif (old or new) and (hunk := _HUNK.match(written)):
            spans = [part.lstrip("-").split(",") for part in [*hunk["before"].split(), hunk["after"]]]
            numbers = [int(span[0]) for span in spans]
            left = [int(span[1]) if len(span) > 1 else 1 for span in spans]


def _path(written: str) -> str:
    return "" if written == "/dev/null" else clean_path(_SIDE.sub("", written.rstrip(), count=1))


def _unquoted(written: str) -> str:
    """Return a path that git quotes, with the bytes of its letters as octal numbers."""
    meant = _ESCAPED.sub(
        lambda found: chr(int(found["octal"], 8)) if found["octal"] else found["other"], written[1:-1]
    )
    return meant.encode("latin-1", "replace").decode("utf-8", "replace")
