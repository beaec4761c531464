r"""Where code declares a setting that it reads by its key: the entry of a table, a default.

    'vendor-dir' => 'vendor',         PHP, and so of Python, Ruby, Go and JavaScript
    { .name = "mouse", .type = …      C
    {QS("GUI/Language"), Roaming, …   C++
    viper.SetDefault("db.host", …     Go, and viper.BindEnv("db.host", …
    "weekstart=sunday\n"              a table that is a text

The text tells, and it is no edge. In a function a plain word is a key of many things: there the key has to be one of
settings by its form, or what holds it by its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import bare, open_brackets
from nsccn.contracts.environment import KEY
from nsccn.contracts.settings import Setting
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.search.settingnames import holds_settings, may_set, words_of
from nsccn.text import lines_with, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 200
"""A word that more files hold tells nothing."""
_FORMS: Final = (
    r"(?:^|[\s\[{{(,])[\"']{0}[\"']\s*(?:=>|:(?![:=]))"
    r"|\b(?:name|key|id)\s*[:=]\s*[\"']{0}[\"']"
    r"|\{{\s*(?:\w+\()?[\"']{0}[\"']\)?\s*,"
    r"|(?P<call>(?i:default|define|register|declare|bind)\w*\(\s*[\"']{0}[\"']\s*,)"
    r"|[\"']{0}\s*=(?!=)"
)
"""How a line declares what it has as a key, in quotes."""
_TELLING: Final = regex(r"\w[-./:]\w|\A[A-Z\d]+(?:_[A-Z\d]+)+\Z")
"""A key that is hardly one of anything else."""
_HOLDER: Final = regex(
    r"""([\w$]+)["']?\s*(?::[^=;{}()]*)?(?:=>|:?=(?!=))[^=;{}()]*\Z"""
    r"""|([\w$]+)["']?(?:(?:\.|->)(?:update|merge|set\w*))?\s*:?\s*\Z"""
)
"""What stands before a bracket: `options: Options = `, `"settings": `, `set_defaults`, `config->merge`."""
_COMMENT: Final = regex(r"\s*(?:#|//|/\*|\*|--)")
_MOST_BEFORE: Final = 100
"""Lines of a function in which the brackets around a place may open,"""
_MOST_WIDE: Final = 200
"""and characters in which what they are given to stands: of rows of a long table each is asked about."""


def where_declared(index: RepoIndex, key: int, known: AbstractSet[tuple[str, int]]) -> list[Setting]:
    """Return the lines of the product that declare a setting in a language that reads it, but those that are known."""
    graph = index.snapshot.graph
    name = graph.id_of(key).removeprefix(KEY)
    read_in = {graph.entity(edge.source).language for edge in graph.incoming(key, ("READS_CONFIG",))}
    pattern = re.compile(_FORMS.format(re.escape(name)))
    slots = index.snapshot.lexical.files_with_all(words_of(name))
    paths = sorted(path for path in (graph.paths[slot] for slot in slots) if role_of(path) is Role.SOURCE)
    found = []
    for path in paths if len(paths) <= _MOST_FILES else ():
        language = next((graph.entity(one).language for one in graph.entities_of(path)[:1]), "")
        if not any(are_akin(language, other) for other in read_in):
            continue
        text = index.text_if_any(path)
        lines = text.split("\n")
        is_told = _TELLING.search(name) is not None or may_set(path)
        for number, line in lines_with([name], text):
            form = None if (path, number) in known or _says_nothing(line) else pattern.search(line)
            if form and (is_told or form["call"] or _is_held(graph, path, number, lines, form.end())):
                found.append(Setting(path, number, one_line(line)))
    return found


def _says_nothing(line: str) -> bool:
    return line.lstrip().startswith("case ") or _COMMENT.match(line) is not None


def _is_held(graph: CodeGraph, path: str, number: int, lines: Sequence[str], column: int) -> bool:
    """Whether a place is in no function, or in one or in brackets that have the name of settings."""
    function = graph.at_line(path, number)
    while function >= 0 and graph.kinds[graph.kind[function]] not in FUNCTION_KINDS:
        function = int(graph.parent[function])
    if function < 0 or holds_settings(graph.name_of(function)):
        return True
    first = max(int(graph.start_line[function]), number - _MOST_BEFORE)
    *before, line = lines[first - 1 : number]
    inside = "\n".join((*before, line[:column]))
    holders = (
        _HOLDER.search(inside, max(inside.rfind("\n", 0, at) + 1, at - _MOST_WIDE), at)
        for at in open_brackets(bare(inside))
    )
    return any(holds_settings(found[1] or found[2]) for found in holders if found)
