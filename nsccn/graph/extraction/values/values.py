"""What the code of a file hands over instead of calling it, and where to.

Handed over are names of functions and types, and what may hold some: parameters, and variables that such a name is
assigned to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.qualifiednames import BETWEEN, named_in_text
from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.values.destinations import Destinations
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.expression import AROUND, UNKNOWN, root_of
from nsccn.graph.notation.keys import key_of
from nsccn.graph.notation.marks import ASSIGNED, EVERY_MEMBER, KEYWORD, ORDINAL
from nsccn.graph.notation.places import ELEMENT
from nsccn.graph.notation.results import ADDED, names_function

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_BEFORE_VALUES: Final = frozenset({b"(", b",", b"=", b":", b"["})
_SPREAD: Final = b"*"
"""Stands before a collection that is given element by element."""
_UNDER_TEXT: Final = re.compile(rb"""[\w$.]{1,200}\[\s*(["'])([^"'\\\n]{1,80})\1\s*\]\s*=""")
"""An element that is given a value under a text."""
_WRITTEN_OBJECTS: Final = frozenset({"Object()", "Array()"})
_QUOTES: Final = "\"'"
_SYMBOL: Final = ":"
"""Begins a name that stands for itself."""
_PATH_ROOTS: Final = frozenset({"crate", AROUND})
"""Begin paths through modules that need no import."""
_SECOND: Final = 2
"""The place of a second argument, as `Reference` has it."""


class Carriers:
    """The names in each scope that may hold a function: parameters, and variables to which one is assigned."""

    def __init__(self, reader: Reader, assigned: Sequence[AssignmentRow]) -> None:
        self._definitions = reader.definitions
        kinds = FUNCTION_KINDS | TYPE_KINDS if reader.language.follows_objects else FUNCTION_KINDS
        made = {f"{item.name}()" for item in reader.definitions if item.kind in kinds}
        self._own: dict[int, set[str]] = {}
        for scope, item in enumerate(reader.definitions):
            if item.kind in FUNCTION_KINDS and item.parameters:
                self._own[scope] = set(item.parameters) - {item.receiver}
                if reader.language.follows_objects and item.receiver:
                    self._own[scope].add("self")
        takes_members = reader.language.written_members
        for scope, target, value, _, form, _, _ in assigned:
            if value and form == "loop" and reader.language.follows_objects:
                self._own.setdefault(scope, set()).add(target)
            elif value and form in ("assign", "declare") and "." not in target:
                own = self._own.setdefault(scope, set())
                if (
                    value in reader.known
                    or value in own
                    or value in made
                    or _makes_object(reader, value)
                    or (reader.language.member_keys and value in _WRITTEN_OBJECTS)
                    or _is_of_collection(reader, value)
                    or (takes_members and (_is_member(reader, value) or _is_taken_out(value, own)))
                ):
                    own.add(target)
        self._all: dict[int, AbstractSet[str]] = {}

    def at(self, scope: int) -> AbstractSet[str]:
        """Return the names, those of the scopes around included."""
        found = self._all.get(scope)
        if found is None:
            own = self._own.get(scope, set())
            found = own | self.at(self._definitions[scope].parent) if scope > 0 else own
            self._all[scope] = found
        return found


def values(
    reader: Reader, local: AbstractSet[tuple[int, str]], assigned: Sequence[AssignmentRow]
) -> Iterator[ReferenceRow]:
    """Yield the names that are handed over, of the file and of the files that it sees.

    `local` are the file's variables, which are told from names of other files where all of these come in at once.
    """
    data, receivers, is_open = reader.data, reader.receivers, reader.is_open
    has_receivers, is_name_read = any(receivers), reader.is_name_read if reader.reads_names else None
    by_receiver: dict[str, dict[bytes, tuple[str, str, bool]]] = {"": {}}
    read = by_receiver[""]
    typed = {row[1] for row in assigned if row[2] or row[3]}
    destinations, carriers = Destinations(reader), Carriers(reader, assigned)
    tests = reader.language.type_tests
    takers, is_followed = _takers(reader, typed), reader.language.follows_objects
    variables = reader.language.variables
    for node, parts in reader.found.get("value", ()):
        byte = node.start_byte
        if is_name_read and is_name_read(byte):
            continue
        text = data[byte : parts["value"][-1].end_byte]
        scope = reader.scope(byte)
        if "method" in parts:
            if target := _method(reader, parts, scope):
                where, place = destinations.of(byte, scope)
                yield "value", scope, target, reader.line(byte), byte, where, place
            continue
        if has_receivers:
            read = by_receiver.setdefault(receivers[scope], {})
        seen = read.get(text)
        if reader.asides.before(byte, byte + len(text)):
            seen = _of_aside(reader, node, scope, typed)
        elif seen is None:
            seen = read[text] = _read(reader, text, scope, typed)
        target, root, is_visible = seen
        given = f"{target}{ELEMENT}" if data[byte - 1 : byte] == _SPREAD else target
        is_visible |= not scope and root in reader.markup
        is_variable = bool(variables) and node.type in variables
        if not is_variable and (is_visible or (is_open and (scope, root) not in local)):
            where, place = destinations.of(byte, scope)
            if place < _SECOND or where not in tests:
                yield "value", scope, given, reader.line(byte), byte, where, place
        elif target in carriers.at(scope) or (is_followed and root == "self"):
            where, place = destinations.of(byte, scope)
            if not takers or _is_taken(where, takers, carriers.at(scope)):
                yield "value", scope, given, reader.line(byte), byte, where, place
    for byte, callee in _results(reader):
        scope = reader.scope(byte)
        where, place = destinations.of(byte, scope)
        if where and (not takers or _is_taken(where, takers, carriers.at(scope))):
            target = reader.written(data[callee.start_byte : callee.end_byte], scope)
            yield "value", scope, f"{target}()", reader.line(byte), byte, where, place
    yield from _loose(reader, destinations)
    if reader.language.member_keys:
        yield from _attached(reader, assigned)


def _loose(reader: Reader, destinations: Destinations) -> Iterator[ReferenceRow]:
    """Yield the functions that are handed over, or called, where they stand."""
    immediate = {node.start_byte for node, _ in reader.found.get("immediate", ())}
    for ordinal, item in enumerate(reader.definitions):
        if item.is_loose and item.kind not in TYPE_KINDS:
            byte, scope = item.full_range.start_byte, reader.scopes[item.parent]
            target, is_run = f"{item.name}{ORDINAL}{ordinal}", byte in immediate
            where, place = ("", -1) if is_run else destinations.of(byte, scope, item.name)
            yield "call" if is_run else "value", scope, target, item.name_line, byte, where, place


def _attached(reader: Reader, assigned: Sequence[AssignmentRow]) -> Iterator[ReferenceRow]:
    """Yield the functions that objects are given as members: `table.load = run`, `table["load"] = run`.

    So are those that a variable of the file has in an object that is written out for it.
    """
    for ordinal, item in enumerate(reader.definitions):
        around = reader.definitions[item.parent]
        if item.kind in FUNCTION_KINDS and not item.is_loose and around.kind == "var":
            byte, scope = item.full_range.start_byte, reader.scopes[around.parent]
            where = f"{ASSIGNED}{around.name}{ELEMENT}{key_of(item.name, '', '')}"
            yield "value", scope, f"{item.name}{ORDINAL}{ordinal}", item.name_line, byte, where, -1
    asked = _asked(reader) if any(row[1].endswith(f".{EVERY_MEMBER}") for row in assigned) else frozenset()
    for scope, target, value, _, form, line, byte in assigned:
        held, name = target, ""
        if form == "assign" or target.endswith(f".{EVERY_MEMBER}"):
            held, _, name = target.rpartition(".")
        elif form == "item" and (found := _UNDER_TEXT.match(reader.data, byte)):
            name = found.group(2).decode("utf-8", "replace")
        if not held or not name or held == "self" or UNKNOWN in held:
            continue
        if name == EVERY_MEMBER and (held not in asked or ADDED in value):
            continue  # what nothing is called of is mostly a mere copy of options
        if name == EVERY_MEMBER:
            yield "value", scope, f"{value}{ELEMENT}", line, byte, f"{ASSIGNED}{held}{ELEMENT}", -1
            continue
        item, around = reader.definitions[scope], reader.definitions[reader.definitions[scope].parent]
        where = f"{ASSIGNED}{held}{ELEMENT}{key_of(name, '', '')}"
        if item.name == name and item.kind in FUNCTION_KINDS and item.full_range.start_byte == byte:
            if (around.kind, around.name) == ("var", held):
                continue  # told above
            yield "value", reader.scopes[item.parent], f"{name}{ORDINAL}{scope}", line, byte, where, -1
        elif value.isidentifier() and value in reader.known:
            yield "value", scope, value, line, byte, where, -1


def _asked(reader: Reader) -> frozenset[str]:
    """Return what stands before the members that a file calls."""
    callees = (parts["callee"][0] for _, parts in reader.found.get("call", ()) if "callee" in parts)
    texts = (reader.data[one.start_byte : one.end_byte].decode("utf-8", "replace") for one in callees)
    return frozenset(text.rpartition(".")[0] for text in texts)


def _read(reader: Reader, text: bytes, scope: int, typed: AbstractSet[str]) -> tuple[str, str, bool]:
    """Return what a text stands for that is handed over, the name it begins with, and whether the file sees it."""
    target = _named(text) or _unbound(reader.written(text.lstrip(b":"), scope), reader.language)
    root, dot, _ = target.partition(".")
    if dot and root[-1:] in ")]":
        root = root_of(target)
        return target, root, root in reader.known or root in typed
    return target, root, _is_visible(reader, target) or (bool(dot) and root in typed)


def _of_aside(reader: Reader, node: Node, scope: int, typed: AbstractSet[str]) -> tuple[str, str, bool]:
    """Return the same of what no name stands for."""
    target = reader.written_at(node.start_byte, node.end_byte, scope)
    root = root_of(target)
    return target, root, root in typed


def _method(reader: Reader, parts: Parts, scope: int) -> str:
    """Return the function that a text names, or the method of an object beside or around it; empty for none."""
    if "within" in parts and reader.definitions[scope].kind not in TYPE_KINDS:
        return ""
    text = text_of(parts["method"][0], reader.data).removeprefix(_SYMBOL).strip(_QUOTES)
    if name := named_in_text(text):
        text = name + text.replace(BETWEEN * 2, BETWEEN).lstrip(BETWEEN)[len(name) - 1 :]
    named = reader.written(text.encode(), scope)
    if "receiver" in parts:
        named = f"{reader.expression(parts['receiver'][0], scope)}.{named}"
    if "by" in parts:
        named = reader.language.getters[text_of(parts["by"][0], reader.data)] + named
    if "owner" in parts or "within" in parts:
        named = f"self.{named}"
    return "" if UNKNOWN in named or "(" in named else named


def _named(text: bytes) -> str:
    """Return the method that a symbol names which no expression could: `:empty?`."""
    is_symbol = text.startswith(b":") and text.endswith((b"?", b"!"))
    return text[1:].decode("utf-8", "replace") if is_symbol else ""


def _unbound(target: str, language: Language) -> str:
    """Return the function that a value gives back which binds it to an object: `load` of `load.bind(this)`."""
    base, _, method = target.removesuffix("()").rpartition(".")
    return base if target.endswith("()") and method in language.bound_methods else target


def _takers(reader: Reader, typed: AbstractSet[str]) -> AbstractSet[str]:
    """Return the names by which the file can call what takes an object on; none where no objects are followed.

    Other names are built in, unless they come from another file without being named.
    """
    if not reader.language.follows_objects or any(alias == "" for alias in reader.known):
        return frozenset()
    outside = (*reader.language.calling_functions, *reader.language.returned_arguments)
    return reader.known | typed | {"self", "super"} | {name.partition(".")[0] for name in outside}


def _is_taken(where: str, takers: AbstractSet[str], carriers: AbstractSet[str]) -> bool:
    if where.startswith(ASSIGNED) or not where:
        return True
    root = root_of(where.partition(KEYWORD)[0])
    return root in takers or root in carriers


def _makes_object(reader: Reader, value: str) -> bool:
    """Whether a value looks like a new object of a type that the file imports."""
    if not reader.language.follows_objects or not value.endswith("()") or "(" in value[:-2]:
        return False
    root, _, rest = value[:-2].partition(".")
    return (rest or root).rpartition(".")[2][:1].isupper() and root in reader.known


def _is_of_collection(reader: Reader, value: str) -> bool:
    """Whether a value looks like an element of a collection."""
    if not reader.language.follows_objects:
        return False
    return value.endswith("[]") or value[:-2].rpartition(".")[2] in reader.language.element_methods


def _is_member(reader: Reader, value: str) -> bool:
    """Whether a value looks like a member of what a name of the file stands for or gives: `useCart().fill`."""
    return "." in value and value[-1] not in ")]" and root_of(value) in reader.known


def _is_taken_out(value: str, own: AbstractSet[str]) -> bool:
    """Whether a value is a member of what the function is given: `onSave` of `{ onSave }`."""
    root, _, member = value.partition(".")
    return member.isidentifier() and root in own


def _results(reader: Reader) -> Iterator[tuple[int, Node]]:
    """Yield the calls that may give a function or an object and whose result is handed over: their byte and callee.

    They are functions of the file, functions from outside that give an argument back, and types.
    """
    follows_objects = reader.language.follows_objects
    made = {
        item.name.encode()
        for item in reader.definitions
        if (item.kind in FUNCTION_KINDS and (not item.returns or names_function(item.returns)))
        or (follows_objects and item.kind in TYPE_KINDS)
    }
    made.update(name.rpartition(".")[2].encode() for name in reader.language.returned_arguments)
    kinds = ("call", "new") if follows_objects else ("call",)
    for node, parts in chain.from_iterable(reader.found.get(kind, ()) for kind in kinds):
        start = node.start_byte
        if len(parts) > 1 and not follows_objects:
            continue
        callee = parts["callee"][0] if "callee" in parts else node
        name = reader.data[callee.start_byte : callee.end_byte].rpartition(b".")[2]
        is_callee = name in made or (follows_objects and name[:1].isupper())
        if is_callee and reader.data[max(start - 40, 0) : start].rstrip()[-1:] in _BEFORE_VALUES:
            yield start, callee


def _is_visible(reader: Reader, target: str) -> bool:
    root, _, rest = target.partition(".")
    if root in reader.known or (root in ("self", reader.language.own_type) and _may_be_own(reader, rest)):
        return True
    if rest and reader.language.module_paths and root in _PATH_ROOTS:
        return True
    return bool(rest) and reader.language.visible_types and root[:1].isupper()


def _may_be_own(reader: Reader, member: str) -> bool:
    """Whether a member of the object around may be a function; where objects are followed, only one of the file."""
    is_any = not reader.language.follows_objects
    return bool(member) and (is_any or member in reader.known or member.endswith("[]"))
