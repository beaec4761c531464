"""On what a call is made that is given a path of a URL: a variable, an attribute, or what a chain begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import arguments, bare, brackets_around
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.graph.model import Entity

_CALLED_ON: Final = regex(r"([A-Za-z_$][\w$]*)\s*(?:\??\.|->)\s*\w+\s*(?:<[^<>()]*>)?\([^()]*\Z")
_HEAD: Final = regex(
    r"\s*(?:(?:(?:const|export|let|mut|pub|var|val|final)\s+)*(?P<taken>[A-Za-z_$][\w$]*)\s*(?::[^=]+)?:?=(?![=>])|(?P<name>[A-Za-z_$][\w$]*)\s*\Z)"
)
"""What a chain begins with: the variable that keeps its value, or a name alone on its line."""
_RECEIVER: Final = regex(r"(?P<name>[A-Za-z_$][\w$]*)\s*(?:\??\.|->)\s*\w+\s*(?:<[^<>()]*>)?\Z")
_NAMED: Final = regex(r"\s*&?([A-Za-z_$][\w$]*)")
_RECORD: Final = regex(r"[(,\[:=]\s*\Z")
"""Before a bracket of what is no block."""
_NO_CALL: Final = frozenset({"self", "this"})
_MOST_RECEIVING: Final = 6
_MOST_OPTIONS: Final = 20
_LONGEST: Final = 1000


def called_on(file: RouteFile, line: int, written: WrittenPath | None) -> str:
    """Return the name of what is called with a path on a line: of what a chain begins with that goes on there."""
    text = file.lines[line - 1]
    before = text[: written.span[0]] if written else text[: text.find("(") + 1]
    if not before.strip() and line > 1:
        line, before = line - 1, file.lines[line - 2]
    names = [*_receivers(file.lines, line, before)]
    if names:
        known = (one for one in names if (at := file.router(one, line)) and at not in file.import_lines)
        return next(known, names[0])
    head = file.chain_head(line)
    begins = _HEAD.match(file.lines[head - 1]) if head != line else None
    return (begins["taken"] or begins["name"]) if begins else ""


def head_of(file: RouteFile, function: Entity) -> str:
    """Return what a function is called and given."""
    text = " ".join(file.lines[function.start_line - 1 : function.name_line + _MOST_OPTIONS])
    begin = text.find("(", max(text.find(function.name), 0))
    inside = brackets_around(text, begin + 1, begin + 1) if begin >= 0 else None
    return text[: inside[1]] if inside else text.partition("{")[0]


def place_of_parameter(head: str, name: str) -> int:
    """Return the place of a parameter among those that a call gives, from the name of a function on.

    >>> place_of_parameter("func bind(app core.App, rg *Group[*Event]", "rg")
    1
    >>> place_of_parameter("def add(self, router", "router")
    0
    """
    begin = head.find("(") + 1
    given = [re.findall(r"[\w$]+", head[first:last]) for first, last in arguments(head, begin, len(head))]
    own = [words for words in given if words[:1] not in (["self"], ["cls"])]
    return next((place for place, words in enumerate(own) if name in words), 0)


def given_for(text: str, function: str, place: int) -> str:
    """Return the name that a call on a line gives a function in a place; empty for none.

    >>> given_for("bindCarts(app, apiGroup)", "bindCarts", 1)
    'apiGroup'
    """
    plain = bare(text)
    call = re.search(rf"\b{re.escape(function)}\s*\(", plain)
    inside = brackets_around(plain + ")", call.end(), call.end()) if call else None
    given = arguments(plain, inside[0], min(inside[1], len(plain))) if inside else []
    name = _NAMED.match(plain, *given[place]) if place < len(given) else None
    return name[1] if name else ""


def _receivers(lines: Sequence[str], line: int, before: str) -> Iterator[str]:
    """Yield on what those calls are made that are open at the end of a text on a line, the innermost first."""
    if found := _CALLED_ON.search(before):
        yield found[1]
    text = bare("\n".join((*lines[max(line - 1 - _MOST_RECEIVING, 0) : line - 1], before))[-_LONGEST:])
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] in ")]}") - (text[at] in "([{")
        if depth < 0:
            depth = 0
            found = _RECEIVER.search(text, 0, at) if text[at] == "(" else None
            if found and found["name"] not in _NO_CALL:
                yield found["name"]
            elif text[at] == "{" and not _RECORD.search(text, 0, at):
                return  # a function's block
