"""Functions without a name that a call is given for something, as the lines of a text have them.

socket.on("add", async (item) => {     mux.HandleFunc("/carts", func(w, r) {     get("/carts") {     task :fill do

Such a call is a *registration*: what the function is for stands before it, and the indentation says where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.regexes import regex
from nsccn.text import indentation, shorten

_TEXT: Final = r"(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`)"
_CONSTANT: Final = r"[A-Z]\w*(?:(?:\.|::)\w+)*|(?:\w+\.)+(?:[A-Z][A-Z\d_]+(?!\w)|[A-Z]\w*(?=,\s*[\"'`]))"
_STEP: Final = r"[\w$]+[!?]?(?:\([^()\n]*\))?"
_CALLED: Final = rf"(?:(?<![\w$@.:])@?{_STEP}|(?=\.))(?:(?:\.|\?\.|::|->){_STEP})*"
_NAMES: Final = (
    rf"(?:[\w.]+\s*\+\s*)?{_TEXT}",
    r":\w+",
    r"/(?![/*])(?:[^/\\\n]|\\.)+/\w*",
    rf"(?P<constant>{_CONSTANT})(?:,\s*{_TEXT})?",
    r"(?<=[ \t])\w+(?=: )",
)
"""What a function may be for: a text, a symbol, a pattern, a constant and a text, the key of an argument."""
_CALL: Final = regex(
    rf"(?P<called>{_CALLED})(?:<[^<>()\n]*>)?(?P<opening>\(\s*|[ \t]+)(?P<name>{'|'.join(_NAMES)})"
)
"""A call up to what its first argument names."""
_MEMBER: Final = regex(r"\.\w+\Z")
_WORDED: Final = regex(_TEXT)
_BLOCK: Final = regex(r"\s*(?:\{(?:\s*\|[^|]*\||[^{}()]*->|[^{}()]*\bin)?|\bdo(?:\s*\|[^|]*\|)?)\s*\Z")
"""A function behind the brackets of a call."""
_FUNCTION: Final = regex(
    r"(?:=>\s*[({]?|->\s*\{?|\b(?:func|function|fn|fun|sub)\b[^;{}]*\{?|\|[^|]*\|\s*(?:async\s+)?(?:move\s+)?\{?"
    r"|\)\s*(?:async\*?|sync\*)?\s*\{|\{[\w\s,():]*\bin|\bdo(?:\s*\|[^|]*\|)?)\s*\Z"
)
"""One that a call is given in its brackets, or without any."""
_NO_CALL: Final = regex(
    r"(?:^|[^\w$.:@])(?:if|elsif|elseif|unless|guard|while|until|for|foreach|switch|match|case|when|with|catch|select"
    r"|def\w*|fn|fun|func|function|class|module|object|interface|struct|enum|trait|impl|new)(?![\w$])"
)
"""Before a call, or as one: what follows is no function that it is given."""
_WORDS: Final = frozenset(
    {"await", "in", "is", "let", "not", "raise", "return", "throw", "val", "var", "yield"}
)
"""What looks like a call before a text."""
_ENDS: Final = ("{", "(", ")", "=>", "->", "|", "do", "in")
_COMMENTS: Final = ("//", "/*", "*", "#", "--", "<!--")
_CLOSES: Final = ("}", ")", "]", "end")
_GOES_ON: Final = ("(", ",")
_OPEN, _CLOSE = "([{", ")]}"
_LONGEST: Final = 400
"""Characters of a call up to its function."""
_MOST_ABOVE: Final = 30
"""Lines of one."""
_FEWEST: Final = 6
"""Lines of a function that has two."""
_MOST_CALLED: Final = 40
_MOST_NAMED: Final = 60


class Registration(NamedTuple):
    """The lines of a call that is given a function for something, 1-based."""

    first: int
    last: int
    called: str
    opening: str
    """What stands between the call and what it names: a bracket, or a blank."""
    name: str

    @property
    def label(self) -> str:
        """The call, up to the function."""
        return f"{self.called}{self.opening}{self.name}{')' if self.opening == '(' else ''}"


def registrations(lines: Sequence[str]) -> list[Registration]:
    """Return the registrations of a text, each before those inside it."""
    depths = [indentation(line) if line.strip() else -1 for line in lines]
    found: dict[int, Registration] = {}
    for at, line in enumerate(lines):
        text = line.rstrip()
        if not text.endswith(_ENDS) or text.lstrip().startswith(_COMMENTS):
            continue
        for head, call in _calls(lines, depths, at):
            last = _end(lines, depths, head)
            if last > at + 1:
                found.setdefault(head, _registration(call, head + 1, last))
                break
    return sorted(found.values(), key=lambda one: (one.first, -one.last))


def registrations_in(lines: Sequence[str], first: int, last: int) -> list[Registration]:
    """Return the registrations in the lines of a function that has at least two side by side."""
    if last - first < _FEWEST:
        return []
    own = registrations(lines[first - 1 : last])
    above = first - 1
    is_several = any(one.first > own[0].last for one in own)
    return [one._replace(first=one.first + above, last=one.last + above) for one in own if is_several]


def outermost(found: Sequence[Registration], first: int, last: int) -> list[Registration]:
    """Return those of some registrations that lie in some lines, and in no other that does."""
    kept: list[Registration] = []
    for one in found:
        if first <= one.first and one.last <= last and not (kept and one.last <= kept[-1].last):
            kept.append(one)
    return kept


def around(found: Sequence[Registration], line: int) -> Registration | None:
    """Return the innermost of some registrations that a line is in."""
    inside = [one for one in found if one.first <= line <= one.last]
    return inside[-1] if inside else None


def _registration(call: re.Match[str], first: int, last: int) -> Registration:
    called = call["called"]
    if len(called) > _MOST_CALLED:
        member = _MEMBER.search(called)
        called = f"…{member[0]}" if member else shorten(called, _MOST_CALLED)
    return Registration(first, last, called, call["opening"][0], shorten(call["name"], _MOST_NAMED))


def _calls(lines: Sequence[str], depths: Sequence[int], at: int) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the calls that may be given a function which begins at the end of a line, with the line of each."""
    if call := _given_function(lines[at].rstrip()):
        yield at, call
    elif _FUNCTION.search(lines[at]):
        head = next(
            (up for up in range(at - 1, max(at - _MOST_ABOVE, -1), -1) if 0 <= depths[up] < depths[at]), at
        )
        if head < at and lines[head].rstrip().endswith(_GOES_ON):
            joined = " ".join([lines[head].rstrip(), *(line.strip() for line in lines[head + 1 : at + 1])])
            if call := _given_function(joined.replace("( ", "(")):
                yield head, call


