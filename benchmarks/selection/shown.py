"""What a pack shows of the right answer: changed lines word for word, and functions at least by their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from measures import normal
from rankers import name_of

if TYPE_CHECKING:
    from rows import Row

    from nsccn.graph.codegraph import CodeGraph


@dataclass
class Shown:
    """Lines by file. A line whose declaration is shown in a shorter form counts as declared."""

    lines: dict[str, set[int]] = field(default_factory=dict)
    """Word for word."""
    declared: dict[str, set[int]] = field(default_factory=dict)
    tokens: int = 0

    def show(self, path: str, lines: Iterable[int]) -> None:
        """Count lines as shown word for word."""
        self.lines.setdefault(path, set()).update(lines)

    def declare(self, path: str, line: int) -> None:
        """Count the definition whose name stands on a line as shown by its signature."""
        self.declared.setdefault(path, set()).add(line)

    def holds(self, path: str, line: int) -> bool:
        """Tell whether what a line declares is shown, at least in short."""
        return line in self.lines.get(path, ()) or line in self.declared.get(path, ())


def shares(row: Row, shown: Shown, graph: CodeGraph) -> dict[str, float]:
    """Return the share of the changed lines and of the changed functions that are shown, where there are any."""
    found = {}
    changed = [(path, line) for path, start, end in row.changed for line in range(start, end + 1)]
    if changed:
        found["lines"] = sum(line in shown.lines.get(path, ()) for path, line in changed) / len(changed)
    wanted = {normal(name) for name in row.functions}
    if wanted:
        places = places_of(wanted, graph)
        hits = sum(any(shown.holds(*place) for place in places[name]) for name in wanted)
        found["functions"] = hits / len(wanted)
    return found


def places_of(names: Iterable[str], graph: CodeGraph) -> Mapping[str, list[tuple[str, int]]]:
    """Return where functions are declared; those that the graph does not know stand nowhere, for every system."""
    wanted = {name: list[tuple[str, int]]() for name in names}
    for path in sorted({name.partition(":")[0] for name in wanted} & set(graph.paths)):
        for index in graph.entities_of(path):
            entity = graph.entity(index)
            name = normal(name_of(graph, entity))
            if name in wanted:
                wanted[name].append((path, entity.name_line))
    return wanted
