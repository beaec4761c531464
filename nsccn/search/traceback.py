"""Reads stack traces of all languages out of pasted text."""

from __future__ import annotations

import posixpath
import re
from typing import Final, NamedTuple
from urllib.parse import unquote

from nsccn.regexes import regex
from nsccn.search.stackforms import (
    ERROR_HEADS,
    FORMS,
    NEAR_HEAD,
    PREFIX,
    PYTEST_ERROR,
    PYTHON_ERROR,
    SEPARATORS,
    Form,
    Separator,
)
from nsccn.search.zones import readable

_LONGEST_LINE: Final = 4000
_MOST_TEXT: Final = 200_000
"""So many characters are read: the first and the last half."""
_COLOURS: Final = regex(r"\x1b\[[0-9;]*[A-Za-z]")
_ADDRESS: Final = regex(r"[a-z][a-z-]{0,40}://(?:localhost(?::\d+)?|[\w.-]+:\d+|[\w.-]*)/(?:\([^()]*\)/)?")
_ABOVE: Final = regex(r"(?:\.\./)*+")
_DRIVE: Final = regex(r"/?[A-Za-z]:/")
_QUOTED: Final = regex(r'"((?:[^"\\]|\\.)*+)"')
_IN_ONE_LINE: Final = regex(r"\\n(?:[ \t]|\\t|Traceback|Caused by)")
"""A break of lines as texts in quotes have it, before what continues a stack."""
_MOST_BESIDE: Final = 3
"""Lines that name the error, or begin a stack."""
_DEEPEST_QUOTES: Final = 3
_ESCAPED: Final = regex(r"\\(.)")
_MEANT: Final = {"n": "\n", "r": "", "t": "\t"}
_NOT_SOURCE: Final = ("<", "node:", "internal/", "eval at ", "native ", "??")


class Frame(NamedTuple):
    """One call of a stack."""

    path: str
    """As written, with `/`; for Java the package's folders and the file; empty where only the function is named."""
    line: int
    function: str = ""
    """As written, without arguments; empty where the trace does not name it."""


class Stack(NamedTuple):
    """The frames of one error, from the outermost call to the deepest."""

    frames: tuple[Frame, ...]
    error: str = ""
    message: str = ""
    relation: str = ""
    """What it is to the stack before it: `cause`, `handled` (the stack before arose while handling it),
    `member` (of an exception group), `suppressed`; empty where they are not related."""


def parse(text: str) -> list[Frame]:
    """The frames of all stack traces in `text`, each from the outermost call to the deepest."""
    return [frame for stack in stacks(text) for frame in stack.frames]


def error(text: str) -> tuple[str, str] | None:
    """Type and message of the error at the root of the first stack trace, where they are visible."""
    chain: list[Stack] = []
    for stack in stacks(text):
        if chain and stack.relation not in {"cause", "handled"}:
            break
        chain.append(stack)
    return next(((stack.error, stack.message) for stack in reversed(chain) if stack.error), None)


def heads_error(text: str) -> bool:
    """Tell whether a text is nothing but the line that stands above or below a stack: an error with its message."""
    line = without_prefix(text.strip())
    return "\n" not in line and any((match := head.match(line)) and match["message"] for head in ERROR_HEADS)


def is_stack(text: str) -> bool:
    """Tell whether a text is nothing but stacks, from its first line on, with their errors."""
    lines = [line for line in without_colours(readable(_unquoted(text))).split("\n") if line.strip()]
    if not lines:
        return False
    reader = _Reader("\n".join(lines))
    are_frames = [reader.may_be_frame(line) for line in lines]
    beside = [
        not (is_frame or leads or without_prefix(line)[:1].isspace())
        for line, is_frame, leads in zip(lines, are_frames, [*are_frames[1:], False], strict=True)
    ]
    begins = any(are_frames) and (are_frames[0] or _begins_stack(without_prefix(lines[0]).lstrip()))
    return begins and sum(beside) <= _MOST_BESIDE


