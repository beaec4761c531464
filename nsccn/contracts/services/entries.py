"""Which entries of contracts in files of another notation a method keeps: statements of MyBatis, rpcs of protocols.

The text tells, and no edge does. A method is bound by what its type says of the service, never by its name alone.
To add a notation is to write how its entries are read, and what binds a type to their owner: a row of `_NOTATIONS`.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.services.stubcalls import stub_calls
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import place
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.search.settingnames import folded, inner_words
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 50
"""Files of a notation that hold all words of a name; of more only those are read that name its owner."""
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 3
_MOST_ROUTES: Final = 7
_MOST_LINES: Final = 60
"""Lines of a type in Go that may embed what stands for a service."""
_NAMESPACE: Final = regex(r"<mapper\b[^<>]*\bnamespace\s*=\s*[\"']([\w.$]+)[\"']")
_STATEMENT: Final = regex(r"<(?:select|insert|update|delete)\b[^<>]*?\sid\s*=\s*[\"'](\w+)[\"']")
_SERVICE_OR_RPC: Final = regex(
    r"^[ \t]*(service|rpc)[ \t]+(\w+)|\b(get|put|post|delete|patch)[ \t]*:[ \t]*\"(/[^\"\n]*)\"", re.MULTILINE
)
"""A service, one of its procedures, or a path by which that is asked for over HTTP (`google.api.http`)."""
BOUND: Final = regex(r"\{[\w.]+=([^{}\"\n]*)\}")
_TEXT_OR_COMMENT: Final = regex(r"\"[^\"\n]*\"|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|\Z)")
_ANY: Final = regex(r"\*\*?")
_PROTO: Final = ".proto"
_MAPPER: Final = ".xml"


class Rule(NamedTuple):
    """A path of URLs by which an entry is asked for, as it is written."""

    method: str
    path: str
    line: int


class Entry(NamedTuple):
    """What a contract has a name for."""

    path: str
    line: int
    owner: str
    name: str
    rules: tuple[Rule, ...] = ()


class Notation(NamedTuple):
    """How one kind of contract is written, and kept."""

    suffix: str
    languages: frozenset[str]
    entries: Callable[[str, str], Iterator[Entry]]
    keeps: Callable[[RepoIndex, CodeGraph, Entity, Entry], bool]
    said: str
    asked: Callable[[RepoIndex, str, str], Iterator[tuple[str, int]]] | None = None
    """Where what has an owner and a name is asked for."""


def kept_by(index: RepoIndex, graph: CodeGraph, entity: int, *, upstream: bool) -> Told:
    """Say which entries of contracts a method keeps, where they are written and, upstream, who asks for them."""
    if graph.kinds[graph.kind[entity]] != "method":
        return Told()
    method, notes, written = graph.entity(entity), list[str](), set[tuple[str, int]]()
    is_asked = False
    for notation in _NOTATIONS:
        if method.language in notation.languages:
            found = _kept(index, graph, method, notation)
            is_asked |= bool(found and notation.asked)
            written.update((one.path, one.line) for one in found)
            for name in sorted({f"{entry.owner}.{entry.name}" for entry in found}):
                places = [one for one in found if f"{one.owner}.{one.name}" == name]
                listed = first_few(places, _MOST_SHOWN, lambda one: f"{encode_path(one.path)}:{one.line}")
                rules = [f"{rule.method} {rule.path}" for one in places for rule in one.rules]
                routes = ", ".join(dict.fromkeys(rules))
                said = f"{notation.said.format(name=name, places=listed)}{f': {routes}' if routes else ''}."
                notes.append(said)
                if upstream:
                    notes += _asked(index, graph, notation, *name.rsplit(".", 1))
    return Told(tuple(notes), frozenset(written), is_used=is_asked and upstream)


def _asked(index: RepoIndex, graph: CodeGraph, notation: Notation, owner: str, name: str) -> Iterator[str]:
    """Say which functions ask for an entry, tests last."""
    lines: dict[tuple[bool, str, int], list[int]] = {}
    for path, line in notation.asked(index, owner, name) if notation.asked is not None else ():
        lines.setdefault((role_of(path) is not Role.SOURCE, path, graph.at_line(path, line)), []).append(line)
    places = [
        place(graph, path, around, lines[is_aside, path, around]) for is_aside, path, around in sorted(lines)
    ]
    if places:
        yield f"By the text, asked for at {first_few(places, _MOST_SHOWN)}."


def _kept(index: RepoIndex, graph: CodeGraph, method: Entity, notation: Notation) -> list[Entry]:
    words = inner_words(method.name)
    table, lexical = index.snapshot.entities, index.snapshot.lexical
    slots = lexical.files_with_all(words)
    paths = sorted(path for slot in slots if (path := table.paths[slot]).endswith(notation.suffix))
    if len(paths) > _MOST_FILES:
        owning = lexical.files_with(method.qualified_name.rpartition(".")[0])
        paths = [path for path in paths if table.file_slot(path) in owning]
    return [
        entry
        for path in paths[:_MOST_FILES]
        if role_of(path) is not Role.GENERATED and len(text := index.text_if_any(path)) <= _LARGEST
        for entry in notation.entries(path, text)
        if folded(entry.name) == folded(method.name) and notation.keeps(index, graph, method, entry)
    ]


def _without(text: str, begin: str, end: str) -> str:
    """Return a text without its comments, on the same lines."""
    parts, place = [], 0
    while (first := text.find(begin, place)) >= 0:
        last = text.find(end, first + len(begin))
        last = len(text) if last < 0 else last + len(end)
        parts += [text[place:first], "\n" * text.count("\n", first, last)]
        place = last
    return "".join([*parts, text[place:]])


def statements(path: str, text: str) -> Iterator[Entry]:
    """Yield the statements of a mapper of MyBatis."""
    text = _without(text, "<!--", "-->")
    if mapper := _NAMESPACE.search(text):
        for found in _STATEMENT.finditer(text, mapper.end()):
            yield Entry(path, text.count("\n", 0, found.start()) + 1, mapper[1], found[1])


def lines_of_statements(index: RepoIndex, path: str, name: str) -> set[int]:
    """Return the lines of a mapper of MyBatis that begin statements of a name, whoever keeps them."""
    text = index.text_if_any(path) if path.endswith(_MAPPER) else ""
    return {one.line for one in statements(path, text) if one.name == name}


def rpcs(path: str, text: str) -> Iterator[Entry]:
    """Yield the procedures of the services that a protocol declares."""
    service, entry = "", None
    text = _without_comments(text)
    for found in _SERVICE_OR_RPC.finditer(text):
        if found[3]:
            rule = Rule(found[3].upper(), found[4], text.count("\n", 0, found.start(3)) + 1)
            entry = entry._replace(rules=(*entry.rules[:_MOST_ROUTES], rule)) if entry is not None else None
            continue
        if entry is not None:
            yield entry
        entry = None
        if found[1] == "service":
            service = found[2]
        elif service:
            entry = Entry(path, text.count("\n", 0, found.start(1)) + 1, service, found[2])
    if entry is not None:
        yield entry


def _without_comments(text: str) -> str:
    """Return the text of a protocol without its comments, on the same lines; `"/carts/*"` begins none."""
    return _TEXT_OR_COMMENT.sub(
        lambda found: found[0] if found[0].startswith('"') else "\n" * found[0].count("\n"), text
    )


def gives_routes(path: str) -> bool:
    """Whether a file is a contract that says by which paths of URLs its entries are asked for."""
    return path.endswith(_PROTO)


def with_parameters(text: str) -> str:
    """Return a text of such a file in which each parameter is a part of a path: `{name=carts/*}` is `carts/{any}`."""
    return BOUND.sub(lambda found: _ANY.sub("{any}", found[1]), text)


def keeping(index: RepoIndex, graph: CodeGraph, path: str, line: int) -> int | None:
    """Return the method that keeps the entry which a line of a contract is of; None where that is not one."""
    notation = next(one for one in _NOTATIONS if path.endswith(one.suffix))
    entries = [
        one
        for one in notation.entries(path, index.text_if_any(path))
        if line in {one.line, *(rule.line for rule in one.rules)}
    ]
    kept = [
        one
        for one in (graph.named(entries[-1].name) if entries else ())
        if graph.kinds[graph.kind[one]] == "method"
        and (method := graph.entity(one)).language in notation.languages
        and role_of(method.path) is Role.SOURCE
        and notation.keeps(index, graph, method, entries[-1])
    ]
    return kept[0] if len(kept) == 1 else None


def _is_mapped(_index: RepoIndex, _graph: CodeGraph, method: Entity, entry: Entry) -> bool:
    """Whether a method is of the interface that a mapper is for: files lie where their packages say."""
    whole = PurePosixPath("/" + method.path).with_suffix("")
    is_of_file = str(whole).endswith("/" + entry.owner.replace(".", "/"))
    owner = method.qualified_name.rpartition(".")[0]
    return is_of_file and owner == whole.name and method.name == entry.name


def _is_served(index: RepoIndex, graph: CodeGraph, method: Entity, entry: Entry) -> bool:
    """Whether the type of a method says that it stands for a service."""
    owner, service = method.qualified_name.rpartition(".")[0], entry.owner
    if not owner:
        return False
    if method.language == "go":
        return method.name == entry.name and _embeds(index, graph, method, owner, service)
    bases = rf"{service}Servicer|{service}Grpc\.{service}ImplBase|{service}\.{service}Base"
    bases += rf"|{service}GrpcKt\.{service}CoroutineImplBase|(?<=[\s:,]){service}(?:Coroutine)?ImplBase"
    based = re.compile(rf"(?<!\w)(?:{bases})(?!\w)")
    return any(based.search(graph.entity(one).signature) for one in graph.qualified_in(method.path, owner))


def _embeds(index: RepoIndex, graph: CodeGraph, method: Entity, owner: str, service: str) -> bool:
    """Whether a struct of Go embeds what stands for a service that is not implemented."""
    embedded = re.compile(rf"(?:\w+\.)?(?:Unimplemented|Unsafe){service}Server\s*(?://.*)?")
    folder = PurePosixPath(method.path).parent
    for one in map(graph.entity, graph.named(owner)):
        if one.kind not in ("class", "struct", "type") or PurePosixPath(one.path).parent != folder:
            continue
        lines = index.text_if_any(one.path).split("\n")
        last = min(one.end_line, one.start_line + _MOST_LINES)
        if any(embedded.fullmatch(line.strip()) for line in lines[one.start_line : last]):
            return True
    return False


_NOTATIONS: Final = (
    Notation(_MAPPER, frozenset({"java", "kotlin"}), statements, _is_mapped, "Its SQL is at {places}"),
    Notation(
        _PROTO,
        frozenset({"go", "python", "java", "kotlin", "csharp"}),
        rpcs,
        _is_served,
        "It answers rpc `{name}` ({places})",
        stub_calls,
    ),
)
