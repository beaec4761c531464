"""Who calls what a script gives to all others as a member of an object of the window, by the text alone.

window.shop = { track, stop() { … } };        window.shop.track(cart)        shop.stop()
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import holding, together
from nsccn.graph.fileroles import CODE_ROLES, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.brackets import closing
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_GLOBAL: Final = r"(?:window|globalThis|global)\s*\??\.\s*"
_GIVEN: Final = regex(_GLOBAL + r"([A-Za-z_$][\w$]*)\s*=\s*\{")
_DECLARING: Final = ".d.ts"
_LONGEST: Final = 20_000
_LARGEST: Final = 300_000
_MOST_FILES: Final = 200
_MOST_SHOWN: Final = 8


def called_of_window(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say where a function is called as a member of an object that its file gives the window."""
    path = graph.path_of(entity)
    if graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS or not path.endswith(SCRIPTS_AND_COMPONENTS):
        return Told()
    text = index.text_if_any(path)
    given = dict.fromkeys(_given(text, graph.entity(entity)) if len(text) <= _LARGEST else ())
    calls = [
        (f"`window.{holder}.{key}`", call) for holder, key in given for call in _calls(index, holder, key)
    ]
    if not calls:
        return Told()
    names = " and ".join(dict.fromkeys(name for name, _ in calls))
    places = dict.fromkeys(call for _, call in calls)
    note = f"By the text, it is called as {names} at {first_few(together(graph, places), _MOST_SHOWN)}."
    return Told((note,), frozenset(places), is_used=True)


def _given(text: str, function: Entity) -> Iterator[tuple[str, str]]:
    """Yield the objects of the window that have a function, each with the key by which it does."""
    member = re.compile(rf"[{{,]\s*(?:([\w$]+)\s*:\s*)?{re.escape(function.name)}\s*(?=[,}}])")
    for found in _GIVEN.finditer(text):
        first = found.end() - 1
        written = text[first : first + _LONGEST]
        last = first + closing(written, 0) + 1
        if last > first + len(written):
            continue  # it is not closed
        if one := member.search(text, first, last):
            yield found[1], one[1] or function.name
        lines = range(text.count("\n", 0, first) + 1, text.count("\n", 0, last) + 2)
        if function.start_line in lines and function.end_line in lines and not one:
            yield found[1], function.name


def _calls(index: RepoIndex, holder: str, key: str) -> Iterator[tuple[str, int]]:
    """Yield the lines that call a member of an object of the window."""
    named, member = re.escape(holder), rf"\s*\??\.\s*{re.escape(key)}\s*(?:\?\.)?\("
    asked = re.compile(rf"(?<![\w$.])(?P<way>{_GLOBAL})?{named}{member}")
    own = re.compile(rf"\b(?:const|let|var|function|class)\s+{named}\b|\bimport\b[^;\n\"']*\b{named}\b")
    held = holding(index, [holder, key])
    wanted = [path for path in held if path.endswith(SCRIPTS_AND_COMPONENTS) and role_of(path) in CODE_ROLES]
    for path in [one for one in wanted if not one.endswith(_DECLARING)][:_MOST_FILES]:
        text = index.text_if_any(path)
        is_own = own.search(text) is not None
        for found in asked.finditer(text) if len(text) <= _LARGEST else ():
            if found["way"] or not is_own:
                yield path, text.count("\n", 0, found.start()) + 1
