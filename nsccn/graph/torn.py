"""Conditional compilation that tears statements apart, which no grammar can read as it stands.

    #if WINDOWS                     if (found
      for (;!ready;) {              #if WINDOWS
    #else                               || ready
      for (;;) {                    #endif
    #endif                              ) {

    template <typename Item,        #if WINDOWS
    #if WIDE                        int run(int id)
              typename Wide,        #else
    #endif                          int run(void)
              typename Last>        #endif
                                    {
    #if NET8                        void Run(int id)
    public Node? Next               #if HAS_BODIES
    #else                           { ... }
    public Node Next                #else
    #endif                          ;
    {                               #endif

Of the branches of such a condition one is kept, the first that is not for Windows alone, and so is what stands whole
before the torn statement in the others. All else, and the directives, are made blank. Of the values in a list
(`int all[] = { ... }`) those of all branches are kept.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from nsccn.regexes import regex

_DIRECTIVE: Final = regex(rb"^[ \t]*#[ \t]*(if|el|endif)(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)
_CHARACTER: Final = regex(rb"[^\n]")
_NEXT: Final = regex(
    rb"\s*(?:(?:(?://[^\n]*|/\*.*?\*/)\s*)*+(?:\|\||&&|else\b)|[|&+*/?=),.](?![/*])|:(?!:))", re.DOTALL
)
"""What continues an expression, a list or an `if`."""
_ELSE: Final = regex(rb"else\b")
_BLANK: Final = regex(rb"\s*")
_PASSED: Final = regex(rb"//[^\n]*|#[ \t]*if[^\n]*\n")
"""What, besides blanks and other comments, may stand between a condition and the `else` that it continues."""
_OPEN_LAST: Final = regex(rb"(?:\belse|[\w\])]\s*=|\n[ \t]*\w+:)\s*\Z")
"""What a statement goes on behind, such as its label."""
_HEAD: Final = regex(
    rb"\s*(?:(?:consteval|constexpr|explicit|extern|friend|inline|static|virtual|\[\[[^\]]*\]\])\s+)+\Z"
)
"""The beginning of a declaration."""
_TEMPLATE: Final = regex(rb"(?:^|\n)[ \t]*+template\s*<[^()]*(?:\([^()]*\)[^()]*)*>\Z")
_BODY: Final = regex(rb"\s*(?:\{|=>)")
_NAME: Final = regex(rb"(?:^|\n)[ \t]*\w[^#\n;]*\w\Z")
_GIVEN: Final = regex(rb"\s*\(")
"""What is given to what a branch names in its last line."""
_BLOCK_HEAD: Final = regex(rb"\b(?:class|namespace|struct|union)\b[^;{}()]*\Z")
"""The end of the head of what a body follows, other than a function."""
_MEMBER_HEAD: Final = regex(rb"\b(?:internal|private|protected|public)\b(?!\s*:)[^;{}#]*[\w\]>?]\Z")
"""The head of what has a body though it is no function, such as a property."""
_STATEMENT_HEAD: Final = regex(
    rb"(?:^|\n)[ \t]*+(?:else[ \t]+)?(?:if|for|while)\b[ \t]*+(?:constexpr[ \t]*+)?"
    rb"\((?:[^()\n]++|\((?:[^()\n]++|\((?:[^()\n]++|\([^()\n]*+\))*+\))*+\))*+\)\Z"
)
"""The end of what a statement follows."""
_COMMENT: Final = regex(rb"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_NO_CODE: Final = regex(
    rb"""//[^\n]*|/\*.*?(?:\*/|\Z)|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'(?:[^'\\\n]++|\\.)++'"""
    rb"""|^[ \t]*\#(?:[^\n\\]|\\\r?\n|\\.)*""",
    re.DOTALL | re.MULTILINE,
)
"""Comments, strings, characters and directives, in which no bracket counts."""
_BRACE: Final = regex(rb"[{}]")
_VALUES: Final = regex(rb"=\s*\Z")
"""What stands before a list of values."""
_INITIALIZERS: Final = regex(rb"\)\s*(?:noexcept\s*)?:(?!:)[^:]*\Z")
"""What stands behind the parameters of a constructor."""
_BEFORE: Final = regex(
    rb"(?:\|\||&&|[(=?|]|(?<![+\-*/])[+\-]|(?<!\w)else|(?:^|\n)[ \t]*(?:extern|inline|static|virtual)\b[^;{}()=#\n]*)\Z"
)
"""What a condition continues: an expression, or a declaration."""
_ONE_BRANCH: Final = 2
"""Directives of a condition without another branch."""
_LONGEST_END: Final = 80
_LONGEST_BEFORE: Final = 200
_LONGEST_HEAD: Final = 1000
_DEEPEST: Final = 100
"""Conditions in one another, beyond which none is read: each is as long as all in it."""
_LONGEST_LIST: Final = 4000
_OPEN, _CLOSE = b"{}"
_QUOTE: Final = b'"'
_WINDOWS: Final = regex(rb"\b(?:_{0,2}WIN(?:32|64|DOWS)_{0,2}|WINDOWS|_MSC_VER)\b")
_NEGATED: Final = regex(rb"#[ \t]*ifndef|![ \t(]*(?:defined|_*WIN|_MSC)")
_WHOLE: Final = regex(rb"[;}][ \t\r]*\n")
"""The end of a statement or of a function, where that is the end of a line."""


