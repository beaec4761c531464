"""Words and tokens: text is counted, cut, searched, lists are shortened, identifiers split, words stemmed."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_Item = TypeVar("_Item")

_ONE_MORE: Final = " and 1 more"
LINE_LIMIT: Final = 2000
"""Characters of one line that are shown; minified files have lines of a megabyte."""
SIGNATURE_LIMIT: Final = 240

_TEMPLATE: Final = re.compile(r"((?:template ?<\u2026> ?)*template ?<)(?!\u2026)")
_BRACKET: Final = re.compile(r"[<()]|(?<![-=])>")
_BREAKS: Final = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029]+")
_LETTER: Final = re.compile(r"[^\n]")
_COSTS: Final = (
    (b"abcdefghijklmnopqrstuvwxyz", 3),
    (b" \t", 4),
    (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", 9),
    (b"0123456789", 4),
    (b"\r\n", 28),
    (bytes(range(128, 256)), 14),
)
"""What a byte of each kind takes: twentieths of a token."""
_COST_OF_NUMBER: Final = 31
"""What a run of digits takes besides."""
_COST_OF_OTHERS: Final = 15
"""What any other byte takes, such as punctuation."""
_LEAST: Final = 5
"""What a byte of a text takes at least, on average: letters that are no words have few to a token."""
_MOST_CHARACTERS: Final = 4
"""No more characters than this are a token."""
_DIGITS: Final = bytes(ord("0") if chr(byte).isdecimal() and byte < 128 else ord("x") for byte in range(256))
"""Digits to 0, and all else to x."""

_UPPER: Final = "A-Z\u00c0-\u00d6\u00d8-\u00de"
_LOWER: Final = "a-z\u00df-\u00f6\u00f8-\u00ff"
_PIECE: Final = re.compile(
    rf"[{_LOWER}]+"  # most of all, so it is tried first
    rf"|[{_UPPER}]{{2,}}(?:s(?![{_LOWER}])|v(?=\d))"  # URLs, IDs, and IPv of IPv4
    rf"|[{_UPPER}]+(?![{_LOWER}])"  # HTTP before Server
    rf"|[{_UPPER}][{_LOWER}]+"
    r"|\d+"
    r"|[^\W\d_]+"  # scripts without case
)
_UNSPACED: Final = re.compile(
    "[\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]+"
)
"""A run of Chinese, Japanese or Korean, in which no blank says where a word ends, or a particle begins."""
_OVERLAP: Final = re.compile(rf"({_UNSPACED.pattern.removesuffix('+')}) \1")
_PIECE_OR_LINE_END: Final = re.compile(_PIECE.pattern + r"|\n")
_VOWEL: Final = re.compile(r"[aeiouy]")
_SHORT_SYLLABLE: Final = re.compile(r"[^aeiouy][aeiouy][^aeiouywx]")


def count_tokens(text: str) -> int:
    """Count the tokens of `text`, by what its bytes are.

    An estimate that errs high, so that whatever fits by this count fits by a real tokenizer. Every ceiling
    and every budget uses it. It is above o200k_base's count on 99 of 100 source files, with line numbers and
    without (docs/selection.md); a count by bytes alone falls short where there are many digits and marks.
    """
    data = text.encode("utf-8", "replace")
    digits = data.translate(_DIGITS)
    numbers = digits.count(b"0x") + digits.endswith(b"0")
    least, cost = _LEAST * len(data), _COST_OF_NUMBER * numbers
    for kind, each in _COSTS:
        others = data.translate(None, kind)
        cost += each * (len(data) - len(others))
        data = others
    return -(-max(least, cost + _COST_OF_OTHERS * len(data)) // 20)


def clip(text: str, tokens: int) -> str:
    """Shorten `text` to at most `tokens` tokens, ending in `…` where something was cut off."""
    if count_tokens(text) <= tokens:
        return text
    most = min(len(text), tokens * _MOST_CHARACTERS + 1)
    shown = bisect_right(range(1, most), tokens, key=lambda length: count_tokens(text[:length] + "…"))
    return text[:shown] + "…" if count_tokens(text[:shown] + "…") <= tokens else ""


def shorten(text: str, limit: int) -> str:
    """Cut a line after `limit` characters and say how many are missing."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}…[+{len(text) - limit:,} characters]"


