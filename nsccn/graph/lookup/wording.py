"""What a caller writes for an entity or for lines, without what stands around it: quotes, other forms, code."""

from __future__ import annotations

import re
from typing import Final

from nsccn.graph.kinds import CODE_KINDS, DATA_KINDS
from nsccn.graph.languages import detect
from nsccn.graph.lookup.fileandname import apart, in_one_form
from nsccn.regexes import regex

_QUOTES: Final = "`'\""
_PRIMED: Final = regex(r"(?:[^\s`'\"]+[.:/])?[^\W\d]\w*'+")
"""A name with primes, as Haskell and OCaml have them: `foldl'`."""
_ANCHOR = regex(r"(?:#|:)L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?\Z")
_NAMED_LIKE_LINES = regex(rf"(?:{'|'.join(sorted(CODE_KINDS | DATA_KINDS))}):[^\s:]+:L\d+", re.ASCII)
"""`class:space.py:L2` is the class `L2`, and `space.py:L2` the second line."""
_LINK = regex(
    r"https?://[^\s/]+/[^\s/]+/[^\s/]+/(?:-/)?(?:blob|blame|raw|src)/(?:branch/|commit/)?[^\s/]+/"
    r"(?P<path>[^\s?#]+)(?:\?[^\s#]*)?(?P<lines>#L\S+)?"
)
"""Where a site shows a file, as `https://github.com/shop/shop/blob/main/app/cart.py#L10-L20`."""
_FRAGMENT = regex(r"(?<![^\s:#])([^\s:#\\/]*+[\\/](?:[^\s:#.]*+\.)+\w{1,10})#(?=[^\W\d])")
"""`app/cart.py#Cart`, as links in documentation have it."""
_SPOKEN = regex(
    r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^\s:,;\"']+\.\w{1,10})[\"']?(?:,\s*|\s+|:\s*)(?:at\s+)?(?:lines?\s+|L)?"
    r"(?P<first>\d{1,9})(?:\s*(?:-|\u2013|\.\.|to\s)\s*L?(?P<last>\d{1,9}))?",
    re.ASCII | re.IGNORECASE,
)
"""`cart.py line 10`, `cart.py, lines 10-20`, `cart.py 10-20`."""
_IN_FOLDER = regex(r"[^\s\\/]*+[\\/]\S*\.\w{1,10}", re.ASCII)
_FILE_NAME = regex(r"[\w.-]+\.\w{1,10}", re.ASCII)
_REPORTED = regex(
    r"(?<!\s)\s*+\((?:lines?\s+|L)?(?P<first>\d{1,9})(?:-(?P<last>\d{1,9})|,\s*\d+)?\)\Z",
    re.ASCII | re.IGNORECASE,
)
"""`src/cart.ts(10,5)`, as some compilers write, and `src/cart.ts (lines 10-20)`; what names no file may be a call."""
_SHOWN = regex(r"((?=\S[^\s:]*+:\S)\S++)\s+L\d+(?:-\d+)?(?:\s.*)?", re.ASCII | re.DOTALL)
"""A line of an answer: an id, its lines, its signature."""

_JOINT = regex(r"::|#(?!\d)|->|\\")
_DECLARED = regex(
    r"(?:(?:export|default|public|private|protected|static|abstract|final|async|unsafe|pub(?:\([\w:]+\))?|class"
    r"|struct|enum|union|interface|trait|impl|type|module|namespace|record|def|fn|func|function|method|macro|const"
    r"|let|var)\s+)+(?=\S)"
)
_RECEIVER = regex(r"\((?:\w+\s+)?\*?([\w.]+)(?:\[[^\[\]]*\])?\)(?:\.|\s+)(?=\w)")
_OPENING = regex(r"(?<=[\w$>?!])\s*\(")
_CLOSING = regex(r"\)(?:\s*(?:->|=>|:(?!:)|\{|;|(?:throws|const|noexcept)\b).*)?\Z", re.DOTALL)
"""The end of what is called, and what may follow it: the result, the body."""
_RESULT_BEHIND = regex(r"\)\s+\*?[\w.\[\]*]+(?:\s*\{)?\Z")
"""The end of a declaration of Go with one result: `func load(key string) error`."""
_RESULT = regex(r"\A[^()/]*[\s*&]")
"""What stands before a name that is declared with its parameters, as in `static int next(`."""

_PROTOTYPE: Final = ".prototype."
"""Between a type of JavaScript and its method."""


def plain_reference(text: str) -> str:
    """Return what is asked for without quotes, and lines in any form as `path:10` or `path:10-20`."""
    asked = unquoted(text, _QUOTES).strip()
    if shown := _SHOWN.fullmatch(asked):
        return shown[1]
    if link := _LINK.fullmatch(asked):
        asked = link["path"] + (link["lines"] or "")
    if not _NAMED_LIKE_LINES.fullmatch(asked):
        asked = _ANCHOR.sub(lambda found: at_lines("", found[1], found[2]), asked)
    asked = _FRAGMENT.sub(r"\1:", asked, count=1)
    if spoken := _SPOKEN.fullmatch(asked):
        return at_lines(spoken["path"], spoken["first"], spoken["last"])
    reported = _REPORTED.search(asked)
    if reported and _is_file(asked[: reported.start()]):
        return at_lines(asked[: reported.start()], reported["first"], reported["last"])
    return in_one_form(asked)


def unquoted(text: str, quotes: str) -> str:
    """Return a text without the characters around it that quote, but with the primes of a name.

    >>> unquoted("'Cart.total'", "'`"), unquoted("`foldl'`", "'`")
    ('Cart.total', "foldl'")
    """
    inside = text.strip().strip(quotes.replace("'", "")).strip()
    return inside if _PRIMED.fullmatch(inside) else inside.strip(quotes)


def _is_file(name: str) -> bool:
    """Whether a name can be that of a file alone: it has a folder, or an ending that some language's files have."""
    return bool(_IN_FOLDER.fullmatch(name) or (_FILE_NAME.fullmatch(name) and detect(name, b"")))


def at_lines(path: str, first: str, last: str | None) -> str:
    """Return `path:10`, or `path:10-20` where there is a last line."""
    return f"{path}:{first}" + (f"-{last}" if last else "")


def dotted(name: str) -> str:
    r"""Return a name with dots for what joins its parts in other languages: `shop::Cart`, `Cart#add`, `Shop\Cart`."""
    return _JOINT.sub(".", name)


def bare_name(asked: str) -> str:
    """Return a name without what stands around it in code: `class Cart`, `func (c *Cart) Add(item Item) error`.

    The file that it is asked of stays before it.
    """
    head, name = apart(asked)
    declared = _DECLARED.sub("", name)
    named = _RECEIVER.sub(r"\1.", declared, count=1).replace(_PROTOTYPE, ".")
    opening = _OPENING.search(named)
    is_closed = opening and (
        _CLOSING.search(named, opening.end())
        or (declared != name and _RESULT_BEHIND.search(named, opening.end()))
    )
    if opening is None or not is_closed:
        return head + named
    return head + _RESULT.sub("", named[: opening.start()])
