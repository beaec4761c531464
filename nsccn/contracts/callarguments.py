"""What the calls around a place in a text are given: by brackets alone, without what stands in texts and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.regexes import regex

CALLED: Final = regex(r"(?:[\w$]+(?:\.|::|->))*(?P<name>\w+)[!?]?(?:<[^<>()]*>)?\s*\Z")
"""What is called, before its bracket."""
KEY: Final = regex(r"\s*[\"']?(?P<key>\w+)[\"']?\s*(?:=(?![=>])|:(?!:))\s*")
"""The name that an argument is given by."""
_MOST_LINES: Final = 12
WRITES_FUNCTION: Final = regex(r"=>|\s->|\b(?:async|def|do|fn|func|function|lambda)\b")
"""In a call that is given its function as it is written: that has no name, and what it hands over is another's."""
_UNREAD: Final = regex(r"[\"'`]|(?<!:)//[^\n]*|(?:(?<=\s)|\A)#(?!\[)[^\n]*")
"""A comment, or the quote that a text begins with."""
_TEXTS: Final = {quote: regex(rf"{quote}(?:\\.|[^{quote}\\\n])*+{quote}") for quote in "\"'`"}
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_OPEN: Final = frozenset(_BRACKETS.values())
_BRACKET: Final = regex(r"[()\[\]{}]")
_PREFIX_KEY: Final = regex(r"prefix\w*[\"']?\s*(?:=>|[:=])\s*\Z", re.IGNORECASE)
_BEHIND: Final = regex(r"\s*,?\s*\)")
_CHAIN: Final = regex(r"\s*(?:\??\.|->)\s*\w+(?:<[^<>()]*>)?\s*(?=\()")
_LONGEST_NAME: Final = 80
_MOST_ABOVE: Final = 4
_MOST_INSIDE: Final = 200
"""Lines that a call may be given around a path."""
_MOST_BELOW: Final = 3000
"""The same where its line leaves brackets open, as that of a group of routes."""


class Given(NamedTuple):
    """What a call is given."""

    text: str
    """Empty for a function that is written there."""
    first: int
    last: int
    """The lines of its brackets."""


def inside_call(lines: Sequence[str], line: int, span: tuple[int, int]) -> Given | None:
    """Return what a call is given beside the path on a line; beside the table of options in which that is a prefix."""
    above = "\n".join((*lines[max(line - 1 - _MOST_ABOVE, 0) : line - 1], lines[line - 1][: span[0]]))
    in_options = is_option(lines[line - 1], span)
    for most in (_MOST_LINES, _most_inside(lines[line - 1])):
        below = "\n".join((lines[line - 1][span[1] :], *lines[line : line + most]))
        text = bare(above) + bare(below)
        inside = brackets_around(text, len(above), len(above))
        if inside is not None and in_options and text[inside[0] - 1] != "(":
            inside = brackets_around(text, inside[0] - 1, inside[1] + 1)
        if inside is not None:
            return _given_in(above + below, text, inside, line - above.count("\n"))
    return None


def _most_inside(text: str) -> int:
    return _MOST_BELOW if text.rstrip().endswith(tuple(_OPEN)) else _MOST_INSIDE


def is_option(text: str, span: tuple[int, int]) -> bool:
    """Whether a path on a line is the prefix in a table of options: `group(['prefix' => '/carts'], …)`."""
    return _PREFIX_KEY.search(text, 0, span[0]) is not None


def _given_in(written: str, text: str, inside: tuple[int, int], line: int) -> Given:
    first, last = (line + text.count("\n", 0, place) for place in inside)
    return Given("" if WRITES_FUNCTION.search(text, *inside) else written[slice(*inside)], first, last)


def chained_calls(lines: Sequence[str], line: int, span: tuple[int, int]) -> list[Given]:
    """Return what the calls are given that go on in a chain from one that is given a path: `prefix("/x")->group(…)`."""
    rest = "\n".join((lines[line - 1][span[1] :], *lines[line : line + _most_inside(lines[line - 1])]))
    text = bare(rest)
    close = _BEHIND.match(text)
    found, place = list[Given](), close.end() if close else len(text)
    while link := _CHAIN.match(text, place):
        inside = brackets_around(text, link.end() + 1, link.end() + 1)
        if inside is None:
            break
        found.append(_given_in(rest, text, inside, line))
        place = inside[1] + 1
    return found


