"""Where a value is handed over to: an argument of a call, an element of a collection, or a default.

Whose argument a value is, the text before it tells: asking the syntax tree for its parents costs more than everything
else that is done with a name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.settings.constantkeys import given_key, given_member, short_member
from nsccn.graph.extraction.values.elements import Elements
from nsccn.graph.extraction.values.initializers import Initializers
from nsccn.graph.notation.expression import UNKNOWN, root_of
from nsccn.graph.notation.marks import ASSIGNED, KEYWORD, RESULT
from nsccn.graph.notation.places import DEEPEST, ELEMENT, MEMBER

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_MARKS: Final = re.compile(rb"[()\[\]{},]|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[\"'`#]")
_KEYWORD: Final = re.compile(rb"\s*([^\W\d]\w*)\s*[=:](?!=)")
_FIRST: Final = re.compile(rb"\((?:[^(){}\[\],\"'`#]+,){1,2}")
"""The first arguments of a call, without brackets."""
_PATH: Final = re.compile(rb"[^\W\d][\w.]*")
_COLLECTION: Final = frozenset(b"[{(")
_OPENING: Final = frozenset({b"(", b"[", b"{"})
_CLOSING: Final = frozenset({b")", b"]", b"}"})
_IN_ARGUMENT: Final = 2
"""So deep in brackets are the members of an object that is an argument."""
_QUOTES: Final = frozenset({b'"', b"'"})
_PARAMETER: Final = re.compile(rb"([^\W\d]\w*)\s*(?::[^=,()]*)?=\s*\Z")
_IN_KEY: Final = re.compile(rb"[^()\[\]{}\n]*\)\s*:")
"""What follows a value that is a part of the key of a mapping, which is written out."""
_LONGEST_PARAMETER: Final = 120
_MOST_CALLS: Final = 8
"""Calls before a value that are asked whether it is an argument of theirs."""
_LONGEST: Final = 600
_ARROW: Final = b"=>"
_NEAR: Final = 20
_MEMBER_KEY: Final = re.compile(rb"([^\W\d]\w*)\s*:\s*\Z")
"""Before the value of a member in an object that is written out."""
_LONGEST_KEY: Final = 80


class _ArgumentList:
    """The arguments of one call, read on from value to value: each anew would take the square of their number."""

    __slots__ = ("_at", "_data", "_first", "_start", "depth", "position")

    def __init__(self, data: bytes, first: int) -> None:
        """`first` is the byte after the callee."""
        self._data = data
        self._first = first
        self._begin()

    def _begin(self) -> None:
        is_open = self._data.startswith(b"(", self._first)
        self._at = self._first + is_open
        self._start = self._at
        self.position = 0
        self.depth = int(is_open)
        """How many brackets are open; none once the list has ended, or cannot be read."""

    def holds(self, byte: int) -> bool:
        """Whether a value that begins at a byte belongs to the list; position and depth are then those of the value."""
        if byte < self._at:
            self._begin()
        if self.depth and byte > self._at:
            return self._read(byte)
        return self.depth > 0 and byte == self._at

    def _read(self, byte: int) -> bool:
        for mark in _MARKS.finditer(self._data, self._at, byte):
            text = mark.group()
            if text in _OPENING:
                self.depth += 1
            elif text in _CLOSING:
                self.depth -= 1
            elif text == b",":
                if self.depth == 1:
                    self.position, self._start = self.position + 1, mark.end()
            elif text in _QUOTES:
                self._at = mark.start()
                return False  # in a string, after which the list may go on
            elif len(text) == 1:
                self.depth = 0
            if not self.depth:
                break
        self._at = byte
        return self.depth > 0

    def path(self, position: int) -> bytes:
        """Return the argument at a position where it is a name or a path, else nothing."""
        found = _FIRST.match(self._data, self._first)
        written = found.group()[1:].split(b",")[position].strip() if found else b""
        return written if _PATH.fullmatch(written) else b""

    def keyword(self, byte: int) -> str:
        """Return the keyword of the value that begins at a byte, empty where it has none."""
        found = _KEYWORD.match(self._data, self._start, byte)
        return found.group(1).decode("utf-8", "replace") if found else ""

    def member(self, byte: int) -> str:
        """Return the member that the value at a byte is of an object written out as an argument, empty for others."""
        data = self._data
        if self.depth != _IN_ARGUMENT or not data[self._start : byte].lstrip().startswith(b"{"):
            return ""
        found = _MEMBER_KEY.search(data, max(byte - _LONGEST_KEY, self._start), byte)
        if found is None:
            found = short_member(data, byte, data[max(byte - _LONGEST_KEY, 0) : byte])
        return found.group(1).decode("utf-8", "replace") if found else ""


class Arguments:
    """Tells whose argument a value is."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        spans: list[tuple[int, int]] = []
        for kind in ("call", "new"):
            for node, parts in reader.found.get(kind, ()):
                named = parts.get("callee") or parts.get("method") or (node,)
                spans.append((named[-1].end_byte, node.start_byte if kind == "call" else named[0].start_byte))
        spans.sort()
        self._ends = [end for end, _ in spans]
        self._starts = [start for _, start in spans]
        self._lists: dict[int, _ArgumentList] = {}
        self._has_members = reader.language.written_members
        self._binding = reader.language.binding_functions
        self._binders: dict[str, tuple[int, bool]] = {}

    def of(self, byte: int, scope: int) -> tuple[str, int] | None:
        """Return callee and place of the argument that begins at a byte, as `Reference` has them.

        Where the callee hands its arguments on to a function that it is given too, that is meant.

        None where it is no argument, or too far from its call.
        """
        data, ends, lists = self._reader.data, self._ends, self._lists
        last = bisect_right(ends, byte)
        for number in range(last - 1, max(last - 1 - _MOST_CALLS, -1), -1):
            end = ends[number]
            if byte - end > _LONGEST:
                return None
            found = lists.get(end)
            if found is None:
                found = lists[end] = _ArgumentList(data, end)
            if found.holds(byte):
                callee = self._reader.written(data[self._starts[number] : end], scope)
                keyword, is_element = found.keyword(byte), found.depth > 1
                if callee == UNKNOWN:
                    return None
                bound = self._bound(callee, found, keyword, scope) if self._binding else None
                callee, position = bound or (callee, found.position)
                if keyword:
                    return f"{callee}{KEYWORD}{keyword}", is_element
                if self._has_members and (member := found.member(byte)):
                    return f"{callee}{KEYWORD}{MEMBER}{member}", 2 * position + is_element
                return callee, 2 * position + is_element
        return None

    def _bound(
        self, callee: str, arguments: _ArgumentList, keyword: str, scope: int
    ) -> tuple[str, int] | None:
        """Return the function that an argument is handed on to, and its place there; None where it is not."""
        binder = self._binders.get(callee)
        if binder is None:
            binder = self._binders[callee] = self._binder(callee)
        place, is_sure = binder
        if place < 0 or (not keyword and arguments.position <= place):
            return None
        function = self._reader.written(arguments.path(place), scope)
        is_sure = is_sure or (root := root_of(function)) == "self" or root in self._reader.known
        return (function, arguments.position - place - 1) if function and is_sure else None

    def _binder(self, callee: str) -> tuple[int, bool]:
        """Return where a callee is given a function to hand the other arguments on to, -1 for others.

        Besides whether that is sure: a method may be another one of that name.
        """
        place = self._binding.get(self._reader.origin_of(callee), -1)
        _, dot, method = callee.rpartition(".")
        return (place, True) if place >= 0 or not dot else (self._binding.get(method, -1), False)


