"""Which lines name a template, or a command of Django, as the framework finds it: by its path below a known folder.

template_name = "carts/show.html"       {% extends "base.html" %}       call_command("count_stock")
templates/carts/show.html               templates/base.html             shop/management/commands/count_stock.py
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.phoenixviews import shown_by_phoenix
from nsccn.contracts.shownviews import Views, names_of
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import holding, together
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_TEMPLATE: Final = regex(r"(?:.*/)?(?:templates|jinja2)/(?P<name>.+\.\w+)")
_COMMAND: Final = regex(r"(?:.*/)?management/commands/(?P<name>[a-z]\w*)\.py")
_TAKEN_IN: Final = regex(r"\{%[-+]?\s*(?:extends|include|embed|import|from|use)\b[^%]*\Z")
"""Before the name of a template in another one."""
_RUNNING: Final = frozenset({"Command", "Command.handle", ""})
"""What of the file of a command stands for it."""
_WORD: Final = regex(r"\w+")
_MOST_FILES: Final = 400
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 6


def named_as_file(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say which lines show a template, take it into another one, or run a command."""
    entity = graph.entity(root)
    template, command = _TEMPLATE.fullmatch(entity.path), _COMMAND.fullmatch(entity.path)
    said = dict[str, list[tuple[str, int]]]()
    if entity.parent < 0 and (rendering := shown_by_phoenix(index, entity.path)):
        said["shown"] = rendering
    elif template and entity.parent < 0:
        name = template["name"]
        quoted = re.compile(rf"[\"']{re.escape(name)}[\"']")
        for path, line, before in _found(index, name, quoted):
            is_taken = _TAKEN_IN.search(before) is not None
            said.setdefault("taken into other templates" if is_taken else "shown", []).append((path, line))
    elif entity.parent < 0 and names_of(entity.path):
        importing = {edge.evidence.path for edge in graph.incoming(root, ("IMPORTS",))}
        if shown := [one for one in Views(index).showing(entity.path) if one[0] not in importing]:
            said["shown"] = shown
    elif command and (entity.parent < 0 or entity.qualified_name in _RUNNING):
        name = re.escape(command["name"])
        run = re.compile(rf"\bcall_command\(\s*[\"']{name}[\"']|\bmanage\.py\s+{name}(?![\w-])")
        for path, line, _ in _found(index, command["name"], run):
            said.setdefault("run", []).append((path, line))
    notes = [
        f"By the text, {how} at {first_few(together(graph, at), _MOST_SHOWN)}."
        for how, at in sorted(said.items())
    ]
    told = {one for places in said.values() for one in places if one[0] != entity.path}
    return Told(tuple(notes), frozenset(told), is_used=bool(notes))


def _found(index: RepoIndex, name: str, named: re.Pattern[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the lines of the product that name something, or else those of tests, with what stands before the name."""
    held = holding(index, _WORD.findall(name))
    for role in (Role.SOURCE, Role.TEST):
        is_found = False
        for path in [path for path in held if role_of(path) is role][:_MOST_FILES]:
            text = index.text_if_any(path)
            for one in named.finditer(text) if len(text) <= _LARGEST else ():
                is_found = True
                begins = text.rfind("\n", 0, one.start()) + 1
                yield path, text.count("\n", 0, one.start()) + 1, text[begins : one.start()]
        if is_found:
            return
