r"""Regular expressions as a search may be asked for them: told from names and code, and read into parts.

foo.*bar   \bname\b   ^def \w+   get|set   new\|open (as grep has it without -E)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from nsccn.regexes import regex

_SIGNS: Final = regex(
    r"\\[bBdDsSwW](?!\w)|(?<![\w\\])\\b(?=\w)"  # a path, or a namespace, has letters behind `\`
    r"|\\[.(){}\[\]|+*?^$<>]"
    r"|(?<![.*/])\.[*+](?!/)"  # and not `src/**/*.*`
    r"|^\^(?!\d)"
    r"|[\w+*)\]}]\$\Z"
    r"|\[\^[^\]]+\][*+?]"
    r"|[\w)\]]\|[\w(\[\\^]"
    r"|\[\^?[^\]]*(?:a-z|A-Z|0-9)[^\]]*\]"
    r"|\(\?[:i<P=!]"
)
"""What hardly any name, route or piece of code has."""
_LONGEST: Final = 200
_MOST_WORDS: Final = 8
"""What has more between blanks is a message that has such marks."""
_DEEPEST: Final = 20
"""Groups inside of groups."""
_MARKS: Final = regex(r"(\\?)([(){}|+?])")
_UNPLAIN: Final = regex(r"\\.|\[[^\]]*\]")
_CLASS: Final = regex(r"\\[bBdDsSwWAzZ<>]")
_COUNTS: Final = regex(r"\{(\d{1,3})(,(\d{0,3}))?\}")
_GROUP: Final = regex(r"\?(?::|P?<[A-Za-z_]\w*>)")
_AROUND: Final = regex(r"\(\?<?[=!]|(?<!\\)\\[1-9]|\(\?P=|\\k<")
_FOLDED: Final = "(?i)"
_KINDS: Final = "dDsSwW"
_PLACES: Final = {"b": "b", "B": "B", "<": "b", ">": "b", "A": "^", "z": "$", "Z": "$"}
_ESCAPED: Final = {"t": "\t"}
_BETWEEN_SLASHES: Final = regex(
    rf"/(?P<inner>[^*/\n](?:[^\n]{{0,{_LONGEST}}}[^*\n])?)/(?P<flags>[gimsuxy]{{0,3}})"
)
"""As JavaScript, Ruby and Perl write it; what begins or ends with a star is a comment."""
_NO_PATH: Final = regex(r"[\s\"'=;+?]|\\/")
"""What the path of a URL that ends with a slash has not."""


class NotReadable(ValueError):
    """It is no regular expression, or has what is not looked for: back references, what is around a match."""


def why_unreadable(text: str) -> str:
    """Say why a regular expression was not read."""
    return "no lookaround, no back references" if _AROUND.search(text) else "it cannot be read as one"


class Letter(NamedTuple):
    """One letter of a set."""

    text: str = ""
    """The letter, where only one is meant; of folded ones the small one."""
    listed: frozenset[str] = frozenset()
    ranges: tuple[tuple[str, str], ...] = ()
    kinds: str = ""
    """Of `\\d`, `\\W` and the like."""
    is_negated: bool = False

    def has(self, letter: str) -> bool:
        """Whether a letter is one of these."""
        is_listed = (
            letter in self.listed
            or any(first <= letter <= last for first, last in self.ranges)
            or any(_is_of_kind(kind, letter) for kind in self.kinds)
        )
        return is_listed != self.is_negated


class Place(NamedTuple):
    """A place between letters: `^`, `$`, `b` or `B`."""

    kind: str


class Sequence(NamedTuple):
    """One part behind the other."""

    parts: tuple[Part, ...]


class Either(NamedTuple):
    """One part of several."""

    parts: tuple[Part, ...]


class Repeated(NamedTuple):
    """A part several times."""

    part: Part
    least: int
    most: int | None


Part = Letter | Place | Sequence | Either | Repeated
ANY: Final = Letter(is_negated=True)


class Expression(NamedTuple):
    """A regular expression that was read."""

    part: Part
    is_folded: bool
    """Capitals count as small letters, which a text is to be given in."""
    needed: frozenset[str]
    """Every match holds one of these."""


def is_expression(text: str) -> bool:
    r"""Whether a text is plainly a regular expression.

    >>> [is_expression(text) for text in (r"\bname\b", "foo.*bar", "^def ", "get|set")]
    [True, True, True, True]
    >>> [is_expression(text) for text in (r"App\bar\Name", "a || b", "int | str", "src/**/*.py", "^1.2", "(a) => b")]
    [False, False, False, False, False, False]
    """
    is_short = len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS and "\n" not in text
    return is_short and _SIGNS.search(text) is not None


def between_slashes(text: str) -> str:
    r"""Return the regular expression that stands between slashes; empty where that is none, or may be a path.

    >>> [between_slashes(text) for text in ("/retr(y|ies)/", r"/^cart\./i", '/raise "/', "/colou?r/", "/cart/i")]
    ['retr(y|ies)', '(?i)^cart\\.', 'raise "', 'colou?r', '(?i)cart']
    >>> [between_slashes(text) for text in ("/api/carts/", "/carts/", "/cart/items/{id}/", "src/(a|b)/", "/* cart */")]
    ['', '', '', '', '']
    """
    match = _BETWEEN_SLASHES.fullmatch(text.strip())
    if match is None:
        return ""
    inner = match["inner"]
    is_folded = "i" in match["flags"]
    is_meant = is_expression(inner) or _NO_PATH.search(inner) or (is_folded and "/" not in inner)
    return f"{_FOLDED if is_folded else ''}{inner}" if is_meant else ""


def read_expression(text: str) -> Expression | None:
    r"""Read a regular expression as `grep -E` does, or as `grep` where it has `\|`, or brackets without an end."""
    is_folded = text.startswith(_FOLDED)
    written = text.removeprefix(_FOLDED)
    plain = _UNPLAIN.sub("", written)
    if r"\|" in written or plain.count("(") != plain.count(")"):
        written = _MARKS.sub(lambda mark: mark[2] if mark[1] else f"\\{mark[2]}", written)
    try:
        part = _Reader(written, is_folded=is_folded).whole()
    except NotReadable:
        return None
    return Expression(part, is_folded, needed(part))


def without_classes(text: str) -> str:
    r"""Return a regular expression without what would pass for words of one letter, or for the begin of some.

    >>> without_classes(r"\bname\b.*total")
    'name .*total'
    """
    return _CLASS.sub(" ", text).strip()


def needed(part: Part) -> frozenset[str]:
    """Return texts of which every match of a part has one, as long ones as may be; none where it need not have any."""
    match part:
        case Letter(text):
            return frozenset([text] if text else [])
        case Place():
            return frozenset()
        case Repeated(inner, least):
            return needed(inner) if least else frozenset()
        case Either(parts):
            each = [needed(one) for one in parts]
            return frozenset().union(*each) if all(each) else frozenset()
        case Sequence(parts):
            return max(_texts_of(parts), key=_worth, default=frozenset())


def _texts_of(parts: tuple[Part, ...]) -> list[frozenset[str]]:
    found, run = [], ""
    for part in parts:
        if isinstance(part, Letter) and part.text:
            run += part.text
        elif not isinstance(part, Place):
            found += [frozenset([run])] if run else []
            found.append(needed(part))
            run = ""
    return [*found, *([frozenset([run])] if run else [])]


def _worth(texts: frozenset[str]) -> tuple[int, int]:
    return min((len(text.strip()) for text in texts), default=0), -len(texts)


def is_word(letter: str) -> bool:
    """Whether a letter may stand in a name."""
    return letter.isalnum() or letter == "_"


def _is_of_kind(kind: str, letter: str) -> bool:
    small = kind.lower()
    is_it = letter.isdigit() if small == "d" else letter.isspace() if small == "s" else is_word(letter)
    return is_it == kind.islower()


class _Reader:
    """Reads a regular expression from the left to the right."""

    def __init__(self, text: str, *, is_folded: bool) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._is_folded = is_folded

    def whole(self) -> Part:
        part = self._either()
        if self._at < len(self._text):
            raise NotReadable
        return part

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _taken(self, text: str) -> bool:
        is_there = self._text.startswith(text, self._at)
        self._at += len(text) if is_there else 0
        return is_there

    def _either(self) -> Part:
        parts = [self._sequence()]
        while self._taken("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while self._next() not in ("", "|", ")"):
            parts += self._repeated()
        return Sequence(tuple(parts))

    def _repeated(self) -> list[Part]:
        if self._taken("()"):  # a call, and no group
            return [self._letter("("), self._letter(")")]
        part = self._one()
        if self._taken("*"):
            part = Repeated(part, 0, None)
        elif self._taken("+"):
            part = Repeated(part, 1, None)
        elif self._taken("?"):
            part = Repeated(part, 0, 1)
        elif counts := _COUNTS.match(self._text, self._at):
            self._at = counts.end()
            least = int(counts[1])
            part = Repeated(part, least, least if not counts[2] else int(counts[3]) if counts[3] else None)
        else:
            return [part]
        self._taken("?")  # as few as may be: a line matches all the same
        if self._next() in ("*", "+") or isinstance(part.part, Place):
            raise NotReadable
        return [part]

    def _one(self) -> Part:
        letter = self._next()
        self._at += 1
        if letter == "(":
            return self._group()
        if letter == "[":
            return self._set()
        if letter == "\\":
            return self._escaped()
        if letter in "*+?":
            raise NotReadable
        if letter in "^$":
            return Place(letter)
        return ANY if letter == "." else self._letter(letter)

    def _group(self) -> Part:
        if self._next() == "?":
            form = _GROUP.match(self._text, self._at)
            if form is None:
                raise NotReadable
            self._at = form.end()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotReadable
        part = self._either()
        self._depth -= 1
        if not self._taken(")"):
            raise NotReadable
        return part

    def _escaped(self) -> Part:
        letter = self._next()
        self._at += 1
        if letter in _PLACES:
            return Place(_PLACES[letter])
        if letter in _KINDS and letter:
            return Letter(kinds=letter)
        return self._letter(self._plain(letter))

    def _plain(self, letter: str) -> str:
        """Return the letter that an escaped one stands for."""
        if letter in _ESCAPED:
            return _ESCAPED[letter]
        if not letter or (is_word(letter) and letter != "_"):
            raise NotReadable
        return letter

    def _letter(self, letter: str) -> Letter:
        forms = {letter.lower(), letter.upper()} if self._is_folded else {letter}
        return Letter(min(forms, key=str.isupper), frozenset(forms))

    def _set(self) -> Letter:
        is_negated = self._taken("^")
        listed, ranges, kinds = set[str](), list[tuple[str, str]](), ""
        is_first = True
        while is_first or self._next() != "]":
            is_first = False
            first = self._of_set()
            if len(first) > 1:
                kinds += first[1]
            elif self._next() == "-" and self._text[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                ranges.append((first, self._of_set()))
            else:
                listed.add(first)
        self._at += 1
        if self._is_folded:
            listed |= {form for letter in listed for form in (letter.lower(), letter.upper())}
            ranges += [(first.lower(), last.lower()) for first, last in ranges]
        return Letter("", frozenset(listed), tuple(ranges), kinds, is_negated)

    def _of_set(self) -> str:
        r"""Return a letter, or an escaped kind of letters with its `\\`."""
        letter = self._next()
        self._at += 1
        if not letter:
            raise NotReadable
        if letter != "\\":
            return letter
        escaped = self._next()
        self._at += 1
        return f"\\{escaped}" if escaped and escaped in _KINDS else self._plain(escaped)
