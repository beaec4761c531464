"""Which fields of GraphQL functions answer that a map of resolvers has.

    const resolvers = { Query: { user: findUser }, User: { posts() { … } } };
    const user: QueryResolvers["user"] = …      const User: UserResolvers = { posts() { … } };

A map is told by the name of a root in it; what is written there answers, or what it names. Types that programs make of
a schema tell the rest.
"""

from __future__ import annotations

import re
from itertools import islice
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.graphql.code import Resolver
from nsccn.contracts.graphql.texts import ROOTS
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import places_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.contracts.graphql.code import CodeFile
    from nsccn.graph.entitytable import EntityTable

_ROOT: Final = regex(
    r"(?<![\w$.])(?<!type )(?<!interface )(?P<type>Query|Mutation|Subscription)[\"']?\s{0,9}"
    r"(?::\s{0,9}(?:\w{0,80}Resolvers(?:<[^<>\n]{0,80}>)?\s{0,9}=\s{0,9})?|=\s{0,9})(?P<open>\{)"
)
_MAP: Final = regex(
    r"(?:\b\w*[Rr]esolvers?(?:\s*:\s*[\w.<>, ]{1,80})?\s*[:=]|\bmodule\.exports\s*=|\bexport\s+default)\s*(?P<open>\{)"
)
_OF_CACHE: Final = regex(
    r"(?:\b(?:typePolicies|cacheRedirects|cacheResolvers|\w{0,80}[mM]ocks)(?:\s{0,9}:\s{0,9}[\w.]{1,80})?\s{0,9}[:=]"
    r"|:\s{0,9}TypePolicies\s{0,9}=)\s{0,9}(?P<open>\{)"
)
"""What a client keeps, or a test makes up, by the names of types too."""
_CACHE: Final = regex(r"\bfrom\s{0,9}[\"'][^\"'\n]{0,100}graphcache[\"']")
"""A client whose updates have the form of resolvers."""
_TYPED: Final = regex(
    r"\b(?:const|let|var)\s{1,9}(?P<name>[A-Za-z_$][\w$]{0,80})\s{0,9}:(?P<of>[^=;{}()`]{1,1500}+)=\s{0,9}(?P<open>\{)?"
)
_TYPE: Final = regex(r"\b(?P<type>[A-Z]\w{0,80}?)Resolvers\b(?:\[[\"'](?P<field>\w{1,80})[\"']\])?")
_TAKEN: Final = regex(
    r"\bimport\s{1,9}(?P<default>[A-Za-z_$][\w$]*)?\s{0,9},?\s{0,9}(?:\{(?P<names>[^{}]{0,2000})\})?\s{0,9}"
    r"from\s{0,9}[\"'](?P<module>\.[^\"'\n]{0,200})[\"']"
    r"|\b(?:const|let|var)\s{1,9}(?:(?P<whole>[A-Za-z_$][\w$]*)|\{(?P<parts>[^{}]{0,2000})\})\s{0,9}=\s{0,9}"
    r"require\(\s{0,9}[\"'](?P<file>\.[^\"'\n]{0,200})[\"']"
)
_PART_TAKEN: Final = regex(r"([A-Za-z_$][\w$]*)(?:\s{1,9}as\s{1,9}|\s{0,9}:\s{0,9})?([A-Za-z_$][\w$]*)?")
_ENDINGS: Final = tuple(
    f"{part}{end}" for part in ("", "/index") for end in (".js", ".ts", ".mjs", ".jsx", ".tsx")
)
_DEFAULT: Final = "default"
_TYPE_OF_CODE: Final = regex(r"\b(?:type|interface)\s+\w+[^=;{}]{0,80}=?\s*\{?[^{}]{0,200}\Z")
_PART: Final = regex(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[{}()\[\],]"
)
_KEY: Final = regex(
    r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z))*(?:async\s+)?(?:\*\s*)?[\"']?(?P<name>[A-Za-z_$][\w$]*)[\"']?\s*"
    r"(?P<sign>:\s*(?P<open>\{)|:\s*(?P<value>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*(?=[,}]|\Z)|[:(]|(?=[,}]|\Z))"
)
"""The key of a member, with what it is given if that is an object, or a name."""
_LONGEST: Final = 60_000
"""Letters of a map."""
_MOST_PARTS: Final = 20_000
_MOST_MAPS: Final = 40
_MOST_PLACES: Final = 5_000
_MOST_TAKEN: Final = 300
_MOST_TYPED: Final = 1_000
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
    roots = [] if code.path.endswith(".d.ts") else [*_roots(code.text)]
    if not roots or _CACHE.search(code.text):
        return
    room = [_MOST_PARTS]
    types: dict[int, str] = {}
    for found in roots:
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
    for found in islice(_OF_CACHE.finditer(code.text), _MOST_MAPS):
        for member in _members(code.text, found.start("open"), room):
            types.pop(member.opened, None)
    taken = _taken(code) if types else {}
    for place, type_ in sorted(types.items()):
        for member in _members(code.text, place, room):
            line = code.line_of(member.place)
            for one in _answering(code, member, line, taken):
                yield Resolver(type_, member.name, one, code.path, line)


