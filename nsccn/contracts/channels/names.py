"""What a constant that names a channel stands for: its text, or where it is defined.

EVENTS = { PAID: "order.paid" }      const PAID = "order.paid";      PAID: Final = f"{DOMAIN}_paid"
"""

from __future__ import annotations

import re
from itertools import islice
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.contracts.channels.forms import NAME
from nsccn.contracts.channels.texts import ChannelFile, Work
from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.graph.fileroles import CODE_ROLES, Role, role_of
from nsccn.regexes import regex
from nsccn.text import indentation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.channels.texts import Given
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 40
"""Files in which a constant is looked for."""
_LONGEST: Final = 400_000
_MOST_LETTERS: Final = 30_000_000
"""Of files in which constants are looked for, for one answer."""
_LETTERS_OF_FILE: Final = 20_000
"""What one look costs at least."""
_IMPORT: Final = regex(
    r"\bimport\b(?P<names>[^;\"'`]{0,1000}?)\bfrom\s*[\"'](?P<module>[@\w][^\"'\n]{0,200})[\"']"
    r"|^from[ \t]+(?P<package>\w[\w.]*)[ \t]+import[ \t]+(?P<members>\([^)]{0,2000}\)|[^\n(]{1,400})",
    re.MULTILINE,
)
_MOST_VALUES: Final = 40
_MOST_ABOVE: Final = 500
"""Lines above a member in which what it belongs to begins."""
_HEAD: Final = 20_000
"""Letters in which a file says what it imports."""
_OWN: Final = frozenset("this self cls static parent Self".split())
_OF_NAMES: Final = regex(
    r"(?:.*(?:events?|channels?|topics?|names?|types?|signals?|hooks?|messages?))\Z", re.IGNORECASE
)
_UPPER: Final = regex(r"_*[A-Z][A-Z0-9_]+\Z")
_TYPE: Final = regex(r"[A-Z]\w*[a-z]\w*")
_JOINT: Final = regex(r"::|->|\\")
_QUALIFIED: Final = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,8}")
_MOST_NAMED: Final = 200
"""Entities of one name."""


class Channel(NamedTuple):
    """What something is sent under: a text, or a constant whose text is not told."""

    text: str
    at: tuple[str, int] = ("", 0)
    """Where a constant is defined that has no text."""
    constant: str = ""

    @property
    def name(self) -> str:
        """How it is spelt."""
        return self.text or self.constant


class ChannelNames:
    """The files of a repository as far as they were read, and what constants in them stand for."""

    def __init__(self, index: RepoIndex, graph: CodeGraph | None = None) -> None:
        self.index = index
        self.graph = graph
        """Without it, nothing is known by edges: a search waits for none."""
        self.table: EntityTable = graph or index.snapshot.entities
        self._work = Work()
        self._looks = Work(_MOST_LETTERS)
        self._files: dict[str, ChannelFile | None] = {}
        self._known: dict[tuple[str, str], Channel | None] = {}
        self._values: dict[tuple[str, str, str], list[_Value]] = {}
        self._imports: dict[str, set[str]] = {}
        self._holding: dict[tuple[str, str], list[str]] = {}

    def file(self, path: str) -> ChannelFile | None:
        """Return a file; None for one that is too long, or cannot be read."""
        if path not in self._files:
            text = self.index.text_if_any(path)
            self._files[path] = ChannelFile(path, text, self._work) if 0 < len(text) <= _LONGEST else None
        return self._files[path]

    def owner(self, entity: int) -> int:
        """Return what an entity belongs to; -1 for nothing."""
        return self.graph.owner_of(entity) if self.graph else int(self.table.parent[entity])

    def channel(self, given: Given, path: str) -> Channel | None:
        """Return what an expression stands for in a file; None where that is not told."""
        if given.text:
            is_open = "$" in given.text or "{" in given.text
            return Channel(given.text) if not is_open or path.endswith((".java", ".kt")) else None
        key = path, given.constant
        if key not in self._known:
            self._known[key] = self._constant(given.constant, path) or self._type(given.constant, path)
        return self._known[key]

    def _type(self, name: str, path: str) -> Channel | None:
        """Return what a type stands for that names a channel itself: `@OnEvent(OrderPaid.name)`."""
        if not (path.endswith(SCRIPTS_AND_COMPONENTS) and _TYPE.fullmatch(name)):
            return None
        table = self.table
        types = [one for one in table.named(name)[:_MOST_NAMED] if table.kinds[table.kind[one]] == "class"]
        places = {(table.path_of(one), int(table.name_line[one])) for one in types}
        return Channel("", places.pop(), name) if len(places) == 1 else None

    def constant(self, written: str) -> Channel | None:
        """Return what a constant of the product stands for that somebody names; None where nothing is that."""
        expression = _JOINT.sub(".", written).strip(".")
        if not _QUALIFIED.fullmatch(expression):
            return None
        *around, name = expression.split(".")
        table = self.table
        paths = {table.path_of(one) for one in table.named(name)[:_MOST_NAMED] if table.is_data(one)}
        if not (paths and around) and not _UPPER.match(name):
            return None
        holder = around[-1] if around else ""
        defining = sorted(paths) or self._defining(name, holder, "")
        found = list[_Value]()
        for path in [one for one in defining if role_of(one) is Role.SOURCE][:_MOST_FILES]:
            found += (one for one in self._given(self.file(path), name, holder) if one.is_sure)
        return _only(found, expression)

    def _constant(self, expression: str, path: str) -> Channel | None:
        *around, name = expression.split(".")
        holder = around[-1] if around else ""
        is_own = holder in _OWN
        is_upper = bool(_UPPER.match(name)) or any(one[0].isupper() for one in around)
        if not is_upper and not is_own and around and not _OF_NAMES.match(holder):
            return None
        own = self.file(path)
        here = self._given(own, name, "" if is_own else holder)
        if here or is_own or not (is_upper or around):
            return _only(here, expression)
        found = list[_Value]()
        for other in self._defining(name, holder, path):
            found += self._given(self.file(other), name, holder)
        surely = [one for one in found if one.is_sure] or (found if is_upper else [])
        near = [one for one in surely if one.path in self._imported(path)]
        if not found and is_upper and own and (module := _module(own, expression)):
            return Channel("", (module, 0), expression)
        return _only(near or surely, expression)

    def _given(self, file: ChannelFile | None, name: str, holder: str) -> list[_Value]:
        """Return the values that a file gives a constant, as long as there is room to look for more."""
        key = file.path if file else "", name, holder
        if key not in self._values:
            is_room = file is not None and self._looks.take(len(file.text) + _LETTERS_OF_FILE)
            self._values[key] = [*_given(file, name, holder)] if file and is_room else []
        return self._values[key]

    def _imported(self, path: str) -> set[str]:
        """Return the files that a file imports, or of which it imports something."""
        if path not in self._imports:
            graph = self.graph
            first = graph.entities_of(path)[:1] if graph else ()
            edges = graph.edges(graph.edges_of(np.array(first), outgoing=True)) if graph and first else ()
            self._imports[path] = {
                graph.path_of(edge.target) for edge in edges if graph and edge.kind == "IMPORTS"
            }
        return self._imports[path]

    def _defining(self, name: str, holder: str, path: str) -> list[str]:
        """Return the files that may define a constant for another one, first what that imports."""
        if (name, holder) not in self._holding:
            paths = self.index.snapshot.entities.paths
            held = (
                (role_of(paths[slot]), paths[slot]) for slot in self.index.snapshot.lexical.files_with(name)
            )
            code = [(role, not _is_stem(one, holder), one) for role, one in held if role in CODE_ROLES]
            self._holding[name, holder] = [one for _, _, one in sorted(code)]
        near = self._imported(path)
        others = [one for one in self._holding[name, holder] if one != path]
        return sorted(others, key=lambda one: one not in near)[:_MOST_FILES]


