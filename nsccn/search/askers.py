"""Who asks for a wording: the code that names the key under which a text stands that a query is, or quotes."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import Role, holds_wordings, role_of
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
_WORD: Final = re.compile(r"\w+")
_QUOTED: Final = re.compile(
    r"\"([^\"\n]{6,400})\"|(?<!\w)'([^'\n]{6,400})'(?!\w)|`([^`\n]{6,400})`|\u201c([^\u201d\n]{6,400})\u201d"
)
_MOST_FILES: Final = 400
"""Words that more files hold tell nothing."""
_ASKING: Final = (
    r"(?:(?<![\w$])(?:\$?tc?|__|_|trans|translate|i18n|gettext|getString|format[mM]essage|[lL]ocalizer)[(\[]\s*[\"'`]"
    r"|\b(?:R\.string|strings?|Resources|Strings|messages?|L10n|l10n)\.)"
)
"""What stands before a key that is one word, and may mean anything elsewhere."""


class Asked(NamedTuple):
    """A wording that a text is or quotes, and who asks for it."""

    said: str
    key: str
    """By which it is asked for; by which it might be, where nothing asks."""
    wordings: tuple[Wording, ...]
    around: dict[int, list[int]]
    """Entity -> the lines on which it does."""


def quotes(text: str) -> bool:
    """Whether a text quotes anything."""
    return _QUOTED.search(text) is not None


def as_messages(asked: Iterable[Asked]) -> tuple[MessageHit, ...]:
    """Return who asks for wordings as if their own literals worded them."""
    return tuple(
        MessageHit(entity, " ".join(words := words_said(one.said)), len(words), 1 / len(one.around))
        for one in asked
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
            Asked(said, *self._asking(keys, worded)) for keys, (said, worded) in [*found.items()][:_MOST_KEYS]
        ]

    def _asking(
        self, keys: Sequence[str], worded: list[Wording]
    ) -> tuple[str, tuple[Wording, ...], dict[int, list[int]]]:
        """Return the first of the keys by which anything asks for it, and the entities that do, with lines."""
        for key in keys:
            around: dict[int, list[int]] = {}
            for path, line in self._lines_asking(key, keys[0]):
                around.setdefault(self._table.at_line(path, line), []).append(line)
            if around:
                return key, tuple(worded), around
        return keys[0], tuple(worded), {}

    def _lines_asking(self, key: str, whole: str) -> Iterator[tuple[str, int]]:
        """Yield the lines outside of files of wordings that name a key, those of the product before others."""
        words = _WORD.findall(key)
        slots = set.intersection(*map(self._lexical.files_with, words)) if words else set()
        paths = [path for path in map(self._table.paths.__getitem__, slots) if not holds_wordings(path)]
        if key.startswith("."):  # of Rails: below the names of the view
            view = whole.rpartition(".")[0].replace(".", "/")
            paths = [path for path in paths if _is_view(path, view)]
        if len(paths) > _MOST_FILES:
            return
        naming = _naming(key)
        for path in sorted(paths, key=lambda one: (role_of(one) is not Role.SOURCE, one)):
            text = self._read(path)
            for number, line in enumerate(text.split("\n"), 1) if key in text else ():
                if naming.search(line):
                    yield path, number


def _quoted(text: str) -> Iterator[str]:
    """Yield what stands in quotes and is no name."""
    for match in _QUOTED.finditer(text):
        said = next(filter(None, match.groups()))
        if " " in said.strip():
            yield said


def _naming(key: str) -> re.Pattern[str]:
    if len(words_of(key)) == 1 and not key.startswith("."):
        return re.compile(rf"{_ASKING}{re.escape(key)}(?![\w.-])")
    return re.compile(
        rf"(?<![\w-]){re.escape(key)}(?![\w-])" if key[0] != "." else rf"[\"']{re.escape(key)}[\"']"
    )


def _is_view(path: str, view: str) -> bool:
    """Whether a path is that of a view, of a part of one (`views/carts/_show.html.erb`), or of its controller."""
    folder, _, name = path.rpartition("/")
    plain = f"/{folder}/{name.removeprefix('_').partition('.')[0]}"
    return plain.endswith((f"/{view}", f"/{view.rpartition('/')[0]}_controller"))
