"""Where a macro pastes a name together that no text has: `REGISTER(Load)` names `VM_Load` by `VM_##name`.

No edge tells that: what a macro makes of what it is given stands in its body alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.imports import are_akin
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MACRO: Final = "macro"
_PASTE: Final = "##"
_DEFINED: Final = regex(r"[ \t]*#[ \t]*define[ \t]+(\w+)\(([^()\n]*)\)((?:[^\n]*\\\n)*[^\n]*)")
_PASTED: Final = regex(r"\w+(?:[ \t\\\n]*##[ \t\\\n]*\w+)+")
_JOINED: Final = regex(r"[ \t\\\n]*##[ \t\\\n]*")
_MOST_FILES: Final = 300
"""Files that define macros, and are looked at."""
_MOST_USERS: Final = 80
_MOST_MACROS: Final = 8
"""Macros that may paste one name, whose uses are looked for."""
_MOST_LINES: Final = 5
_LEAST_LETTERS: Final = 3
"""Of a name, as many letters are the macro's own: one that only joins what it is given pastes any name."""


class _Pasting(NamedTuple):
    """A macro that makes a name of what it is given."""

    macro: str
    place: int
    """Which of its arguments goes into the name."""
    given: str
    """What that has to be."""
    path: str
    line: int


def said_where_pasted(index: RepoIndex, entity: Entity) -> Iterator[str]:
    """Yield by which uses of macros a function is named that paste its name together."""
    for pasting in list(_pasting(index, entity))[:_MOST_MACROS]:
        if places := _uses(index, pasting):
            yield (
                f"`{pasting.macro}({pasting.given})` at {first_few(places, _MOST_LINES)} names it: the macro "
                f"({encode_path(pasting.path)}:{pasting.line}) pastes that name together."
            )


def _pasting(index: RepoIndex, entity: Entity) -> Iterator[_Pasting]:
    for path in _files_with_macros(index.snapshot.graph, entity):
        text = index.text_if_any(path)
        if _PASTE not in text:
            continue
        for defined in _DEFINED.finditer(text):
            parameters = [one.strip() for one in defined[2].split(",")]
            for pasted in dict.fromkeys(_PASTED.findall(defined[3])):
                found = _given(_JOINED.split(pasted), parameters, entity.name)
                if found is not None:
                    line = text.count("\n", 0, defined.start()) + 1
                    yield _Pasting(defined[1], *found, path, line)
                    break


def _given(parts: list[str], parameters: list[str], name: str) -> tuple[int, str] | None:
    """Return which parameter has to be what, so that the parts make a name; None where none can."""
    named = [part for part in parts if part in parameters]
    own = sum(len(part) for part in parts if part not in parameters)
    if len(named) != 1 or own < _LEAST_LETTERS:
        return None
    place = parts.index(named[0])
    before, after = "".join(parts[:place]), "".join(parts[place + 1 :])
    given = name[len(before) : len(name) - len(after)]
    is_made = bool(given) and before + given + after == name
    return (parameters.index(named[0]), given) if is_made else None


def _files_with_macros(graph: CodeGraph, entity: Entity) -> list[str]:
    """Return the files that define macros in its language, its own and those in folders around it first."""
    if _MACRO not in graph.kinds:
        return []
    slots = {int(graph.file[one]) for one in (graph.kind == graph.kinds.index(_MACRO)).nonzero()[0].tolist()}
    own = entity.path.split("/")

    def distance(path: str) -> tuple[bool, int, str]:
        common = sum(1 for mine, other in zip(own, path.split("/"), strict=False) if mine == other)
        return path != entity.path, -common, path

    paths = (
        graph.paths[slot] for slot in slots if are_akin(graph.file_entry(slot).language, entity.language)
    )
    return sorted(paths, key=distance)[:_MOST_FILES]


def _uses(index: RepoIndex, pasting: _Pasting) -> list[str]:
    """Return the lines on which a macro is given what makes the name."""
    graph, lexical = index.snapshot.graph, index.snapshot.lexical
    paths = [graph.paths[slot] for slot in lexical.files_with_all((pasting.macro, pasting.given))]
    call = re.compile(rf"(?<!\w){re.escape(pasting.macro)}\s*\(([^()]*)[()]")
    found = []
    for path in sorted(paths, key=lambda path: (role_of(path), path))[:_MOST_USERS]:
        text = index.text_if_any(path)
        for match in call.finditer(text):
            arguments = match[1].split(",")
            if len(arguments) > pasting.place and arguments[pasting.place].strip() == pasting.given:
                found.append(f"{encode_path(path)}:{text.count(chr(10), 0, match.start()) + 1}")
    return found
