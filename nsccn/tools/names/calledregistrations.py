"""Registrations by what code writes for them: `socket.on("add"`, `app.get("/carts", …)`, `task :fill`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.inline import MOST_FOUND, Block
from nsccn.contracts.routes.partly import Written
from nsccn.graph.registrations import registrations
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.registrations import Registration
    from nsccn.index import RepoIndex

_CALL: Final = regex(r"[\w$)\]!?]\s*\(\s*(?:[\"'`]|[A-Z])|[\w!?] +(?:[\"'`]|:\w)")
_END: Final = regex(r"[\s\"'`),\u2026.]+\Z")
_ARGUMENT: Final = regex(r"(?<=[\"'`]),")
_WORD: Final = regex(r"\w+")
_MOST_FILES: Final = 80


def block_of(path: str, found: Registration) -> Block:
    """Return the lines of a registration as a place that is meant."""
    return Block(path, found.first, found.last, found.label, is_route=False)


def registered_as_written(index: RepoIndex, asked: str) -> Written | None:
    """Return where what a caller writes for a call is registered; None where it is nowhere, or in many places."""
    if not _CALL.search(asked):
        return None
    for text in dict.fromkeys((asked, _ARGUMENT.split(asked)[0])):
        blocks = list(_blocks(index, _END.sub("", text)))
        if 0 < len(blocks) <= MOST_FOUND:
            return Written(f"It is registered at {', '.join(one.said for one in blocks)}.", blocks=(*blocks,))
    return None


def _blocks(index: RepoIndex, text: str) -> Iterator[Block]:
    snapshot = index.snapshot
    paths = sorted(
        snapshot.entities.paths[slot] for slot in snapshot.lexical.files_with_all(_WORD.findall(text))
    )
    begins = re.compile(rf"{re.escape(text)}(?!\w)")
    for path in paths if len(paths) <= _MOST_FILES else ():
        whole = index.text_if_any(path)
        for found in registrations(whole.split("\n")) if begins.search(whole) else ():
            if begins.match(found.label):
                yield block_of(path, found)
