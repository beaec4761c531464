"""Who asks for fields of GraphQL: operations in texts and files, and the code that uses these by a constant or a hook.

const GET_USER = gql`query User { user { name } }`;     useQuery(GET_USER)       useUserQuery()     UserDocument
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.graphql.texts import LARGEST, ROOTS, SUFFIXES, asked_in, is_given_rightly
from nsccn.contracts.nearness import is_nearest
from nsccn.graph.fileroles import CODE_ROLES, role_of
from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.search.settingnames import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.contracts.graphql.resolvers import SchemaLine
    from nsccn.contracts.graphql.texts import Asked
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 120
"""Files that are read for who asks for a field, or uses what asks for it."""
_MOST_USING: Final = 40
_MOST_USES: Final = 20
_MOST_NAMES: Final = 40
_MOST_LINES: Final = 600
_HOOK: Final = regex(
    r"\buse(?P<hooked>[A-Z]\w*?)(?:Lazy|Suspense)?(?P<kind>Query|Mutation|Subscription)\b|\b(?P<kept>[A-Z]\w*?)(?:Document|GQL)\b"
)
_NAME_OF_ONE: Final = regex(
    r"(?<![\w$])(?<!typeof )"
    r"(?:[A-Z][A-Z0-9_]{2,}|[A-Za-z_$][\w$]{0,60}?(?:[Qq]uery|QUERY|[Mm]utation|[Ss]ubscription|[Gg]ql|GQL|Document)\w{0,9})(?![\w$])"
)
_IMPORT: Final = regex(
    r"\bimport\b(?P<names>[^;\"'`]{0,1000}?)\bfrom\s{0,9}[\"'](?P<module>[^\"'\n]{1,200})[\"']"
    r"|^from[ \t]+(?P<package>[\w.]+)[ \t]+import[ \t]+(?P<members>\([^)]{0,2000}\)|[^\n(]{1,400})"
    r"|\{(?P<required>[^{}]{0,400})\}\s{0,9}=\s{0,9}require\([\"'](?P<file>[^\"'\n]{1,200})[\"']\)",
    re.MULTILINE,
)
_NAME: Final = regex(r"[A-Za-z_$][\w$]*")
_HEAD: Final = 20_000
"""Letters in which a file says what it imports."""


class Ask(NamedTuple):
    """A line that asks for a field."""

    path: str
    asked: Asked
    around: int
    """What it stands in: a function, a constant, or the file."""


class Use(NamedTuple):
    """A line that asks for a field by a name."""

    path: str
    line: int
    around: int


class Asks:
    """What is asked for in a repository, found when it is wanted."""

    def __init__(self, index: RepoIndex, table: EntityTable) -> None:
        self._index, self._table = index, table
        self._lexical, self._paths = index.snapshot.lexical, index.snapshot.entities.paths
        self._known: dict[str, list[Ask]] = {}
        self._imports: dict[str, list[_Import]] = {}

    def of(self, type_: str, field: str, schema: Sequence[SchemaLine]) -> list[Ask]:
        """Return the lines that ask for a field of a root, those of the product first."""
        if type_ not in ROOTS.values():
            return []
        kind = self._lexical.files_with(type_.lower())
        found = [
            ask
            for path in self._holding([field], kind)
            if field in self._text(path)
            for ask in self._in_file(path)
            if (ask.asked.type, ask.asked.field) == (type_, field) and _fits(ask.asked, schema)
        ]
        return sorted(found, key=lambda one: (role_of(one.path), one.path, one.asked.line))

    def asked_by(self, function: Entity) -> list[tuple[int, Ask]]:
        """Return what a function asks for, and on which lines."""
        text = self._text(function.path)
        if not text:
            return []
        last = min(function.end_line, function.start_line + _MOST_LINES)
        own = self._in_file(function.path)
        found = [(ask.asked.line, ask) for ask in own if function.start_line <= ask.asked.line <= last]
        lines = text.split("\n")[function.start_line - 1 : last]
        named = {
            self._table.name_of(one): self._pattern(one)
            for one in dict.fromkeys(ask.around for ask in own)
            if self._is_data(one)
        }
        seen, hooks = set[str](), set[str]()
        for number, line in enumerate(lines, function.start_line):
            for name in self._names_on(line, named, seen):
                found += [(number, ask) for ask in self._kept_by(name, function.path)]
            for hook in _HOOK.finditer(line):
                if len(hooks) < _MOST_NAMES and hook[0] not in hooks:
                    hooks.add(hook[0])
                    found += [(number, ask) for ask in self._generated(hook, function.path)]
        return [
            *{
                (ask.asked.type, ask.asked.field, ask.path): (line, ask) for line, ask in reversed(found)
            }.values()
        ][::-1]

    def of_operation(self, operation: Entity) -> list[Ask]:
        """Return what an operation of a document asks for."""
        lines = range(operation.start_line, operation.end_line + 1)
        own = self._in_file(operation.path) if operation.path.endswith(SUFFIXES) else []
        return [ask for ask in own if ask.asked.operation and ask.asked.line in lines]

    def uses(self, ask: Ask) -> list[Use]:
        """Return the lines that use what asks for a field, by a constant's name or those that generators give it."""
        if ask.path.endswith(SUFFIXES):
            return self._using_generated(ask) if ask.asked.operation else []
        return self._using_constant(ask.around) if self._is_data(ask.around) else []

    # -- by names that generators make

    def _using_generated(self, ask: Ask) -> list[Use]:
        operation, kind = ask.asked.operation, ask.asked.type
        others = {other.path for other in self._documents(operation, kind)}
        names = [f"use{operation}{way}{kind}" for way in ("", "Lazy", "Suspense")]
        names += [f"{operation}Document", f"{operation}GQL"]
        pattern = re.compile(rf"(?<![\w$])(?:{'|'.join(map(re.escape, names))})(?![\w$])", re.IGNORECASE)
        held = set().union(*(self._lexical.files_with(name) for name in names))
        paths = [path for path in self._code(held, _MOST_USING) if is_nearest(ask.path, others, path)]
        return [use for path in paths for use in self._naming(path, pattern)][:_MOST_USES]

    def _generated(self, hook: re.Match[str], path: str) -> list[Ask]:
        """Return what an operation asks for whose name a hook is made of, in the nearest document."""
        found = self._documents(hook["hooked"] or hook["kept"], hook["kind"] or "")
        paths = {ask.path for ask in found}
        return [ask for ask in found if is_nearest(ask.path, paths, path)]

    def _documents(self, operation: str, kind: str) -> list[Ask]:
        """Return what documents ask for by an operation of a name, whatever its case."""
        among = self._lexical.files_with(operation)
        documents = sorted(path for slot in among if (path := self._paths[slot]).endswith(SUFFIXES))
        return [
            ask
            for path in documents[:_MOST_USING]
            for ask in self._in_file(path)
            if kind in ("", ask.asked.type) and folded(ask.asked.operation) == folded(operation)
        ]

    # -- by constants

    def _using_constant(self, constant: int) -> list[Use]:
        table = self._table
        name, path = table.name_of(constant), table.path_of(constant)
        named = self._pattern(constant)
        first, last = int(table.start_line[constant]), int(table.end_line[constant])
        found = [use for use in self._naming(path, named) if not first <= use.line <= last]
        is_only = len(self._constants(name)) == 1
        others = self._code(self._lexical.files_with(name), _MOST_FILES)
        for other in others if len(others) < _MOST_FILES else ():
            if other != path and self._takes(other, name, path, is_only=is_only):
                found += self._naming(other, named)
        return found[:_MOST_USES]

    def _kept_by(self, name: str, path: str) -> Iterator[Ask]:
        """Yield what a constant asks for that a file has, or takes from another."""
        constants = self._constants(name)
        here = [one for one in constants if self._table.path_of(one) == path]
        taken = [
            one
            for one in constants[:_MOST_USING]
            if not here and self._takes(path, name, self._table.path_of(one), is_only=len(constants) == 1)
        ]
        for constant in here or taken[:2]:
            for ask in self._in_file(self._table.path_of(constant)):
                if ask.around == constant:
                    yield ask

    def _constants(self, name: str) -> list[int]:
        return [one for one in self._table.named(name) if self._is_data(one)]

    def _pattern(self, constant: int) -> re.Pattern[str]:
        """Return how a constant is named, but for its type: a member of a class not by its name alone."""
        parent = int(self._table.parent[constant])
        is_member = parent >= 0 and self._table.kinds[self._table.kind[parent]] in TYPE_KINDS
        before = r"(?<=\.)" if is_member else r"(?<![\w$])(?<!typeof )"
        return re.compile(rf"{before}{re.escape(self._table.name_of(constant))}(?![\w$])")

    def _names_on(self, line: str, own: Mapping[str, re.Pattern[str]], seen: set[str]) -> list[str]:
        """Return the names on a line that may be of constants which hold operations."""
        names = dict.fromkeys(found[0] for found in islice(_NAME_OF_ONE.finditer(line), _MOST_NAMES))
        names = {name: None for name in names if name not in own}
        names.update((name, None) for name, pattern in own.items() if pattern.search(line))
        fresh = [name for name in names if name not in seen][: max(_MOST_NAMES - len(seen), 0)]
        seen.update(fresh)
        return fresh

    # -- files

    def _is_data(self, entity: int) -> bool:
        return entity >= 0 and self._table.kinds[self._table.kind[entity]] in DATA_KINDS

    def _in_file(self, path: str) -> list[Ask]:
        if path not in self._known:
            text = self._text(path)
            self._known[path] = [
                Ask(path, one, self._table.at_line(path, one.line)) for one in asked_in(path, text)
            ]
        return self._known[path]

    def _naming(self, path: str, named: re.Pattern[str]) -> Iterator[Use]:
        """Yield the lines of a file that name something, but for those that import it."""
        text = self._text(path)
        imports = [one.span for one in self._imported(path)]
        counted, line = 0, 1
        for found in islice(named.finditer(text), _MOST_USES):
            line += text.count("\n", counted, found.start())
            counted = found.start()
            if not any(first <= found.start() < last for first, last in imports):
                yield Use(path, line, self._table.at_line(path, line))

    def _imported(self, path: str) -> list[_Import]:
        if path not in self._imports:
            self._imports[path] = _imports(self._text(path))
        return self._imports[path]

    def _takes(self, taking: str, name: str, path: str, *, is_only: bool) -> bool:
        """Whether a file imports a name from another one."""
        stem = path.rpartition("/")[2].partition(".")[0]
        folder = path.rpartition("/")[0].rpartition("/")[2]
        for one in self._imported(taking):
            if name in one.names:
                module = re.split(r"[./]+", one.module)
                if is_only or stem in module or (stem in ("index", "__init__") and folder in module):
                    return True
        member = re.compile(rf"\w\.{re.escape(name)}(?![\w$])")
        return is_only and member.search(self._text(taking)) is not None

    def _text(self, path: str) -> str:
        text = self._index.text_if_any(path)
        return text if len(text) <= LARGEST else ""

    def _holding(self, words: Sequence[str], kind: set[int]) -> list[str]:
        """Return the documents, and the files of code that name a kind of operation, which hold some words."""
        held = self._lexical.files_with_all(words)
        documents = sorted(path for slot in held if (path := self._paths[slot]).endswith(SUFFIXES))
        return [*documents[:_MOST_FILES], *self._code(held & kind, _MOST_FILES)]

    def _code(self, slots: set[int], most: int) -> list[str]:
        code = slots - self._index.snapshot.entities.text_files
        ranked = sorted((role_of(self._paths[slot]), self._paths[slot]) for slot in code)
        asking = [
            path for role, path in ranked if role in CODE_ROLES and not path.endswith((".d.ts", *SUFFIXES))
        ]
        return asking[:most]


class _Import(NamedTuple):
    """Names that a file imports from another."""

    span: tuple[int, int]
    names: frozenset[str]
    module: str


def _fits(asked: Asked, schema: Sequence[SchemaLine]) -> bool:
    """Whether what is asked for is what a schema declares, where one does."""
    return not schema or any(is_given_rightly(asked, line.field) for line in schema)


def _imports(text: str) -> list[_Import]:
    """Return what a file imports by name."""
    return [
        _Import(
            found.span(),
            frozenset(_NAME.findall(found["names"] or found["members"] or found["required"] or "")),
            (found["module"] or found["package"] or found["file"] or "").removesuffix(".js"),
        )
        for found in _IMPORT.finditer(text[:_HEAD])
    ]