def unbroken(text: str) -> str:
    """Return text with a blank for each line break and control character, or run of them."""
    return _BREAKS.sub(" ", text)


def one_line(text: str, limit: int = SIGNATURE_LIMIT) -> str:
    """Put text from a repository on one line, so that it cannot pass for another line of the answer."""
    return shorten(unbroken(text).strip(), limit)


def without_template(signature: str, limit: int = SIGNATURE_LIMIT) -> str:
    """Return a signature that fits a limit, or one without what a template is made for: the name stands behind that.

    >>> without_template("template <typename Item, enable_if_t<fits<Item>, int> = 0> Item first(Cart cart)", 50)
    'template <…> Item first(Cart cart)'
    """
    text = signature
    while len(text) > limit and (head := _TEMPLATE.match(text)):
        end = _closing(text, head.end())
        if end < 0:
            break
        text = f"{head[1]}\u2026{text[end:]}"
    return text


def _closing(text: str, place: int) -> int:
    """Return where the angle bracket closes that is open at a place; -1 for nowhere."""
    depth, brackets = 1, 0
    for bracket in _BRACKET.finditer(text, place):
        letter = bracket.group()
        if letter in "()":
            brackets += 1 if letter == "(" else -1
        elif not brackets:
            depth += 1 if letter == "<" else -1
        if not depth:
            return bracket.start()
    return -1


def first_few(
    items: Sequence[_Item], most: int, say: Callable[[_Item], str] = str, separator: str = ", "
) -> str:
    """List the first of some items, and say how many more there are, unless the only one more takes as little."""
    if room_for(len(items), most) > most and len(separator + say(items[most])) <= len(_ONE_MORE):
        most += 1
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return separator.join(map(say, items[:most])) + more


def room_for(lines: int, most: int) -> int:
    """Return how many of some lines are listed: one more where that is the last, which is shorter than to count it."""
    return most + 1 if lines == most + 1 else most


