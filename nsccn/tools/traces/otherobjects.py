"""Lines that name a member of an object of which the text says that it is of another type: none of ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
from nsccn.graph.notation.annotation import TYPE_VARIABLE
from nsccn.regexes import regex
from nsccn.tools.traces.outsidebases import outside_bases
from nsccn.tracing.lineage import bases, subtypes, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment, Definition, Entity, FileFacts
    from nsccn.index import RepoIndex

_TYPE: Final = regex(r"(?:const\s+)?\$?((?:\w+(?:\.|::|\\))*)(\w+)\s*[?!&*]?")
"""A type that is made for no other, which may be something else."""
_LENT: Final = frozenset({"interface", "module", "trait"})
"""Types that those from elsewhere may be given by a file."""
_MAKES: Final = frozenset({"assign", "declare"})
_CALLS: Final = frozenset({"call"})
_READS: Final = frozenset({"member", "read", "value"})
_MAY_STAND_FOR_OTHERS: Final = frozenset({"interface", "trait", "type"})
"""Types whose objects may be of another one."""


class OtherObjects:
    """Finds them for one member that is asked about.

    Of a method an edge tells where the other type is one of the repository, so that those from elsewhere are left.
    """

    def __init__(self, index: RepoIndex, graph: CodeGraph, member: Entity) -> None:
        self._graph = graph
        self._language = language = languages.load(member.language)
        self._name = member.name
        self._uses = _READS if member.kind in DATA_KINDS else _CALLS
        is_nominal = language.visible_types or language.extends_foreign
        owner = type_around(graph, member.index)
        is_given = f".{member.name}(" in member.signature
        self._is_asked = is_nominal and not is_given and graph.kinds[graph.kind[owner]] in TYPE_KINDS - _LENT
        stated = outside_bases(index, graph, member, language) if self._is_asked else ()
        self._bases = {found[2] for one in stated if (found := _TYPE.match(one))}
        kin = (owner, *bases(graph, owner), *subtypes(graph, owner)) if self._is_asked else ()
        self._kin = {graph.name_of(one) for one in kin}

    def lines(self, facts: FileFacts) -> set[int]:
        """Return those lines of a file."""
        if not self._is_asked or facts.language != self._language.name:
            return set()
        suffix = f".{self._name}"
        return {
            line
            for kind, scope, target, line, *_ in facts.uses.rows()
            if kind in self._uses
            and target.endswith(suffix)
            and self._is_other(facts, scope, target[: -len(suffix)])
        }

    def _is_other(self, facts: FileFacts, scope: int, variable: str) -> bool:
        """Whether all that a function, or those around it, say of its variable tells a type from elsewhere."""
        while scope >= 0 and variable.isidentifier():
            stated = [one for one in facts.assignments if one.scope == scope and one.target == variable]
            if stated:
                return all(self._is_of_another(facts, one) for one in stated)
            scope = facts.definitions[scope].parent
        return variable in self._language.builtin_types - self._kin and not self._is_type(variable)

    def _is_of_another(self, facts: FileFacts, stated: Assignment) -> bool:
        made = _made(stated.value, self._language) if stated.form in _MAKES else ""
        found = _TYPE.fullmatch(stated.annotation or made)
        if found is None or not found[2][:1].isupper() or TYPE_VARIABLE.match(found[2]):
            return False
        name = found[2]
        if (
            name in self._bases | self._kin
            or name in self._language.any_types
            or _is_parameter(facts, stated.scope, name)
        ):
            return False
        if not self._is_type(name):
            # what is declared may be what a base from elsewhere inherits from
            return made[:1].isupper() or not self._bases
        return self._uses is _READS and self._kinds_of(name).isdisjoint(_MAY_STAND_FOR_OTHERS)

    def _is_type(self, name: str) -> bool:
        return not self._kinds_of(name).isdisjoint(TYPE_KINDS)

    def _kinds_of(self, name: str) -> set[str]:
        graph = self._graph
        return {graph.kinds[graph.kind[one]] for one in graph.named(name)}


def _made(value: str, language: Language) -> str:
    """Return the type of which a value is a new object, empty where that is not told."""
    maker = value.removesuffix("()").removeprefix("::")
    if language.constructor_call:
        maker, _, called = maker.rpartition(".")
        return maker if called == language.constructor_call else ""
    return maker if maker != value else ""


def _is_parameter(facts: FileFacts, scope: int, name: str) -> bool:
    """Whether a name may stand for any type in a function: `<Held extends Shelf>`."""
    within = re.compile(rf"[<\[][^()]*\b{name}\b")
    return any(within.search(one.signature) for one in _around(facts, scope))


def _around(facts: FileFacts, scope: int) -> Iterator[Definition]:
    while scope >= 0:
        yield facts.definitions[scope]
        scope = facts.definitions[scope].parent
