"""Reads captures of one file as expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from nsccn.graph.dottednames import DOT
from nsccn.graph.extraction.asideplaces import AsidePlaces
from nsccn.graph.extraction.codeowners import CodeOwners
from nsccn.graph.extraction.errors.returnederrors import returned_errors
from nsccn.graph.extraction.expressionnodes import base_of_nameless, in_brackets, type_written_in
from nsccn.graph.extraction.scopes.closures import left_closures
from nsccn.graph.extraction.uses.computed import symbols, with_symbols
from nsccn.graph.extraction.values.gathered import derives, gathered, inner
from nsccn.graph.extraction.values.samefunctions import SameFunctions
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.arity import with_arity
from nsccn.graph.notation.expression import (
    LONGEST,
    PATH,
    UNKNOWN,
    expression,
    from_root,
    last_name,
    read_expression,
    root_of,
    with_first_type,
    with_given_types,
    with_types_in_brackets,
)
from nsccn.graph.notation.marks import ORDINAL
from nsccn.graph.notation.modulenames import with_modules
from nsccn.graph.notation.selectors import HOOK, selected
from nsccn.graph.notation.trailing import LABELLED, without_functions, without_own_label
from nsccn.graph.notation.unbracketed import is_asked, unbracketed, uncast
from nsccn.graph.sourcetext import without_comments

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.extraction.queries import Found
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition
    from nsccn.graph.regions import Region

_MODULE_PATH = re.compile(r"[&*\s]*(?:mut\s+)?(?:(?:self|super)\s*::\s*)+")
_FITTING: Final = "fitting"
_DEEPEST: Final = 6
"""Values made of one another beyond which nothing is said of the outermost."""
_NO_PATH: Final = frozenset(b"0123456789\"'`([{}])-+~!%^|=<>/?.,;\\")
"""Bytes with which no expression begins whose root is known."""
_CLASS_OF: Final = re.compile(rb"\w+\(\s*([A-Za-z_][\w.]*)\s*\)")
"""The class of an object that has a name, as a call gives it."""
_FOR_ALL: Final = b"(...)"
"""Stands behind a function that is handed over, for all its arguments."""
_TYPE_ROOT: Final = re.compile(rb"(?!(?:this|super)\b)[a-z_]\w*\s*::")
"""Begins the path of a type that may have the name of a variable, where names of variables have a mark."""
_OBJECTS: Final = frozenset({"self", "super"})
_BEHIND_NAME: Final = (b"", b".", b"[", b"(", b"?")
_NEEDS_PLAIN: Final = re.compile(rb"\{|(?:this|super)@|\?:")
_WORD_NAME: Final = re.compile(rb"[A-Za-z_][\w-]*-[\w-]*\Z")
"""A name that is none elsewhere."""
_QUOTED_NAME: Final = re.compile(rb"`[^`\n]+`\Z")
"""A name in which anything may stand."""
_MARKS: Final = (b"?", b"!")
"""Which names may end with."""
_WRITTEN: Final = re.compile(rb"(?:new\b)?[\s(]*class\b")
"""Begins what may be a type that is written where it is used."""
_SLICE: Final = re.compile(rb"\[[^\[\]\"'{}:]*:[^\[\]\"'{}]*\]\Z")
"""A part of a collection, which is of the same kind."""


class Reader(CodeOwners):
    """Tells what the text of a node stands for where it is written, and whose code that is."""

    markup: Mapping[str, str] = MappingProxyType({})
    """Names that only markup has, each with the object of which they are members."""

    def __init__(
        self, found: Found, data: bytes, language: Language, declarations: Declarations, source: bytes
    ) -> None:
        super().__init__(data, language, declarations)
        self.found = found
        self.source = source
        """The text as it is written, where its texts and comments say something."""
        self.known = {item.name for item in declarations.definitions if not item.is_loose}
        """Names that the file declares, and imports once these are read."""
        self.own = set(self.known)
        """Those of them that are of the file's package."""
        self.origins: dict[str, str] = {}
        """The names that the file imports, each with what it is where it comes from."""
        self.asides = AsidePlaces()
        self.receivers = _receivers(declarations)
        """For each definition the name of the object around it, where that is not already `self`."""
        self._read: dict[str, dict[bytes, str]] = {receiver: {} for receiver in self.receivers}
        """What texts write where the object around them has such a name; most come again and again."""
        read = f"{language.class_reader}(".encode()
        self.same_functions = SameFunctions(language)
        """The functions that give back what they are given."""
        self._own_module, *others = [name.encode() for name in language.module_objects] or [b""]
        self._own_modules = tuple(name for name in others if name in data)
        """Other names of the object by which the module offers its own."""
        asked = (f"{callee}(".encode() for callee in language.module_callees)
        self._asks_modules = any(callee in data for callee in asked)
        self._class_read = read if language.class_reader and read in data else b""
        self._name_read = f"{language.name_reader}(".encode() if language.name_reader else b""
        is_bracketed = language.type_assertions or language.stated_in_brackets
        self._spelling = [
            (re.compile(pattern.encode()), replacement.encode())
            for pattern, replacement in language.expression_spelling.items()
        ]
        self._types_first = tuple(name for name in language.types_first if f"{name}(".encode() in data)
        is_read = self._class_read or self._spelling or self._types_first
        is_plain = not (language.module_paths or is_bracketed or is_read)
        self.is_literal = is_plain and not any(self.receivers)
        """Whether an expression says the same wherever it is written in the file."""
        derived = ("call",) if language.derived_results else ()
        self._made_of = frozenset(
            (*language.brackets, *language.gathered, *language.operations, *language.made_types, *derived)
        )
        """Nodes of values that are told by others."""
        self._within = 0
        """Values that are made of one another, of which one is being read."""

    @property
    def is_open(self) -> bool:
        """Whether a name that is not local may be one of another file, though no import names it."""
        return self.language.open_names or "" in self.known

    @cached_property
    def closures(self) -> list[Region]:
        """The functions without a name that the code around them does not run."""
        returned = returned_errors(self) if "held" in self.found else frozenset()
        return left_closures(self.found, self.data, returned)

    @cached_property
    def top_names(self) -> dict[str, int]:
        """The definitions of the file that stand in nothing, by name; of several the last."""
        return {item.name: ordinal for ordinal, item in enumerate(self.definitions) if item.parent == 0}

    @cached_property
    def called_names(self) -> frozenset[str]:
        """The names that the file calls by themselves."""
        data = self.data
        called = {
            data[node.start_byte : node.end_byte]
            for node, _ in self.found.get("call", ())
            if node.type == "identifier"
        }
        return frozenset(name.decode("utf-8", "replace") for name in called)

    @cached_property
    def _comment_marks(self) -> tuple[bytes, ...]:
        language = self.language
        return tuple(mark.encode() for mark in (language.line_comment, *language.block_comment[:1]))

    @cached_property
    def symbols(self) -> frozenset[bytes]:
        """The names by which the file means members whose names are no texts."""
        return symbols(self.data, self.origins.keys()) if self.language.subscripted_members else frozenset()

    @cached_property
    def deriving_names(self) -> frozenset[bytes]:
        """The last names, in the file, of the functions whose results follow from what they are given."""
        derived = self.language.derived_results
        renamed = (alias for alias, origin in self.origins.items() if origin in derived)
        return frozenset(name.rpartition(".")[2].encode() for name in (*derived, *renamed))

    @property
    def reads_names(self) -> bool:
        """Whether the language asks for the names of things."""
        return bool(self._name_read)

    def is_name_read(self, byte: int) -> bool:
        """Whether only the name is asked for of what stands at a byte: `nameof(cart.Room)`."""
        return self.reads_names and self.data.startswith(self._name_read, byte - len(self._name_read))

    @cached_property
    def member_reader(self) -> bytes:
        """The function that reads a member by its name, empty where there is none."""
        return self.language.member_reader.encode()

    @cached_property
    def accessor_makers(self) -> list[tuple[str, bytes]]:
        """What makes a property of functions, with the beginning of its calls."""
        return [(name, f"{name}(".encode()) for name in self.language.accessors]

    def nodes(self, main: str, part: str) -> Iterator[Node]:
        """Yield the nodes of a part of each main capture, the main capture itself where the part is missing."""
        for node, parts in self.found.get(main, ()):
            yield from parts.get(part, (node,))

    def run(self, nodes: list[Node]) -> str:
        """Return the text of a run of nodes."""
        return self.data[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")

    def written_as(self, nodes: list[Node]) -> str:
        """Return what stands in the file as a run of nodes."""
        return self.source[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")

    @cached_property
    def _bare(self) -> frozenset[str]:
        """The names that the file declares and that mean something without an object before them."""
        definitions, is_open = self.definitions, self.language.implicit_self
        return frozenset(
            item.name
            for item in definitions
            if not item.is_loose and (is_open or not _is_member(item, definitions))
        )

    def origin(self, node: Node) -> str:
        """Return the module and name of what a name outside of the file means, empty where the file declares it."""
        return self.origin_of(self.run([node]))

    def origin_of(self, written: str) -> str:
        """Return the same of a name, or path, as it is written."""
        root, dot, rest = written.partition(".")
        imported = self.origins.get(root)
        if imported is not None:
            return imported + dot + rest
        return "" if root in self._bare else root + dot + rest

    def expression(self, node: Node, scope: int) -> str:
        """Return the expression of a node."""
        if self.language.bracketed_values:
            node = in_brackets(node, self.language.nodes)
            if node.type in self.language.makers:
                return self.value(node, scope) or UNKNOWN
        start, end = node.start_byte, node.end_byte
        if written := self.written_type(node):
            return written
        if end - start > LONGEST:
            callee = self._callee(node)
            if callee is not None:
                return f"{self.expression(callee, scope)}()"
            return last_name(self.data[end - LONGEST : end].decode("utf-8", "replace"))
        return self.written_at(start, end, scope)

    def written_at(self, start: int, end: int, scope: int) -> str:
        """Return the expression that the code between two bytes writes."""
        aside = self.asides.before(start, end)
        if aside is None:
            return self.written(self.data[start:end], scope)
        behind, variable = aside
        path = self.written(b"_" + self.data[behind:end], scope)
        return path if path == UNKNOWN else variable + path[1:]

    def written(self, text: bytes, scope: int) -> str:
        """Return the expression that a text writes, with `self` for the object around it."""
        if text.startswith(LABELLED) and self.definitions[scope].kind in FUNCTION_KINDS:
            text = without_own_label(text, self.definitions[scope].name)
        read = self._read[self.receivers[scope]]
        known = read.get(text)
        if known is None:
            known = read[text] = self._written(text, scope)
        return known

    def _written(self, text: bytes, scope: int) -> str:
        if b"\n" in text and any(mark in text for mark in self._comment_marks):
            text = without_comments(self.language, text.decode("utf-8", "replace")).encode()
        if self.language.word_names and _WORD_NAME.match(word := text.strip()):
            return word.decode()
        if self.language.dotted_names and _QUOTED_NAME.match(text):
            return text[1:-1].replace(b".", DOT.encode()).decode("utf-8", "replace")
        if self.language.marked_names and text.endswith(_MARKS):
            path = self._written(text[:-1], scope)
            return path + text[-1:].decode() if path[-1:].isidentifier() else path
        if self.language.variables and _TYPE_ROOT.match(text):
            return PATH + read_expression(text)
        if self.language.root_paths and text.startswith(b"::"):
            return from_root(text.decode("utf-8", "replace"), read_expression(text))
        if b"[" in text and self.symbols:
            text = with_symbols(text, self.symbols)
        if self.is_literal:
            return read_expression(text)
        text = self.same_functions.followed(text)
        if self._own_modules and text.startswith(self._own_modules):
            text = self._as_own_module(text)
        if self._asks_modules and b"(" in text:
            text = with_modules(text, self.language.module_callees)
        for pattern, replacement in self._spelling:
            text = pattern.sub(replacement, text)
        if self.language.arities and b"<" in text:
            text = with_arity(text)
        if self.language.type_assertions and b"(" in text:
            text = unbracketed(text)
        if self.language.trailing_functions and _NEEDS_PLAIN.search(text):
            text = without_functions(text)
        if self.language.typed_calls and b">(" in text:
            text = with_given_types(text)
        if self.language.typed_subscripts and b"](" in text:
            text = with_types_in_brackets(text)
        for name in self._types_first:
            text = with_first_type(text, name)
        if self.language.stated_in_brackets and text.startswith(b"("):
            text = uncast(text, self.language.transparent_types)
        if self.language.module_paths and b"::" in text:
            decoded = text.decode("utf-8", "replace")
            if found := _MODULE_PATH.match(decoded):
                rest = expression(decoded[found.end() :])
                return rest if rest == UNKNOWN else "super::." * found.group().count("super") + rest
        if self._class_read and text.startswith(self._class_read) and (read := _CLASS_OF.match(text)):
            text = read.group(1) + f".{self.language.own_class}".encode() + text[read.end() :]
        path = read_expression(text)
        return self.rooted(path, scope) if self.receivers[scope] else path

    def _as_own_module(self, text: bytes) -> bytes:
        """Return a text with the first name of what a module offers for another that it begins with."""
        name = next(name for name in self._own_modules if text.startswith(name))
        return (
            self._own_module + text[len(name) :] if text[len(name) : len(name) + 1] in _BEHIND_NAME else text
        )

    def rooted(self, path: str, scope: int) -> str:
        """Return a path with `self` for the name that a method has for its object."""
        receiver = self.receivers[scope]
        if receiver and path.startswith(receiver):
            rest = path[len(receiver) :]
            if not rest or rest[0] in ".([":
                return "self" + rest
        return path

    def value(self, node: Node, scope: int) -> str:
        """Return the expression of a value, empty where it says nothing."""
        if self.language.bracketed_values:
            node = in_brackets(node, self.language.nodes)
            if (base := base_of_nameless(node, self.language.nodes)) is not None:
                return f"{self.expression(base, scope)}()"
        if self._made_of and (kind := node.type) in self._made_of and (kind != "call" or derives(self, node)):
            node = inner(self, node)
            if made := self._made_of_others(node, scope):
                return made
        start, end = node.start_byte, node.end_byte
        if written := self.written_type(node):
            return written
        if mapped := self.asides.whole(start, end):
            return mapped
        if end - start > LONGEST:
            callee = self._callee(node)
            return f"{self.expression(callee, scope)}()" if callee else ""
        if start in self.asides and self.asides.before(start, end) is not None:
            return self.written_at(start, end, scope)
        if start == end or (self.data[start] in _NO_PATH and not self._is_bracketed(node)):
            return ""
        text = self.data[start:end]
        if self.language.placeholder and self.source.endswith(_FOR_ALL, start, end):
            text = text[: -len(_FOR_ALL)]  # the function itself
        if self.language.own_methods and (arguments := node.child_by_field_name("arguments")) is not None:
            text = self.data[start : arguments.start_byte].rstrip() + b"()"
        if self.is_slice(node):
            text = _SLICE.sub(b"", text)
        same = self.same_functions
        if same.beginnings and text.startswith(same.beginnings) and (given := same.given(node, self.data)):
            return self.value(given, scope)
        if self.language.selecting_hooks and text.startswith(HOOK) and b"=>" in text:
            text = selected(text)
        if node.type in self.language.stating:
            if self.language.stating[node.type] == _FITTING and node.named_children:
                return self.value(node.named_children[0], scope)
            text = uncast(b"(" + text + b")", self.language.transparent_types)
        found = self.written(text, scope)
        if self.language.makers and node.type in self.language.makers:
            found = self._made(node, found)
        return "" if found.startswith(UNKNOWN) else found

    def written_type(self, node: Node) -> str:
        """Return the path of a type that is written where it is used, or of its object; empty of anything else."""
        kinds = self.language.nodes
        if not kinds.written_types or not _WRITTEN.match(self.data, node.start_byte):
            return ""
        written = type_written_in(node, kinds)
        ordinal = self.owner(written.start_byte) if written is not None else 0
        item = self.definitions[ordinal]
        if written is None or item.full_range.start_byte != written.start_byte:
            return ""
        is_made = self.data.startswith(b"new", node.start_byte)
        return f"{item.name}{ORDINAL}{ordinal}" + "()" * is_made

    def is_slice(self, node: Node) -> bool:
        """Whether a value is a part of a collection, which is of its type."""
        if not self.language.slices or self.data[node.end_byte - 1 : node.end_byte] != b"]":
            return False
        return _SLICE.search(self.data, node.start_byte, node.end_byte) is not None

    def _made_of_others(self, node: Node, scope: int) -> str:
        """Return what is known of a value by what it is made of, empty where that is nothing or is nested too deep."""
        if self._within >= _DEEPEST:
            return ""
        self._within += 1
        try:
            return gathered(self, node, scope)
        finally:
            self._within -= 1

    def _is_bracketed(self, node: Node) -> bool:
        """Whether a value begins with brackets, and goes on behind them."""
        if self.data[node.start_byte : node.start_byte + 1] != b"(":
            return False
        if self.language.bracketed_values:
            return node.type not in self.language.nodes.parentheses
        return self.language.stated_in_brackets and is_asked(self.data[node.start_byte : node.end_byte])

    def _made(self, node: Node, found: str) -> str:
        """Return the expression of an object that is made, with brackets; of one of the type around, by that."""
        made = found if found.endswith("()") else f"{found}()"
        if made == "self()":
            return f"self.{self.language.own_class}()"
        return self.of_type(node.named_children[0] if node.named_children else node, made)

    def of_type(self, node: Node, path: str) -> str:
        """Return the path of a type, with a mark where its name may be that of a variable, too, and none is meant."""
        is_alike = self.language.variables and node.type == "name" and path[:1].islower()
        return f"{PATH}{path}" if is_alike and root_of(path) not in _OBJECTS else path

    def _callee(self, node: Node | None) -> Node | None:
        """Return what a long value calls or makes an instance of, as in `&Server{...}`."""
        while node is not None and self.data[node.start_byte] not in _NO_PATH:
            for field in ("function", "constructor", "type"):
                if found := node.child_by_field_name(field):
                    return found
            node = node.named_children[0] if node.named_child_count == 1 else None
        return None


def _is_member(item: Definition, definitions: Sequence[Definition]) -> bool:
    """Whether a type has a definition."""
    return item.parent >= 0 and definitions[item.parent].kind in TYPE_KINDS


def _receivers(declarations: Declarations) -> list[str]:
    receivers: list[str] = []
    for definition in declarations.definitions:
        own = definition.receiver
        inherited = (
            receivers[definition.parent] if definition.parent >= 0 and definition.kind == "func" else ""
        )
        receivers.append((own if own != "self" else "") or inherited)
    return receivers