class _Directive(NamedTuple):
    start: int
    end: int


class _Behind:
    """What stands behind conditions, where several may stand before the same; it is looked at once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known: dict[int, bool] = {}
        """Place -> whether an `else` follows."""
        self._asked, self._closing = len(data), -1
        """From where the end of a comment was looked for, and where it is; -1 for nowhere."""

    def is_else(self, place: int) -> bool:
        """Whether behind a place an `else` follows, but for blanks, comments and beginnings of other conditions."""
        passed: list[int] = []
        while place not in self._known:
            passed.append(place)
            begin = _end(_BLANK, self._data, place)
            end = self._past(begin)
            if end == begin:
                self._known[place] = _ELSE.match(self._data, begin) is not None
            else:
                place = end
        self._known |= dict.fromkeys(passed, self._known[place])
        return self._known[place]

    def _past(self, begin: int) -> int:
        """Return where ends what may stand before an `else` and begins at a place; the place where nothing does."""
        if self._data.startswith(b"/*", begin):
            closing = self._closed(begin + 2)
            return begin if closing < 0 else closing + 2
        return _end(_PASSED, self._data, begin)

    def _closed(self, place: int) -> int:
        if place < self._asked or 0 <= self._closing < place:
            self._asked, self._closing = place, self._data.find(b"*/", place)
        return self._closing


def _end(pattern: re.Pattern[bytes], data: bytes, place: int) -> int:
    match = pattern.match(data, place)
    return match.end() if match else place


def without_torn(data: bytes) -> bytes:
    """Return a text without the conditions that tear statements apart, everything else where it was."""
    opened: list[list[_Directive]] = []
    kept: bytearray | None = None
    behind = _Behind(data)  # up to which nothing is made blank yet
    for match in _DIRECTIVE.finditer(data):
        word = match.group(1)
        if word == b"if":
            opened.append([])
        elif not opened:
            continue
        opened[-1].append(_Directive(match.start(), match.end()))
        if word != b"endif":
            continue
        condition = opened.pop()
        if len(opened) > _DEEPEST:
            continue
        text = data if kept is None else kept
        is_list = _among_values(text, condition)
        if is_list or _is_torn(text, condition, behind):
            kept = bytearray(data) if kept is None else kept
            if is_list:
                _keep_all(kept, condition)
            else:
                _keep_one(kept, condition)
    return data if kept is None else bytes(kept)


def _is_torn(text: bytes | bytearray, condition: list[_Directive], behind: _Behind) -> bool:
    first, after = condition[0], condition[1]
    branch = text[first.end : after.start]
    if branch.count(b"{") != branch.count(b"}"):
        return True
    if _NEXT.match(branch) or behind.is_else(condition[-1].end):
        return True
    ends = (text[max(one.end, two.start - _LONGEST_END) : two.start] for one, two in pairwise(condition))
    if any(map(_OPEN_LAST.search, ends)) or _leaves_open(branch):
        return True
    if len(condition) > _ONE_BRANCH and any(_lacks_code(text, *ends) for ends in pairwise(condition)):
        return True
    before = _code_before(text, 0, first.start)
    if _BEFORE.search(before) or (before.endswith(_QUOTE) and branch.lstrip().startswith(_QUOTE)):
        return True
    if before.endswith((b",", b"{")) and _in_values(text, first.start):
        return True  # the last value of a branch may have no comma behind it
    is_head = _HEAD.match(branch) is not None or _follows_template(text, first.start)
    return is_head or _in_list(text, first.start, branch) or _lacks_body(text, condition)


def _lacks_code(text: bytes | bytearray, directive: _Directive, following: _Directive) -> bool:
    """Whether a branch does no more than end a function that has its body in another."""
    return _code_before(text, directive.end, following.start).lstrip() == b";"


def _follows_template(text: bytes | bytearray, start: int) -> bool:
    """Whether a place stands behind the head of a template, and before what that is of."""
    around = text[max(0, start - _LONGEST_HEAD) : start].rstrip()
    if not around.endswith(b">"):
        return False
    return _TEMPLATE.search(around, max(around.rfind(end) for end in (b";", b"{", b"}")) + 1) is not None


def _leaves_open(branch: bytes | bytearray) -> bool:
    """Whether a branch begins a condition or a call that stands further on: `if ((first` before `&& more) {`."""
    if branch.count(b"(") <= branch.count(b")") or len(branch) > _LONGEST_LIST:
        return False
    code = _NO_CODE.sub(b"", bytes(branch))
    return code.count(b"(") > code.count(b")")


def _in_list(text: bytes | bytearray, start: int, branch: bytes | bytearray) -> bool:
    """Whether a branch holds some arguments of a call, a function or a template, or of what a constructor sets."""
    if not branch.rstrip().endswith(b","):
        return False
    around = text[max(0, start - _LONGEST_LIST) : start]
    around = around[max(around.rfind(end) for end in (b";", b"{", b"}")) + 1 :]
    if around.count(b"(") > around.count(b")") or _INITIALIZERS.search(around):
        return True
    return b"template" in around and around.count(b"<") > around.count(b">")


def _among_values(text: bytes | bytearray, condition: list[_Directive]) -> bool:
    """Whether all branches hold whole values of a list (`int all[] = { ... }`)."""
    for directive, following in pairwise(condition):
        if not _code_before(text, directive.end, following.start).endswith(b","):
            return False
        values = text[directive.end : following.start]
        if values.count(b"{") != values.count(b"}"):
            return False
    return _in_values(text, condition[0].start)


def _code_before(text: bytes | bytearray, start: int, end: int) -> bytes:
    """Return the end of a piece of text, without comments and blanks."""
    return _COMMENT.sub(b"", bytes(text[max(start, end - _LONGEST_BEFORE) : end])).rstrip()


def _in_values(text: bytes | bytearray, start: int) -> bool:
    """Whether a place is between the values of a list."""
    depth = 0
    for brace in reversed(list(_BRACE.finditer(text, max(0, start - _LONGEST_LIST), start))):
        depth += 1 if brace.group() == b"}" else -1
        if depth < 0:
            return _VALUES.search(text[max(0, brace.start() - _LONGEST_END) : brace.start()]) is not None
    return False


def _lacks_body(text: bytes | bytearray, condition: list[_Directive]) -> bool:
    """Whether a branch holds the head of a function, a type or a statement whose rest stands behind the condition."""
    start, end = condition[-2].end, condition[-1].start
    branch = _COMMENT.sub(b"", bytes(text[max(start, end - _LONGEST_HEAD) : end])).rstrip()
    if _STATEMENT_HEAD.search(branch) or (_NAME.search(branch) and _GIVEN.match(text, condition[-1].end)):
        return True
    if not _BODY.match(text, condition[-1].end):
        return False
    is_function = branch.endswith((b")", b"const", b"noexcept", b"override"))
    return is_function or any(head.search(branch) for head in (_BLOCK_HEAD, _MEMBER_HEAD))


def _keep_all(text: bytearray, condition: list[_Directive]) -> None:
    for directive in condition:
        _blank(text, directive.start, directive.end)


def _keep_one(text: bytearray, condition: list[_Directive]) -> None:
    branches = list(pairwise(condition))
    meant = (
        place
        for place, (directive, following) in enumerate(branches)
        if not _is_for_windows(text, directive) and not _lacks_code(text, directive, following)
    )
    kept = next(meant, 0)
    for place, (directive, following) in enumerate(branches):
        _blank(text, directive.start, directive.end)
        if place != kept:
            _blank(text, _torn_from(text, directive.end, following.start), following.start)
    _blank(text, condition[-1].start, condition[-1].end)


def _is_for_windows(text: bytearray, directive: _Directive) -> bool:
    written = bytes(text[directive.start : directive.end])
    return _WINDOWS.search(written) is not None and _NEGATED.search(written) is None


def _torn_from(text: bytearray, start: int, end: int) -> int:
    """Return where the statement begins that a branch opens and leaves open; its start where there is none."""
    depth, opened = 0, start
    for at in range(start, end):
        if text[at] == _OPEN:
            opened = opened if depth else at
            depth += 1
        elif text[at] == _CLOSE:
            depth -= 1
    whole = counted = start
    brackets = braces = 0
    for found in _WHOLE.finditer(text, start, opened) if depth > 0 else ():
        piece = text[counted : found.end()]
        counted = found.end()
        brackets += piece.count(b"(") - piece.count(b")")
        braces += piece.count(b"{") - piece.count(b"}")
        if brackets == braces == 0:
            whole = counted
    return whole


def _blank(text: bytearray, start: int, end: int) -> None:
    text[start:end] = _CHARACTER.sub(b" ", text[start:end])
