"""Who calls what a class of Laravel or Carbon takes in: `Str::mixin(new SlugMacros)` … `Str::slugged($title)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import holding, together
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_CODE: Final = ".php"
_GIVES: Final = "mixin"
_MOST_FILES: Final = 400
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 6


def called_as_macro(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say who calls a method on a class that takes it in, nothing of what no class takes in."""
    entity, owner = graph.entity(root), graph.owner_of(root)
    if not entity.path.endswith(_CODE) or entity.kind != "method" or owner < 0:
        return Told()
    taking = _taking(index, graph.name_of(owner))
    called = re.compile(rf"(?:\b{taking}::|(?<!\$this)\??->\s*){re.escape(entity.name)}\s*\(")
    places = [*_lines(index, [entity.name], called)] if taking else []
    places = [one for one in places if one[0] != entity.path]
    if not places:
        return Told()
    shown = first_few(together(graph, places), _MOST_SHOWN)
    said = f"`{taking}` takes in its class; by the text, that is asked for it at {shown}."
    return Told((said,), frozenset(places), is_used=True)


def _taking(index: RepoIndex, name: str) -> str:
    """Return the class that takes in the methods of another one, empty where none does."""
    given = re.compile(rf"(\w+)::{_GIVES}\(\s*(?:new\s+)?(?:\\?\w+\\)*{re.escape(name)}\b")
    for path in _holding(index, [_GIVES, name]):
        if found := given.search(index.text_if_any(path)):
            return found[1]
    return ""


def _lines(index: RepoIndex, words: list[str], form: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Yield the lines that fit a pattern, in files that hold some words."""
    for path in _holding(index, words):
        text = index.text_if_any(path)
        for found in form.finditer(text) if len(text) <= _LARGEST else ():
            yield path, text.count("\n", 0, found.start()) + 1


def _holding(index: RepoIndex, words: list[str]) -> list[str]:
    """Return the files of PHP that hold all words."""
    return [path for path in holding(index, words) if path.endswith(_CODE)][:_MOST_FILES]