def count(number: int, noun: str, plural: str = "") -> str:
    """Say `1 file`, `2 files`, `1,200 files`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def listed(places: list[str], total: int) -> str:
    """Name some places, and say of how many more files there are others."""
    left = total - len(places)
    return ", ".join(places) + (f" and {count(left, 'more file')}" if left else "")


def indentation(line: str) -> int:
    """Return how many blanks stand before what a line has."""
    return len(line) - len(line.lstrip())


def places_of(words: Iterable[str], text: str, most: int) -> set[int]:
    """Return where words stand in a text, `most` places or so: far faster than a search for a pattern."""
    places = set[int]()
    for word in words:
        place = text.find(word)
        while place >= 0 and len(places) < most:
            places.add(place)
            place = text.find(word, place + len(word))
    return places


def lines_with(
    words: Iterable[str], text: str, stands: Callable[[int, int], bool] | None = None
) -> list[tuple[int, str]]:
    r"""Return the lines of a text that have one of some words in them, each with its number from one.

    `stands` says of the beginning and the end of a word whether it counts there.

    >>> lines_with(["tax"], "a\ntax(b)\nc")
    [(2, 'tax(b)')]
    """
    found: dict[int, str] = {}
    for word in words:
        number, seen, place = 1, 0, text.find(word)
        while place >= 0:
            end = place + len(word)
            if stands is None or stands(place, end):
                number, seen = number + text.count("\n", seen, place), place
                end = text.find("\n", place)
                end = len(text) if end < 0 else end
                found[number] = text[text.rfind("\n", 0, place) + 1 : end]
            place = text.find(word, end)
    return sorted(found.items())


def with_plain_apostrophes(text: str) -> str:
    r"""Return a text with one mark for all apostrophes: typed, printed, or escaped.

    >>> with_plain_apostrophes("can\u2019t"), with_plain_apostrophes(r"can\'t")
    ("can't", "can't")
    """
    return text.replace("\u2019", "'").replace("\\'", "'")


def blank(found: re.Match[str]) -> str:
    r"""Return what was found with a space for each letter, so that all behind it stays on its line and in its column.

    >>> re.sub("(?s)/[*].*?[*]/", blank, "a /* b\n c */ d")
    'a     \n      d'
    """
    return _LETTER.sub(" ", found[0])


def unspaced(text: str) -> list[str]:
    """Return the runs of a text in which blanks part no words: Chinese, Japanese, Korean."""
    return [] if text.isascii() else _UNSPACED.findall(text)


def in_pairs(text: str) -> str:
    """Return a text with the pairs of neighbours of each such run in its place: a run is found within longer ones.

    >>> in_pairs("id: 用户名, 登录2fa")
    'id: 用户_户名, 登录_2fa'
    """
    return text if text.isascii() else _UNSPACED.sub(_pairs, text)


def _pairs(run: re.Match[str]) -> str:
    letters, text = run.group(), run.string
    before = "_" if text[run.start() - 1 : run.start()].isalnum() else ""
    after = "_" if text[run.end() : run.end() + 1].isalnum() else ""
    return before + ("_".join(map("".join, pairwise(letters))) or letters) + after


def from_pairs(text: str) -> str:
    """Return words with the runs of which some are pairs, one after the other, as they were.

    >>> from_pairs("id 用户 户名 2")
    'id 用户名 2'
    """
    return text if text.isascii() else _OVERLAP.sub(r"\1", text)


def subtokens(identifier: str) -> list[str]:
    """Split an identifier at case changes, underscores and digits: `readHTTPHeader` to read, http, header.

    Of a script that parts no words pairs of characters stand for them.
    """
    return [piece.lower() for piece in _PIECE.findall(in_pairs(identifier))]


def subtokens_of_lines(text: str) -> list[str]:
    """Split the identifiers of all lines in one go; between those of two lines stands a line end."""
    return " ".join(_PIECE_OR_LINE_END.findall(in_pairs(text))).lower().split(" ")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Strip the inflection from a lower-case English word, and the endings that make a noun of a verb.

    Light on purpose: it joins route, routes, routed and routing, or validate and validation, and keeps parse
    and parser apart.
    """
    if len(word) <= 3 or not (word.isascii() and word.isalpha()):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_ENDINGS):
        word = _strip_noun(_strip_participle(_strip_plural(word)))
    return word[:-1] if len(word) > 4 and word[-1] == "e" else word


_IRREGULAR: Final = {
    "alias": "alias",
    "children": "child",
    "embed": "embed",
    "embeds": "embed",
    "indices": "index",
    "matrices": "matrix",
    "setting": "setting",
    "settings": "setting",
    "state": "state",
    "states": "state",
    "vertices": "vertex",
}
_NOUN_ENDINGS: Final = (("ification", "ify"), ("ization", "ize"), ("ability", "able"), ("ibility", "ible"))
_ENDINGS: Final = ("s", "ed", "ing", "bility", "ator", "ate", "ment", "tion", "sion")
"""No word with another ending is changed."""
_FROM_VERB_IN_ATE: Final = re.compile(r"(?P<verb>..+[^aeiou])(ation|ator|ate)")


def _strip_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word[-1] == "s" and word[-2] not in "sui":
        return word[:-1]
    return word


def _strip_participle(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        if not word.endswith(ending):
            continue
        rest = word[: -len(ending)]
        if len(rest) < 3 or rest.endswith("e") or not _VOWEL.search(rest):
            return word
        if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
            return rest[:-1]
        return rest + "e" if rest.endswith("at") or _SHORT_SYLLABLE.fullmatch(rest) else rest
    return word


def _strip_noun(word: str) -> str:
    for ending, verb_ending in _NOUN_ENDINGS:
        if word.endswith(ending):
            return word[: -len(ending)] + verb_ending
    from_verb = _FROM_VERB_IN_ATE.fullmatch(word)
    if from_verb:
        return from_verb["verb"]
    if word.endswith("ment") and len(word) > 9:
        return word[:-4]
    return word[:-3] if len(word) > 5 and word.endswith(("tion", "sion")) else word