def by_type(code: CodeFile) -> Iterator[Resolver]:
    """Yield the functions that have a type of resolvers, which a schema must have."""
    room = [_MOST_PARTS]
    for found in islice(_TYPED.finditer(code.text), _MOST_TYPED) if "Resolvers" in code.text else ():
        of = _TYPE.search(found["of"])
        if of is None:
            continue
        named = [(of["field"], found.start("name"), found["name"])] if of["field"] else []
        if found["open"] and not of["field"]:
            members = _members(code.text, found.start("open"), room)
            named = [(one.name, one.place, one.name) for one in members if not one.value]
        for field, place, name in named:
            line = code.line_of(place)
            for one in code.functions:
                if one.name == name and one.name_line == line:
                    yield Resolver(of["type"], field, one.index, code.path, line, is_certain=False)


def _roots(text: str) -> Iterator[re.Match[str]]:
    """Yield where the maps of roots may begin."""
    places = places_of(ROOTS.values(), text, _MOST_PLACES)
    yield from islice(filter(None, (_ROOT.match(text, place) for place in sorted(places))), _MOST_MAPS)


def _members(text: str, place: int, room: list[int]) -> Sequence[_Member]:
    """Return the members of an object that begins at a place."""
    found: list[_Member] = []
    depth, begins = 0, [place + 1]
    for part in islice(_PART.finditer(text, place, place + _LONGEST), room[0]):
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
        if key := _KEY.match(text, begin, place + _LONGEST):
            value = key["value"] or ("" if key["sign"] else key["name"])
            found.append(_Member(key["name"], key.start("name"), key.start("open"), value))
    return found


def _taken(code: CodeFile) -> dict[str, tuple[str, str]]:
    """Return the names that a file takes from others: from which, and what they are called there."""
    found: dict[str, tuple[str, str]] = {}
    for one in islice(_TAKEN.finditer(code.text), _MOST_TAKEN):
        module = normpath(join(dirname(code.path), one["module"] or one["file"]))
        bare = module.removesuffix(".js")
        path = next((bare + end for end in _ENDINGS if code.table.file_slot(bare + end) is not None), "")
        if not path:
            continue
        if whole := one["default"] or one["whole"]:
            found[whole] = path, _DEFAULT
        for part in (one["names"] or one["parts"] or "").split(","):
            if named := _PART_TAKEN.search(part):
                found[named[2] or named[1]] = path, named[1]
    return found


def _answering(
    code: CodeFile, member: _Member, line: int, taken: Mapping[str, tuple[str, str]]
) -> Sequence[int]:
    """Return the function that a member is, or that it names: one of the file, or of one that it imports from."""
    if not member.value:
        return [one.index for one in code.functions if one.name == member.name and one.name_line == line]
    first, _, last = member.value.partition(".")
    if first in taken:
        path, name = taken[first]
        names = [last] if last else [name, first] if name == _DEFAULT else [name]
        return next(filter(None, (_functions(code.table, path, one) for one in names)), [])
    found = [one.index for one in code.functions if one.name == member.value]
    return found if len(found) == 1 else []


def _functions(table: EntityTable, path: str, name: str) -> Sequence[int]:
    """Return the only function of a name in a file."""
    found = [
        one
        for one in table.named(name)
        if table.path_of(one) == path and table.kinds[table.kind[one]] in FUNCTION_KINDS
    ]
    return found if len(found) == 1 else []
