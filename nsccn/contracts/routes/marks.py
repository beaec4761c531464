"""What stands above a definition, as decorators, attributes and annotations do, and the paths of URLs in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.callarguments import arguments, bare, brackets_around, is_given_directly, key_of
from nsccn.contracts.routes.texts import WrittenPath, written_paths
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.graph.model import Entity

_MARK: Final = regex(r"(?:^|(?<=[\s)\]]))(?:@|#?\[)(?P<name>[A-Za-z_][\w.\\:]*)", re.MULTILINE)
"""Begins what stands above a function or a type."""
_NAME: Final = regex(r"\s*(?P<name>[A-Za-z_][\w.\\:]*)")
_PATH_KEY: Final = regex(r"\w*(?:path|pattern|rout\w*|rule|ur[il]|template|value|prefix)s?", re.IGNORECASE)
_CONSTANT: Final = regex(
    r"\A(?:@|#?\[)?[\w.\\]+\(\s*(?:(?:path|value)\s*=\s*)?((?:\w+(?:\.|::))*[A-Z][A-Z\d_]*|(?:\w+\.)+[A-Z]\w*)\s*[,)]"
)


class Mark(NamedTuple):
    """What stands above a definition."""

    name: str
    text: str
    first: str
    """Line of it."""
    line: int

    def is_rooted(self, words: RouteWords) -> bool:
        """Whether nothing that is said around stands before its path."""
        return any(
            one.is_rooted or (words.slash_is_root and self.text[one.span[0] + 1] == "/")
            for one in self.written
        )

    @property
    def written(self) -> list[WrittenPath]:
        """The paths in it, without what is given by another name, `produces = "text/plain"`, or in a call in it."""
        text = bare(self.text)
        begin = text.find("(")
        inside = brackets_around(text, begin + 1, begin + 1) if begin >= 0 else None
        if inside is None:
            return [*written_paths(self.text)]
        others = [
            one
            for one in arguments(text, *inside)
            if (key := key_of(text, *one)) and not _PATH_KEY.fullmatch(key)
        ]
        return [
            one
            for one in written_paths(self.text)
            if one.span[0] < inside[1]
            and not any(begin <= one.span[0] < end for begin, end in others)
            and is_given_directly(self.text[: one.span[0]])
        ]

    @property
    def paths(self) -> list[list[str]]:
        """The parts of each path in it."""
        return [one.parts for one in self.written]

    @property
    def constant(self) -> str:
        """The name of a constant that it is given in place of a path; empty for none."""
        found = _CONSTANT.search(self.text)
        return found[1] if found and not self.written else ""


def marks_above(lines: Sequence[str], entity: Entity) -> list[Mark]:
    """Return the decorators of a definition."""
    named = re.search(
        rf"(?<![\w$\"'`/]){re.escape(entity.name)}(?![\w$])\s*[^\w\s\"'`)\]]?", lines[entity.name_line - 1]
    )
    on_line = lines[entity.name_line - 1][: named.start() if named else None]
    text = "\n".join((*lines[entity.start_line - 1 : entity.name_line - 1], on_line))
    marked = (found for found in _MARK.finditer(text) if not _is_in_text(text, found))
    begins = [begin for found in marked for begin in _listed(text, found)]
    ends = [*(place for place, _ in begins), len(text)][1:]
    marks, line, place = [], 0, 0
    for (begin, name), end in zip(begins, ends, strict=True):
        line, place = line + text.count("\n", place, begin), begin
        whole = " ".join(text[begin:end].split()).removesuffix(",")
        marks.append(Mark(name, whole, lines[entity.start_line - 1 + line], entity.start_line + line))
    return marks


def _is_in_text(text: str, found: re.Match[str]) -> bool:
    """Whether what looks like a mark stands in a text: the letters of a pattern, `"/{id: [a-z]+}"`."""
    begin = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    line = text[begin : end if end >= 0 else len(text)]
    return bare(line)[found.start() - begin] == '"'


def _listed(text: str, found: re.Match[str]) -> Iterator[tuple[int, str]]:
    """Yield the marks that stand in one pair of brackets, `[ApiController, Route("carts")]`: where, and their names."""
    yield found.start(), found["name"]
    if not found[0].endswith(f"[{found['name']}"):
        return
    plain, begin = bare(text), found.start("name")
    inside = brackets_around(plain, begin, begin)
    for first, last in arguments(plain, *inside)[1:] if inside is not None else ():
        if named := _NAME.match(text, first, last):
            yield named.start("name"), named["name"]
