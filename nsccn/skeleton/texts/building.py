"""Dockerfiles and Makefiles: instructions, targets and variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row

_INSTRUCTION: Final = regex(r"\s*([A-Za-z]+)\s")
_STAGE: Final = "FROM"
_MARKER: Final = regex(r"<<-?\s*[\"']?(\w+)[\"']?")
_TARGET: Final = regex(r"(?![#\t ])(?:[^:=#$]|\$(?!\()|\$\([^()]*\))+::?(?!=)[^=]*$|define\s")
_VARIABLE: Final = regex(r"(?:export\s+|override\s+)*[\w.$(){}-]+\s*(?:[:?+!]|::)?=|-?include\s|export\s")
_HELP: Final = regex(r"##?[^#]")


def instructions(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield the stages of a Dockerfile, from SIGNATURE on the first line of each instruction, at DOC comments."""
    goes_on, marker = False, ""
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if marker:
            marker = "" if stripped == marker else marker
            continue
        if stripped.startswith("#"):
            if detail >= Detail.DOC and not goes_on:
                yield Row(number, line.rstrip())
            continue
        found = _INSTRUCTION.match(line)
        if found and not goes_on and (detail >= Detail.SIGNATURE or found.group(1).upper() == _STAGE):
            yield Row(number, line.rstrip())
        here = _MARKER.search(line)
        marker = here.group(1) if here else ""
        goes_on = stripped.endswith("\\")


def targets(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield the targets of a Makefile, from SIGNATURE on its variables and includes, at DOC comments above targets."""
    goes_on = False
    for number, line in enumerate(lines, 1):
        if not goes_on and not line.startswith("\t"):
            is_variable = detail >= Detail.SIGNATURE and _VARIABLE.match(line)
            if is_variable or _TARGET.match(line):
                if detail >= Detail.DOC:
                    yield from _comment_above(lines, number)
                yield Row(number, line.rstrip())
        goes_on = line.rstrip().endswith("\\")


def _comment_above(lines: list[str], line: int) -> Iterator[Row]:
    first = line - 1
    while first and _HELP.match(lines[first - 1]):
        first -= 1
    for number in range(first + 1, line):
        yield Row(number, lines[number - 1].rstrip())
