"""What a program says, in files of wordings: which line of them words a text, and by which key code asks for it.

    en:                                    "cart": {                      <string name="cart_empty">
      cart:                                  "empty": "Nothing here"      Nothing here</string>
        empty: Nothing in %{place}

What stands in place of placeholders may be anything.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import chain, islice
from posixpath import splitext
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex
from nsccn.search.settingnames import lines_declaring, names_around, value_of
from nsccn.search.terms import STOP_WORDS
from nsccn.text import in_pairs, with_plain_apostrophes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.settingnames import Names

_PLACEHOLDER: Final = regex(
    r"%\{\w{1,60}\}|\{\{[^{}]{0,200}\}\}|\$?\{[^{}]{0,200}\}|%(?:\d{1,2}\$)?[-0-9.]{0,6}[sdifg@](?!\w)"
    r"|(?<![\w:]):[a-z_]\w{0,60}|</?\w[^<>]{0,200}>|\$t\([^()]{0,200}\)|\\[nrt]",
)
_WORD: Final = regex(r"[^\W_]+(?:'[^\W_]+)*")
_WORD_OF_KEY: Final = regex(r"\w+")
_NAMED: Final = regex(
    r"""<(?:string|plurals|data|item|(?:trans-)?unit)\b(?:[^<>]{0,200}?\b(?:res)?name=["'](?P<name>[\w.-]{1,200})["']"""
    r"""|[^<>]{0,200}?\bid=["'](?P<id>[\w.-]{1,200})["'])[^<>]{0,200}>"""
)
_EDGES: Final = regex(r"\A\s*<\w[^<>]{0,300}>|</[\w-]{1,60}>\s*\Z")
_FIRST: Final = regex(r"(?:\A|[/._-])en(?:[-_](?:US|GB|us|gb))?(?=[/._-])|/(?:base|values)/")
"""In the path of a file that is translated into others: English, or of no language."""
_BRITISH: Final = regex(r"(?:\A|[/._-])en[-_]gb(?=[/._-])", re.IGNORECASE)
"""Mostly what another English says, with other spellings."""
_PLURALS: Final = frozenset(("zero", "one", "two", "few", "many", "other"))
_PLURAL: Final = regex(rf"_(?:{'|'.join(sorted(_PLURALS))}|plural)\Z")
"""What ends a key of which each number has a wording of its own."""
_LOCALE: Final = regex(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?")
_LANGUAGE: Final = regex(rf"\.{_LOCALE.pattern}\Z")
_OF_LOCALE: Final = regex(
    r"(?:.*/)?(?:i18n|l10n|lang|langs|languages?|locales?|translations?)/(?:src/)?(?:locales?/)?(?:[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?/)?"
)
_READ: Final = regex(
    r"\.(?:[cm]?[jt]sx?|json5?|ya?ml|php|properties|toml|xml|resx|xliff?|xlf|arb|ftl|rb)\Z", re.IGNORECASE
)
"""Endings of files in which a line says the key and the wording."""
_LEAST_WORDS: Final = 2
_MOST_WORDS: Final = 60
_LEAST_LETTERS: Final = 8
_LEAST_SHARE: Final = 0.5
"""Of the words that are looked for so many stand in the wording: the others are in place of its placeholders."""
_MOST_FILES: Final = 24
_MOST_FOUND: Final = 12
_MOST_LINES: Final = 1000
_MOST_TRIED: Final = 3
"""Words by which lines are found: one may stand in place of a placeholder."""
_ABOVE: Final = 4
"""Lines above a text at which its element may begin."""


class Wording(NamedTuple):
    """A line that words a text."""

    path: str
    line: int
    keys: tuple[str, ...]
    """How code may name it, what tells it best from others first."""
    is_whole: bool
    """It is all that is said, and says no more."""


def wordings(
    table: EntityTable, lexical: LexicalIndex, read: Callable[[str], str], text: str
) -> list[Wording]:
    """Return the lines that word a text: in the language that is translated, if it is worded there."""
    said = _words(text)
    if not _LEAST_WORDS <= len(said) <= _MOST_WORDS or sum(map(len, said)) < _LEAST_LETTERS:
        return []
    files = _files(table, lexical, said)
    first = [path for path in files if _FIRST.search(path)]
    most = max((files[path] for path in first), default=0)
    others = [path for path, number in files.items() if number > most or (not first and number)]
    for paths in (first, others):  # others mostly say the same in another language
        found = [
            Wording(path, line, keys, is_whole)
            for path in paths[:_MOST_FILES]
            for line, keys, is_whole in _in_file(path, read(path), said)
        ]
        if found:
            return ([one for one in found if one.is_whole] or found)[:_MOST_FOUND]
    return []


def wordings_of(
    table: EntityTable, lexical: LexicalIndex, read: Callable[[str], str], key: str
) -> list[tuple[str, int]]:
    """Return the lines that word a key, one of each file: first in the language that is translated."""
    last = re.split(r"[.:]", key)[-1]
    held = lexical.files_with_all(_WORD_OF_KEY.findall(last)) & table.wording_files
    paths = sorted(table.paths[slot] for slot in held)
    found = []
    for path in sorted(
        paths, key=lambda one: (not _FIRST.search(one), bool(_BRITISH.search(one)), splitext(one)[0])
    ):
        if _READ.search(path):
            text = read(path)
            lines = text.split("\n")
            named = names_around(lines, lines_declaring(text, last, path), path)
            worded = (line for line, names in named if _is_worded_by(key, path, names, lines[line - 1]))
            found += [(path, line) for line in islice(worded, 1)]
    return found


def _is_worded_by(key: str, path: str, names: Names, line: str) -> bool:
    """Whether a line has a wording, and a whole key of it is the given one."""
    first, *others = _keys(path, names.parts[names.free :]) if names.parts[names.free :] else ("",)
    whole = {first} if others and others[0].startswith(".") else {first, *others}
    return key in whole and bool(_words(value_of(line)))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(in_pairs(with_plain_apostrophes(text)))]


def _files(table: EntityTable, lexical: LexicalIndex, said: Sequence[str]) -> dict[str, int]:
    """Return the files of wordings that hold enough of some words to word them, with how many, the most first."""
    words = {word for word in said if word not in STOP_WORDS} or set(said)
    slots = table.wording_files
    held = Counter(
        chain.from_iterable(lexical.files_with_all(word.split("'")) & slots for word in words if slots)
    )
    enough = max(1, _LEAST_SHARE * len(words))
    found = {
        table.paths[slot]: number
        for slot, number in held.items()
        if number >= enough and _READ.search(table.paths[slot])
    }

    def rank(path: str) -> tuple[int, bool, str]:
        return -found[path], role_of(path) is Role.TRANSLATION, splitext(path)[0]  # `en` before `en-GB`

    return {path: found[path] for path in sorted(sorted(found), key=rank)}


def _in_file(path: str, text: str, said: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """Yield the lines of a file that word a text, with the keys that they stand under, and whether that is all."""
    lines = text.split("\n")
    words = frozenset(said)
    pieces = {number: _pieces(lines[number - 1], words) for number in _lines_holding(text, said)}
    matching = {number: _is_all(one, said) for number, one in pieces.items() if _is_worded(one, said)}
    if path.endswith((".xml", ".resx", ".xlf", ".xliff")):
        named = ((number, _element(lines, number)) for number in matching)
        yield from (
            (number, tuple({key: 0, key.replace(".", "_"): 0}), matching[number])
            for number, key in named
            if key
        )
        return
    for number, names in names_around(lines, matching.keys(), path):
        if names.parts[names.free :]:
            yield number, _keys(path, names.parts[names.free :]), matching[number]


def _lines_holding(text: str, said: Sequence[str]) -> list[int]:
    """Return the lines of a text that hold one of the longest of some words, and enough of all."""
    lowered = with_plain_apostrophes(text.lower())
    words = sorted(set(said), key=lambda one: (-len(one), one))
    enough = _LEAST_SHARE * len(words)
    held: set[int] = set()
    for word in words[:_MOST_TRIED]:
        line, at = 1, 0
        while (start := lowered.find(word, at)) >= 0 and len(held) < _MOST_LINES:
            line += lowered.count("\n", at, start)
            end = lowered.find("\n", start)
            end = len(lowered) if end < 0 else end
            whole = lowered[lowered.rfind("\n", 0, start) + 1 : end]
            if sum(map(whole.__contains__, words)) >= enough:
                held.add(line)
            at = end
    return sorted(held)


def _element(lines: Sequence[str], number: int) -> str:
    """Return the name of the element that a line stands in."""
    above = reversed(lines[max(0, number - 1 - _ABOVE) : number])
    return next((found["name"] or found["id"] for line in above if (found := _NAMED.search(line))), "")


def _pieces(line: str, wanted: AbstractSet[str]) -> list[list[str]]:
    """Return the words of what a line says, as placeholders part them; none of a comment, or if wanted ones lack."""
    if line.lstrip().startswith("<!--"):
        return []
    text = _EDGES.sub("", value_of(line))
    pieces = _PLACEHOLDER.split(text)
    if len(pieces) == 1 and "&" not in text:
        lowered = with_plain_apostrophes(text.lower())
        if not all(map(lowered.__contains__, wanted)):
            return []
    return [_words(unescape(piece)) for piece in pieces]


def _is_all(pieces: Sequence[Sequence[str]], said: Sequence[str]) -> bool:
    """Whether a line says nothing that a text does not, and the text has more only in place of placeholders."""
    if len(pieces) == 1 or (pieces[-1] and not _ends_with(said, pieces[-1])):
        return list(said) == list(pieces[0])
    return _in_order([piece for piece in pieces if piece], said, is_first=bool(pieces[0]))


def _is_worded(pieces: Sequence[Sequence[str]], said: Sequence[str]) -> bool:
    """Whether a line words a text: it is all that is said, or a part of it, or its fragments are in it."""
    fragments = [piece for piece in pieces if piece]
    if not fragments:
        return False
    if len(pieces) == 1 and _ends_with(pieces[0], said):
        return True
    if any(_holds(fragment, said) for fragment in fragments) and len(said) > _LEAST_WORDS:
        return True
    return len(pieces) > 1 and _spans(fragments, said, is_first=bool(pieces[0]), is_last=bool(pieces[-1]))


def _ends_with(words: Sequence[str], said: Sequence[str]) -> bool:
    return list(words[-len(said) :]) == list(said)


def _holds(words: Sequence[str], said: Sequence[str]) -> bool:
    starts = range(len(words) - len(said) + 1)
    return any(list(words[start : start + len(said)]) == list(said) for start in starts)


def _spans(fragments: Sequence[Sequence[str]], said: Sequence[str], *, is_first: bool, is_last: bool) -> bool:
    """Whether a text has the fragments in their order; of the first only its end need be said.

    Nothing stands before the first in the text, or after the last, unless a placeholder does so in the wording.
    """
    if is_last and not _ends_with(said, fragments[-1]):
        return False
    first, *rest = fragments
    for begin in range(len(first) + 1):
        worded = [first[begin:], *rest]
        number = sum(map(len, worded))
        if number < max(_LEAST_WORDS, _LEAST_SHARE * len(said)):
            return False
        if _in_order(worded, said, is_first=is_first):
            return True
    return False


def _in_order(fragments: Sequence[Sequence[str]], said: Sequence[str], *, is_first: bool) -> bool:
    at = 0
    for place, fragment in enumerate(fragments):
        starts = range(at, len(said) - len(fragment) + 1)
        found = next(
            (start for start in starts if list(said[start : start + len(fragment)]) == list(fragment)), None
        )
        if found is None or (is_first and not place and found):
            return False
        at = found + len(fragment)
    return True


def _keys(path: str, parts: Sequence[str]) -> tuple[str, ...]:
    """Return how code may name what stands under some names in a file of wordings.

    >>> _keys("config/locales/en.yml", ("en", "carts", "show", "empty"))
    ('carts.show.empty', '.empty', 'show.empty')
    >>> _keys("resources/lang/en-US/admin/cart.php", ("show", "empty"))
    ('admin/cart.show.empty', 'cart:show.empty', 'show.empty')
    >>> _keys("public/locales/en/cart.json", ("cart_is_empty",))
    ('cart.cart_is_empty', 'cart:cart_is_empty', 'cart_is_empty')
    >>> _keys("web/locales/en.json", ("carts", "count_other")), _keys("locales/en.yml", ("en", "carts", "count", "one"))
    (('carts.count', '.count_other', 'carts.count_other'), ('carts.count', '.count'))
    """
    stem = _LANGUAGE.sub("", (_OF_LOCALE.sub("", path, count=1) or path).rpartition(".")[0])
    name = stem.rpartition("/")[2]
    says_language = len(parts) > 1 and _LOCALE.fullmatch(parts[0]) is not None
    parts = parts[says_language:]
    parts = parts[: len(parts) - (len(parts) > 1 and parts[-1] in _PLURALS)]
    key = _PLURAL.sub("", ".".join(parts))
    if says_language or _LOCALE.fullmatch(name):
        spelt = [key, f".{parts[-1]}", ".".join(parts[-2:])]
    else:
        spelt = [f"{stem}.{key}", f"{name}:{key}", key]
    return tuple(dict.fromkeys(spelt))
