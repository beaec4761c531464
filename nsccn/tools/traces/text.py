"""How a trace reads: an indented adjacency list for a model, the same as JSON for a program."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS, FILE_KINDS, TYPE_KINDS
from nsccn.graph.model import Confidence
from nsccn.text import count, first_few
from nsccn.tools.traces.data import entity_data
from nsccn.tools.traces.errornames import ErrorNames
from nsccn.tools.traces.heads import is_way_round
from nsccn.tools.traces.relations import Relations
from nsccn.tools.traces.shortids import ShortIds
from nsccn.tools.traces.together import CROWD, MOST_TOGETHER, InFile, by_folder, joined_data, says_of_others
from nsccn.tools.traces.wording import (
    FARTHER_LIMIT,
    SIGNATURE_LIMIT,
    signature_text,
)
from nsccn.tools.views import Piece
from nsccn.tracing.aside import are_aside
from nsccn.tracing.directions import is_escape
from nsccn.tracing.lineage import type_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace

_MOST_NAMES: Final = 12
_SIGNED: Final = {"errors": TYPE_KINDS, "state": DATA_KINDS}
"""Direction -> kinds of what has its signature, errors for their bases; of who calls something names say enough."""
_LEAST_TOGETHER: Final = 3
_LEAST_ALIKE: Final = 4
"""So many edges are not listed again where another entity has the same ones."""
_LONG: Final = 40
"""Letters of a signature that is not written twice."""


class TraceText:
    """Turns one trace into pieces: a line for each edge, below the entity that it was followed from."""

    def __init__(self, index: RepoIndex, trace: Trace) -> None:
        self.trace = self._trace = trace
        self._graph = trace.code
        self._entities = {index: trace.code.entity(index) for index in trace.distances}
        named = self._entities.values()
        self._names = Counter(one.qualified_name if one.path else one.name for one in named)
        self._below: dict[int, list[Step]] = {}
        self._home: dict[int, Step] = {}
        for step in trace.steps:
            self._below.setdefault(step.near, []).append(step)
            if step.distance == trace.distances.get(step.far):
                self._home.setdefault(step.far, step)
        roots = [trace.code.entity(root) for root in trace.roots]
        self._types = {root.index for root in roots if root.kind in TYPE_KINDS}
        self._files = {root.path for root in roots if root.kind in FILE_KINDS and trace.within is None}
        """What the trace begins with that has members: they are named as such."""
        self.errors = ErrorNames(trace, self._home, self._below)
        self._relations = Relations(index, trace, self._entities)
        self._shown: set[int] = set()
        self._ids = ShortIds(trace)
        self._signatures: set[str] = set()
        self._crowd: set[int] = set()
        """Subtypes that are named alone."""
        self._told: dict[frozenset[tuple[object, ...]], int] = {}
        """Edges to what is told of elsewhere -> the first that they were followed from."""
        self._alike: dict[object, int] = {}
        """Edges from one entity that say the same -> the first that has them."""
        self._data: dict[int, dict[str, Any]] = {}
        self._overridden = self._by_type()
        self._overriding: list[str] = []
        """The names of what was said last to be overridden."""
        known = [*self._entities]
        aside = are_aside(trace.code, np.array(known, np.int64))
        self._aside = {entity for entity, is_aside in zip(known, aside.tolist(), strict=True) if is_aside}

    def _by_type(self) -> dict[int, list[tuple[int, int]]]:
        """Return the overrides between what is asked about, a type or a method, and each of its bases and subtypes."""
        found: dict[int, list[tuple[int, int]]] = {}
        if self._trace.direction == "inheritance":
            own = {type_around(self._graph, root) for root in self._trace.roots}
            for pair in self._trace.overrides:
                above, below = (self._graph.owner_of(method) for method in reversed(pair))
                found.setdefault(below if above in own else above, []).append(pair)
        return found

    def pieces(self) -> list[Piece]:
        """Return the lines of the trace. Each entity is shown in full once, where it is nearest."""
        self._shown.update(self._trace.starts, self._trace.shown)
        root = None if self._is_of_several() else self._trace.root
        found = [] if root is None else list(self._begun(root, 0))
        again = (entity for entity in self._entities if entity in self._trace.shown)
        for start in dict.fromkeys([*self._trace.starts, *again]):
            if start != root and start in self._below:
                entity = self._entities[start]
                data = {"entities": [entity_data(entity)]}
                found.append(Piece(self._beginning(entity), data, self._beginning(entity, is_first=True)))
                found.extend(self._begun(start, 1))
        return found

    def _is_of_several(self) -> bool:
        """Tell whether it begins with things of several names, and not with the overloads of one."""
        return len({self._graph.name_of(start) for start in self._trace.roots}) > 1

    def _beginning(self, entity: Entity, *, is_first: bool = False) -> str:
        """Return the line above what follows from something that the trace begins with besides its root."""
        if entity.index in self._trace.shown:
            return f"{self._short(entity)} (above)"
        is_told = entity.index in self._trace.roots  # in the heading
        name = self._ids.first(entity) if is_first else self._ids.next(entity)
        if self._graph.owner_of(entity.index) in self._types or entity.path in self._files:
            name = self._short(entity)
        return name + (
            signature_text(entity, is_named=True) if not is_told and self._is_of_use(entity) else ""
        )

    def _pair(self, method: int, base: int) -> dict[str, str]:
        return {"method": self._graph.id_of(method), "overrides": self._graph.id_of(base)}

    def path(self) -> list[Piece]:
        """Return the lines of a path, one below the other; none of one the other way that is too long to be meant."""
        if is_way_round(self._trace):
            return []
        return [self._line([step], 0, in_full=self._is_first([step])) for step in self._trace.steps]

    def _begun(self, start: int, indent: int) -> Iterator[Piece]:
        """Yield what follows from an entity that the trace begins with; what it writes itself apart from the rest."""
        steps = self._below.get(start, [])
        is_state = self._trace.direction == "state" and start in self._trace.starts
        called = [step for step in steps if is_state and step.edge.kind == "CALLS"]
        own = [step for step in steps if step not in called]
        yield from self._each(own, indent)
        if own and called:
            yield Piece(f"{'  ' * indent}What it calls writes:", {})
        yield from self._each(called, indent)

    def _followed(self, near: int, indent: int) -> Iterator[Piece]:
        """Yield the edges from one entity, and what follows from it; what it shares with another is told once."""
        steps = self._below.get(near, [])
        if len(steps) > 1 and not any(self._is_first([step]) for step in steps):
            ways = frozenset((step.far, step.forward, *self._relation(step)) for step in steps)
            other = self._told.setdefault(ways, near)
            if other != near:
                arrow, edges = "->" if self._leads_down(steps[0]) else "<-", count(len(steps), "edge")
                text = f"{'  ' * indent}{arrow} the {edges} of {self._short(self._entities[other])} (above)"
                yield Piece(
                    text, lambda: joined_data([self._line([step], 0, in_full=False) for step in steps])
                )
                return
        yield from self._each(steps, indent)

    def _each(self, found: Iterable[Step], indent: int) -> Iterator[Piece]:
        """Yield edges from one entity, those to the same other in one line, and what follows from it."""
        ways: dict[tuple[int, bool], list[Step]] = {}
        for step in found:
            ways.setdefault((step.far, step.forward), []).append(step)
        self._note_alike(ways.values())
        below = [steps for (_, down), steps in ways.items() if steps[0].edge.kind == "INHERITS" and not down]
        is_crowd = len(below) >= CROWD
        sorts = by_folder({way: self._sort(steps, is_crowd=is_crowd) for way, steps in ways.items()})
        alike: dict[object, list[Step]] = {}
        for way, sort in sorts.items():
            alike.setdefault(sort, []).extend(ways[way])
        for way, steps in ways.items():
            sort = sorts[way]
            if sort is not None:
                yield from self._together(alike.pop(sort, ()), indent)
                continue
            is_first = self._is_first(steps)
            yield self._line(steps, indent, in_full=is_first)
            if is_first:
                yield from self._followed(way[0], indent + 1)

    def _sort(self, steps: Sequence[Step], *, is_crowd: bool) -> tuple[object, ...] | None:
        """Return what is equal for steps that can share a line; None for what gets a line of its own.

        What is told of elsewhere can, as can settings, what stands in one file and leads no further, the many bodies
        that one call may run, and of a crowd of subtypes those that override the same: of them names say enough.
        """
        step, *others = steps
        far, is_first = self._entities[step.far], self._is_first(steps)
        if is_crowd and not others and is_first and self._is_of_crowd(far, step):
            self._crowd.add(far.index)
            return InFile(far.kind, far.path, (*self._said(step), *self._names_overridden(far)))
        if others or (is_first and (far.index in self._overridden or far.index in self._trace.unfollowed)):
            return None
        alike = (is_first, *self._said(step))
        if not is_first:
            return alike
        if far.kind == "config" and step.forward:
            return *far.id.split(":")[:2], *alike
        is_named_alone = _is_one_of_many(step) or far.index in self._aside or not self._is_signed(far, step)
        if far.index in self._below or not is_named_alone:
            return None
        is_body = _is_one_of_many(step) and self._leads_down(step)
        return alike if is_body else InFile(far.kind, far.path, alike, is_far=step.distance > 1)

    def _is_of_crowd(self, far: Entity, step: Step) -> bool:
        """Whether of a subtype nothing is to be said but what it overrides."""
        is_leaf = far.index not in self._below and far.index not in self._trace.unfollowed
        is_of_type = not any(base in self._trace.roots for _, base in self._overridden.get(far.index, ()))
        return is_leaf and is_of_type and not says_of_others(self._signature(far, [step]))

    def _names_overridden(self, far: Entity) -> tuple[str, ...]:
        return tuple(self._graph.name_of(method) for method, _ in self._overridden.get(far.index, ()))

    def _said(self, step: Step) -> tuple[object, ...]:
        """Return what a step says but of where it leads; of the many bodies that one call may run also which call."""
        verb, where, manner = self._relation(step)
        is_body = _is_one_of_many(step) and self._leads_down(step)
        call = (self._entities[step.far].name, where) if is_body else ()
        return step.forward, verb, manner, *call

    def _note_alike(self, ways: Iterable[Sequence[Step]]) -> None:
        """Remember which edges of one entity say the same, for others that have the same ones."""
        alike: dict[object, list[Step]] = {}
        for steps in ways:
            alike.setdefault(self._said(steps[0]), []).extend(steps)
        for steps in alike.values():
            self._alike.setdefault(self._ends(steps), steps[0].near)

    def _ends(self, alike: Sequence[Step]) -> object:
        """Return where edges that say the same lead to; if they are written on several lines, with these."""
        relations = [self._relation(step) for step in alike]
        verb, where, manner = relations[0]
        ends = zip([step.far for step in alike], [line for _, line, _ in relations], strict=True)
        is_one_line = all(line == where for _, line, _ in relations)
        return (
            alike[0].forward,
            verb,
            manner,
            frozenset(step.far for step in alike) if is_one_line else frozenset(ends),
        )

    def _together(self, alike: Sequence[Step], indent: int) -> Iterator[Piece]:
        """Yield lines for steps that can share one: what is below by now, and what is above, apart.

        Many that another entity has as well, and that are told of elsewhere, are counted.
        """
        if len(alike) >= _LEAST_ALIKE and not self._is_first(alike[:1]):
            other = self._alike.get(self._ends(alike), alike[0].near)
            if other != alike[0].near:
                yield self._same_as(other, alike, indent)
                return
        above = [step for step in alike if step.far in self._shown]
        for shared in (above, [step for step in alike if step.far not in self._shown]):
            for start in range(0, len(shared), MOST_TOGETHER):
                yield from self._on_one_line(shared[start : start + MOST_TOGETHER], indent)

    def _on_one_line(self, alike: Sequence[Step], indent: int) -> Iterator[Piece]:
        """Yield one line for steps that can share it; lines of their own for two that are told of nowhere else."""
        in_full = self._is_first(alike[:1])
        is_signed = in_full and self._is_signed(self._entities[alike[0].far], alike[0])
        if len(alike) < (_LEAST_TOGETHER if is_signed else 2):
            for step in alike:
                yield self._line([step], indent, in_full=self._is_first([step]))
            return
        first = self._line(alike[:1], indent, in_full=in_full)
        before = self._place(alike[0])
        names, data = [], [first]
        for step in alike[1:]:
            far, place = self._entities[step.far], self._place(step)
            name = self._ids.beside(far) if in_full else self._short(far)
            names.append(name if place == before else f"{name} {place[1]}")
            before = place
            data.append(Piece("", partial(self._line_data, [step], far, self._overridden.get(far.index, ()))))
            if in_full:
                self._shown.add(far.index)
        text, alone = ("; ".join([said.partition(" | ")[0], *names]) for said in (first.text, first.first))
        yield Piece(text, lambda: joined_data(data), alone)

    def _place(self, step: Step) -> tuple[str, str]:
        """Return the file and the lines of a step."""
        return step.edge.evidence.path, self._relation(step)[1]

    def _same_as(self, other: int, alike: Sequence[Step], indent: int) -> Piece:
        """Return one line for edges that another entity has as well."""
        verb, where, manner = self._relation(alike[0])
        is_one_line = all(self._relation(step)[1] == where for step in alike)
        arrow = "->" if self._leads_down(alike[0]) else "<-"
        text = (
            f"{'  ' * indent}{arrow} the same {len(alike)} as {self._short(self._entities[other])} (above)"
            f"  {verb}{f' {where}' * is_one_line}{manner}"
        )
        return Piece(text, lambda: joined_data([self._line([step], 0, in_full=False) for step in alike]))

    def _is_first(self, steps: Sequence[Step]) -> bool:
        far = steps[0].far
        return far not in self._shown and self._home.get(far) in steps

    def _line(self, steps: Sequence[Step], indent: int, *, in_full: bool) -> Piece:
        far = self._entities[steps[0].far]
        arrow = "->" if self._leads_down(steps[0]) else "<-"
        if in_full:
            self._shown.add(far.index)
            name, signature = self._ids.next(far), self._signature(far, steps)
        else:
            place = "above" if far.index in self._shown else "below"
            name, signature = f"{self._short(far)} ({place})", ""
        ways = [f"{verb} {where}{manner}" for verb, where, manner in map(self._relation, steps)]
        relations = ", ".join(dict.fromkeys(ways))  # a setting that is read is told by two kinds of edges
        overrides = self._overridden.get(far.index, []) if in_full else []
        naming = self._trace.unfollowed.get(far.index, 0) if in_full else 0
        many = f"; {naming:,} only name it" if naming else ""
        said = f"  {relations}{self._override_text(far, overrides)}{many}{signature}"
        full = self._ids.first(far) if in_full else name
        text, alone = (f"{'  ' * indent}{arrow} {one}{said}" for one in (name, full))
        return Piece(text, partial(self._line_data, steps, far, overrides), alone)

    def _line_data(
        self, steps: Sequence[Step], far: Entity, overrides: Sequence[tuple[int, int]]
    ) -> dict[str, list[Any]]:
        return {
            "edges": [self._relations.data(step) for step in steps],
            "entities": [self._entity_data(far)],
            "overrides": [self._pair(method, base) for method, base in overrides],
        }

    def _signature(self, far: Entity, steps: Sequence[Step]) -> str:
        """Return the signature of what an edge leads to, but not again what the line, or one above, says as well."""
        if not self._is_signed(far, steps[0]):
            return ""
        if steps[0].edge.kind == "INHERITS":
            ends = {end for step in steps for end in (step.edge.source, step.edge.target)} - {far.index}
            return signature_text(far, is_named=True, bases=[self._entities[end] for end in sorted(ends)])
        signature = signature_text(far)
        if len(signature) > _LONG and far.name in signature:
            if signature in self._signatures:
                return " | same signature"
            self._signatures.add(signature)
        return signature_text(
            far, SIGNATURE_LIMIT if steps[0].distance == 1 else FARTHER_LIMIT, is_named=True
        )

    def _is_signed(self, far: Entity, step: Step) -> bool:
        """Tell whether a signature says more than the name: of what is inherited, on a path, or used at first hand.

        The many bodies of one method have its own.
        """
        if step.edge.kind == "INHERITS" or self._trace.goal is not None:
            return far.index not in self._crowd
        is_near = step.distance == 1 or self._trace.direction == "errors"
        return is_near and self._leads_down(step) and not _is_one_of_many(step) and self._is_of_use(far)

    def _is_of_use(self, entity: Entity) -> bool:
        """Tell whether the direction is about what a signature says, as what a function takes that is called."""
        direction = self._trace.direction
        is_called = direction == "downstream" and not self._files
        return is_called or entity.kind in _SIGNED.get(direction, ())

    def _entity_data(self, entity: Entity) -> dict[str, Any]:
        """Return an entity as JSON, made once for all lines that name it."""
        if entity.index not in self._data:
            self._data[entity.index] = entity_data(entity)
        return self._data[entity.index]

    def _leads_down(self, step: Step) -> bool:
        """Tell whether a step leads to what is used, as a callee; an error that escapes goes the other way."""
        return step.forward != is_escape(self._graph, step.edge)

    def _override_text(self, near: Entity, overrides: Sequence[tuple[int, int]]) -> str:
        """Say what a base or subtype has of what overrides what: of a method the line, of a type the names."""
        if not overrides:
            return ""
        if overrides[0][0] in self._trace.roots:
            return f", has what it overrides {self._places([base for _, base in overrides], near)}"
        if overrides[0][1] in self._trace.roots:
            return f", overrides it {self._places([method for method, _ in overrides], near)}"
        names = list(dict.fromkeys(self._graph.name_of(method) for method, _ in overrides))
        is_again, self._overriding = names == self._overriding, names
        return f", overrides {'the same' if is_again and len(names) > 1 else first_few(names, _MOST_NAMES)}"

    def _places(self, methods: Sequence[int], near: Entity) -> str:
        """Return the lines of methods; the path of their type goes without saying."""
        found = [self._graph.entity(method) for method in methods]
        return ",".join(
            f"L{one.start_line}" if one.path == near.path else f"{encode_path(one.path)}:{one.start_line}"
            for one in found
        )

    def _short(self, entity: Entity) -> str:
        name = entity.qualified_name if entity.path else entity.name
        is_plain = self._names[name] == 1 and entity.kind not in FILE_KINDS | {"config"}
        return name if is_plain else self._ids.ended(entity)

    def _relation(self, step: Step) -> tuple[str, str, str]:
        """Return what a step does, where, and how surely and directly, with the errors that pass on it."""
        verb, where, manner = self._relations.said(step)
        return verb, where, f"{manner}{self.errors.of(step)}"


def _is_one_of_many(step: Step) -> bool:
    """Tell whether a step is to, or from, one of the bodies that a call may run."""
    return step.edge.via == "override" and step.edge.confidence is Confidence.AMBIGUOUS
