"""Whether a name in the text means a certain constant, variable, member or type where no edge says so."""

from __future__ import annotations

import re
from posixpath import dirname
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph import languages
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.extraction.source import Lines
from nsccn.graph.imports import STRATEGIES, ImportStrategy, are_akin
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.objectnames import in_capitals
from nsccn.graph.prototypes import bodies_of
from nsccn.graph.reading import Reading, read_tree
from nsccn.regexes import regex
from nsccn.tracing.holders import Holders
from nsccn.tracing.impliedtypes import LONGEST_BEFORE, is_type_implied, may_imply_type
from nsccn.tracing.keywords import called_by, called_with, is_keyword, is_label, is_of_library
from nsccn.tracing.lineage import constructors, enclosing
from nsccn.tracing.localnames import LocalNames
from nsccn.tracing.readnodes import is_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.index import RepoIndex

_SHOWN: Final = frozenset(
    {"MUTATES", "READS", "READS_CONFIG", "REFERENCES", "CALLS", "INHERITS", "USES_TYPE"}
)
"""Edges by which a trace shows who uses a variable, or a type."""
_DIRECTIVE: Final = "#"
_COMMENT: Final = regex(rb"//|/\*|^\s*\*")
_QUALIFIED: Final = regex(r"([\w$]+)\s*(?:::|\.|->)\s*$")
_OF_OBJECT: Final = (b".", b"->", b"::")
"""What stands before the name of a member."""
_DOT: Final = regex(rb"(?:^|[\s(,:=\[?])\.$")
_OWN: Final = frozenset({"self", "Self", "this", "cls"})
_HOLDER: Final = regex(r"(?<![\w$.>:])(?:(?:self|this)\s*(?:\.|->)\s*)?([\w$]+)\s*\??(?:\.|->)\s*$")
"""The variable, or the field of the object around, of which a member is named."""
_WORD: Final = regex(r"\w+")
_OPENED: Final = rb"\s*(?:(?:::)?\s*(?:<[^{};()]{0,200}>|\[[^{};()]{0,200}\]))?\s*\{"
"""What stands behind a type of which an object is written out, up to its members."""

_NAMES: Final = ("identifier", "simple_identifier")
_COPY: Final = "copy"
"""The method of Kotlin by which one object is made of another."""
_SINGLE: Final = regex(r"\b(?:static|const|object|enum)\b")

Readings = dict[str, Reading]
"""Files -> what a grammar makes of them."""


