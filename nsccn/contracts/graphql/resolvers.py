"""Which fields of GraphQL a function answers, where schemas declare them, and who answers a field.

The text says it, and no edge does. To add a notation is to write how a file of it is read: a row of `_NOTATIONS`.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.graphql.classes import WHOLE, by_field, by_folder, by_graphene, by_receiver
from nsccn.contracts.graphql.code import CodeFile, Resolver
from nsccn.contracts.graphql.maps import by_type, in_map
from nsccn.contracts.graphql.marks import by_annotation, by_attribute, by_binding, by_decorator, by_strawberry
from nsccn.contracts.graphql.texts import LARGEST, ROOTS, SUFFIXES, declared_in
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.search.settingnames import folded, inner_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from nsccn.contracts.graphql.texts import Declared
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_NODE: Final = (".ts", ".js", ".tsx", ".jsx", ".mts", ".mjs", ".cjs", ".cts")
_NOTATIONS: Final[
    tuple[tuple[tuple[str, ...], tuple[Callable[[CodeFile], Iterator[Resolver]], ...]], ...]
] = (
    (_NODE, (by_decorator, in_map, by_type)),
    ((".java", ".kt"), (by_annotation,)),
    ((".py",), (by_graphene, by_strawberry, by_binding)),
    ((".go",), (by_receiver,)),
    ((".rb",), (by_field,)),
    ((".cs",), (by_attribute,)),
    ((".php",), (by_folder,)),
)
_WORDS: Final = (
    "graphql GraphQL gql graphene strawberry ariadne resolver resolvers Dgs QueryMapping MutationMapping SchemaMapping "
    "QueryType MutationType ObjectType ExtendObjectType BaseObject"
).split()
"""Words of files in which functions answer fields."""
_ANY: Final = ("graphql", "=graphql", "gql", "graphen", "strawberry", "ariadn")
"""Terms of which a repository that speaks GraphQL has one, be it in the path of a file."""
_SCHEMA_WORDS: Final = ("typeDefs", "makeExecutableSchema", "buildSchema", "MustParseSchema")
"""Words of code that writes a schema out."""
_SCHEMA_FILE: Final = regex(r"(?:(?:schema|type_?defs?)[^/]*|\.(?:graphql|gql)\.\w+)\Z", re.IGNORECASE)
_MOST_FILES: Final = 80
_MOST_SCHEMAS: Final = 40
_MOST_ROOTS: Final = 20
_MOST_ANSWERING: Final = 12
_DIRECTIVE: Final = regex(r"@\w+\([^()\"]{0,200}\bresolver:\s*\"([\w\\]{1,300}?)(?:@(\w+))?\"")
_LEAST_FOLDERS: Final = 3
"""Of the name of a class so many last parts are those of its path."""
_ROOT_NAMES: Final = frozenset(ROOTS.values())
_GIVEN: Final = regex(r"\bSchema\(([^()]{0,400})")
_CLASS: Final = regex(
    r"^class[ \t]+(Query|Mutation|Subscription)\b[^(\n]{0,9}\(([^)]{0,9000})\)", re.MULTILINE
)


class SchemaLine(NamedTuple):
    """A line that declares a field."""

    path: str
    field: Declared


class Resolvers:
    """The fields that functions of a repository answer, found when they are asked for."""

    def __init__(self, index: RepoIndex, table: EntityTable) -> None:
        self._index, self._table = index, table
        self._lexical, self._paths = index.snapshot.lexical, index.snapshot.entities.paths
        self._known: dict[str, list[Resolver]] = {}
        self._schema: dict[tuple[str, str], list[SchemaLine]] = {}
        self._roots: dict[str, str] = {}
        self._answering: set[int] | None = None

    @property
    def is_any(self) -> bool:
        """Whether anything of GraphQL is in the repository."""
        return any(self._lexical.term(word) is not None for word in _ANY)

    def of(self, entity: Entity) -> list[Resolver]:
        """Return the fields that a function answers, or a class as a whole."""
        if role_of(entity.path) not in (Role.SOURCE, Role.EXAMPLE):
            return []
        paths = {entity.path: None}
        if entity.path.endswith((".py", ".rb")) and (entity.name in WHOLE or entity.kind in TYPE_KINDS):
            owner = entity.name if entity.kind in TYPE_KINDS else self._table.name_of(entity.parent)
            paths.update(dict.fromkeys(self._giving(owner, entity.path)))
        elif entity.path.endswith(_NODE) and entity.kind == "func":
            paths.update(dict.fromkeys(self._giving(_imported_as(entity), entity.path)))
        found = [one for path in paths for one in self._in_file(path) if one.entity == entity.index]
        if entity.path.endswith(".php") and entity.kind == "method":
            found += self._by_directive(entity)
        return [*dict.fromkeys(filter(None, map(self._settled, found)))]

    def answering(self, type_: str, field: str) -> list[Resolver]:
        """Return the functions that answer a field; of a class as a whole the method."""
        found = dict[int, Resolver]()
        spelt = {field, field[:1].upper() + field[1:], "_".join(inner_words(field)).lower()}
        for path in self._holding(field):
            if not any(map(self._index.text_if_any(path).__contains__, spelt)):
                continue
            for one in self._in_file(path):
                if folded(one.field) != folded(field):
                    continue
                settled = self._settled(one)
                if settled is not None and (settled.type, settled.field) == (type_, field):
                    found.setdefault(one.entity, settled)
        for line in self.declared(type_, field):
            for entity in self._directed(line.field.directives):
                found[entity] = Resolver(type_, field, entity, self._table.path_of(entity), line.field.line)
        functions = [one for one in found.values() if self._is_function(one.entity)] or [*found.values()]
        return sorted(functions, key=lambda one: (role_of(one.path), one.path, one.line))[:_MOST_ANSWERING]

    def declared_by(self, attribute: Entity) -> list[Resolver]:
        """Return what answers the field that an attribute of a type declares; of a class as a whole the method."""
        if role_of(attribute.path) not in (Role.SOURCE, Role.EXAMPLE):
            return []
        own = (one for one in self._in_file(attribute.path) if one.line == attribute.name_line)
        settled = dict.fromkeys(filter(None, map(self._settled, own)))
        found = [one for one in settled if one.entity != attribute.index]
        return [one for one in found if self._is_function(one.entity)] or found

    def _by_directive(self, method: Entity) -> Iterator[Resolver]:
        """Yield the fields for which a schema names a method of PHP."""
        owner = self._table.name_of(method.parent)
        held = self._lexical.files_with(owner)
        paths = sorted(path for slot in held if (path := self._paths[slot]).endswith(SUFFIXES))
        for path in paths[:_MOST_SCHEMAS]:
            for one in declared_in(path, self._index.text_if_any(path)):
                if owner in one.directives and method.index in self._directed(one.directives):
                    yield Resolver(one.type, one.field, method.index, path, one.line)

    def _directed(self, directives: str) -> list[int]:
        """Return the methods that a directive names."""
        named = _DIRECTIVE.search(directives)
        if named is None:
            return []
        folders = re.split(r"\\+", named[1].strip("\\"))
        method = named[2] or "__invoke"
        qualified = f"{folders[-1]}.{method}"
        found = [
            one
            for one in self._table.named(method)
            if f".{self._table.qualified_of(one)}".endswith(f".{qualified}")
            and self._table.path_of(one).endswith(f"{'/'.join(folders[-_LEAST_FOLDERS:])}.php")
        ]
        return found if len(found) == 1 else []

    def _is_function(self, entity: int) -> bool:
        return self._table.kinds[self._table.kind[entity]] in FUNCTION_KINDS

    def declared(self, type_: str, field: str) -> list[SchemaLine]:
        """Return the lines of schemas that declare a field, however its name is spelt."""
        key = folded(type_), folded(field)
        if key not in self._schema:
            self._schema[key] = [*self._declared(*key, field)]
        return self._schema[key]

    def _declared(self, type_: str, folded_field: str, field: str) -> Iterator[SchemaLine]:
        held = self._lexical.files_with(field)
        documents = {path for slot in held if (path := self._paths[slot]).endswith(SUFFIXES)}
        inside = held - self._index.snapshot.entities.text_files
        written = set().union(*(self._lexical.files_with(word) for word in _SCHEMA_WORDS))
        code = {path for slot in inside if _SCHEMA_FILE.search(path := self._paths[slot]) or slot in written}
        paths = [*sorted(documents), *sorted(code - documents)]
        for path in paths[:_MOST_SCHEMAS]:
            role = role_of(path)
            is_own = (
                path.endswith(SUFFIXES) or role is not Role.TEST
            )  # code of a test may write out one of its own
            if role not in (Role.VENDORED, Role.DOCUMENT) and is_own:
                text = self._index.text_if_any(path)
                for one in declared_in(path, text, type_, folded_field):
                    yield SchemaLine(path, one)

    def _in_file(self, path: str) -> list[Resolver]:
        """Return what functions of a file answer, as it says itself."""
        if path not in self._known:
            readers = next((readers for suffixes, readers in _NOTATIONS if path.endswith(suffixes)), ())
            text = self._index.text_if_any(path) if readers else ""
            code = CodeFile(self._table, path, text if len(text) <= LARGEST else "")
            self._known[path] = (
                [one for read in readers for one in read(code) if one.field.isidentifier()]
                if code.text
                else []
            )
        return self._known[path]

    def _settled(self, one: Resolver) -> Resolver | None:
        """Return a resolver with the names that a schema has; None where none has what is not certain."""
        type_ = self._root(one.type, one.path)
        if one.is_certain:
            return one._replace(type=type_)
        for line in self.declared(type_, one.field):
            return one._replace(type=line.field.type, field=line.field.field, is_certain=True)
        return None

    def _root(self, type_: str, path: str) -> str:
        """Return the root that a class of Python is, or is part of; else the type itself."""
        if type_ in _ROOT_NAMES or not path.endswith(".py"):
            return type_
        if type_ not in self._roots:
            self._roots[type_] = next(self._roots_of(type_), type_)
        return self._roots[type_]

    def _roots_of(self, type_: str) -> Iterator[str]:
        held = self._lexical.files_with(type_)
        among = held & (self._lexical.files_with("query") | self._lexical.files_with("mutation"))
        word = re.compile(rf"(?<!\w){re.escape(type_)}(?!\w)")
        for path in islice(
            sorted(self._paths[slot] for slot in among if self._paths[slot].endswith(".py")), _MOST_ROOTS
        ):
            text = self._index.text_if_any(path)
            if len(text) > LARGEST:
                continue
            for found in (
                _CLASS.finditer(text) if any(f"class {root}" in text for root in _ROOT_NAMES) else ()
            ):
                if word.search(found[2]):
                    yield found[1]
            for found in _GIVEN.finditer(text) if "Schema(" in text else ():
                for said, root in ROOTS.items():
                    if re.search(rf"\b{said}\s*=\s*{re.escape(type_)}\b", found[1]):
                        yield root

    def _giving(self, name: str, path: str) -> list[str]:
        """Return the files that may give a class, or a function, for a field."""
        held = self._lexical.files_with(name) & self._files()
        ends = path[path.rfind(".") :]
        found = (self._paths[slot] for slot in held)
        return sorted(
            one for one in found if one != path and one.endswith(ends) and role_of(one) is Role.SOURCE
        )[:_MOST_FILES]

    def _holding(self, field: str) -> list[str]:
        """Return the files in which what answers a field may stand, those first that have a name for it."""
        spelt = (f"get_{field}", f"resolve_{field}", f"{field}_async", f"get_{field}_async")
        named = set().union(*(self._lexical.files_with(one) for one in spelt))
        held = (named | self._lexical.files_with(field)) & self._files()
        paths = sorted((role_of(self._paths[slot]), slot not in named, self._paths[slot]) for slot in held)
        return [path for role, _, path in paths if role in (Role.SOURCE, Role.EXAMPLE) and _is_read(path)][
            :_MOST_FILES
        ]

    def _files(self) -> set[int]:
        """Return the files in which functions may answer fields."""
        if self._answering is None:
            named = self._lexical.files_with("Query") | self._lexical.files_with("Mutation")
            by_path = {slot for slot, path in enumerate(self._paths) if "graphql" in path.lower()}
            by_path |= {slot for slot in named if self._paths[slot].endswith(_NODE)}
            self._answering = by_path.union(*(self._lexical.files_with(word) for word in _WORDS))
        return self._answering


def _imported_as(function: Entity) -> str:
    """Return a name by which a file most likely takes a function: of one without a name that of its file."""
    *folders, name = function.path.split("/")
    stem = name.partition(".")[0]
    if function.name != "default":
        return function.name
    return folders[-1] if stem == "index" and folders else stem


def _is_read(path: str) -> bool:
    return any(path.endswith(suffixes) for suffixes, _ in _NOTATIONS)


def places(lines: Iterable[SchemaLine]) -> list[tuple[str, int]]:
    """Return where fields are declared."""
    return sorted({(one.path, one.field.line) for one in lines}, key=lambda one: (role_of(one[0]), one))
