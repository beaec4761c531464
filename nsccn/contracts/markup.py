"""Controllers of Stimulus, which markup names: `cart-row#save` runs `save` of `controllers/cart_row_controller.js`.

data-controller="cart-row"      data: { controller: "cart-row", action: "input->cart-row#save" }
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import lines_with

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_FILE: Final = regex(r"(?:^|/)controllers/(?P<name>(?:[\w-]+/)*[\w-]+?)[_-]controller\.[jt]sx?\Z")
_HELD: Final = r"controller[\"']?\s*(?:=>|[=:])\s*[\"'][^\"']*(?<![\w-]){}(?![\w-])"
_MOST_READ: Final = 400
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


def identifier_of(path: str) -> str:
    """Return the name by which markup has a controller, empty for a file that is none.

    >>> identifier_of("app/javascript/controllers/admin/cart_row_controller.js"), identifier_of("lib/cart.js")
    ('admin--cart-row', '')
    """
    found = _FILE.search(path)
    return found["name"].replace("_", "-").replace("/", "--") if found else ""


def controllers_called(paths: Iterable[str], identifier: str) -> list[str]:
    """Return the files of the controllers that markup has by a name."""
    return [
        path
        for path in paths
        if path.endswith(("js", "ts", "jsx", "tsx")) and identifier_of(path) == identifier
    ]


def named_in_markup(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where markup names a controller, or a method of one."""
    entity = graph.entity(root)
    identifier = identifier_of(entity.path)
    if not identifier or entity.kind not in FUNCTION_KINDS | TYPE_KINDS | FILE_KINDS:
        return Told()
    is_method = entity.kind in FUNCTION_KINDS
    name = f"{identifier}#{entity.name}" if is_method else identifier
    form = rf"(?<![\w-]){re.escape(name)}(?![\w-])" if is_method else _HELD.format(re.escape(name))
    places = _places(index, name, re.compile(form))
    said = listed_lines(places, _MOST_FILES, _MOST_LINES)
    notes = (f"Markup names it, as `{name}`, at {said}.",) if places else ()
    told = frozenset((path, line) for path, lines in places.items() for line in lines)
    return Told(notes, told, is_used=is_method and bool(places))


def _places(index: RepoIndex, name: str, form: re.Pattern[str]) -> dict[str, list[int]]:
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    slots = lexical.files_with_all(re.findall(r"\w+", name))
    ranked = sorted((paths[slot] for slot in slots), key=lambda path: (role_of(path), path))
    found: dict[str, list[int]] = {}
    for path in ranked[:_MOST_READ]:
        lines = [
            number for number, line in lines_with([name], index.text_if_any(path)) if form.search(line[:2000])
        ]
        found |= {path: lines} if lines else {}
    return found
