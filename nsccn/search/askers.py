"""Who asks for a wording: the code that names the key under which a text stands that a query is, or quotes."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex
from nsccn.search.messages import MessageHit
from nsccn.search.messages import words_of as words_said
from nsccn.search.settingnames import words_of
from nsccn.search.wordings import Wording, wordings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.lexical import LexicalIndex

_MOST_KEYS: Final = 4
_MOST_QUOTED: Final = 8
_LONGEST_KEY: Final = 200
_WORD: Final = regex(r"\w+")
_QUOTED: Final = regex(
    r"\"([^\"\n]{6,400})\"|(?<!\w)'([^'\n]{6,400})'(?!\w)|`([^`\n]{6,400})`|\u201c([^\u201d\n]{6,400})\u201d"
)
_MOST_FILES: Final = 400
"""Words that more files hold tell nothing."""
_ASKING: Final = (
    r"(?:(?<![\w$])(?:\$?tc?|__|_|trans|translate|i18n|gettext|getString|format[mM]essage|[lL]ocalizer)"
    r"(?:[(\[]\s*[\"'`:]| :)"
    r"|@(?:string|array|plurals)/|\b(?:R\.(?:string|array|plurals)|strings?|Resources|Strings|messages?|L10n|l10n)\.)"
)
"""What stands before a key that is one word, and may mean anything elsewhere."""
_BEGUN: Final = regex(r"[\"'`][\w./-]{0,200}\.\Z")
"""What stands before the last part of a longer key in quotes; outside of them it may be what an object has."""
_GOING_ON: Final = r"(?![\w-]|\.[\w.-]{0,200}[\"'`$#{])"


class Asked(NamedTuple):
    """A wording that a text is or quotes, and who asks for it."""

    said: str
    is_quoted: bool
    key: str
    """By which it is asked for; by which it might be, where nothing asks."""
    wordings: tuple[Wording, ...]
    around: dict[int, list[int]]
    """Entity -> the lines on which it does."""

    @property
    def is_all(self) -> bool:
        """Whether something asks for it, and the wording is all of what is said."""
        return len(self.around) > 0 and any(wording.is_whole for wording in self.wordings)


def quotes(text: str) -> bool:
    """Whether a text quotes anything."""
    return _QUOTED.search(text) is not None


def as_messages(asked: Iterable[Asked]) -> tuple[MessageHit, ...]:
    """Return who asks for wordings that are quoted, or all of a text, as if their own literals worded them."""
    return tuple(
        MessageHit(entity, " ".join(words := words_said(one.said)), len(words), 1 / len(one.around))
        for one in asked
        if one.is_quoted or one.is_all
        for entity in one.around
    )


class Askers:
    """Finds them in one state of a repository."""

    def __init__(self, table: EntityTable, lexical: LexicalIndex, read: Callable[[str], str]) -> None:
        """`read` returns the text of a file, nothing of one that is gone."""
        self._table = table
        self._lexical = lexical
        self._read = read

    def of(self, text: str) -> list[Asked]:
        """Return the wordings that a text is, or else quotes."""
        found: dict[tuple[str, ...], tuple[str, list[Wording]]] = {}
        for said in (text, *islice(_quoted(text), _MOST_QUOTED)):
            for wording in wordings(self._table, self._lexical, self._read, said):
                found.setdefault(wording.keys, (said, []))[1].append(wording)
        return [
            Asked(said, said != text, *self._asking(keys, worded))
            for keys, (said, worded) in [*found.items()][:_MOST_KEYS]
        ]

    def _asking(
        self, keys: Sequence[str], worded: list[Wording]
    ) -> tuple[str, tuple[Wording, ...], dict[int, list[int]]]:
        """Return the first of the keys by which anything asks for it, and the entities that do, with lines."""
        first, *others = keys
        tried = chain(
            [(first, self._lines_asking(first, first))],
            ((first, self._lines_asking_within(scope, rest)) for scope, rest in _scopes(first)),
            ((key, self._lines_asking(key, first)) for key in others),
        )
        for key, lines in tried:
            around: dict[int, list[int]] = {}
            for path, line in lines:
                around.setdefault(self._table.at_line(path, line), []).append(line)
            if around:
                return key, tuple(worded), around
        return first, tuple(worded), {}

    def _lines_asking_within(self, scope: str, key: str) -> Iterator[tuple[str, int]]:
        """Yield the lines that ask for the rest of a key, in quotes, in files that name what is before it in quotes."""
        naming = re.compile(rf"[\"'`]{re.escape(scope)}[\"'`]")
        asking = re.compile(rf"[(\[]\s*[\"'`]{re.escape(key)}[\"'`]")
        for path, text in self._holding(f"{scope} {key}"):
            if naming.search(text):
                yield from _matching(path, text, asking)

    def _lines_asking(self, key: str, whole: str) -> Iterator[tuple[str, int]]:
        """Yield the lines outside of files of wordings that name a key, those of the product before others."""
        # Of Rails: below the names of the view.
        view = whole.rpartition(".")[0].replace(".", "/") if key.startswith(".") else ""
        files = [held for held in self._holding(key, view) if key in held[1]]
        lines: list[tuple[str, int]] = []
        for pattern in _naming(key):
            lines = lines or [line for path, text in files for line in _matching(path, text, pattern)]
        yield from lines

    def _holding(self, key: str, view: str = "") -> Iterator[tuple[str, str]]:
        """Yield the files outside of those of wordings that hold the words of a key, those of the product first."""
        words = _WORD.findall(key)
        slots = self._lexical.files_with_all(words) - self._table.wording_files
        if not view and len(slots) > _MOST_FILES:
            return
        paths = [
            path for path in map(self._table.paths.__getitem__, slots) if not view or _is_view(path, view)
        ]
        if len(paths) <= _MOST_FILES:
            for path in sorted(paths, key=lambda one: (role_of(one) is not Role.SOURCE, one)):
                yield path, self._read(path)


def _scopes(key: str) -> Iterator[tuple[str, str]]:
    """Yield how a key may be parted into what code names once, and what it asks for below that, the longest first.

    >>> [*_scopes("carts.show.empty")]
    [('carts.show', 'empty'), ('carts', 'show.empty')]
    """
    parts = key.split(".")
    for number in range(len(parts) - 1, max(0, len(parts) - 1 - _MOST_KEYS), -1):
        yield ".".join(parts[:number]), ".".join(parts[number:])


def _matching(path: str, text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.split("\n"), 1):
        starts = (match.start() for match in pattern.finditer(line))
        if any(not _BEGUN.search(line[max(0, start - _LONGEST_KEY) : start]) for start in starts):
            yield path, number


def _quoted(text: str) -> Iterator[str]:
    """Yield what stands in quotes and is no name."""
    for match in _QUOTED.finditer(text):
        said = next(filter(None, match.groups()))
        if " " in said.strip():
            yield said


def _naming(key: str) -> Iterator[re.Pattern[str]]:
    """Yield what names a key, the surest first."""
    spelt = re.escape(key)
    if key.startswith("."):
        yield re.compile(rf"[\"']{spelt}[\"']")
        return
    if "." not in key:
        yield re.compile(rf"{_ASKING}{spelt}(?![\w.-])")
    if len(words_of(key)) > 1:
        yield re.compile(rf"(?<![\w-]){spelt}{_GOING_ON}")


def _is_view(path: str, view: str) -> bool:
    """Whether a path is that of a view, of a part of one (`views/carts/_show.html.erb`), or of its controller."""
    folder, _, name = path.rpartition("/")
    plain = f"/{folder}/{name.removeprefix('_').partition('.')[0]}"
    return plain.endswith((f"/{view}", f"/{view.rpartition('/')[0]}_controller"))
