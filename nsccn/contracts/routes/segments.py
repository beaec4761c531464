"""The parts of a path as routes are drawn that name types: some may be left out, and of some it is said what they are.

get "/top(/:length(/page/:page))"       get "/~:name"       get "/t/:tag", constraints: {tag: /[^,]+/}
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.graph.routes import is_part, stands_for_any
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMAT: Final = regex(r"\(\.[^()]*\)")
_NAMED: Final = regex(r"[:*]([a-z_]\w*)")
_PARAMETER: Final = regex(r"[{:]([A-Za-z_]\w*)\}?")
_VERSION: Final = regex(r"(?<![A-Za-z0-9])v\d+(?![A-Za-z0-9])", re.IGNORECASE)
_CONSTRAINT: Final = regex(
    r":?\b(?P<name>[a-z_]\w*)(?::|\s*=>)\s*(?:/(?P<pattern>(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+)/)"
)
_CLASS: Final = regex(r"(?:\[(?:\\.|[^\]\\\[&])+\]|\\[dwDW])(?:[+*]|\{\d{1,3}(?:,\d{0,3})?\})?|[\w|-]+")
"""A pattern that is one class of letters, or a list of words: no text makes it slow."""
Allowed = tuple[tuple[str, re.Pattern[str]], ...]
"""Names of parts, each with what it may be."""
_MOST: Final = 8
_DEEPEST: Final = 6


def variants(text: str) -> list[str]:
    """Return a path with and without what may be left out of it, the shortest first.

    >>> variants("/top(/:length(/page/:page))(.:format)")
    ['/top', '/top/:length', '/top/:length/page/:page']
    """
    return list(dict.fromkeys(islice(_variants(_FORMAT.sub("", text), _DEEPEST), _MOST)))


def _variants(text: str, depth: int) -> Iterator[str]:
    opens = text.find("(")
    closes = _closing(text, opens) if opens >= 0 else -1
    if closes < 0 or not depth:
        yield text
        return
    before, inside, after = text[:opens], text[opens + 1 : closes], text[closes + 1 :]
    for middle in ("", *_variants(inside, depth - 1)):
        for rest in _variants(after, depth - 1):
            yield before + middle + rest


def _closing(text: str, opens: int) -> int:
    depth = 0
    for place in range(opens, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place
    return -1


def constraints(text: str) -> Allowed:
    """Return what parts may be as a route says it, as far as that is one class of letters, or a list of words.

    >>> constraints("get '/t/:tag', constraints: {tag: /[^,]+/, user: /(a+)+b/}")
    (('tag', re.compile('[^,]+')),)
    """
    found = dict[str, re.Pattern[str]]()
    for said in _CONSTRAINT.finditer(text):
        if _CLASS.fullmatch(said["pattern"]):
            with suppress(re.error):
                found[said["name"]] = re.compile(said["pattern"])
    return tuple(found.items())


def is_segment(own: str, given: str, allowed: Allowed) -> bool:
    """Whether a part as it is drawn stands for one that is asked for.

    >>> is_segment("~:name", "~bob", ()), is_segment(":id.json", "42", ())
    (True, False)
    >>> is_segment(":tag", "a,b", constraints("tag: /[^,]+/"))
    False
    """
    named = _NAMED.fullmatch(own)
    if named is None:
        return is_part(_NAMED.sub(r"<\1>", own), given)
    pattern = dict(allowed).get(named[1])
    return pattern is None or given.startswith((":", "{", "[", "<")) or pattern.fullmatch(given) is not None


def are_segments(own: Sequence[str], given: Sequence[str], allowed: Allowed) -> bool:
    """Whether parts as they are drawn stand for those that are asked for."""
    return len(own) == len(given) and all(
        is_segment(one, other, allowed) for one, other in zip(own, given, strict=True)
    )


def is_typed_so(own: Sequence[str], given: Sequence[str], signature: str) -> bool:
    """Whether the parameters of a path may be what is given for them, as far as a function says their types.

    >>> is_typed_so(["{cart_id}"], ["chooser"], "(request, cart_id: int)")
    False
    """
    return not any(
        (named := _PARAMETER.fullmatch(one)) is not None
        and other.isalpha()
        and re.search(rf"\b{named[1]}\s*:\s*int\b", signature)
        for one, other in zip(own, given, strict=False)
    )


def is_other_version(before: Sequence[str], path: str) -> bool:
    """Whether a file is of another version of what it answers than the beginning of a path asks for.

    >>> is_other_version(["api", "v2"], "shop/api/v3/carts.py"), is_other_version(["api"], "shop/api/v3/carts.py")
    (True, False)
    """
    asked = {part.lower() for part in before if _VERSION.fullmatch(part)}
    own = {found.lower() for found in _VERSION.findall(path)}
    return bool(asked and own) and asked.isdisjoint(own)


def spelt_in(parts: Sequence[str]) -> int:
    """Return how many parts as they are drawn stand for one text alone.

    >>> spelt_in(["carts", ":id", "*rest"])
    1
    """
    return sum(not (stands_for_any(part) or part.startswith("*")) for part in parts)
