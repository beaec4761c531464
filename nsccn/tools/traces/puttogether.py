"""Where code may put the name of a function together: `getattr(obj, f"watch_{name}")`, `"on" .. event`.

No edge tells that where nothing says of which object it is, and no line has the name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.imports import are_akin
from nsccn.regexes import regex
from nsccn.text import lines_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_CUT: Final = regex(r"(?<=[^\W_])_+(?=\w)|(?<=[a-z\d])(?=[A-Z])")
"""Where a name of several words may be put together."""
_GETS: Final = (
    r"(?:\b(?:getattr|hasattr|(?:public_|__)?send(?:__)?|method|respond_to\?|call_user_func|apply)\b[^\n]{0,120}?"
    r"|\w*(?:[Hh]andler|[Mm]ethod|[Cc]allback|[Ff]unc|[Nn]ame|[Aa]ttr)\w*\s*=\s*|\[\s*|->\{\s*)[rRfF]?:?"
)
"""Stands before a text that names a method."""
_GOES_ON: Final = r"(?:[#$]?\{|%s|(?P=quote)\s*(?:\+|\.\.|<>|%|\.\s*(?=[$\w(])))"
"""Behind the beginning of a text to which something is added."""
_LEAST_LETTERS: Final = 2
_LEAST_OF_REST: Final = 4
_MOST_READ: Final = 400
_MOST_SEARCHED: Final = 1500
"""Files that are looked through for a text that begins so, where too many have the words."""
_QUOTES: Final = ('"', "'", "`")
_BEHIND_HOLE: Final = regex(r"[#$]?\{[^{}]*\}(?P<next>\w*)(?P<ends>[\"'`]?)")
"""What is put into a text, and how that goes on behind it."""
_MOST_FILES: Final = 3
_MOST_LINES: Final = 3


def said_where_put_together(index: RepoIndex, entity: Entity) -> Iterator[str]:
    """Yield where a text that names a method begins as the name of a function does, and goes on with a variable."""
    begins = [entity.name[: cut.end()] for cut in _CUT.finditer(entity.name)]
    begins = [one for one in begins if len(one.strip("_")) >= _LEAST_LETTERS]
    if not begins:
        return
    begun = re.compile(rf"{_GETS}(?P<quote>[\"'`])(?P<begin>{'|'.join(map(re.escape, begins))}){_GOES_ON}")
    found, rests = dict[str, list[int]](), set[str]()
    for path in _paths(index, entity, begins[0]):
        for number, line in lines_with([begins[0]], index.text_if_any(path)):
            made = begun.search(line)
            if made and _ends_so(line, made.end("begin"), entity.name.removeprefix(made["begin"])):
                found.setdefault(path, []).append(number)
                rests.add(entity.name.removeprefix(made["begin"]))
    if found:
        places = listed_lines(found, _MOST_FILES, _MOST_LINES)
        yield f"Its name may be put together at {places}{_quoted(index, entity, rests)}."


def _ends_so(line: str, start: int, rest: str) -> bool:
    """Whether a text with something put into it at `start` may be a name that goes on with `rest` from there."""
    behind = _BEHIND_HOLE.match(line, start)
    if behind is None:
        return True
    return rest.endswith(behind["next"]) if behind["ends"] else behind["next"] in rest


def _quoted(index: RepoIndex, entity: Entity, rests: AbstractSet[str]) -> str:
    """Say where the rest of a name stands in quotes."""
    for rest in sorted(rests, key=len, reverse=True):
        quoted, found = re.compile(rf"[\"'`]{re.escape(rest)}[\"'`]"), dict[str, list[int]]()
        for path in _paths(index, entity, rest) if len(rest) >= _LEAST_OF_REST else ():
            having = [
                number for number, line in lines_with([rest], index.text_if_any(path)) if quoted.search(line)
            ]
            if having:
                found[path] = having
        if found:
            return f"; the text has `{rest}` in quotes at {listed_lines(found, _MOST_FILES, _MOST_LINES)}"
    return ""


def _paths(index: RepoIndex, entity: Entity, begin: str) -> list[str]:
    """Return the files of the product that hold the beginning of a name, in languages that call what it is of.

    Of many, those count in which it begins a text.
    """
    snapshot = index.snapshot
    table = snapshot.entities
    held = snapshot.lexical.files_with(begin) - table.text_files
    sources = sorted(
        table.paths[slot]
        for slot in held
        if role_of(table.paths[slot]) is Role.SOURCE
        and are_akin(snapshot.graph.file_entry(slot).language, entity.language)
    )
    if _MOST_READ < len(sources) <= _MOST_SEARCHED:
        begun = tuple(quote + begin for quote in _QUOTES)
        sources = [path for path in sources if _has_any(index.text_if_any(path), begun)]
    return sources if len(sources) <= _MOST_READ else []


def _has_any(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)
