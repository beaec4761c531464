"""What a program says, as somebody saw it: where it is worded, and the code that asks for that wording by its key."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role, holds_wordings, role_of
from nsccn.graph.ids import encode_path
from nsccn.search.settingnames import words_of
from nsccn.search.wordings import Wording, wordings
from nsccn.tools.pastedtext import Pasted, told
from nsccn.tools.views import count, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.index import RepoIndex

_MOST_KEYS: Final = 4
_MOST_ASKING: Final = 6
_MOST_QUOTED: Final = 8
_LEAST_WORDS: Final = 4
"""Fewer may as well say what code is about."""
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


def worded(index: RepoIndex, text: str) -> Pasted | None:
    """Return who asks for the wording that a text is, or quotes; None where no file of wordings has it."""
    table = index.snapshot.entities
    lines: list[str] = []
    data: list[dict[str, Any]] = []
    for keys, said in [*_by_keys(index, text).items()][:_MOST_KEYS]:
        key, around = _asking(index, keys)
        more = f" and {count(len(said) - 1, 'more file')}" if len(said) > 1 else ""
        where = f"{encode_path(said[0].path)}:{said[0].line}{more}"
        lines.append(f"{one_line(key)} is worded so at {where}{', and asked for by' if around else ''}")
        lines += [told(table, entity, at) for entity, at in [*around.items()][:_MOST_ASKING]]
        if len(around) > _MOST_ASKING:
            lines.append(f"and {len(around) - _MOST_ASKING} more")
        data += [{"id": table.id_of(entity), "lines": at} for entity, at in around.items()]
    is_whole = bool(data) and len(text.split()) >= _LEAST_WORDS and not _QUOTED.search(text)
    return Pasted(lines, data, is_whole) if lines else None


def _by_keys(index: RepoIndex, text: str) -> dict[tuple[str, ...], list[Wording]]:
    """Return the wordings that a text is, or else quotes, by their keys."""
    snapshot = index.snapshot
    found: dict[tuple[str, ...], list[Wording]] = {}
    for said in (text, *islice(_quoted(text), _MOST_QUOTED)):
        for wording in wordings(snapshot.entities, snapshot.lexical, lambda path: _text(index, path), said):
            found.setdefault(wording.keys, []).append(wording)
    return found


def _quoted(text: str) -> Iterator[str]:
    """Yield what stands in quotes and is no name."""
    for match in _QUOTED.finditer(text):
        said = next(filter(None, match.groups()))
        if " " in said.strip():
            yield said


def _asking(index: RepoIndex, keys: Sequence[str]) -> tuple[str, dict[int, list[int]]]:
    """Return the first of the keys of a wording by which anything asks for it, and the entities that do, with lines."""
    table = index.snapshot.entities
    for key in keys:
        around: dict[int, list[int]] = {}
        for path, line in _lines_asking(index, key, keys[0]):
            around.setdefault(table.at_line(path, line), []).append(line)
        if around:
            return key, around
    return keys[0], {}


def _lines_asking(index: RepoIndex, key: str, whole: str) -> Iterator[tuple[str, int]]:
    """Yield the lines outside of files of wordings that name a key, those of the product before others."""
    snapshot = index.snapshot
    words = _WORD.findall(key)
    slots = set.intersection(*map(snapshot.lexical.files_with, words)) if words else set()
    paths = [path for path in map(snapshot.entities.paths.__getitem__, slots) if not holds_wordings(path)]
    if key.startswith("."):  # of Rails: below the names of the view
        view = whole.rpartition(".")[0].replace(".", "/")
        paths = [path for path in paths if _is_view(path, view)]
    if len(paths) > _MOST_FILES:
        return
    naming = _naming(key)
    for path in sorted(paths, key=lambda one: (role_of(one) is not Role.SOURCE, one)):
        text = _text(index, path)
        for number, line in enumerate(text.split("\n"), 1) if key in text else ():
            if naming.search(line):
                yield path, number


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


def _text(index: RepoIndex, path: str) -> str:
    with suppress(NsccnError, OSError):
        return index.text(path)
    return ""