def stacks(text: str) -> list[Stack]:
    """The stack traces in `text`; of a chain the outermost first."""
    text = _unquoted(readable(text, _MOST_TEXT))
    lines = [line.rstrip() for line in without_colours(text).split("\n")]
    reader = _Reader(text)
    if not any(map(reader.may_be_frame, lines)):
        return []
    for line in lines:
        reader.read(line)
    return [stack.finish() for stack in reader.stacks if stack.frames]


class _OpenStack:
    """A stack that is being read."""

    def __init__(self, form: Form, indent: int, error: tuple[str, str], relation: str) -> None:
        self.family = form.family
        self.deepest_first = form.deepest_first
        self.indent = indent
        self.error, self.message = error
        self.relation = relation
        self.numbered = False
        self.frames: list[Frame] = []

    def finish(self) -> Stack:
        """The frames in order; a panic's own line is dropped where a frame says the same."""
        known = {(frame.path, frame.line) for frame in self.frames if frame.function}
        frames = [frame for frame in self.frames if frame.function or (frame.path, frame.line) not in known]
        if self.deepest_first:
            frames.reverse()
        return Stack(tuple(frames), self.error, self.message, self.relation)


class _Reader:
    """Takes a text line by line, and keeps the stacks found so far."""

    def __init__(self, text: str) -> None:
        self.stacks: list[_OpenStack] = []
        self.forms = [form for form in FORMS if form.marker in text and form.needs in text]
        self._current: _OpenStack | None = None
        self._pending: Separator | None = None
        self._error = ("", "")
        self._above = ""
        self._heads: dict[int, int] = {}
        """Where the chain begins that a stack at some depth of quoting belongs to."""
        self._awaits_message = False

    def may_be_frame(self, line: str) -> bool:
        """Tell whether a line is written like a frame; most texts have none, and need no further reading."""
        forms = [form for form in self.forms if form.marker in line]
        if not forms or len(line) > _LONGEST_LINE:
            return False
        body = without_prefix(line).lstrip()
        return any(form.pattern.match(body) for form in forms)

    def read(self, line: str) -> None:
        """Take the next line."""
        if len(line) > _LONGEST_LINE:
            return
        rest = without_prefix(line)
        depth = len(line) - len(rest)
        body = rest.lstrip()
        if not body:
            return
        indent = len(rest) - len(body)
        if not (self._frame(line, body, indent, depth) or self._separator(body)):
            self._remark(body, indent)
        self._above = body

    def _frame(self, line: str, body: str, indent: int, depth: int) -> bool:
        for form in self.forms:
            if form.marker not in line:
                continue
            match = form.pattern.match(body)
            if match is None:
                continue
            groups = match.groupdict()
            if form.above is not None:
                above = form.above.match(self._above)
                if above is None:
                    continue
                groups.update(above.groupdict())
            self._add(form, groups, indent, depth)
            return True
        return False

    def _add(self, form: Form, groups: dict[str, str | None], indent: int, depth: int) -> None:
        named = groups.get("error") or form.error
        number = groups.get("number")
        current = self._current
        restarts = named or groups.get("first") or (number == "0" and current and current.numbered)
        if current is None or current.family != form.family or (current.deepest_first and restarts):
            current = self._start(form, indent, depth)
        current.numbered = current.numbered or number is not None
        if named:
            current.error, current.message = named, groups.get("message") or current.message
            self._awaits_message = named == "panic" and not current.message
        path = groups.get("path") or ""
        function = groups.get("function") or ""
        if not path.startswith(_NOT_SOURCE) and "<anonymous>" not in path:
            folders = _java_folders(function) if form.family == "java" else ""
            if path and current.frames[-1:] == [Frame("", 0, function.strip())]:
                current.frames.pop()  # whose place this is
            place = folders + clean_path(path) if path else ""
            current.frames.append(Frame(place, int(groups.get("line") or 0), function.strip()))
        if named and not form.deepest_first:
            self._current = None

    def _start(self, form: Form, indent: int, depth: int) -> _OpenStack:
        """Open a stack at its place: before the stack that caused it, else at the end."""
        if not self._error[0] and form.deepest_first and (near := NEAR_HEAD.match(self._above)):
            self._error = _named(near)
        relation = self._pending.relation if self._pending and self.stacks else ""
        adopted = ("", "") if form.family == "python" else self._error
        stack = _OpenStack(form, indent, adopted, relation)
        inside = min((known for known in self._heads if known >= depth), default=None)
        place = len(self.stacks)
        if self._pending and self._pending.deeper_first and inside is not None:
            place = self._heads[inside]
            stack.relation, self.stacks[place].relation = self.stacks[place].relation, relation
        self.stacks.insert(place, stack)
        if relation != "cause" or place < len(self.stacks) - 1:
            self._heads = {known: head for known, head in self._heads.items() if known < depth}
            self._heads[depth] = place
        self._current, self._pending, self._error = stack, None, ("", "")
        return stack

    def _separator(self, body: str) -> bool:
        for separator in SEPARATORS:
            match = separator.pattern.match(body)
            if match is None:
                continue
            if separator.relation or self._pending is None:
                self._pending = separator
            if "error" in match.re.groupindex:
                self._error = _named(match)
            self._current = None
            return True
        return False

    def _remark(self, body: str, indent: int) -> None:
        """A line between frames: the error, its message, source text, or something else."""
        current = self._current
        if self._awaits_message and current is not None:
            current.message, self._awaits_message = body, False
        elif current is not None and current.family == "python" and indent < current.indent:
            if match := PYTHON_ERROR.match(body):
                current.error, current.message = _named(match)
            self._current = None
        elif current is not None and current.family == "ipython" and (match := NEAR_HEAD.match(body)):
            current.error, current.message = _named(match)
            self._current = None
        elif match := PYTEST_ERROR.match(body):
            self._pytest_error(match)
        else:
            for head in ERROR_HEADS:
                if match := head.match(body):
                    self._error = _named(match)
                    return

    def _pytest_error(self, match: re.Match[str]) -> None:
        """Pytest shows the error above the last place in its long form, below it in its short form."""
        current = self._current
        if current is not None and current.family == "pytest" and not current.message:
            current.error, current.message = _named(match)
        else:
            self._error = _named(match)


