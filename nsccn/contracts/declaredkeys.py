r"""Where code declares a setting that it reads by its key: the entry of a table, a default.

    'vendor-dir' => 'vendor',         PHP, and so of Python, Ruby, Go and JavaScript
    { .name = "mouse", .type = …      C
    {QS("GUI/Language"), Roaming, …   C++
    viper.SetDefault("db.host", …     Go
    "weekstart=sunday\n"              a table that is a text

The text tells, and it is no edge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.settings import KEY, Setting
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.imports import are_akin
from nsccn.search.settingnames import words_of
from nsccn.text import lines_with, one_line

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.index import RepoIndex

_MOST_FILES: Final = 200
"""A word that more files hold tells nothing."""
_FORMS: Final = (
    r"(?:^|[\s\[{{(,])[\"']{0}[\"']\s*(?:=>|:(?![:=]))"
    r"|\b(?:name|key|id)\s*[:=]\s*[\"']{0}[\"']"
    r"|\{{\s*(?:\w+\()?[\"']{0}[\"']\)?\s*,"
    r"|(?i:default|define|register|declare)\w*\(\s*[\"']{0}[\"']\s*,"
    r"|[\"']{0}\s*=(?!=)"
)
"""How a line declares what it has as a key, in quotes."""
_COMMENT: Final = re.compile(r"\s*(?:#|//|/\*|\*|--)")


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
        found += [
            Setting(path, number, one_line(line))
            for number, line in lines_with([name], index.text_if_any(path))
            if (path, number) not in known and _declares(line, pattern)
        ]
    return found


def _declares(line: str, pattern: re.Pattern[str]) -> bool:
    return not line.lstrip().startswith("case ") and not _COMMENT.match(line) and bool(pattern.search(line))
