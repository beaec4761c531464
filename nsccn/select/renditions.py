"""The levels of detail at which a unit can be shown, each with its text and its price."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import PathOutsideRoot
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.search.messages import lines_saying
from nsccn.select.documentation import without_comments, without_documentation
from nsccn.select.excerpt import Matcher, excerpts
from nsccn.select.imports import without_imports
from nsccn.select.request import DEFAULT_BUDGET
from nsccn.select.units import FileUnits, Ranges, trimmed_range
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import without_gaps
from nsccn.skeleton.window import COMMENT
from nsccn.text import LINE_LIMIT, SIGNATURE_LIMIT, clip, count_tokens, shorten, unbroken, without_template

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

_EXCERPTS: Final = (250, 700)
"""Tokens of the excerpts that are offered of a unit much longer than that."""
_LEAST_EXCERPT: Final = 100
_OF_BUDGET: Final = 12
"""Part of a small budget that the shortest excerpts have."""
_LONGER: Final = 1.5
WHOLE: Final = "body"
"""The label of a piece that is shown whole."""
_ENCLOSING: Final = TYPE_KINDS | {"module"}
_OWN: Final = "own lines"
"""The label of a class without its members, or of a file without its definitions."""
_DECLARATION: Final = 30
"""Tokens of a declaration; what is cut off are parameters, and in JavaScript the objects that are handed over."""
_CARDS: Final = (50, 120)
"""Tokens of the cards of a definition: with the first sentence about it, and with a paragraph and its members."""
_LEAST_PARAGRAPH: Final = 30
_LEAST_SENTENCE: Final = 8
_INDENT: Final = 3
_TOKENS_OF_LINE: Final = 13
"""Of code behind its number, roughly."""
_UNSAID: Final = (".. ", "@", "{@inheritDoc", "{@inheritdoc", "<inheritdoc", ":")
"""Begins what a documentation says to programs that read it."""
_MOST_UNSAID: Final = 4
_SENTENCE: Final = regex(r".+?[.!?](?=\s|$)|.+")
_ALL: Final = regex(r".+")
_MEMBERS: Final = 24
_MEMBERS_OF_OUTLINE: Final = 10
_REASON: Final = {Detail.NAME: 0, Detail.SIGNATURE: 0, Detail.DOC: 9, Detail.BODY: 16}
"""Tokens that saying why a piece is there may take; none on declarations, so that many of them fit."""
_KEPT: Final = {Detail.NAME: 0, Detail.SIGNATURE: 0, Detail.DOC: 4, Detail.BODY: 6}
"""Tokens kept for that: most pieces have nothing to say that they do not show."""
_SEEN: Final = regex(r'(?:doc|text) "')
"""Begins a reason that code shows itself."""
_PARTING: Final = regex(r"\s*(?:end|[)}\]]+[,;]?|(?:public|private|protected)\s*:?)?\s*")
"""A line that only closes a definition, or only says whose members come next."""
_MARKS: Final = regex(r"[\s:;{}]+")
"""What stands around a declaration and is no part of its signature."""


class Rendition(NamedTuple):
    """A unit at one level."""

    detail: Detail
    label: str
    """What of the code is shown; empty below BODY."""
    share: float
    """What it is worth, as a share of the whole text."""
    lines: Ranges
    """Shown word for word."""
    span: str
    """Its first and last line."""
    title: str
    """Its signature, or its kind and name."""
    text: str
    """What stands below the heading."""
    tokens: int
    """With the line break behind it, and with room for the reason."""

    def why(self, reasons: Iterable[str]) -> str:
        """Return as many reasons as there is room for, and none that the whole code shows."""
        said = ""
        for reason in reasons:
            if self.label == WHOLE and _SEEN.match(reason):
                continue
            longer = f"{said}, {clean(reason)}" if said else clean(reason)
            if count_tokens(f" — {longer}") <= _REASON[self.detail]:
                said = longer
        return said


def heading(span: str, title: str, label: str) -> str:
    """Return the line that stands above a piece, or for it where no code is shown; of a whole one nothing is said."""
    if not label:
        return f"- {span} {title}"
    return f"### {span} {title}" if label == WHOLE else f"### {span} {title} ({label})"


class Levels(NamedTuple):
    """A unit at every level that it can be shown at."""

    renditions: tuple[Rendition, ...]
    size: int
    """Tokens of its code, long documentation left out."""


class FileView:
    """One file, ready to be shown in parts."""

    def __init__(self, graph: CodeGraph, path: str, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").split("\n")
        if not self.lines[-1]:
            self.lines.pop()
        self._units = FileUnits(graph, path, self.lines)

    def own(self, unit: int) -> Ranges:
        """Return the lines of a unit that belong to no other."""
        return self._units.own(unit)

    def is_whole(self, unit: Entity, own: Ranges) -> bool:
        """Whether the lines of a unit are all that it has; the licence of a file goes without saying."""
        start, end = unit.start_line, unit.end_line
        while start in self._units.licence:
            start += 1
        start, end = trimmed_range(start, end, self.lines)
        return len(own) == 1 and own[0][0] <= start and end <= own[0][1]

    def numbered(self, ranges: Ranges) -> str:
        """Return lines word for word, each behind its number; very long ones are cut, and say so."""
        return "\n".join(
            f"{number}|{shorten(self.lines[number - 1], LINE_LIMIT)}"
            for start, end in ranges
            for number in without_gaps(range(start, end + 1), self.lines)
        )


class Renderer:
    """Renders the units of a repository for one task."""

    def __init__(
        self,
        graph: CodeGraph,
        read: Callable[[str], str],
        shares: Mapping[str, float],
        matcher: Matcher,
        pointed_at: Mapping[str, Collection[int]],
        quoted: Mapping[int, Collection[str]] = MappingProxyType({}),
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        """`pointed_at` are the lines of files that the task names, `quoted` the words of units that it quotes."""
        self._graph, self._read, self._shares, self._matcher = graph, read, shares, matcher
        self._pointed_at, self._quoted = pointed_at, quoted
        shortest = min(max(budget // _OF_BUDGET, _LEAST_EXCERPT), _EXCERPTS[0])
        self._limits = tuple(dict.fromkeys((shortest, *_EXCERPTS)))
        self._views: dict[str, FileView] = {}

    def view(self, path: str) -> FileView:
        """Return a file, read once."""
        if path not in self._views:
            self._views[path] = FileView(self._graph, path, self._text(path))
        return self._views[path]

    def _text(self, path: str) -> str:
        try:
            return self._read(path)
        except (OSError, PathOutsideRoot):
            return ""  # It was there when the snapshot was taken; what is gone has no lines to show.

    def levels(self, unit: Entity, *, with_excerpts: bool, with_code: bool = True) -> Levels:
        """Return the levels of a unit, growing in price and worth; none where no line is its own."""
        own = self.view(unit.path).own(unit.index)
        if not own:
            return Levels((), 0)
        if not with_code:
            count = sum(end - start + 1 for start, end in own)
            return Levels(_growing(self._brief(unit)), count * _TOKENS_OF_LINE)
        lines = self.view(unit.path).lines
        label = WHOLE if self.view(unit.path).is_whole(unit, own) else _OWN
        is_part = label == _OWN
        if is_part:
            own = _without_parting(lines, own)
            if unit.kind in _ENCLOSING and (said := self._without_comments(unit, own)) != own:
                own, label = said, f"{_OWN}, comments cut"
        code = without_documentation(lines, own, unit.doc)
        if self._is_declared(unit, code, is_part=is_part) or not (
            needed := self._without_imports(unit, code)
        ):
            return Levels(_growing(self._brief(unit)), _TOKENS_OF_LINE)
        part = self._shares["own"] if is_part else 1.0
        offered = [*self._brief(unit), self._code(unit, own, label, self._shares["body"] * part)]
        if code != own:
            offered.append(self._code(unit, code, f"{label}, doc cut", self._shares["code"] * part))
        if needed != code:
            code = needed
            offered.append(self._code(unit, code, f"{label}, imports cut", self._shares["code"] * part))
        size = offered[-1].tokens
        if with_excerpts:
            offered.extend(self._excerpts(unit, code, size))
        return Levels(_growing(offered), size)

    def _is_declared(self, unit: Entity, code: Ranges, *, is_part: bool) -> bool:
        """Whether a declaration says all: there is no more of an abstract method, or of a class but its methods."""
        is_cut = not is_part and _signature(unit) != clean(unit.signature)
        is_pointed_at = _held(self._pointed_at.get(unit.path, ()), code)
        if not unit.signature or is_cut or is_pointed_at:
            return False
        lines = self.view(unit.path).lines
        shown = (line for first, last in code for line in lines[first - 1 : last])
        text = "".join(line for line in shown if not COMMENT.match(line))
        return _MARKS.sub("", text) == _MARKS.sub("", unit.signature)

    def _without_comments(self, unit: Entity, own: Ranges) -> Ranges:
        """Leave out the long comments of a type or a file, unless that is all, or the task points at one."""
        lines, pointed = self.view(unit.path).lines, self._pointed_at.get(unit.path, ())
        return without_comments(lines, own, max(unit.start_line, own[0][0]), pointed) or own

    def _without_imports(self, unit: Entity, code: Ranges) -> Ranges:
        """Leave out the imports of a file, unless the task points at one."""
        if unit.kind != "module" or unit.parent >= 0:
            return code
        needed = without_imports(self.view(unit.path).lines, code)
        pointed = self._pointed_at.get(unit.path, ())
        return needed if _held(pointed, code) == _held(pointed, needed) else code

    def outline(self, file: Entity) -> Levels:
        """Return the levels of a file that say what is in it: its name, then its first definitions."""
        offered = [self._level(file, Detail.NAME, _name(file))]
        if members := self._members(file, _MEMBERS_OF_OUTLINE):
            offered.append(self._level(file, Detail.SIGNATURE, f"{_name(file)}: {members}"))
        return Levels(tuple(offered), offered[-1].tokens)

    def _brief(self, unit: Entity) -> Iterator[Rendition]:
        """Yield what is said of a unit without its code: its name, its declaration, and two cards."""
        signature = _signature(unit)
        if unit.kind not in FILE_KINDS:
            yield self._level(unit, Detail.NAME, _name(unit))
        if signature:
            yield self._level(unit, Detail.SIGNATURE, signature)
        title, paragraph = signature or _name(unit), _first_said(unit.doc)
        compact, standard = (room - count_tokens(f"- {_span(unit)} {title}") for room in _CARDS)
        if sentence := _clipped(_SENTENCE.match(paragraph), compact):
            yield self._level(unit, Detail.DOC, title, sentence, "card")
        names = (
            "" if unit.kind in FUNCTION_KINDS else self._members(unit, _MEMBERS, standard - _LEAST_PARAGRAPH)
        )
        members = f"    members: {names}" if names else ""
        said = _clipped(_ALL.match(paragraph), max(standard - count_tokens(members), _LEAST_PARAGRAPH))
        if said or members:
            yield self._level(unit, Detail.DOC, title, "\n".join(filter(None, (said, members))))

    def _level(self, unit: Entity, detail: Detail, title: str, text: str = "", share: str = "") -> Rendition:
        head = heading(_span(unit), title, "")
        tokens = count_tokens(f"{head}\n{text}\n" if text else f"{head}\n") + _KEPT[detail]
        worth = self._shares[share or detail.name.lower()]
        return Rendition(detail, "", worth, (), _span(unit), title, text, tokens)

    def _code(self, unit: Entity, ranges: Ranges, label: str, share: float) -> Rendition:
        head, text = heading(_span(unit), _name(unit), label), self.view(unit.path).numbered(ranges)
        tokens = count_tokens(f"{head}\n{text}\n") + _KEPT[Detail.BODY]
        return Rendition(Detail.BODY, label, share, ranges, _span(unit), _name(unit), text, tokens)

    def _excerpts(self, unit: Entity, code: Ranges, whole: int) -> Iterator[Rendition]:
        limits = [limit for limit in self._limits if whole > limit * _LONGER]
        least, most = self._shares["doc"], self._shares["excerpt"]
        if not limits:
            return
        lines = self.view(unit.path).lines
        first = {*self._pointed_at.get(unit.path, ()), *self._lines_quoted(unit, lines, code)}
        for part in excerpts(lines, code, self._matcher, limits, first, unit.start_line):
            if part.ranges:
                share = least + (most - least) * part.captured
                yield self._code(unit, part.ranges, "excerpt", share)

    def _lines_quoted(self, unit: Entity, lines: Sequence[str], code: Ranges) -> Iterator[int]:
        """Yield the lines of a unit with words that the task quotes."""
        numbers = (number for start, end in code for number in range(start, end + 1))
        quoted = self._quoted.get(unit.index)
        return lines_saying(quoted, ((n, lines[n - 1]) for n in numbers)) if quoted else iter(())

    def _members(self, unit: Entity, most: int, tokens: int = 10**6) -> str:
        """Return the definitions inside a class or a file, by name and line, as far as there is room for them."""
        graph = self._graph
        members = [index for index in graph.children(unit.index) if not graph.is_data(index)]
        shown = [f"{graph.name_of(index)} {graph.start_line[index]}" for index in members[:most]]
        while shown and count_tokens(", ".join(shown)) > tokens:
            shown.pop()
        return ", ".join(shown) + (", …" if shown and len(members) > len(shown) else "")


def _held(numbers: Collection[int], ranges: Ranges) -> int:
    return sum(start <= number <= end for number in numbers for start, end in ranges)


def _without_parting(lines: Sequence[str], own: Ranges) -> Ranges:
    """Leave out the stretches between the members of a class that say nothing by themselves, unless that is all."""
    return (
        tuple((start, end) for start, end in own if not all(map(_PARTING.fullmatch, lines[start - 1 : end])))
        or own
    )


def _growing(offered: Iterable[Rendition]) -> tuple[Rendition, ...]:
    growing: list[Rendition] = []
    for one in sorted(offered, key=lambda one: (one.tokens, -one.share)):
        if one.share > (growing[-1].share if growing else 0.0):
            growing.append(one)
    return tuple(growing)


def _first_said(doc: str) -> str:
    """Return the first paragraph of a documentation that tells something: `.. module:: shop` and `@author` do not."""
    paragraphs = (clean(text) for text in doc.strip().split("\n\n", _MOST_UNSAID))
    return next((text for text in paragraphs if not text.startswith(_UNSAID)), "")


def _clipped(found: re.Match[str] | None, tokens: int) -> str:
    """Return a text on a line of its own, cut to some tokens; nothing where too little would be left."""
    text = clip(found.group(), tokens - _INDENT) if found and tokens >= _LEAST_SENTENCE else ""
    return f"    {text}" if text else ""


def scope_line(entity: Entity) -> str:
    """Return the line that stands for a definition around a piece."""
    return f"{_span(entity)} {_signature(entity) or clean(entity.name)}"


def file_line(path: str) -> str:
    """Return the line that opens a file in a pack."""
    return f"## {encode_path(path)}"


def _signature(unit: Entity) -> str:
    return clip(clean(without_template(unit.signature)), _DECLARATION)


def _name(unit: Entity) -> str:
    return "file" if unit.is_file else f"{unit.kind} {unit.qualified_name}"


def _span(unit: Entity) -> str:
    return f"{unit.start_line}-{unit.end_line}"


def clean(text: str) -> str:
    """Put text of a repository on one line, so that it cannot pass for another line of the pack."""
    return shorten(" ".join(unbroken(text).split()), SIGNATURE_LIMIT)
