"""Which fields of GraphQL functions answer that a map of resolvers has.

    const resolvers = { Query: { user: findUser }, User: { posts() { … } } };

A map is told by the name of a root in it; what is written there answers, or what it names.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.tools.graphqlcode import Resolver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.tools.graphqlcode import CodeFile

_ROOT: Final = re.compile(
    r"(?<![\w$.])[\"']?(?P<type>Query|Mutation|Subscription)[\"']?\s{0,9}"
    r"(?::\s{0,9}(?:\w{0,80}Resolvers(?:<[^<>\n]{0,80}>)?\s{0,9}=\s{0,9})?|=\s{0,9})(?P<open>\{)"
)
_MAP: Final = re.compile(
    r"(?:\b\w*[Rr]esolvers?(?:\s*:\s*[\w.<>, ]{1,80})?\s*[:=]|\bmodule\.exports\s*=|\bexport\s+default)\s*(?P<open>\{)"
)
_TYPE_OF_CODE: Final = re.compile(r"\b(?:type|interface)\s+\w+[^=;{}]{0,80}=?\s*\{?[^{}]{0,200}\Z")
_PART: Final = re.compile(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[{}()\[\],]"
)
_KEY: Final = re.compile(
    r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z))*(?:async\s+)?(?:\*\s*)?[\"']?(?P<name>[A-Za-z_$][\w$]*)[\"']?\s*"
    r"(?P<sign>:\s*(?P<open>\{)|:\s*(?P<value>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*(?=[,}]|\Z)|[:(]|(?=[,}]|\Z))"
)
"""The key of a member, with what it is given if that is an object, or a name."""
_MOST_PARTS: Final = 20_000
_MOST_MAPS: Final = 40
_OPEN: Final = frozenset("{([")
_CLOSED: Final = frozenset("})]")


class _Member(NamedTuple):
    name: str
    place: int
    opened: int
    """Where the object begins that it is; -1 for anything else."""
    value: str
    """What else it names; itself where nothing is written behind it."""


def in_map(code: CodeFile) -> Iterator[Resolver]:
    """Yield the functions that maps of resolvers have."""
    if code.path.endswith(".d.ts") or not _ROOT.search(code.text):
        return
    room = [_MOST_PARTS]
    types: dict[int, str] = {}
    for found in islice(_ROOT.finditer(code.text), _MOST_MAPS):
        line = code.text.rfind("\n", 0, found.start()) + 1
        if not _TYPE_OF_CODE.search(code.text[max(line - 300, 0) : found.start()]):
            types[found.start("open")] = found["type"]
    for found in islice(_MAP.finditer(code.text), _MOST_MAPS):
        members = _members(code.text, found.start("open"), room)
        if any(member.opened in types for member in members):
            types.update(
                (member.opened, member.name)
                for member in members
                if member.opened >= 0 and member.name[0].isupper()
            )
    for place, type_ in sorted(types.items()):
        for member in _members(code.text, place, room):
            line = code.line_of(member.place)
            for one in _answering(code, member, line):
                yield Resolver(type_, member.name, one, code.path, line)


def _members(text: str, place: int, room: list[int]) -> Sequence[_Member]:
    """Return the members of an object that begins at a place."""
    found: list[_Member] = []
    depth, begins = 0, [place + 1]
    for part in islice(_PART.finditer(text, place), room[0]):
        room[0] -= 1
        sign = part[0]
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSED:
            depth -= 1
            if not depth:
                break
        elif sign == "," and depth == 1:
            begins.append(part.end())
    for begin in begins:
        if key := _KEY.match(text, begin):
            value = key["value"] or ("" if key["sign"] else key["name"])
            found.append(_Member(key["name"], key.start("name"), key.start("open"), value))
    return found


def _answering(code: CodeFile, member: _Member, line: int) -> Sequence[int]:
    """Return the function that a member is, or that it names."""
    own = [one.index for one in code.functions if one.name == member.name and one.name_line == line]
    if own and not member.value:
        return own
    name = member.value.rpartition(".")[2]
    if not name:
        return []
    table = code.table
    here = [one.index for one in code.functions if one.name == name]
    named = [one for one in table.named(name) if table.kinds[table.kind[one]] in FUNCTION_KINDS]
    found = here if "." not in member.value and here else named
    return found if len(found) == 1 else []
