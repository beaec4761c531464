"""What may be the path of a URL on a line of code, and the method that the line says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.graph.routes import METHODS, stands_for_any
from nsccn.regexes import regex
from nsccn.text import lines_with

_WRITTEN: Final = regex(
    r"(?P<quote>[\"'`])(?:[A-Z]+ +)?(?P<path>(?:[^\"'`\s]|(?<=\w): (?=[^\"'`\s{}]*\}))*)(?P=quote)"
    r"|\b(?:resources?|get|post|put|patch|delete)\s+:(?P<name>\w+)"
)
_ROUTES: Final = regex(
    r"(?:(?:(?-i:(?<![.a-z])|(?=[A-Z]))(?:get|put|delete|any)|post|patch)\w*[^\w=:{]{1,3}"
    r"|(?:route|path|resource|mapping|prefix|controller|(?:router|routes)\.register)\w*"
    r"(?:\W{1,3}|[\"']?\s{0,2}=>\s{0,2}))[a-z]?\Z",
    re.IGNORECASE,
)
"""Stands before what is a path without a slash; `form.get("total")` takes something out of something.

`DELETE = "delete"` is a word, and `map[string]any{"total": cart.Total()}` a table.
"""
_MAPPED: Final = regex(r"\s*=>\s*\[?\s*(?:delete|get|patch|post|put)\(")
"""Behind a path that an attribute maps to what answers it: `"" => [get(list)]`."""
_CALLED_BY_METHOD: Final = regex(rf"\.(?:{'|'.join(METHODS).lower()})\(\s*\Z")
_PART_END: Final = regex(r"/(?![^][/]{0,8}])")
"""Not in what a pattern of a part forbids: `(?P<pk>[^/.]+)`."""
_LEFT_OUT: Final = regex(r":\w+(?:\([^()]*\))?\?|\{\w+(?:<[^<>]*>|:[^{}?]*)?\?[^{}]*\}")
"""A part that may be left out, where it stands at the end."""
_MOST_LEFT_OUT: Final = 4
_MAY_BE: Final = regex(r"\((?:\?:|(?!\?))(?P<inside>(?:[^()]|\([^()]*\))*)\)\?")
"""A part of a pattern that may be left out: `^logo(?:/(?P<name>.+))?$`, `^logo(\\.json)?$`."""
_FORMAT: Final = ".{_format"
_WITH_FORMAT: Final = regex(r"\.\{_format(?:<[^<>]*>)?(?:\?\w*)?\}\Z")
"""What may be left out of a path by custom, since a format is the usual one (Symfony)."""
_DEFAULTS: Final = regex(r"\bdefaults\b.*")
_DEFAULTED: Final = regex(r"[\"'](\w+)[\"']\s*=")
_ONE_TEXT: Final = regex(r"[^\"'\n]*(?P<quote>[\"'])[^\"'\n]*(?P=quote)[ \t]*")
_GOES_ON: Final = regex(r"[ \t]*[rbuRBU]?(?P<quote>[\"'])(?=[^\"'\n]*(?P=quote))")
_BESIDE: Final = regex(r"\n(?<=[\"' \t]\n)[ \t]*\w?[\"']")
"""A line that begins with a text below what may end with one; a line feed first, since that is found quickest."""
_GOES_ON_BY: Final = regex(r"\s*[.+]\s*[$\w]+(?:(?:\.|->|::)\$?\w+)*(?:\([^()\n]*\))?(?=\s*,)")
"""Behind a text that is joined to what stands for a last part, before other arguments: `"/hooks/" + secret, show`."""
_ANY: Final = "{}"
_PARAMETER: Final = regex(r"\{(\w+)(?:<[^<>]*>)?\}")
_BEFORE_PART: Final = "\"'`/^ "
_AFTER_PART: Final = "\"'`/$?("
"""What stands on either side of a part of a path."""
_FROM_ROOT: Final = "~"
_QUERY: Final = regex(r"(?<!\()\?(?:[\w=&]*&)?<\w+(?:\.\.)?>.*")
"""Behind a path, what Rocket takes of a query: `"/carts?<filter..>"`."""
_RELATIVE: Final = ("./", "../")
_BEFORE: Final = 40
"""Letters that are looked at for it."""
_VALUE: Final = regex(r"[A-Z\d-]+|[0-9a-fA-F-]{32,36}")
"""A part of a path as it is asked for, in the place of a parameter."""
_STRING: Final = regex(r"[\"'`]")
_ASKS: Final = regex(
    r"\bawait\b|client(?![a-z])|fetch|axios|ajax|request(?!_?mapping)|\$[.(]|\$http\b|jquery|\bsession\."
    rf"|\bhttps?\.(?:{'|'.join(METHODS)})\b",
    re.IGNORECASE,
)
"""Stands before the path where one asks for it, and answers nothing: `await api.post(`, `requests.get(`."""
_ANSWERS: Final = (*(f".{method}(" for method in METHODS), ".Group(", ".Route(", ".Mount(")
"""How routers of Go spell what they are given, whatever they are called by: `client.GET("/:id", show)`."""
_METHOD: Final = "|".join(METHODS)
_SAYS: Final = regex(
    rf"\A(?P<alone>(?i:{_METHOD}))\Z|\b(?P<capital>{_METHOD})\b"
    rf"|(?i:http|map|method(?:s?\W{{1,2}})?)(?P<behind>(?i:{_METHOD}))(?![a-z])"
    rf"|(?P<mapped>(?i:{_METHOD}))(?i:mapping)"
    rf"|(?:methods?[\"']?\s*(?:[:=]|=>)\s*|[\[{{(,]\s*)[\"'](?P<quoted>(?i:{_METHOD}))[\"']"
    rf"|[\s\[(,]:(?P<symbol>{_METHOD.lower()})\b"
    rf"|::path\(\s*(?P<first>{_METHOD.lower()})\s*,"
    rf"|(?:\b|_)(?P<called>(?i:{_METHOD}))(?=\s*[(<]|\s+[\"':]|\s*:(?![:\w]))"
)
"""How a line says a method: `router.post(`, `HttpPost`, `methods=["post"]`, `::path(post,`; not `views.post`."""


_OTHER_SCHEME: Final = regex(r"(?!(?:http|ws)s?:)[a-z][\w+.-]*://")
"""Begins what is no path, as `redis://`."""


class WrittenPath(NamedTuple):
    """What may be a path on a line."""

    parts: list[str]
    span: tuple[int, int]
    """The columns of its text, with the quotes."""
    is_rooted: bool = False
    """Whether it says that nothing stands before it: `~/carts`."""


def written_paths(line: str, above: str = "") -> Iterator[WrittenPath]:
    """Yield what may be a path on a line; what is above counts for a line that begins with it."""
    for found in _WRITTEN.finditer(line):
        text = found["path"] or found["name"] or ""
        if text.startswith(_RELATIVE) or text in METHODS or _OTHER_SCHEME.match(text):
            continue  # a module's, as `require("./carts")`, or one of `methods=["GET", "POST"]`
        before = line[max(found.start() - _BEFORE, 0) : found.start()]
        if found.start() <= _BEFORE:
            before = above.rstrip()[-_BEFORE:] + before.lstrip()
        is_called = _CALLED_BY_METHOD.search(before) is not None  # `router.get("")`
        is_own = not text and (is_called or _MAPPED.match(line, found.end()) is not None)
        is_listed = text.upper() in METHODS and before.rstrip().endswith((",", "["))  # `["get", "post"]`
        if "/" in text or found["name"] or is_own or (_ROUTES.search(before) and not is_listed):
            for one in _variants(_QUERY.sub("", text).replace(r"\.", ".")):
                parts = [part for part in _PART_END.split(one.lstrip("^").rstrip("$?")) if part]
                is_rooted = parts[:1] == [_FROM_ROOT]
                more = _GOES_ON_BY.match(line, found.end()) if one.endswith("/") and parts else None
                if more and before.rstrip().endswith("(") and not asks_for(line):
                    yield WrittenPath([*parts[is_rooted:], _ANY], (found.start(), more.end()), is_rooted)
                    continue
                yield WrittenPath(parts[is_rooted:], found.span(), is_rooted)
                if "?" in one:
                    for shorter in _shorter(parts[is_rooted:], one.split("/"), _LEFT_OUT.fullmatch):
                        yield WrittenPath(shorter, found.span(), is_rooted)
                if one.endswith("}") and (given := _DEFAULTS.search(line, found.end())):
                    for shorter in _without_given(parts[is_rooted:], given[0]):
                        yield WrittenPath(shorter, found.span(), is_rooted)


def _variants(pattern: str) -> list[str]:
    """Return a path with and without what may be left out of its pattern.

    >>> _variants("^logo(?:/(?P<name>.+))?/?$")
    ['^logo/(?P<name>.+)/?$', '^logo/?$']
    >>> _variants("/carts.{_format}")
    ['/carts.{_format}', '/carts']
    """
    if _FORMAT in pattern and (with_format := _WITH_FORMAT.search(pattern)):
        return [pattern, pattern[: with_format.start()]]
    if ")?" not in pattern or not _MAY_BE.search(pattern):
        return [pattern]
    return [_MAY_BE.sub(r"\g<inside>", pattern), _MAY_BE.sub("", pattern)]


def with_joined(text: str) -> str:
    r"""Return a text in which those that are one, since they stand below each other alone, are on the first line.

    >>> with_joined('path(\n    "carts/"\n    "<int:pk>/",\n    show)')
    'path(\n    "carts/<int:pk>/",\n\n    show)'
    """
    beside, number, seen = list[int](), 0, 0
    for found in _BESIDE.finditer(text):
        number, seen = number + text.count("\n", seen, found.start()), found.start()
        beside.append(number)
    if not beside:
        return text
    lines = text.split("\n")
    for at in reversed(beside):
        one = _ONE_TEXT.fullmatch(lines[at])
        more = _GOES_ON.match(lines[at + 1]) if one else None
        if one and more and more["quote"] == one["quote"]:
            lines[at] = lines[at].rstrip()[:-1] + lines[at + 1][more.end() :]
            lines[at + 1] = ""
    return "\n".join(lines)


def without_defaults(parts: Sequence[str], signature: str) -> Iterator[list[str]]:
    """Yield what is left of a path where what answers has defaults for its last parts, as Symfony and Slim have it.

    >>> [*without_defaults(["carts", "{page}"], "function all(int $page = 1)")]
    [['carts']]
    """

    def has_default(part: str) -> bool:
        named = _PARAMETER.fullmatch(part)
        return named is not None and re.search(rf"\${named[1]}\s*=(?![=>])", signature) is not None

    return _shorter(parts, parts, has_default)


def _without_given(parts: Sequence[str], defaults: str) -> Iterator[list[str]]:
    """Yield what is left of a path without its last parts, as far as defaults beside it give these.

    >>> [*_without_given(["carts", "{page}"], "defaults: ['page' => 1]")]
    [['carts']]
    """
    given = set(_DEFAULTED.findall(defaults))

    def is_given(part: str) -> bool:
        named = _PARAMETER.fullmatch(part)
        return named is not None and named[1] in given

    return _shorter(parts, parts, is_given)


def _shorter(
    parts: Sequence[str], written: Sequence[str], is_optional: Callable[[str], object]
) -> Iterator[list[str]]:
    """Yield what is left of a path without its last parts, as far as these, as they are written, are optional."""
    for cut, part in zip(range(1, _MOST_LEFT_OUT), reversed(written), strict=False):
        if len(parts) <= cut or not is_optional(part):
            return
        yield [*parts[:-cut]]


def lines_with_part(parts: Iterable[str], text: str, *, nested: bool = False) -> list[tuple[int, str]]:
    """Return the lines of a text that may write a path with one of some parts, each with its number from one.

    They stand there as in a path, between quotes and slashes, or as the name of a resource; `nested` ones between dots.
    """
    before, after = (_BEFORE_PART + "." * nested, _AFTER_PART + "." * nested)

    def stands(place: int, end: int) -> bool:
        sign = text[place - 1] if place else "\n"
        is_ended = text[end : end + 1] in after or text.startswith(_FORMAT, end)
        return sign == ":" or (sign in before and is_ended)

    return lines_with(parts, text, stands)


def may_write(part: str, text: str) -> bool:
    """Whether a text may write a path with a part, as patterns have it or without their marks."""
    return bool(lines_with_part({part, part.replace(".", r"\.")}, text, nested=True))


def is_open(part: str) -> bool:
    """Whether a part of a path that is asked for is a parameter, or a value in the place of one."""
    return stands_for_any(part) or _VALUE.fullmatch(part) is not None


def said_fit(text: str, method: str) -> int:
    """Return 2 where a line says a method, 1 where it says none or none is asked for, 0 where it says others."""
    said = methods_said(text)
    return 2 if method in said else 0 if method and said else 1


def methods_said(text: str) -> set[str]:
    """Return the methods that a line says."""
    return {(match[match.lastgroup] if match.lastgroup else "").upper() for match in _SAYS.finditer(text)}


def asks_for(text: str) -> bool:
    """Whether a line asks for the path that is written on it."""
    before = _STRING.split(text, maxsplit=1)[0]
    return _ASKS.search(before) is not None and not before.endswith(_ANSWERS)


def is_joined(text: str, span: tuple[int, int]) -> bool:
    """Whether a path on a line is only a part of one, or who asks for it has it."""
    return (
        text[: span[0]].rstrip()[-1:] in {"+", ".", "%"}
        or text[span[1] :].lstrip()[:1] == "+"
        or asks_for(text)
    )
