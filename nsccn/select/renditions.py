"""The levels of detail at which a unit can be shown, each with its text and its price."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.select.documentation import without_documentation
from nsccn.select.excerpt import Matcher, excerpts
from nsccn.select.units import FILES, FUNCTIONS, FileUnits, Ranges
from nsccn.skeleton.detail import Detail
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

LINE_LIMIT: Final = 2000
"""Characters of one line that are shown."""
_EXCERPTS: Final = (250, 700)
"""Tokens of the excerpts that are offered of a unit much longer than that."""
_LONGER: Final = 1.5
_DOC_LIMIT: Final = 400
_SIGNATURE_LIMIT: Final = 240
_MEMBERS: Final = 24
_MEMBERS_OF_OUTLINE: Final = 10
_REASON: Final = {Detail.NAME: 8, Detail.SIGNATURE: 9, Detail.DOC: 9, Detail.BODY: 16}
"""Tokens kept for saying why a piece is there."""
_BREAKS: Final = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029]+")


class Rendition(NamedTuple):
    """A unit at one level."""

    detail: Detail
    is_excerpt: bool
    share: float
    """What it is worth, as a share of the whole text."""
    lines: Ranges
    """Shown word for word."""
    heading: str
    text: str
    """What stands below the heading."""
    tokens: int
    """With the line break behind it, and with room for the reason."""

    def show(self, reasons: Iterable[str]) -> str:
        """Return the piece, its heading completed by as many reasons as there is room for."""
        said = ""
        for reason in reasons:
            longer = (
                f"{said}, {_clean(reason, _SIGNATURE_LIMIT)}"
                if said
                else f" — {_clean(reason, _SIGNATURE_LIMIT)}"
            )
            if count_tokens(longer) <= _REASON[self.detail]:
                said = longer
        return f"{self.heading}{said}\n{self.text}" if self.text else self.heading + said


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

    def numbered(self, ranges: Ranges) -> str:
        """Return lines word for word, each behind its number; very long ones are cut, and say so."""
        return "\n".join(
            f"{number}|{shorten(self.lines[number - 1], LINE_LIMIT)}"
            for start, end in ranges
            for number in range(start, end + 1)
        )


class Renderer:
    """Renders the units of a repository for one task."""

    def __init__(
        self, graph: CodeGraph, read: Callable[[str], str], shares: Mapping[str, float], matcher: Matcher
    ) -> None:
        self._graph, self._read, self._shares, self._matcher = graph, read, shares, matcher
        self._views: dict[str, FileView] = {}

    def view(self, path: str) -> FileView:
        """Return a file, read once."""
        if path not in self._views:
            self._views[path] = FileView(self._graph, path, self._text(path))
        return self._views[path]

    def _text(self, path: str) -> str:
        try:
            return self._read(path)
        except OSError:
            return ""  # It was there when the snapshot was taken; what is gone has no lines to show.

    def levels(self, unit: Entity, *, with_excerpts: bool) -> Levels:
        """Return the levels of a unit, growing in price and worth; none where no line is its own."""
        own = self.view(unit.path).own(unit.index)
        if not own:
            return Levels((), 0)
        code = without_documentation(self.view(unit.path).lines, own, unit.doc)
        offered = [*self._brief(unit), self._code(unit, own, "body", self._shares["body"])]
        if code != own:
            offered.append(self._code(unit, code, "body, doc cut", self._shares["code"]))
        size = offered[-1].tokens
        if with_excerpts:
            offered.extend(self._excerpts(unit, code, size))
        growing: list[Rendition] = []
        for one in sorted(offered, key=lambda one: (one.tokens, -one.share)):
            if one.share > (growing[-1].share if growing else 0.0):
                growing.append(one)
        return Levels(tuple(growing), size)

    def outline(self, file: Entity) -> Levels:
        """Return the levels of a file that say what is in it: its name, then its first definitions."""
        offered = [self._level(Detail.NAME, f"- {_span(file)} {_name(file)}")]
        if members := self._members(file, _MEMBERS_OF_OUTLINE):
            offered.append(self._level(Detail.SIGNATURE, f"- {_span(file)} {_name(file)}: {members}"))
        return Levels(tuple(offered), offered[-1].tokens)

    def _brief(self, unit: Entity) -> Iterator[Rendition]:
        span, signature = _span(unit), _clean(unit.signature, _SIGNATURE_LIMIT)
        if unit.kind not in FILES:
            yield self._level(Detail.NAME, f"- {span} {_name(unit)}")
        if signature:
            yield self._level(Detail.SIGNATURE, f"- {span} {signature}")
        paragraph = _clean(unit.doc.strip().partition("\n\n")[0], _DOC_LIMIT)
        members = "" if unit.kind in FUNCTIONS else self._members(unit, _MEMBERS)
        lines = [paragraph, f"members: {members}" if members else ""]
        text = "\n".join(f"    {line}" for line in lines if line)
        if text:
            yield self._level(Detail.DOC, f"- {span} {signature or _name(unit)}", text)

    def _level(self, detail: Detail, heading: str, text: str = "") -> Rendition:
        shown = f"{heading}\n{text}\n" if text else f"{heading}\n"
        tokens = count_tokens(shown) + _REASON[detail]
        share = self._shares[detail.name.lower()]
        return Rendition(
            detail, is_excerpt=False, share=share, lines=(), heading=heading, text=text, tokens=tokens
        )

    def _code(self, unit: Entity, ranges: Ranges, label: str, share: float) -> Rendition:
        heading = f"### {_span(unit)} {_name(unit)} ({label})"
        text = self.view(unit.path).numbered(ranges)
        tokens = count_tokens(f"{heading}\n{text}\n") + _REASON[Detail.BODY]
        return Rendition(Detail.BODY, label != "body", share, ranges, heading, text, tokens)

    def _excerpts(self, unit: Entity, code: Ranges, whole: int) -> Iterator[Rendition]:
        limits = [limit for limit in _EXCERPTS if whole > limit * _LONGER]
        least, most = self._shares["doc"], self._shares["excerpt"]
        for part in excerpts(self.view(unit.path).lines, code, self._matcher, limits) if limits else ():
            if part.ranges:
                share = least + (most - least) * part.captured
                yield self._code(unit, part.ranges, "excerpt", share)

    def _members(self, unit: Entity, most: int) -> str:
        """Return the definitions inside a class or a file, by name and line."""
        graph = self._graph
        members = [index for index in graph.children(unit.index) if not graph.is_data(index)]
        shown = [f"{graph.name_of(index)} {graph.start_line[index]}" for index in members[:most]]
        return ", ".join(shown) + (", …" if len(members) > most else "")


def scope_line(entity: Entity) -> str:
    """Return the line that stands for a definition around a piece."""
    return f"- {_span(entity)} {_clean(entity.signature or entity.name, _SIGNATURE_LIMIT)}"


def file_line(path: str) -> str:
    """Return the line that opens a file in a pack."""
    return f"## {encode_path(path)}"


def shorten(text: str, limit: int) -> str:
    """Cut a line after some characters and say how many are missing."""
    return text if len(text) <= limit else f"{text[:limit]}…[+{len(text) - limit} characters]"


def _name(unit: Entity) -> str:
    return "file" if unit.kind in FILES else f"{unit.kind} {unit.qualified_name}"


def _span(unit: Entity) -> str:
    return f"{unit.start_line}-{unit.end_line}"


def _clean(text: str, limit: int) -> str:
    """Put text of a repository on one line, so that it cannot pass for another line of the pack."""
    return shorten(" ".join(_BREAKS.sub(" ", text).split()), limit)