class Wanted:
    """What is looked for, and where it may be meant."""

    def __init__(self, graph: CodeGraph, root: int, parsed: Readings) -> None:
        self._graph = graph
        self._parsed = parsed
        self._root = graph.entity(root)
        name = re.escape(self._root.name.encode())
        self._word = re.compile(rb"%s(?<![\w$]%s)(?![\w$])" % (name, name))
        """The name by itself; what begins with plain letters is soon looked for."""
        self._prefixed = re.compile(rb"%s(?:(?<![\w$]%s)|(?<=(?<![\w$])\$%s))(?![\w$])" % (name, name, name))
        """The same where a prefix may stand before it: `$cart` is what the store `cart` has, in Svelte."""
        language = languages.load(self._root.language)
        holder = self._root.qualified_name.rpartition(".")[0] if language.extends_foreign else ""
        self._extends = holder.rpartition(".")[2]
        """The last name of a type that is not defined here, of which it is a member by an extension."""
        strategy = STRATEGIES[languages.load(self._root.language).import_strategy]
        self._has_peers = strategy.peers is not ImportStrategy.peers
        parent = int(graph.parent[root])
        self._may_be_left_out = self._root.kind in TYPE_KINDS or self._root.signature.startswith(_DIRECTIVE)
        self._type = parent if parent >= 0 and graph.kinds[graph.kind[parent]] in TYPE_KINDS else -1
        is_variant = self._type >= 0 and graph.kinds[graph.kind[parent]] == "enum"
        may_be_bare = languages.load(self._root.language).implicit_self
        self._is_behind_object = (
            self._type >= 0 and self._root.kind == "attr" and not (is_variant or may_be_bare)
        )
        """A field that is named of an object only, or as a key."""
        alike = [one for one in graph.named(self._root.name) if graph.path_of(one)]
        declared = {one for one in alike if graph.is_declared(one) and root in bodies_of(graph, one)}
        paths = {graph.path_of(one) for one in (root, *declared)}
        self._defined = {(graph.path_of(one), graph.entity(one).name_line) for one in alike}
        others = [one for one in alike if one != root and one not in declared]
        self._defining = {graph.path_of(other) for other in others} - paths
        self._is_alone = not others
        self._is_only_member = all(graph.kinds[graph.kind[one]] in FUNCTION_KINDS for one in others)
        """No other can be named behind a mere dot."""
        self._is_of_objects = may_be_bare and self._root.kind == "attr" and _is_of_objects(graph, root)
        """A field that need not be named of an object, but in what has it."""
        self._import = re.compile(rb"^\s*import\b.*\b%s\b" % name, re.MULTILINE)
        self._may_imply = self._type >= 0 and may_imply_type(graph, root)
        self._is_only_implied = self._may_imply and not any(may_imply_type(graph, one) for one in others)
        """No other member can be named with its type left out."""
        self._near = paths.union(*map(self._importing, paths))
        self._told = set(_told(graph, root))
        self._users = {edge.source for edge in graph.incoming(root, _SHOWN)}
        """Those of which an edge says that they name it."""
        self._locals: dict[str, LocalNames] = {}
        """Those of each file that was asked about."""
        self._holders = Holders(graph, self._root, self._type)

    def word(self, path: str) -> re.Pattern[bytes]:
        """Return how a file may spell the name."""
        language = self._language(path)
        return self._prefixed if language is not None and language.name_prefix else self._word

    def words(self, index: RepoIndex) -> list[list[str]]:
        """What a file must hold, of one of these all."""
        name = self._root.name
        if not self.is_shared or (self._is_only_implied and self._leaves_types_out(self._root.path)):
            return [[name]]
        holders = self._holders
        return [[name, beside] for beside in (*sorted(holders.type_names), *holders.outside(index))]

    @property
    def is_shared(self) -> bool:
        """Whether a member's name alone does not say that it is meant."""
        return self._type >= 0 and not self._is_alone

    def _importing(self, path: str) -> Iterable[str]:
        graph, own = self._graph, self._graph.entities_of(path)
        edges = graph.edges_of(np.arange(own.start, own.stop), outgoing=False)
        imports = edges[graph.edge_column("kind").take(edges) == EDGE_NUMBER["IMPORTS"]]
        return (graph.paths[slot] for slot in np.unique(graph.edge_column("file").take(imports)).tolist())

    def may_mean(self, path: str) -> bool:
        """Whether a file is in a language that can name it, and sees it."""
        language = self._language(path)
        if language is None or not are_akin(language.name, self._root.language):
            return False
        return self._is_alone or self._type >= 0 or bool(self._extends) or self._sees(path)

    def _language(self, path: str) -> Language | None:
        slot = self._graph.file_slot(path)
        return None if slot is None else languages.known(self._graph.file_entry(slot).language)

    def _sees(self, path: str) -> bool:
        if path in self._defining:
            return False
        return path in self._near or (self._has_peers and dirname(path) == dirname(self._root.path))

    def is_local(self, index: RepoIndex, entity: int) -> bool:
        """Whether a function, or one around it, has the bare name for a parameter or a variable of its own."""
        path = self._graph.path_of(entity)
        first = self._graph.entities_of(path).start
        owners = {one - first for one in (entity, *enclosing(self._graph, entity)) if one != first}
        if path not in self._locals:
            self._locals[path] = LocalNames(index.facts(path))
        return any(self._locals[path].has(one, self._root.name) for one in owners)

    def lines(self, index: RepoIndex, path: str, data: bytes) -> Iterable[tuple[int, bool, bool]]:
        """Yield the lines that name it where no edge says so, whether as a name by itself, and whether surely.

        By itself a local variable may have it too. To parse a file takes longer than all else.
        """
        language = self._language(path)
        if language is None:
            return
        lines, reading = Lines(data), None
        written = self._first_written(data)
        for start in (match.start() for match in self.word(path).finditer(data)):
            line = lines.line(start)
            if (path, line) in self._told:
                continue
            before = data[max(0, start - LONGEST_BEFORE) : start]
            is_told = (path, line) in self._defined
            is_meant = (not is_told and self._is_meant(path, line, before)) or (
                self.is_shared and self._is_of_declared(index, path, line, before)
            )
            may_be_key = start > written and not is_told and not _is_member(before)
            at = self._graph.at_line(path, line) if is_meant or may_be_key else self._root.index
            if self._root.index in (at, *enclosing(self._graph, at)):
                continue
            is_known = at in self._users
            if is_known and not (
                self._type >= 0 and _is_member(before) and line != self._graph.name_line[at]
            ):
                continue  # an edge tells of it, and of another line only what is surely meant is worth a word
            if reading is None:
                reading = self._parsed.get(path) or read_tree(language, language.grammar_name(path), data)
                self._parsed[path] = reading
            if is_meant and self._may_be_left_out and _is_left_out(language, reading, data, start):
                yield line, False, True
                continue
            end = start + len(self._root.name.encode())
            node = reading.tree.root_node.descendant_for_byte_range(start, end)
            is_key = node is not None and may_be_key and self._is_key(node, path, line)
            if node is None or not (is_key or is_meant) or not is_read(node):
                continue
            is_bare = not is_key and _is_bare(node, before)
            if self._is_given_to_other(index, path, node, data) or (
                is_bare and self._is_of_none(data, path, line)
            ):
                continue
            is_sure = is_key or self._is_sure(index, path, line, before)
            if not (is_bare and self._is_behind_object) and (is_sure or not is_known):
                yield line, is_bare, is_sure

    def _first_written(self, data: bytes) -> int:
        """Return where a text may first write out an object of its type, see `_is_key`; its end where it does not."""
        if self._type < 0:
            return len(data)
        name = re.escape(self._graph.name_of(self._type).encode())
        first = re.search(rb"(?<![\w$])(?:Self|%s)%s" % (name, _OPENED), data)
        return first.start() if first else len(data)

    def _is_meant(self, path: str, line: int, before: bytes) -> bool:
        """Whether what stands before a name leaves it to mean what is wanted."""
        if self._type >= 0 and self._is_implied(path, before):
            return self._is_only_implied or (self._may_imply and self._is_in_method(path, line))
        if self._is_alone:
            return True
        if self._type < 0:
            return self._is_of_extended(path, before) if self._extends else self._sees(path)
        match = _QUALIFIED.search(before.decode("utf-8", "replace")) if _is_member(before) else None
        graph = self._graph
        inside = path == self._root.path and (
            graph.start_line[self._type] <= line <= graph.end_line[self._type]
        )
        if match is not None and match[1] not in _OWN:
            return match[1] == graph.name_of(self._type) and self._sees_type(path)
        if match is None and (_is_member(before) or not languages.load(self._root.language).implicit_self):
            return inside
        return inside or self._is_in_method(path, line)

    def _is_implied(self, path: str, before: bytes) -> bool:
        """Whether a member is named with its type left out."""
        return is_type_implied(before) and self._leaves_types_out(path)

    def _leaves_types_out(self, path: str) -> bool:
        language = self._language(path)
        return language is not None and language.implied_types

    def _is_of_extended(self, path: str, before: bytes) -> bool:
        """Whether a member of a type that is not defined here is named behind that, or behind a mere dot: `.shown`."""
        match = _QUALIFIED.search(before.decode("utf-8", "replace"))
        if match is not None or _DOT.search(before) is None:
            is_behind = match[1] == self._extends if match else not _is_member(before)
            return is_behind and self._sees(path)
        return self._is_only_member or self._sees(path)

    def _is_in_method(self, path: str, line: int) -> bool:
        """Whether a line stands in a method of its type, which may be written outside of that: in Rust, in C++."""
        graph = self._graph
        at = graph.at_line(path, line)
        return any(graph.owner_of(one) == self._type for one in (at, *enclosing(graph, at)))

    def _is_key(self, node: Node, path: str, line: int) -> bool:
        """Whether a name begins a member of an object of its type that is written out: `Cart { size: 3 }`."""
        body = node
        while body.parent is not None and body.parent.start_byte == node.start_byte:
            body = body.parent
        made, around = body.parent, body.parent and body.parent.parent
        if made is None or around is None or around.child_by_field_name("body") != made:
            return False
        type_ = around.child_by_field_name("type") or around.child_by_field_name("name")
        names = _WORD.findall((type_.text or b"").decode("utf-8", "replace")) if type_ is not None else []
        if names == ["Self"]:
            return self._is_in_method(path, line)
        return self._graph.name_of(self._type) in names[-1:] and self._sees_type(path)

    def _is_of_none(self, data: bytes, path: str, line: int) -> bool:
        """Whether a bare name cannot mean a field, since it stands in no type that has it."""
        if not self._is_of_objects or any(self._belongs(one) for one in self._around(path, line)):
            return False
        return self._import.search(data) is None

    def _around(self, path: str, line: int) -> Iterator[int]:
        at = self._graph.at_line(path, line)
        yield from (at, *enclosing(self._graph, at))

    def _belongs(self, entity: int) -> bool:
        own = self._holders.own_types
        return entity in own or self._graph.owner_of(entity) in own

    def _is_given_to_other(self, index: RepoIndex, path: str, node: Node, data: bytes) -> bool:
        """Whether a name is the keyword of a parameter, or of a field of another type: `fill(size=3)`."""
        if self._is_of_objects and is_label(node):
            names = called_with(node, data)
            is_copied = self._is_alone and names[-1:] == [_COPY]
            return not is_copied and self._holders.type_names.isdisjoint(names)
        names = called_by(node) if is_keyword(node) else []
        if is_of_library(index, self._graph, path, names):
            return True
        called = {one for one in self._graph.named(names[-1]) if self._takes(one)} if names else set()
        holders = called.union(map(self._graph.owner_of, called))
        return bool(called) and self._holders.own_types.isdisjoint(holders)

    def _takes(self, entity: int) -> bool:
        """Whether something is a type, or a function with a parameter of the name that is wanted."""
        one = self._graph.entity(entity)
        return one.kind in TYPE_KINDS or (
            one.kind in FUNCTION_KINDS and self._root.name in _WORD.findall(one.signature)
        )

    def _is_of_declared(self, index: RepoIndex, path: str, line: int, before: bytes) -> bool:
        """Whether a member is named of what is declared, or made, to be of its type in a scope around."""
        holder = _HOLDER.search(before.decode("utf-8", "replace")) if _is_member(before) else None
        is_seen = holder is not None and self._sees_type(path)
        return holder is not None and is_seen and self._holders.are_of_type(index, path, line, holder[1])

    def _is_sure(self, index: RepoIndex, path: str, line: int, before: bytes) -> bool:
        """Whether more than its name says that a member is meant: what it is named of may be anything else."""
        if self._type >= 0 and self._is_implied(path, before):
            return self._is_in_method(path, line)
        if self._type < 0 or not self._is_alone or not _is_member(before):
            return True
        match = _QUALIFIED.search(before.decode("utf-8", "replace"))
        holder = match[1] if match else ""
        if holder in _OWN:
            return self._is_in_method(path, line)
        is_called_so = in_capitals(holder) in map(in_capitals, self._holders.type_names)
        if is_called_so or self._is_of_declared(index, path, line, before):
            return True
        fields = [one for one in self._graph.named(holder) if self._graph.is_data(one)]
        return len(fields) > 0 and all(map(self._is_declared_of_it, fields))

    def _is_declared_of_it(self, variable: int) -> bool:
        """Whether the declaration of a variable, or of a field, names the type."""
        words = _WORD.findall(self._graph.entity(variable).signature.partition("=")[0])
        name = self._graph.name_of(variable)
        return self._graph.name_of(self._type) in (
            words[words.index(name) + 1 :] if name in words[:1] else words
        )

    def _sees_type(self, path: str) -> bool:
        """Whether a file that names the type means it: it sees it, or there is no other."""
        return self._sees(path) or len(self._graph.named(self._graph.name_of(self._type))) == 1


