"""Where a file sends something under a name or receives it: calls, decorators, and what they are given."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from operator import methodcaller
from typing import Final, NamedTuple

from nsccn.contracts.channels.forms import ANY, FORMS, NAME, NAMED_TASK, UNBRACKETED, Form, spelt
from nsccn.regexes import regex

_MOST_BEFORE: Final = 400
"""Letters before a name in which its call is looked for."""
_MOST_ARGUMENTS: Final = 2000
_MOST_LETTERS: Final = 1_500_000
"""That are read one by one."""
_MOST_GIVEN: Final = 12
_CALL: Final = regex(
    r"(?<![\w$])([A-Za-z_$][\w$]{0,80})[!?]?(?:<[^<>()]{0,80}(?:<[^<>()]{0,40}>)?[^<>()]{0,40}>)?\s?\("
)
_ON: Final = regex(r"((?:[\w$]+(?:\([^()]{0,60}\))?\s{0,40}(?:\?\.|\.|->|::)\s*)+)\Z")
_LITERAL: Final = regex(r"(?P<mark>[bruBRU]?)(?P<quote>[\"'`])(?P<text>[^\"'`\n\\]{1,100})(?P=quote)")
_CONSTANT: Final = regex(
    r"&?\\?([A-Za-z_$][\w$]*(?:(?:\.|::|->|\\)[A-Za-z_$][\w$]*){0,5}(?:\(\))?)!?(?: as \w+)?"
)
_KEY: Final = regex(r"\s*[\"']?([A-Za-z_]\w*)[\"']?\s*(?:=>|:(?!:)|=)(?!=)\s*")
_VALUES: Final = frozenset("value name rawValue toString getValue getName as_str to_s".split())
"""What is asked of a member of an enumeration for its text."""
_NO_NAMES: Final = frozenset("class this self null nil None true false True False undefined".split())
_STRING: Final = regex(
    r"\"(?:[^\"\\\n]|\\.){0,2000}\"|'(?:[^'\\\n]|\\.){0,2000}'|`(?:[^`\\]|\\.){0,2000}`", re.DOTALL
)
_LIST: Final = regex(r"(?:\[|\{|array\(|new\s*(?:String)?\s*\[\]\s*\{|(?:arrayOf|listOf|List\.of)\()")
_DEEPEST: Final = 2
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_MARK_BEFORE: Final = regex(r"(?:@|#\[)\s*(?:[\w.:\\]+(?:\.|::|\\))?\Z")
_NEW_BEFORE: Final = regex(r"\bnew\s+(?:\w+\.)?\Z")
_END: Final = methodcaller("end")
_COMMENT: Final = regex(r"\s{0,200}(?://|#(?!\[)|/?\*(?:\s|\*|\Z)|<!--|--)")


class Given(NamedTuple):
    """An expression that may be the name of a channel."""

    text: str
    """Empty for a constant."""
    constant: str
    place: int


class Site(NamedTuple):
    """A place where something is sent, or received."""

    path: str
    line: int
    form: Form
    receiver: str
    """What it is called on."""
    given: Given
    behind: tuple[str, ...]
    """The arguments behind the name."""
    last: int
    """The line on which the call ends."""
    is_mark: bool
    """Whether it stands above what receives."""


class Work:
    """How many letters may still be read; no file, however it is written, takes more."""

    def __init__(self, letters: int = _MOST_LETTERS) -> None:
        self._left = letters

    @property
    def is_done(self) -> bool:
        """Whether there is room for no more."""
        return self._left <= 0

    def take(self, letters: int) -> bool:
        """Note that so many are read; say whether there is room for more."""
        self._left -= letters
        return self._left > 0


class ChannelFile:
    """A file in which channels are looked for."""

    def __init__(self, path: str, text: str, work: Work) -> None:
        self.path = path
        self.text = text
        self._work = work

    def line(self, place: int) -> int:
        """Return the line of a place."""
        return bisect_right(self._lines, place)

    def place(self, line: int) -> int:
        """Return where a line begins."""
        return self._lines[line - 1] if line <= len(self._lines) else len(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.split("\n")

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *map(_END, re.finditer("\n", self.text))]

    def between(self, first: int, last: int) -> Iterator[Site]:
        """Yield the sites on some lines."""
        begin, end = self.place(first), self.place(last + 1)
        for call in _CALL.finditer(self.text, begin, end):
            if _is_form(call[1]):
                yield from self._called(call[1], call.start(1), call.end() - 1)
        if self.path.endswith((".rb", ".rake")):
            for call in UNBRACKETED.finditer(self.text, begin, end):
                yield from self._called(_last(call[0]), call.end() - len(_last(call[0])), call.end())
        if self.path.endswith(".py"):
            for pair in NAMED_TASK.finditer(self.text, begin, end):
                yield self._scheduled(pair)

    def around(self, place: int) -> Iterator[Site]:
        """Yield the site whose name stands at a place."""
        opened = self._opening(place)
        if opened is not None:
            begin = max(opened - 160, 0)
            calls = [one for one in _CALL.finditer(self.text, begin, opened + 1) if one.end() == opened + 1]
            for call in calls[:1]:
                if _is_form(call[1]):
                    yield from (
                        one
                        for one in self._called(call[1], call.start(1), opened)
                        if one.given.place == place
                    )
        first = self.place(self.line(place))
        if self.path.endswith((".rb", ".rake")):
            for call in UNBRACKETED.finditer(self.text, first, place + 1):
                name = _last(call[0])
                found = self._called(name, call.end() - len(name), call.end())
                yield from (one for one in found if one.given.place == place)
        if self.path.endswith(".py"):
            for pair in NAMED_TASK.finditer(self.text, first, place + 120):
                if pair.start(1) == place + 1:
                    yield self._scheduled(pair)

    def _scheduled(self, pair: re.Match[str]) -> Site:
        line = self.line(pair.start(1))
        given = Given(pair[1], "", pair.start(1) - 1)
        return Site(self.path, line, FORMS["sendtask"], "", given, (), line, is_mark=False)

    def _opening(self, place: int) -> int | None:
        """Return the innermost round bracket that is open at a place."""
        if not self._work.take(_MOST_BEFORE // 4):
            return None
        depth = 0
        for at in range(place - 1, max(place - _MOST_BEFORE, 0) - 1, -1):
            letter = self.text[at]
            if letter in ")]}":
                depth += 1
            elif letter in "([{":
                if letter == "(" and not depth:
                    return at
                depth -= depth > 0
            elif letter == ";" and not depth:
                return None
        return None

    def _called(self, word: str, start: int, opened: int) -> Iterator[Site]:
        if self._work.is_done:
            return
        before = self.text[max(start - 200, 0) : start]
        first = self.place(self.line(start))
        if _COMMENT.match(self.text, first, start) and not _MARK_BEFORE.search(before):
            return
        on = _ON.search(before)
        receiver = re.sub(r"\s|(?:\?\.|\.|->|::)\s*\Z", "", on[1]) if on else ""
        ahead = before[: on.start()] if on else before
        is_mark = bool(_MARK_BEFORE.search(before))
        key = spelt(word)
        form = FORMS.get(f"@{key}") if is_mark else None
        if form is None and _NEW_BEFORE.search(before):
            form = FORMS.get(f"new {key}")
        elif form is None and not re.search(r"\b(?:function|def|func|fn|fun)\s+\Z", before[-20:]):
            form = FORMS.get(key)
        if form is None or (form.on and not form.on.search(receiver)):
            return
        end, arguments = arguments_from(self.text, opened)
        self._work.take(end - opened)
        for number, (begin, close) in enumerate(arguments):
            if form.at not in (number, ANY) and not _KEY.match(self.text, begin, close):
                continue
            for given in _expressions(self.text, begin, close, form):
                behind = tuple(self.text[one:other].strip() for one, other in arguments[number + 1 :])
                line, last = self.line(given.place), self.line(end)
                is_above = is_mark or ahead.endswith("@")
                yield Site(self.path, line, form, receiver, given, behind, last, is_above)


def arguments_from(text: str, opened: int) -> tuple[int, list[tuple[int, int]]]:
    """Return where the brackets end that open at a place, and what stands between their commas."""
    depth, begin, found = 0, opened + 1, list[tuple[int, int]]()
    is_open = text[opened] not in _OPENING
    at, limit = opened + 1, min(len(text), opened + _MOST_ARGUMENTS)
    while at < limit:
        letter = text[at]
        if letter in "\"'`" and (literal := _STRING.match(text, at)):
            at = literal.end()
            continue
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
            if depth < 0:
                break
        elif letter == "," and not depth:
            found.append((begin, at))
            begin = at + 1
        elif letter == "\n" and is_open and not depth and text[begin:at].strip():
            break
        at += 1
    if text[begin:at].strip():
        found.append((begin, at))
    return at, found[:_MOST_GIVEN]


def _expressions(text: str, begin: int, close: int, form: Form) -> Iterator[Given]:
    """Yield what may be a name in an argument: itself, or members of a list or of an object."""
    waiting = [(begin, close, 0)]
    while waiting:
        begin, close, depth = waiting.pop()
        while begin < close and text[begin].isspace():
            begin += 1
        if key := _KEY.match(text, begin, close):
            if key[1] not in form.keys:
                continue
            begin = key.end()
        elif form.at == ANY and "name" in form.keys and len(form.keys) == 1:
            continue
        if listed := _LIST.match(text, begin, close):
            if depth < _DEEPEST:
                inner = arguments_from(text, listed.end() - 1)[1]
                waiting += [(*one, depth + 1) for one in reversed(inner)]
            continue
        written = text[begin:close].rstrip()
        if literal := _LITERAL.fullmatch(written):
            place = begin + len(literal["mark"])
            if NAME.fullmatch(literal["text"]):
                yield Given(literal["text"], "", place)
        elif constant := _CONSTANT.fullmatch(written):
            parts = re.split(r"\.|::|->|\\", constant[1])
            while len(parts) > 1 and parts[-1].rstrip("()") in _VALUES:
                parts.pop()
            if "(" not in parts[-1] and parts[-1] not in _NO_NAMES:
                name = ".".join(filter(None, parts))
                yield Given("", name, text.index(parts[-1], begin + constant[0].rindex(parts[-1])))


def _is_form(word: str) -> bool:
    key = spelt(word)
    return key in FORMS or f"@{key}" in FORMS or f"new {key}" in FORMS


def _last(call: str) -> str:
    return call.rpartition(".")[2].rpartition(":")[2]
