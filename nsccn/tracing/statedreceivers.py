"""Which field a function of another file means, by what is known of the object before its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.extraction.source import Lines
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.linking.uses.state import stored_member, stored_name
from nsccn.graph.meaning.values.value import INSTANCE
from nsccn.graph.notation.expression import UNKNOWN, root_of
from nsccn.graph.notation.marks import BLOCK
from nsccn.graph.sourcetext import spelled_for_facts
from nsccn.regexes import regex
from nsccn.tracing.fieldnames import object_before, receiver_expression
from nsccn.tracing.lineage import bases, enclosing, subtypes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import FileFacts
    from nsccn.snapshots.meanings import Meanings
    from nsccn.tracing.fieldnames import Name

_WRITTEN: Final = regex(rb"\s*(?:[-+*/%&|^]|<<|>>>?|\*\*|//|\|\||&&|\?\?)?=[^=>]")
"""What behind a name says that it is written."""
_CALLED: Final = regex(rb"\s*\(")
_COLON: Final = regex(rb"\s*:(?!:)")
_UNRELATED: Final = frozenset({"class", "struct", "union"})
"""Kinds of types of which an object is not of another one that has nothing to do with them."""


class Place(NamedTuple):
    """A name in a function that may mean a field."""

    name: str
    scope: int
    """The function around."""
    receivers: tuple[str, ...]
    """The object, as an expression of facts; several where its name may be that of one of several variables.

    Empty, of a bare name, for the object around.
    """
    line: int
    start: int
    end: int


class Receivers:
    """Tells which fields are meant, file by file."""

    def __init__(self, meanings: Meanings, graph: CodeGraph) -> None:
        self._meanings = meanings
        self._graph = graph
        self._kin: dict[int, frozenset[int]] = {}
        self._heirs: dict[int, frozenset[int]] = {}

    def places(
        self, slot: int, data: bytes, named: Iterable[Name], wanted: Mapping[str, AbstractSet[int]]
    ) -> Iterator[Place]:
        """Yield where functions of a file have names of `wanted` fields for what may be one; given where names are."""
        path, language = self._graph.paths[slot], languages.load(self._graph.file_entry(slot).language)
        candidates = list(self._candidates(path, data, named, wanted, language))
        if not candidates:
            return
        lines, first = Lines(data), int(self._graph.entities_of(path).start)
        variables = _Variables(self._meanings.facts(slot))
        self._meanings.infer.forget_file()
        for (name, start, is_member), receiver in candidates:
            line, end = lines.line(start), start + len(name.encode())
            scope = self._function(path, line)
            if scope < 0:
                continue
            if is_member:
                yield Place(name, scope, variables.rooted(receiver, scope - first, line), line, start, end)
            elif self._is_of_type(scope, wanted[name]):
                yield Place(name, scope, (), line, start, end)

    def _candidates(
        self,
        path: str,
        data: bytes,
        named: Iterable[Name],
        wanted: Mapping[str, AbstractSet[int]],
        language: Language,
    ) -> Iterator[tuple[Name, str]]:
        """Yield the names that the text alone leaves to mean a field, with their objects."""
        spelled = spelled_for_facts(language, data)
        owners = cache(lambda: frozenset(self._graph.owners_of(self._graph.entities_of(path))))
        for one in named:
            name, start, is_member = one
            end = start + len(name.encode())
            is_called = language.separate_methods and _CALLED.match(spelled, end)
            if is_called or _WRITTEN.match(spelled, end):
                continue
            if not is_member:
                holders = map(self._having, {int(self._graph.parent[field]) for field in wanted[name]})
                if not (_is_label(language, spelled, end) or all(map(owners().isdisjoint, holders))):
                    yield one, ""
                continue
            text = object_before(spelled, start)
            receiver = receiver_expression(text, language) if text else UNKNOWN
            if UNKNOWN not in receiver:
                yield one, receiver

    def _is_of_type(self, scope: int, fields: AbstractSet[int]) -> bool:
        """Whether a function stands in a type that has one of some fields, or belongs to it."""
        graph = self._graph
        around = {graph.owner_of(one) for one in (scope, *enclosing(graph, scope))}
        return any(not around.isdisjoint(self._having(int(graph.parent[field]))) for field in fields)

    def _having(self, owner: int) -> frozenset[int]:
        if owner not in self._heirs:
            self._heirs[owner] = frozenset({owner, *subtypes(self._graph, owner)})
        return self._heirs[owner]

    def _function(self, path: str, line: int) -> int:
        """Return the innermost function around a line, -1 where there is none."""
        graph, at = self._graph, self._graph.at_line(path, line)
        around = (one for one in (at, *enclosing(graph, at)) if _is_function(graph, one))
        return next(around, -1)

    def meant(self, place: Place, fields: AbstractSet[int]) -> set[int]:
        """Return the field that a place means, or the type that its object surely is of; nothing where unknown."""
        if not place.receivers:
            bare = stored_name(self._meanings.infer, place.scope, place.name)
            return set() if bare is None else {bare}
        meant = [self._meant(place, receiver, fields) for receiver in place.receivers]
        return meant[0] if all(one == meant[0] for one in meant) else set()

    def _meant(self, place: Place, receiver: str, fields: AbstractSet[int]) -> set[int]:
        infer = self._meanings.infer
        stored = stored_member(infer, place.scope, receiver, place.name)
        if stored is not None:
            return {*infer.bodies.definitions_of(stored), stored}
        held = infer.holder(place.scope, receiver, place.name)
        is_other = held is not None and held.tag == INSTANCE and self._is_unrelated(held.entity, fields)
        return {held.entity} if held is not None and is_other else set()

    def _is_unrelated(self, type_: int, fields: AbstractSet[int]) -> bool:
        """Whether an object of a type is of none that has one of some fields."""
        graph = self._graph
        if graph.kinds[graph.kind[type_]] not in _UNRELATED:
            return False
        return all(type_ not in self._related(int(graph.parent[field])) for field in fields)

    def _related(self, owner: int) -> frozenset[int]:
        if owner not in self._kin:
            graph = self._graph
            self._kin[owner] = frozenset({owner, *bases(graph, owner), *subtypes(graph, owner)})
        return self._kin[owner]


class _Variables:
    """The names that facts have for the variables of a file."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts

    @cached_property
    def _names(self) -> dict[tuple[int, str], list[tuple[int, str]]]:
        """Function and name -> from which lines on it may be that of a variable, and what that is called."""
        found: dict[tuple[int, str], list[tuple[int, str]]] = {}
        for scope, target, _, _, _, line, _ in chain(self._facts.shared.rows(), self._facts.private.rows()):
            if "." not in target:
                found.setdefault((scope, target.partition(BLOCK)[0]), []).append((line, target))
        return found

    def rooted(self, expression: str, scope: int, line: int) -> tuple[str, ...]:
        """Return an expression of a function as facts write it, or as they may."""
        root = root_of(expression)
        rest, definitions, at = expression[len(root) :], self._facts.definitions, scope
        while at >= 0 and definitions[at].kind in FUNCTION_KINDS:
            if definitions[at].receiver == root != "self":
                return (f"self{rest}",)
            said = self._names.get((at, root), ())
            if names := dict.fromkeys(name for start, name in said if start <= line):
                return tuple(f"{name}{rest}" for name in names)
            at = definitions[at].parent
        return (expression,)


def _is_function(graph: CodeGraph, entity: int) -> bool:
    return graph.kinds[graph.kind[entity]] in FUNCTION_KINDS


def _is_label(language: Language, data: bytes, end: int) -> bool:
    """Whether a name may say which parameter an argument is for."""
    return bool(language.nodes.label_holders) and _COLON.match(data, end) is not None
