"""Who asks for procedures, by the client that is made of the type of a router: the keys of it, and what is done.

trpc.cart.add.useMutation()     client.cart.add.mutate(item)        await caller.cart.add(item)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.graph.fileroles import CODE_ROLES, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.index import RepoIndex

_DONE: Final = (
    r"use(?:Suspense|Infinite|SuspenseInfinite|Prefetch|PrefetchInfinite|)Query|useMutation|useSubscription|query"
    r"|mutate|subscribe|(?:pre)?fetch(?:Infinite)?|ensureData|(?:query|infiniteQuery|mutation|subscription)Options|call"
)
_CALLER: Final = r"api|trpc|client|[\w$]*[cC]aller|[\w$]*T(?:rpc|RPC)|orpc"
_ROOT: Final = r"(?<![\w$.])(?:(?:this|ctx|props)\s{0,99}\.\s{0,99})?"
_ASKED: Final = regex(
    rf"{_ROOT}[\w$]{{1,80}}(?P<keys>(?:\s{{0,99}}\.\s{{0,99}}[A-Za-z_$][\w$]{{0,80}}){{1,8}}?)"
    rf"\s{{0,99}}\.\s{{0,99}}(?:{_DONE})\s{{0,9}}\("
    rf"|{_ROOT}(?:{_CALLER})(?P<called>(?:\.[A-Za-z_$][\w$]{{0,80}}){{1,8}})\("
)
_LARGEST: Final = 300_000
_MOST_FILES: Final = 800


def asked_in(text: str, first: int = 0, last: int | None = None) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the keys by which a part of a text may ask for procedures, and where."""
    for found in _ASKED.finditer(text, first, len(text) if last is None else last):
        group = "keys" if found["keys"] else "called"
        keys = tuple(re.findall(r"[\w$]+", found[group]))
        yield keys, found.start(group) + found[group].index(keys[0])


def asking(index: RepoIndex, keys: Sequence[str]) -> list[tuple[str, int]]:
    """Return the lines that ask for what is under some keys, those of the product first; none of too many files."""
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    held = sorted(
        path
        for slot in lexical.files_with_all(keys)
        if (path := paths[slot]).endswith(SCRIPTS_AND_COMPONENTS)
    )
    held = [path for path in held if role_of(path) in CODE_ROLES]
    found = [
        (path, text.count("\n", 0, place) + 1)
        for path in (held if len(held) <= _MOST_FILES else ())
        if len(text := index.text_if_any(path)) <= _LARGEST
        for asked, place in asked_in(text)
        if asked == tuple(keys)
    ]
    return sorted(dict.fromkeys(found), key=lambda one: (role_of(one[0]), *one))
