"""Which functions answer a route that is asked for by its name: `cart_path`, `shop:cart`, `route('carts.show')`.

What may be meant is looked for where the name, or the end of it that groups and namespaces leave, is given to a route,
or where a resource is called as it begins; and it is meant if the names of its own paths say so (`names.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.routes.configured import configured
from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.registered import registrations, resource_registrations
from nsccn.contracts.routes.resources import helped, method_named
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import lines_with

if TYPE_CHECKING:
    from nsccn.contracts.routes.resources import Named
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_ASKED: Final = regex(
    r"(?:(?:[{][%{]-?\s*)?(?:path|route|url|url_for|url_path_for|reverse|reverse_lazy|redirect|to_route"
    r"|redirectToRoute|generateUrl)\s*\(?\s*)[\"'](?P<name>[\w.:/-]+)[\"'].*",
    re.DOTALL,
)
_NAME: Final = regex(r"[\w-]+(?:[.:/][\w-]+)*")
_HELPER: Final = regex(r"(?:Routes\.)?(?P<name>[a-z]\w*)_(?:path|url)(?:\(.*\))?", re.DOTALL)
_JOINED: Final = regex(r"[.:_-]")
_WORD: Final = regex(r"\w+")
_ENDINGS: Final = (".php", ".py")
_GIVES: Final = r"(?:\b(?:name|as|endpoint|base_?name)\b[\"']?\s*(?:=>?|[(:])|=>)\s*[\"']"
_RESOURCE: Final = r"\b\w*[rR]esources?\b.*?[\"'/]{}[\"']"
_QUERIES: Final = regex(r"[ \t]+queryset[ \t]*(?::[^=\n]{0,200})?=\s*(\w+)\.\w+")
_OF_SET: Final = ("-list", "-detail")
_ACTIONS: Final = {
    "list": ("list", "create"),
    "detail": ("retrieve", "update", "partial_update", "destroy"),
}
"""Names that Django REST framework gives the routes of a set of views, and the methods that answer them."""
_MOST_FILES: Final = 60
_MOST_LINES: Final = 40
_MOST_CANDIDATES: Final = 40
_MOST_NAMED: Final = 8
_REACH: Final = 8
"""Lines around a name in which what answers may be handed over."""
_LONGEST: Final = 200


def answering_by_helper(index: RepoIndex, graph: CodeGraph, asked: str) -> list[tuple[Named, int]]:
    """Return what answers the path that a helper spells, as `cart_path`, with its routes; what is read first."""
    helper = _HELPER.fullmatch(asked) if len(asked) <= _LONGEST else None
    rows = helped(index, graph, helper["name"]) if helper else []
    first = {answering: row for row, answering in reversed(rows)}
    found = [(row, answering) for row, answering in rows if first[answering] is row]
    return sorted(found, key=lambda one: one[0].method != "GET")


def answering_by_name(index: RepoIndex, graph: CodeGraph, asked: str) -> list[int]:
    """Return what answers the route that a text names, the likeliest first; nothing where it names none."""
    if len(asked) > _LONGEST:
        return []
    called = _ASKED.fullmatch(asked)
    name = called["name"] if called else asked
    if not _NAME.fullmatch(name):
        return []
    files, tried = RouteFiles(index, graph), set[int]()
    for group in chain(_candidates(index, graph, name), _of_sets(index, graph, name)):
        fresh = [one for one in dict.fromkeys(group) if one not in tried]
        tried.update(fresh)
        named = [
            one for one in fresh if any(name in it.names for it in registrations(index, graph, one, files))
        ]
        if not named and name.endswith(_OF_SET):
            types = [one for one in fresh if graph.entity(one).kind in TYPE_KINDS]
            named = [
                one
                for one in types
                if any(name in it.names for it in resource_registrations(index, graph, one, files))
            ]
        if named or len(tried) > _MOST_CANDIDATES:
            return named
    return [*dict.fromkeys(one.answering for one in configured(index, graph) if one.name == name)]


def _candidates(index: RepoIndex, graph: CodeGraph, name: str) -> Iterator[list[int]]:
    """Yield groups of what may answer: what stands around lines that give as much as they can of the name first."""
    ends = _ends(name)
    given = re.compile(rf"{_GIVES}(?P<name>{'|'.join(map(re.escape, ends))})[\"']")
    first, _, action = name.replace(":", ".").rpartition(".")
    resource = first.rpartition(".")[2] or _JOINED.split(name)[0]
    several = re.compile(_RESOURCE.format(re.escape(resource)))
    places = list[tuple[int, str, int]]()
    for path, text in _texts(index, [ends[-1]], [resource]):
        for number, line in lines_with([ends[-1], resource], text):
            if said := given.search(line):
                places.append((ends.index(said["name"]), path, number))
            elif several.search(line):
                places.append((1, path, number))
    for _, path, number in sorted(places)[:_MOST_LINES]:
        yield [own for entity in _around(graph, path, number) for own in _own(graph, entity, action)]
    yield [one for one in graph.named(ends[-1]) if graph.path_of(one).endswith(".py")][:_MOST_NAMED]


def _of_sets(index: RepoIndex, graph: CodeGraph, name: str) -> Iterator[list[int]]:
    """Yield groups of what may answer `cart-list`, of types that a router names by a base or by what they query."""
    own = name.rpartition(":")[2]
    for dash in reversed([place for place, sign in enumerate(own) if sign == "-"]):
        base, action = own[:dash], own[dash + 1 :]
        actions = _ACTIONS.get(action, (action.replace("-", "_"),))
        given = re.compile(rf"\bbase_?name\s*=\s*[\"']{re.escape(base)}[\"']")
        for path, text in _texts(index, [base]):
            if not path.endswith(".py"):
                continue
            places = [
                (number, is_given)
                for number, line in lines_with(["base_name", "basename", "queryset"], text)
                if (is_given := given.search(line) is not None)
                or ((model := _QUERIES.match(line)) and model[1].lower() == base)
            ][:_MOST_LINES]
            for number, is_given in places:
                around = _around(graph, path, number) if is_given else _type_around(graph, path, number)
                yield [one for type_ in around for action in actions for one in _own(graph, type_, action)]


def _type_around(graph: CodeGraph, path: str, line: int) -> list[int]:
    """Return the innermost type of a file around a line."""
    held = (one for one in graph.entities_of(path) if graph.entity(one).kind in TYPE_KINDS)
    return [one for one in held if graph.entity(one).start_line <= line <= graph.entity(one).end_line][-1:]


def _ends(name: str) -> list[str]:
    """Return a name, and what groups and namespaces leave of it, the longest first.

    >>> _ends("admin.carts.show"), _ends("cart_list")
    (['admin.carts.show', 'carts.show', 'show'], ['cart_list', 'list'])
    """
    return [name, *(name[found.end() :] for found in _JOINED.finditer(name))]


def _own(graph: CodeGraph, entity: int, action: str) -> Iterator[int]:
    """Yield a function, or of a type the method of an action, and the type itself."""
    if graph.entity(entity).kind in TYPE_KINDS:
        method = method_named(graph, entity, action)
        yield from () if method is None else (method,)
    yield entity


def _around(graph: CodeGraph, path: str, line: int) -> list[int]:
    """Return what a file hands over around a line, and the function above which it stands."""
    own = graph.entities_of(path)
    edges = graph.edges_of(np.array(own), outgoing=True)
    targets = graph.edge_column("target")
    found = [
        int(targets[number])
        for number in edges.tolist()
        if any(line - _REACH <= at <= line + 1 for at in graph.lines(number))
    ]
    inside = [one for one in own if graph.entity(one).start_line <= line <= graph.entity(one).name_line]
    kinds = FUNCTION_KINDS | TYPE_KINDS
    return [one for one in dict.fromkeys((*inside, *found)) if graph.entity(one).kind in kinds]


def _texts(index: RepoIndex, *several: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the files of the product that have all words of one of some names, with their texts."""
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    slots = set[int]()
    for names in several:
        slots |= set(lexical.files_with_all(_WORD.findall(" ".join(names))))
    own = [paths[slot] for slot in slots if paths[slot].endswith(_ENDINGS)]
    ranked = sorted(own, key=lambda one: ("rout" not in one, one))
    for path in islice((path for path in ranked if role_of(path) is Role.SOURCE), _MOST_FILES):
        yield path, index.text_if_any(path)