def called_around(text: str, place: int) -> list[str]:
    """Return the names of the calls on a line that are not closed yet at a place, the innermost first."""
    plain = bare(text[:place])
    called = (CALLED.search(plain, 0, at) for at in open_brackets(plain) if plain[at] == "(")
    return [name["name"] for name in called if name]


def open_brackets(text: str) -> Iterator[int]:
    """Yield where the brackets stand in a text that are not closed at its end, the innermost first."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] in _BRACKETS) - (text[at] in _OPEN)
        if depth < 0:
            depth = 0
            yield at


def is_given_directly(before: str) -> bool:
    """Whether what stands behind a text is given to the outermost call that is open at its end, in lists at most.

    >>> is_given_directly('@route(["'), is_given_directly('@route("/carts", responses(content_type="')
    (True, False)
    """
    plain = bare(before)
    brackets = (at for at in open_brackets(plain) if plain[at] == "(")
    return sum(CALLED.search(plain, max(at - _LONGEST_NAME, 0), at) is not None for at in brackets) <= 1


def keys_around(text: str, place: int) -> list[str]:
    """Return the names by which the arguments in brackets on a line are given that a place lies in, innermost first."""
    found, depth, is_own = list[str](), 0, True
    plain = bare(text[:place])
    for at in range(place - 1, -1, -1):
        depth += (plain[at] in _BRACKETS) - (plain[at] in _OPEN)
        if depth < 0 or (not depth and plain[at] == "," and is_own):
            found += [key] if is_own and (key := key_of(plain, at + 1, place)) else []
            is_own = depth < 0
            depth = max(depth, 0)
    return found


def bare(text: str) -> str:
    """Return a text without what stands in texts and comments, which as many blanks are there for."""
    kept, place = list[str](), 0
    for begin, end, blank in _unread(text):
        kept += text[place:begin], blank * (end - begin)
        place = end
    return "".join((*kept, text[place:]))


def _unread(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where texts and comments begin and end, and what stands for a letter of each.

    Where nothing closes a quote, nothing closes those like it on the rest of its line.
    """
    place, unclosed = 0, dict[str, int]()
    while found := _UNREAD.search(text, place):
        begin, place = found.span()
        quote = found[0]
        if quote not in _TEXTS:
            yield begin, place, " "
        elif begin >= unclosed.get(quote, 0):
            if whole := _TEXTS[quote].match(text, begin):
                place = whole.end()
                yield begin, place, '"'
            else:
                unclosed[quote] = end if (end := text.find("\n", begin)) >= 0 else len(text)


def key_of(text: str, first: int, last: int) -> str:
    """Return the name that an argument is given by; empty for none."""
    found = KEY.match(text, first, last)
    return found["key"] if found else ""


def past_blanks(text: str, first: int, last: int) -> int:
    """Return the first place from one on where no blank stands."""
    while first < last and text[first].isspace():
        first += 1
    return first


def arguments(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return where the parts begin and end that commas part in some brackets."""
    found, depth, begin = [], 0, first
    for place in range(first, last):
        depth += (text[place] in _OPEN) - (text[place] in _BRACKETS)
        if text[place] == "," and not depth:
            found.append((begin, place))
            begin = place + 1
    found.append((begin, last))
    return [(begin, end) for begin, end in found if text[begin:end].strip()]


def brackets_around(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """Return what lies in the brackets around a place in a text."""
    first, depth = begin, 1
    while depth:
        first -= 1
        if first < 0:
            return None
        depth += (text[first] in _BRACKETS) - (text[first] in _OPEN)
    depth = 1
    for bracket in _BRACKET.finditer(text, end):
        depth += 1 if bracket[0] in _OPEN else -1
        if not depth:
            return first + 1, bracket.start()
    return None