def _given_function(text: str) -> re.Match[str] | None:
    """Return the call in a text that is given a function at its end, the outermost."""
    if _NO_CALL.match(text.lstrip()):
        return None
    for call in _CALL.finditer(text) if len(text) <= _LONGEST else ():
        if call["called"] in _WORDS:
            continue
        rest = _WORDED.sub(lambda found: "_" * len(found[0]), text[call.end() :])
        if _opens_function(call, rest) and not _NO_CALL.search(text, 0, call.end("called")):
            return call
    return None


def _opens_function(call: re.Match[str], rest: str) -> bool:
    """Whether what follows in a call ends with the beginning of a function that it is given."""
    close = _closing(rest)
    if close >= 0:
        return call["opening"][0] == "(" and not call["constant"] and bool(_BLOCK.fullmatch(rest, close + 1))
    if call["opening"][0] == "(":
        return rest.startswith(",") and bool(_FUNCTION.search(rest))
    return bool(_BLOCK.search(rest)) and (rest.rstrip()[-1:] != "{" or "->" in rest)


def _closing(text: str) -> int:
    """Return where a bracket closes that was open before a text; -1 where none does."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if depth < 0:
            return at
    return -1


def _end(lines: Sequence[str], depths: Sequence[int], head: int) -> int:
    """Return the last line, 1-based, of what begins on a line: the next one that is indented no more closes it."""
    last = head + 1
    while last < len(lines) and (
        depths[last] < 0 or depths[last] > depths[head] or lines[last].strip() == "{"
    ):
        last += 1
    if last < len(lines) and lines[last].lstrip().startswith(_CLOSES):
        return last + 1
    while last > head + 1 and depths[last - 1] < 0:
        last -= 1
    return last
