"""Who asks a policy whether something is allowed: its type is named after that of what is asked about.

class SongPolicy { function edit(…) }        $this->authorize('edit', $song)     'can:edit,song'     @can('edit', $song)
class Audience::PurchasePolicy; def edit?    authorize [:audience, @purchase]  (in `edit`)     policy(@purchase).edit?
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.notation.objectnames import object_name
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_POLICY: Final = "Policy"
_BY_TEXT: Final = (
    r"(?:(?:->|::)(?:authorize(?:ForUser)?|can(?:not|t|Any)?|allows|denies|check|any|none|inspect)"
    r"|@(?:else)?can(?:not|any)?|#\[Authorize)\s*\((?:[^'\"()]{{0,60}},)?\s*['\"]{0}['\"]\s*,\s*(?P<of>[^;\n]{{1,200}})"
    r"|['\"]can:{0},(?P<bound>\w+)"
)
_BY_NAME: Final = (
    r"\bauthorize[ (]\s*(?P<of>\[[^\]\n]{{1,200}}\]|[@\w.:]+)(?P<asks>\s*,\s*:{0}(?!\w))?(?!\s*,\s*:\w+\?)"
    r"|\bpolicy\s*\(\s*(?P<shown>\[[^\]\n]{{1,200}}\]|[@\w.:]+)\s*\)\s*&?\.\s*{0}"
)
_CODE_BY_TEXT: Final = (".php",)
_CODE_BY_NAME: Final = (".rb", ".erb", ".haml", ".slim", ".jbuilder")
_WORD: Final = regex(r"\w+")
_FIRST: Final = regex(r"\[?\s*\$?(?P<said>\w+(?:(?:\?->|->|::|\\)\w+)*)(?P<more>\()?")
_CAPITAL: Final = regex(r"(?<!^)(?=[A-Z])")
_MOST_FILES: Final = 600
_MOST_SHOWN: Final = 8


class _Asked(NamedTuple):
    """A line that asks for what a method of a policy has the name of."""

    line: int
    about: str
    """What is asked about, as an object is named; empty where that cannot be told."""
    within: tuple[str, ...] = ()
    """The namespaces of the policy that is asked."""


def asked_of_policy(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say who asks for a method of a policy."""
    policy, method = _policy(graph, root), graph.name_of(root)
    if not policy:
        return Told()
    is_by_name = graph.path_of(root).endswith(".rb")
    *within, own = map(object_name, policy.split("."))
    about = own.removesuffix(f"_{object_name(_POLICY)}")
    others = _others(graph, method) - {about}
    sure, maybe = list[tuple[str, int]](), list[tuple[str, int]]()
    for path in _paths(index, graph, method, is_by_name=is_by_name):
        for one in _asked(index, graph, path, method, is_by_name=is_by_name):
            if is_by_name and one.within != tuple(within):
                continue
            if one.about == about:
                sure.append((path, one.line))
            elif one.about not in others:
                maybe.append((path, one.line))
    notes = [
        f"By the text, {said} at {first_few(together(graph, lines), _MOST_SHOWN)}."
        for said, lines in (
            ("it is asked for", sure),
            (f"`{method}` is asked for, of a policy that is not told there,", maybe),
        )
        if lines
    ]
    return Told(tuple(notes), frozenset(sure + maybe), is_used=bool(sure))


def _policy(graph: CodeGraph, method: int) -> str:
    """Return the name of the policy that a method is of, empty for none."""
    owner = graph.owner_of(method) if graph.entity(method).kind == "method" else -1
    name = graph.qualified_of(owner) if owner >= 0 else ""
    return name if name.endswith(_POLICY) and graph.path_of(method).endswith((".rb", ".php")) else ""


def _others(graph: CodeGraph, method: str) -> set[str]:
    """Return what the policies are about that have a method of a name, each as an object is named."""
    policies = filter(None, (_policy(graph, one) for one in graph.named(method)))
    return {object_name(one.rpartition(".")[2].removesuffix(_POLICY)) for one in policies}


def _paths(index: RepoIndex, graph: CodeGraph, method: str, *, is_by_name: bool) -> list[str]:
    """Return the files of the product that may ask."""
    lexical = index.snapshot.lexical
    words = ("authorize", "policy") if is_by_name else (method,)
    slots = lexical.files_with_all(_kebab(method).split("-")) if not is_by_name else set[int]()
    slots = slots.union(*map(lexical.files_with, words))
    held = sorted(graph.paths[slot] for slot in slots)
    endings = _CODE_BY_NAME if is_by_name else _CODE_BY_TEXT
    return [path for path in held if path.endswith(endings) and role_of(path) is Role.SOURCE][:_MOST_FILES]


def _kebab(method: str) -> str:
    return _CAPITAL.sub("-", method).lower()


def _asked(
    index: RepoIndex, graph: CodeGraph, path: str, method: str, *, is_by_name: bool
) -> Iterator[_Asked]:
    text = index.text_if_any(path)
    names = "|".join(dict.fromkeys(map(re.escape, (method, _kebab(method)))))
    form = _form(_BY_NAME if is_by_name else _BY_TEXT, names)
    for found in form.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if not is_by_name:
            yield _Asked(line, _of_argument(found["of"]) if found["of"] else object_name(found["bound"]))
        elif found["shown"] or found["asks"] or f"{graph.name_of(graph.at_line(path, line))}?" == method:
            yield _of_record(line, found["shown"] or found["of"])


def _form(pattern: str, names: str) -> re.Pattern[str]:
    return re.compile(pattern.format(f"(?:{names})"))


def _of_argument(argument: str) -> str:
    r"""Return what an argument of PHP is about, as an object is named.

    >>> _of_argument("$this->radioStation)"), _of_argument("Song::class)"), _of_argument("$this->find($id))")
    ('radio_station', 'song', '')
    """
    found = _FIRST.match(argument)
    if found is None or found["more"]:
        return ""
    return object_name(_WORD.findall(found["said"].removesuffix("::class"))[-1])


def _of_record(line: int, record: str) -> _Asked:
    """Read what a policy of Ruby is asked about: `@cart`, `Cart`, `order.cart`, `[:admin, @cart]`."""
    *around, own = record.strip("[] ").split(",")
    name = _WORD.findall(own)[-1:] or [""]
    return _Asked(line, object_name(name[0]), tuple(one.strip(" :\"'") for one in around))
