"""How a key is worded by which code asks for a text: `cart.empty`, nested in files of wordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.search.wordings import wordings_of
from nsccn.text import clip, count, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.index import RepoIndex

_KEY: Final = regex(r"[\w-]+(?:[.:/][\w-]+)+")
_LONGEST: Final = 30
"""Tokens of a line."""


def said_of_key(index: RepoIndex, asked: str) -> Iterator[str]:
    """Yield which line words a key of several parts, in the language that is translated, if it is worded there."""
    if not _KEY.fullmatch(asked):
        return
    snapshot = index.snapshot
    worded = wordings_of(snapshot.entities, snapshot.lexical, index.text_if_any, asked)
    if worded:
        path, line = worded[0]
        text = clip(one_line(index.text_if_any(path).split("\n")[line - 1]), _LONGEST)
        more = f" and in {count(len(worded) - 1, 'more file')}" if worded[1:] else ""
        yield f"{asked} is worded at {encode_path(path)}:{line} `{text}`{more}."
