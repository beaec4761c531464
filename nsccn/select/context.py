"""What is known of a task before anything is chosen: what it names, what search finds, what lies near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.search.intent import TEST_WRITING, Intent, intent
from nsccn.search.mentions import Mentions, mentions
from nsccn.search.quotations import quoted_literals
from nsccn.search.roles import roles_meant, roles_of
from nsccn.search.search import Hit, Query, search
from nsccn.search.zones import breadth, decompose, term_weights, zone_weights
from nsccn.select.proximity import Nearby, nearby
from nsccn.select.units import units_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nsccn.search.history import History
    from nsccn.search.messages import MessageHit
    from nsccn.search.vectors import Vectors
    from nsccn.select.signals import Units
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot

LONGEST_TASK: Final = 60_000
"""Characters of a task that are read."""
_HITS: Final = 300
_LEADING_HITS: Final = 10
_LEADING_DECAY: Final = 4.0
_LEAST_SEED: Final = 0.2
_LEAST_QUOTED: Final = 0.2
"""Of those that hold a wording, the part that one must be for its line to be pointed at."""
_SURE: Final = 0.7
"""How probable it must be that tests are to be written, where no word says so: then hardly any other task passes."""
_CALLERS: Final = 30
_RELATIVES: Final = 60


class Context:
    """One task in one snapshot."""

    def __init__(
        self,
        snapshot: Snapshot,
        root: Path,
        settings: Settings,
        task: str,
        *,
        include_tests: bool | None,
        history: History | None = None,
        vectors: Vectors | None = None,
        asked_for: tuple[MessageHit, ...] = (),
    ) -> None:
        """`asked_for` are those who ask for wordings that the task quotes."""
        self.snapshot, self.root, self.task = snapshot, root, task[:LONGEST_TASK]
        self.graph, self.lexical = snapshot.graph, snapshot.lexical
        zones = decompose(self.task)
        self.intent: Intent = intent(self.task)
        self.meant: frozenset[Role] = roles_meant(zones.title)
        """The roles that the task is about."""
        wants_tests = self.intent.name == TEST_WRITING and self.intent.confidence >= _SURE
        asks = Role.TEST in self.meant or wants_tests
        self.with_tests = asks if include_tests is None else include_tests
        weights = term_weights(zones)
        self.breadth: float = breadth([self.lexical.known(zone) for zone in zone_weights(zones)])
        """1 for a task in a phrase, little for a long report."""
        self.terms: dict[int, float] = self.lexical.known(weights)
        """Number of each term of the task -> what it counts."""
        self.words: dict[str, float] = self._rarity(weights)
        """The same terms by name, weighted by how rare they are."""
        self.literals: tuple[str, ...] = quoted_literals(f"{zones.title}\n{zones.prose}")
        """What stands in quotes in the task."""
        self.mentions: Mentions = mentions(self.task, self.graph, self.lexical.roles, str(root))
        self._asked_for = asked_for
        query = Query(
            self.task, limit=_HITS, include_tests=self.with_tests, root=str(root), asked_for=asked_for
        )
        self.hits: dict[int, tuple[int, Hit]] = self._ranked(
            search(snapshot, query, settings, history=history, vectors=vectors)
        )
        """Unit -> its place in the ranking of search, from 1, and the hit that put it there."""

    def roles(self, units: Units) -> NDArray[np.uint8]:
        """Return the `Role` of each unit."""
        return roles_of(self.graph, self.lexical.roles, units)

    def role(self, unit: int) -> int:
        """Return the `Role` of a unit."""
        return int(self.roles(np.array([unit]))[0])

    def _rarity(self, weights: Mapping[str, float]) -> dict[str, float]:
        numbered = {name: term for name in weights if (term := self.lexical.term(name)) is not None}
        rarities = self.lexical.text.by_rarity({term: weights[name] for name, term in numbered.items()})
        return {name: rarities[term] for name, term in numbered.items()}

    def _ranked(self, hits: Iterable[Hit]) -> dict[int, tuple[int, Hit]]:
        ranked: dict[int, tuple[int, Hit]] = {}
        found = [*hits]
        units = units_of(self.graph, (hit.index for hit in found))
        for place, (hit, unit) in enumerate(zip(found, units, strict=True), 1):
            if unit >= 0:
                ranked.setdefault(unit, (place, hit))
        return ranked

    @cached_property
    def named(self) -> dict[int, float]:
        """Units of the entities that the task names, and how surely it means them."""
        return self.by_unit(self.mentions.entities)

    @cached_property
    def lines(self) -> dict[str, set[int]]:
        """Path -> the lines that the task points at, as the frames of a traceback do."""
        found: dict[str, set[int]] = {}
        for one in self.mentions.found:
            if one.line:
                found.setdefault(self.graph.paths[one.file], set()).add(one.line)
        return found

    @cached_property
    def messages(self) -> list[MessageHit]:
        """The messages of the repository that the task quotes."""
        return [*self.lexical.messages.find(self.task), *self._asked_for]

    @cached_property
    def quoted(self) -> dict[int, list[str]]:
        """Unit -> the wordings in it that the task quotes and few others have."""
        found: dict[int, list[str]] = {}
        hits = [hit for hit in self.messages if hit.share >= _LEAST_QUOTED]
        units = units_of(self.graph, (hit.entity for hit in hits))
        for unit, hit in zip(units, hits, strict=True):
            found.setdefault(unit, []).append(hit.text)
        return found

    @cached_property
    def targets(self) -> dict[int, float]:
        """What the task is most likely about: the units that it names, and the first hits of search."""
        targets = {unit: weight for unit, weight in self.named.items() if weight >= _LEAST_SEED}
        for unit, (place, _) in self.hits.items():
            if place <= _LEADING_HITS:
                targets[unit] = max(targets.get(unit, 0.0), _LEADING_DECAY / (_LEADING_DECAY + place - 1))
        return targets

    @cached_property
    def nearby(self) -> Nearby:
        """What lies near the targets in the graph."""
        return nearby(self.graph, self.targets)

    @cached_property
    def callers(self) -> dict[int, int]:
        """Units that call a target -> the target; of one with very many callers those that search ranks first."""
        offsets, neighbours = self.graph.adjacency(("CALLS",), "in")
        callers: dict[int, int] = {}
        for target in sorted(self.targets, key=lambda unit: (-self.targets[unit], unit)):
            found = {*units_of(self.graph, neighbours[offsets[target] : offsets[target + 1]])}
            for unit in sorted(found - {target}, key=self._place)[:_CALLERS]:
                callers.setdefault(unit, target)
        return callers

    @cached_property
    def callees(self) -> dict[int, int]:
        """Units that a target calls -> the target."""
        return self._beside(lambda target: self._along(target, "CALLS", "out"))

    @cached_property
    def similar(self) -> dict[int, int]:
        """Units that do in another place what a target does -> the target.

        For a class they are the others of the same base, for a method those of its name in classes that are its
        class's kin.
        """
        return self._beside(self._kin)

    def _beside(self, found: Callable[[int], Iterable[int]]) -> dict[int, int]:
        beside: dict[int, int] = {}
        for target in sorted(self.targets, key=lambda unit: (-self.targets[unit], unit)):
            units = {*units_of(self.graph, found(target))} - {target, -1}
            for unit in sorted(units, key=self._place)[:_CALLERS]:
                beside.setdefault(unit, target)
        return beside

    def _kin(self, target: int) -> list[int]:
        graph = self.graph
        if (owner := int(graph.parent[target])) < 0:
            return []
        if graph.kinds[graph.kind[target]] not in FUNCTION_KINDS:
            return self._relatives(target)
        name = graph.name_of(target)
        relatives = self._relatives(owner)
        return [index for one in relatives for index in graph.children(one) if graph.name_of(index) == name]

    def _relatives(self, owner: int) -> list[int]:
        """Return the bases of a class, and all that derive from it or from one of them."""
        bases = self._along(owner, "INHERITS", "out")
        derived = [
            one for base in (owner, *bases) for one in self._along(base, "INHERITS", "in")[:_RELATIVES]
        ]
        return list(dict.fromkeys((*bases, *derived)))

    def _along(self, index: int, kind: str, direction: str) -> list[int]:
        offsets, neighbours = self.graph.adjacency((kind,), direction)
        found: list[int] = neighbours[offsets[index] : offsets[index + 1]].tolist()
        return found

    def _place(self, unit: int) -> tuple[int, int]:
        return (self.hits[unit][0] if unit in self.hits else _HITS + 1), unit

    def by_unit(self, weighted: Mapping[int, float]) -> dict[int, float]:
        """Gather the weights of entities by the units that show them, the highest of each."""
        strongest: dict[int, float] = {}
        for unit, weight in zip(units_of(self.graph, weighted), weighted.values(), strict=True):
            if unit >= 0:
                strongest[unit] = max(weight, strongest.get(unit, 0.0))
        return strongest
