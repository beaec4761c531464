"""Reads the routers of a file, whose members are procedures or routers again, each under a key.

const cartRouter = router({ add: procedure.mutation(…), items: { list: listItems }, pay: payRouter })
const appRouter = mergeRouters(cartRouter, userRouter)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from nsccn.contracts.callarguments import arguments, brackets_around, past_blanks
from nsccn.regexes import regex

_NAMED: Final = (
    r"(?:\b(?:const|let|var)\s{1,9}(?P<name>[A-Za-z_$][\w$]{0,80})(?:\s{0,9}:[^=\n]{1,200})?\s{0,9}=\s{0,9})"
)
_CALL: Final = r"(?:[\w$]{1,80}\.){0,3}(?:[\w$]{0,80}Router|router)\s{0,9}(?:<[^<>()\n]{0,200}>)?\(\s{0,99}"
_ROUTER: Final = regex(rf"{_NAMED}?(?<![\w$.]){_CALL}(?P<open>\{{)")
_OBJECT: Final = regex(
    r"\bconst\s{1,9}(?P<name>(?:[\w$]{0,80}R|r)outer)(?:\s{0,9}:[^=\n]{1,200})?\s{0,9}=\s{0,9}(?P<open>\{)"
)
_MERGED: Final = regex(rf"{_NAMED}(?:[\w$]{{1,80}}\.)?mergeRouters\((?P<names>[\w$\s,]{{1,2000}})\)")
_NESTED: Final = regex(rf"{_CALL}(?P<open>\{{)|(?P<object>\{{)")
_KEY: Final = regex(r"[\"']?(?P<key>[A-Za-z_$][\w$-]*)[\"']?\s*(?P<sign>:\s*|(?=,|\Z))")
_GAP: Final = regex(r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_VALUE: Final = regex(r"[A-Za-z_$][\w$]*")
_UNREAD: Final = regex(
    r"/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|(?<!:)//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
)
_VISIBLE: Final = regex(r"[^\n]")
_LARGEST: Final = 300_000
_MOST_ROUTERS: Final = 100
_MOST_MEMBERS: Final = 2_000
_DEEPEST: Final = 8


class Member(NamedTuple):
    """What a router has under some keys."""

    keys: tuple[str, ...]
    """None for all that a router has which is merged with others."""
    value: str
    """The name of it; empty where it is written there."""
    line: int
    """That of its last key, or where it is merged."""


class Router(NamedTuple):
    """A router, and all that it has."""

    name: str
    members: tuple[Member, ...]


def routers(text: str) -> Iterator[Router]:
    """Yield the routers of a text, those that stand in others with these."""
    if len(text) > _LARGEST or "outer" not in text:
        return
    plain = _UNREAD.sub(lambda found: _VISIBLE.sub(" ", found[0]), text)
    past = 0
    heads = sorted((*_ROUTER.finditer(plain), *_OBJECT.finditer(plain)), key=lambda head: head.start("open"))
    for head in islice(heads, _MOST_ROUTERS):
        first = head.start("open") + 1
        inside = brackets_around(plain, first, first) if first > past else None
        if inside is not None:
            past = inside[1]
            members = _members(text, plain, inside, ())
            yield Router(head["name"] or "", tuple(islice(members, _MOST_MEMBERS)))
    for head in islice(_MERGED.finditer(plain), _MOST_ROUTERS):
        line = text.count("\n", 0, head.start("names")) + 1
        yield Router(head["name"], tuple(Member((), name, line) for name in _VALUE.findall(head["names"])))


def _members(text: str, plain: str, inside: tuple[int, int], above: tuple[str, ...]) -> Iterator[Member]:
    """Yield what an object has; `plain` is the text without comments and texts."""
    for begin, end in arguments(plain, *inside):
        gap = _GAP.match(text, begin, end)
        key = _KEY.match(text, gap.end() if gap else begin, end)
        if key is None:
            continue
        keys = (*above, key["key"])
        value = past_blanks(plain, key.end(), end)
        nested = _NESTED.match(plain, value, end) if key["sign"] else None
        if nested is not None and len(keys) < _DEEPEST:
            first = max(nested.start("open"), nested.start("object")) + 1
            within = brackets_around(plain, first, first)
            if within is not None:
                yield from _members(text, plain, within, keys)
            continue
        written = plain[value:end].strip() if key["sign"] else key["key"]
        name = written if _VALUE.fullmatch(written) else ""
        yield Member(keys, name, text.count("\n", 0, key.start("key")) + 1)
