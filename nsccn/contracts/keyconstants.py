"""Constants that are made with the key of a setting, and are read in its place: which ones a key belongs to.

FILTER_DUPLICATE = new BooleanConfigKey("filter.duplicate", …)          config.getBoolean(Keys.FILTER_DUPLICATE)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import DATA_KINDS
from nsccn.search.settingnames import words_of
from nsccn.text import lines_with

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MADE: Final = (
    r"=\s*(?:new\s+)?(?:\w+(?:\.|::))*\w*(?:Key|Option|Preference|Property|Setting)\w*(?:<[^<>;\n]{{0,80}}>)?"
    r"(?:(?:\.|::)\w+)?\(\s*[\"']{0}[\"']"
)
"""How a constant gets its value of a key, which comes first."""
_MOST_FILES: Final = 200
"""A word that more files hold tells nothing."""


def constants_made_with(index: RepoIndex, key: str) -> list[int]:
    """Return the constants of the product that are made with a key."""
    graph = index.snapshot.graph
    made = re.compile(_MADE.format(re.escape(key)))
    slots = index.snapshot.lexical.files_with_all(words_of(key))
    found = dict[int, None]()
    for path in sorted(graph.paths[slot] for slot in slots) if len(slots) <= _MOST_FILES else ():
        text = index.text_if_any(path) if role_of(path) is Role.SOURCE else ""
        lines = text.split("\n") if text else []
        for number, _ in lines_with([key], text):
            for one in _constants_around(graph, path, number):
                entity = graph.entity(one)
                if made.search("\n".join(lines[entity.start_line - 1 : entity.end_line])):
                    found[one] = None
    return [*found]


def _constants_around(graph: CodeGraph, path: str, line: int) -> list[int]:
    named = (one for one in graph.entities_of(path) if graph.kinds[graph.kind[one]] in DATA_KINDS)
    return [
        one
        for one in named
        if graph.name_of(one).isupper() and graph.entity(one).start_line <= line <= graph.entity(one).end_line
    ]
