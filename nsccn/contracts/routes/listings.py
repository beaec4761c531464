"""Functions that a macro lists by their names, each with a path of its own: who has the list mounts it.

routes![list, show]         rocket.mount("/carts", carts::routes())         .mount("/", routes![carts::show])
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import bare
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.imports import are_akin
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_NAME: Final = regex(r"[\w:]+")
_SELF: Final = frozenset({"Self", "self"})
_MODULES: Final = frozenset({"lib", "main", "mod"})
_MOST_FILES: Final = 40
"""Files that may list a function; one that more may is looked for in its own alone."""


def lists_naming(index: RepoIndex, files: RouteFiles, function: Entity) -> Iterator[tuple[RouteFile, int]]:
    """Yield the lines on which lists begin that name a function."""
    own = files.at(function.path)
    words = own.words.lists if own else frozenset()
    if not own or not words:
        return
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    slots = set[int]().union(*(lexical.files_with_all([function.name, word]) for word in words))
    others = sorted(paths[slot] for slot in slots) if len(slots) <= _MOST_FILES else []
    begins = re.compile(rf"\b(?:{'|'.join(sorted(words))})!\s*[\[({{]")
    for path in dict.fromkeys((function.path, *others)):
        file = files.at(path) if role_of(path) is not Role.TEST else None
        if file is None or not are_akin(file.language, own.language):
            continue
        text = bare("\n".join(file.lines))
        for found in begins.finditer(text):
            listed = re.split(r"[\[\](){};]", text[found.end() :], maxsplit=1)[0]
            if any(_is_of(file, name.split("::"), function) for name in _NAME.findall(listed)):
                yield file, text.count("\n", 0, found.start()) + 1


def _is_of(file: RouteFile, name: list[str], function: Entity) -> bool:
    """Whether a name in a file is that of a function: alone in its own file, behind its module in others."""
    *modules, last = name
    if last != function.name:
        return False
    if file.path == function.path:
        return not modules or modules[-1] in _SELF
    if not modules:
        return any(path == function.path for path, _ in file.imported(last))
    *folders, own = function.path.rpartition(".")[0].split("/")
    return modules[-1] == ((folders or [""])[-1] if own in _MODULES else own)
