"""Which path stands before a line because a call that is given it, or its options, encloses the line: a group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import bare, chained_calls
from nsccn.contracts.routes.texts import WrittenPath
from nsccn.regexes import regex
from nsccn.text import indentation

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile

_PREFIX_OPTION: Final = regex(r"\bprefix[\"']?\s*(?:=>|[:=])\s*[\"'](?P<path>[^\"'\s]*)[\"']")
_MOST_OPTIONS: Final = 20
_MOST_BLANK: Final = 4
_NESTS: Final = regex(r"\bnest\(\s*\Z")
"""Before a path that holds for the other arguments: `nest(`, `path("/carts"),`, `route()…)`."""
_REGISTERS: Final = regex(r"\.register\(.*[{(]\s*\Z")
_CHILDREN: Final = regex(r"\s*(?:children|routes)\s*:\s*(?:<[^<>]*>)?\[")
_RECORD_PATH: Final = regex(r"\s*path\s*:\s*[\"'`]")
_FUNCTION: Final = regex(r"\s*(?:static\s+)?(?:function|fn)\b")
PREFIX_CALL: Final = regex(r"\bprefix\(\s*\Z")
"""Stands before a path that is before those of a group: `prefix("/admin")`."""
_GROUP: Final = regex(r"(?:group|prefix|scope|base_?path)\(\s*\Z", re.IGNORECASE)
_LINK: Final = regex(r"[^()]*\)(?:\s*(?:\.|->)\s*\w+\((?:[^()]|\([^()]*\))*+(?:\)|\Z))+\Z")
_LONGEST: Final = 1000
_MOST_BLOCK: Final = 3000


def is_linked(text: str, group: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a path on a line is given to what the call makes that is given another as that of a group.

    >>> is_linked('r.Group("/carts").Use(guard).GET("", list)', (8, 16), (33, 35))
    True
    """
    before = bare(text[group[1] : span[0]]) if group[1] <= span[0] else ""
    return bool(before and _GROUP.search(text, 0, group[0]) and _LINK.match(before))


def group_around(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    """Return the nearest path that is given to a call which encloses a line."""
    if line not in file.groups:
        file.groups[line] = _group_around(file, line)
    return file.groups[line]


def _group_around(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    lines = file.lines
    least = indentation(lines[line - 1])
    for number in range(line - 1, max(line - _MOST_BLOCK, 0), -1):
        text = lines[number - 1]
        if indentation(text) == least and text.rstrip().endswith("),") and _NESTS.search(lines[number - 2]):
            return next(((number, written) for written in file.paths_on(number) if written.parts), None)
        if not text.strip() or indentation(text) >= least:
            continue
        least = indentation(text)
        if _CHILDREN.match(text) and (record := _of_record(file, number)):
            return record
        if (last := _options_end(lines, number)) and (option := _option(file, last)):
            return option
        for written in file.paths_on(number):
            if written.parts and (
                line < file.past(number, written) or _encloses(file, number, written, line)
            ):
                return number, written
        if _REGISTERS.search(text) and (option := _behind(file, number)):
            return option
        if text.lstrip().startswith("->") and (linked := _linked(file, number)):
            return linked
        if not least:
            return None
    return None


def _of_record(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    """Return the path of the record whose children begin on a line: `path: "carts",` above `children: [`."""
    depth = indentation(file.lines[line - 1])
    for number in range(line - 1, max(line - _MOST_OPTIONS, 0), -1):
        text = file.lines[number - 1]
        if text.strip() and indentation(text) < depth:
            return None
        if indentation(text) == depth and _RECORD_PATH.match(text):
            return next(((number, written) for written in file.paths_on(number) if written.parts), None)
    return None


def _linked(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    """Return the prefix that a chain says above the link with which a block begins: `->prefix("/carts")`."""
    for number in range(line - 1, max(line - _MOST_OPTIONS, 0), -1):
        text = file.lines[number - 1]
        if not text.lstrip().startswith("->"):
            return None
        for written in file.paths_on(number):
            if written.parts and PREFIX_CALL.search(text, 0, written.span[0]):
                return number, written
    return None


def _behind(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    """Return the prefix among the options behind a function that begins on a line: `}, { prefix: "/carts" })`."""
    least = indentation(file.lines[line - 1])
    for number in range(line + 1, min(line + _MOST_BLOCK, len(file.lines)) + 1):
        text = file.lines[number - 1]
        if text.strip() and indentation(text) <= least:
            return _read_option(file, number)
    return None


def _options_end(lines: Sequence[str], line: int) -> int:
    """Return the line that ends the options with which a block begins: that of the block, or the one above; else 0.

    `], function () {`, or `],` and `function () {` below it.
    """
    text = lines[line - 1]
    if text.lstrip()[0] in ")]}":
        return line
    above = next(
        (one for one in range(line - 1, max(line - _MOST_BLANK, 0), -1) if lines[one - 1].strip()), 0
    )
    ends = (
        above
        and indentation(lines[above - 1]) == indentation(text)
        and lines[above - 1].rstrip().endswith("],")
    )
    return above if ends and _FUNCTION.match(text) else 0


def _read_option(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    found = _PREFIX_OPTION.search(file.lines[line - 1][:_LONGEST])
    if found is None:
        return None
    return line, WrittenPath([part for part in found["path"].split("/") if part], found.span())


def _option(file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
    """Return the prefix among the options that a line closes and with which a block begins."""
    least = indentation(file.lines[line - 1])
    if file.lines[line - 1].lstrip().startswith("["):
        return _read_option(file, line)
    for number in range(line - 1, max(line - _MOST_OPTIONS, 0), -1):
        if file.lines[number - 1].strip() and indentation(file.lines[number - 1]) <= least:
            return None
        if found := _read_option(file, number):
            return found
    return None


def _encloses(file: RouteFile, number: int, written: WrittenPath, line: int) -> bool:
    call = file.call(number, written.span)
    calls = [call, *chained_calls(file.lines, number, written.span)] if call else []
    return any(one.first <= line <= one.last and one.last > number for one in calls)