def _told(graph: CodeGraph, root: int) -> Iterator[tuple[str, int]]:
    """Yield the lines on which an edge uses it, makes one of it, or says what it inherits: `impl Command for Skip`.

    What stands there need not be said twice.
    """
    edges = graph.edges_of(np.array([root, *constructors(graph, root)]), outgoing=False)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        if edge.kind in _SHOWN:
            yield from ((edge.evidence.path, line) for line in graph.lines(number))
    for edge in graph.outgoing(root, ("INHERITS",)):
        yield edge.evidence.path, edge.evidence.line


def _is_left_out(language: Language, reading: Reading, data: bytes, start: int) -> bool:
    """Whether a name is one that the grammar is not given, as that of a macro, or of a type in `Box<Cart>.made()`.

    What stands around code in a template is not given to it either, and names nothing.
    """
    if language.outer_grammar or language.is_markup:
        return False
    line = data.rfind(b"\n", 0, start) + 1
    return reading.text[start] != data[start] and not _COMMENT.search(data[line:start])


def _is_member(before: bytes) -> bool:
    """Whether what stands before a name says that it is that of a member."""
    return before.rstrip().endswith(_OF_OBJECT)


def _is_bare(node: Node, before: bytes) -> bool:
    """Whether a name stands for itself: behind no object, and neither as a key nor as a keyword."""
    is_key = (
        is_keyword(node) or is_label(node) or (node.parent is not None and "shorthand" in node.parent.type)
    )
    return node.type in _NAMES and not is_key and not _is_member(before)


def _is_of_objects(graph: CodeGraph, member: int) -> bool:
    """Whether each object of a class has a member, and neither the class itself nor a single object."""
    around = int(graph.parent[member])
    if around < 0 or graph.kinds[graph.kind[around]] not in ("class", "struct"):
        return False
    said = graph.signature_of(member), graph.signature_of(around)
    return not any(_SINGLE.search(one) for one in said)