def _begins_stack(line: str) -> bool:
    heads = (*ERROR_HEADS, *(separator.pattern for separator in SEPARATORS))
    return any(head.match(line) for head in heads)


def _unquoted(text: str) -> str:
    """Give what stands in one line, as in a log of JSON, lines of its own."""
    for _ in range(_DEEPEST_QUOTES):
        if _IN_ONE_LINE.search(text) is None:
            break
        text = _QUOTED.sub(_lines_of, text)
    return text


def _lines_of(quoted: re.Match[str]) -> str:
    if _IN_ONE_LINE.search(quoted[1]) is None:
        return quoted[0]
    meant = _ESCAPED.sub(lambda escaped: _MEANT.get(escaped[1], escaped[1]), quoted[1])
    return f"\n{meant}\n"


def without_colours(text: str) -> str:
    """Return a text without what only a terminal shows."""
    return _COLOURS.sub("", text)


def without_prefix(line: str) -> str:
    """Return a line without what a log puts before it."""
    prefix = PREFIX.match(line)
    return line[prefix.end() :] if prefix else line


def _named(match: re.Match[str]) -> tuple[str, str]:
    return match["error"], match["message"] or ""


def _java_folders(function: str) -> str:
    """`com/acme/` of `com.acme.Outer$Inner.method`."""
    return "".join(f"{part}/" for part in function.split(".")[:-2])


def clean_path(path: str) -> str:
    """Write a path as the index does: forward slashes, no address, no leading `./` or `../`."""
    path = path.replace("\\", "/")
    if "://" in path:
        path = unquote(_ADDRESS.sub("/" if path.startswith("file:") else "", path).partition("?")[0])
    if _DRIVE.match(path):
        path = path.lstrip("/")
    return _ABOVE.sub("", posixpath.normpath(path.removeprefix("~/")), count=1)
