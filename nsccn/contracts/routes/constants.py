"""The text of a constant that a path of a URL begins with: `prefix=settings.API_V1_STR`, `app.use(PREFIX, carts)`.

It is taken where all that is called so in the repository got one and the same text. A name that is not spelt as those
of constants, nor asked of another, is that of the file itself, or of one that it is imported from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.imports import are_akin
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.graph.codegraph import CodeGraph

_HOLE: Final = regex(r"/?([$#]?\{[^{}]*\})(?=[/\"'`])")
_IN_HOLE: Final = regex(r"[$#]?\{\s*((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)\s*\}")
_FILLED: Final = regex(r"(?:\b[fF][rR]?|\$@?)[\"']|[\"'`]/?[$#]\{")
"""Says that the hole is filled with which a text begins: not in `prefix="/{tenant}"`."""
_JOINS: Final = ("+", ".", "%")
_JOINED: Final = regex(r"((?:[A-Za-z_$][\w$]*(?:\.|::))*[A-Za-z_$][\w$]*)\s*[+.]\Z")
"""A name before a text that it is joined with."""
_LISTED: Final = regex(r"\[\s*&?((?:[A-Za-z_]\w*(?:\.|::))*[A-Za-z_]\w*)\s*,\Z")
_CONCATENATED: Final = regex(r"\s*,?\s*\]\s*\.\s*(?:concat\(\)|join\(\s*(?:\"\"|'')\s*\))")
"""Behind a text that is joined with what stands before it in a list: `[BASE, "/carts"].concat()`."""
_TEXT: Final = regex(r"[\"'`](/?[\w.-]+(?:/[\w.-]+)*/?|/?)[\"'`]")
_LONGEST: Final = 500
_MOST_DEFINED: Final = 6
"""Constants of a name; one that more are called by is none of a path."""


class Constant(NamedTuple):
    """What a name stands for."""

    parts: tuple[str, ...]
    path: str
    line: int


def constant(graph: CodeGraph, files: RouteFiles, file: RouteFile, name: str) -> Constant | None:
    """Return the path that a name stands for in a file; None for another text, or one of several."""
    last = re.split(r"\.|::", name)[-1]
    is_anywhere = last != name or name.isupper()
    imported = [] if is_anywhere else [*file.imported(name)]
    near = {file.path, *(path for path, _ in imported)}
    last = imported[0][1] if imported else last
    defined = [
        entity
        for entity in map(graph.entity, graph.named(last))
        if entity.kind in {"var", "attr"}
        and role_of(entity.path) is not Role.TEST
        and are_akin(entity.language, file.language)
        and (is_anywhere or entity.path in near)
    ]
    own = [entity for entity in defined if entity.path == file.path]
    found = dict[tuple[str, ...], Constant]()
    for entity in own or defined[: _MOST_DEFINED + 1]:
        home = files.at(entity.path)
        text = home.lines[entity.name_line - 1][:_LONGEST] if home else ""
        given = re.search(rf"(?<!\w){re.escape(last)}(?!\w)[^=\"']*[=:]\s*(.*)", text)
        written = _TEXT.match(given[1]) if given else None
        parts = tuple(part for part in written[1].split("/") if part) if written else ("\0",)
        found.setdefault(parts, Constant(parts, entity.path, entity.name_line))
    one = next(iter(found.values())) if len(found) == 1 and len(own or defined) <= _MOST_DEFINED else None
    return one if one and one.parts != ("\0",) else None


def led_by(text: str, written: WrittenPath) -> tuple[str, list[str]] | None:
    """Return the name of what stands before a path in a text, and the parts behind it; None where nothing does.

    The name is empty for what has none: `base() + "/carts"`, `f"{tenant.path}/carts"` has that of a constant at most.
    """
    first, last = written.span
    before = text[:first].rstrip()
    if before.endswith(_JOINS):
        found = _JOINED.search(before)
        return found[1] if found else "", written.parts
    listed = _LISTED.search(before) if _CONCATENATED.match(text, last) else None
    if listed is not None:
        return listed[1], written.parts
    hole = _HOLE.match(text, first + 1, last) if _FILLED.search(text, max(first - 3, 0), last) else None
    if hole is None:
        return None
    name = _IN_HOLE.fullmatch(hole[1])
    return name[1] if name else "", written.parts[1:]