class Collections:
    """Tells where a collection that is written out goes: to a variable, out of a function, or into a loop."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._starts: list[int] = []
        self._nodes: list[tuple[int, Node | None, int]] = []
        self._depths: dict[int, tuple[int, int]] = {}
        """For each of them up to where its brackets were read, and how many are open there."""
        found = [
            (parts["value"][0], parts["target"][0], int(form != "loop"))
            for form in ("assign", "declare", "loop")
            for _, parts in reader.found.get(form, ())
            if "value" in parts
        ]
        sequences = reader.language.sequences
        for value, target, part in (
            *found,
            *((node, None, 1) for node, _ in reader.found.get("return", ())),
        ):
            is_list = value.type in sequences and value.named_child_count > 1
            if is_list or reader.data[value.start_byte] in _COLLECTION:
                self._starts.append(value.start_byte)
                self._nodes.append((value.end_byte, target, part))
        order = sorted(range(len(self._starts)), key=self._starts.__getitem__)
        self._starts, self._nodes = [self._starts[at] for at in order], [self._nodes[at] for at in order]

    def of(self, byte: int, scope: int) -> str:
        """Return where the collection goes that is written around a byte, empty where there is none."""
        place = bisect_right(self._starts, byte) - 1
        if place < 0 or byte >= self._nodes[place][0]:
            return ""
        end, target, least = self._nodes[place]
        if _IN_KEY.match(self._reader.data, byte, min(end, byte + _LONGEST)):
            return ""
        written = self._reader.expression(target, scope) if target is not None else RESULT
        return "" if UNKNOWN in written else f"{ASSIGNED}{written}{ELEMENT * self._depth(place, byte, least)}"

    def _depth(self, place: int, byte: int, least: int) -> int:
        """Return how deep in a collection a value lies, as far as places tell; `least` is that of its elements."""
        start = self._starts[place]
        at, opened = self._depths.get(place, (start, 0))
        if at > byte:
            at, opened = start, 0
        for mark in _MARKS.finditer(self._reader.data, at, byte):
            opened += (mark.group() in _OPENING) - (mark.group() in _CLOSING)
        self._depths[place] = (byte, opened)
        is_bare = self._reader.data[start] not in _COLLECTION
        return min(max(opened + is_bare - 1, 0) + least, len(DEEPEST) // len(ELEMENT))


class Destinations:
    """Tells where values are handed over to, other than by the assignment of one alone."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._arguments = Arguments(reader)
        self._collections = Collections(reader)
        self._elements = Elements(reader)
        self._gives_back = reader.language.written_members
        self._initializers = Initializers(reader) if reader.language.field_mark else None

    def of(self, byte: int, scope: int, name: str = "") -> tuple[str, int]:
        """Return detail and arguments of the value that begins at a byte, as `Reference` has them.

        `name` is that of a function which is written out there.
        """
        if self._gives_back and self._reader.data[max(byte - _NEAR, 0) : byte].rstrip().endswith(_ARROW):
            return "", -1  # what a function gives that has no name is handed over by whom it calls
        if (taken := self._elements.of(byte, scope)) is not None:
            return taken
        where, place = self._taker(byte, scope)
        is_element = place % 2 if place >= 0 else where.endswith(ELEMENT)
        if is_element and self._reader.language.constant_keys:
            where += given_key(self._reader.data, byte)
        elif is_element and self._reader.language.member_keys:
            where += given_member(self._reader.data, byte, name)
        return where, place

    def _taker(self, byte: int, scope: int) -> tuple[str, int]:
        found = self._arguments.of(byte, scope)
        if found is None and self._initializers is not None:
            found = self._initializers.of(byte, scope)
        return found or (self._collections.of(byte, scope) or self._default(byte, scope), -1)

    def _default(self, byte: int, scope: int) -> str:
        """Return which parameter a value is the default of, empty where it is none."""
        reader = self._reader
        if not scope or byte >= reader.definitions[scope].body_start:
            return ""
        found = _PARAMETER.search(reader.data, max(byte - _LONGEST_PARAMETER, 0), byte)
        return ASSIGNED + found.group(1).decode("utf-8", "replace") if found else ""