def _module(file: ChannelFile, expression: str) -> str:
    """Return the library that a file takes a constant from, which is not in the repository."""
    first = re.compile(rf"(?<![\w$]){re.escape(expression.partition('.')[0])}(?![\w$])")
    for taken in _IMPORT.finditer(file.text[:_HEAD]):
        if first.search(taken["names"] or taken["members"]):
            return taken["module"] or taken["package"]
    return ""


def is_constant(name: str) -> bool:
    """Whether a name is spelt as those of constants are."""
    return bool(_UPPER.match(name))


class _Value(NamedTuple):
    path: str
    line: int
    text: str
    is_sure: bool
    """Whether it stands in what the constant is asked of."""


def _only(found: list[_Value], expression: str) -> Channel | None:
    """Return what all of some values are; None where they differ."""
    texts = {one.text for one in found}
    if len(texts) != 1:
        return None
    text = texts.pop()
    if text:
        return Channel(text)
    places = {(one.path, one.line) for one in found}
    return Channel("", places.pop(), expression) if len(places) == 1 else None


def _given(file: ChannelFile, name: str, holder: str) -> Iterator[_Value]:
    """Yield the values that a file gives a constant; the text is empty where it is made of others."""
    if name not in file.text:
        return
    pattern = re.compile(
        rf"(?<![\w$])(?P<of>[\w$]+\.)?[\"']?{re.escape(name)}[\"']?\]?\s*(?:(?::\s*[&\w][^=,;\n\"'`()]{{0,60}})?(?::=|=>|=(?![=>])|:(?!:))"
        rf"|\((?=[\"'])|,\s*(?=[\"']))\s*(?:\w{{1,60}}(?:\.\w{{1,60}}){{0,3}}\(\s*)?(?:(?P<quote>[\"'`])(?P<text>[^\"'`\n]{{1,100}})(?P=quote)(?P<join>\s*[+.%])?|(?P<made>f[\"']|`|[A-Z]))"
    )
    for one in islice(pattern.finditer(file.text), _MOST_VALUES):
        line = file.line(one.start())
        text = one["text"] or ""
        is_told = (
            bool(text)
            and not one["join"]
            and bool(NAME.fullmatch(text))
            and (one["quote"] != "`" or "${" not in text)
        )
        before = file.text[file.place(line) : one.start()]
        if before.lstrip().startswith(("//", "*", "#", "import ")) and "define" not in before:
            continue
        is_sure = (
            not holder
            or one["of"] == f"{holder}."
            or holder in before
            or _is_stem(file.path, holder)
            or _is_in(file, line, holder)
        )
        if is_told or _UPPER.match(name):
            yield _Value(file.path, line, text if is_told else "", is_sure)


def _is_in(file: ChannelFile, line: int, holder: str) -> bool:
    """Whether a line stands in the block of a name."""
    lines, number = file.lines, line - 1
    least = indentation(lines[number])
    while number > max(line - _MOST_ABOVE, 0) and least:
        number -= 1
        text = lines[number]
        if text.strip() and indentation(text) < least:
            least = indentation(text)
            if re.search(rf"(?<![\w$]){re.escape(holder)}(?![\w$])", text):
                return True
    return False


def _is_stem(path: str, holder: str) -> bool:
    stem = basename(path).partition(".")[0]
    return bool(holder) and holder in {
        stem,
        basename(dirname(path)) if stem in {"index", "__init__", "mod"} else stem,
    }
