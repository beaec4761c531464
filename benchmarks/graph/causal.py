"""Draws edges, or functions, of a repository for somebody to judge by reading.

    python benchmarks/graph/causal.py DIR --kind MUTATES --language go --count 30 --seed 4
    python benchmarks/graph/causal.py DIR --functions --language go --count 15 --seed 4

The first prints edges of one kind with the line that is their evidence and some lines around it: is each of them
right? The second prints whole functions with every causal edge that begins in them: what do they change, read or raise
that is not among those? Equal seeds draw equal samples of equal graphs. Tests, examples and other files that are not
the product's own source are left out. Errors are drawn half from those that a function raises and half from those that
escape to a caller.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.index import RepoIndex
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge

_Item = TypeVar("_Item")

_WIDEST = 150
KINDS = ("MUTATES", "READS_CONFIG", "PROPAGATES_ERROR")


def main() -> None:
    """Print a sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--kind", choices=KINDS, default="MUTATES")
    parser.add_argument("--functions", action="store_true", help="draw functions, to see what is missing")
    parser.add_argument("--language", default="", help="only edges whose evidence is in this language")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--around", type=int, default=3, help="lines shown on both sides of the evidence")
    parser.add_argument(
        "--longest", type=int, default=60, help="the longest function that is drawn, in lines"
    )
    parser.add_argument("--cache-dir", default="")
    options = parser.parse_args()
    settings = Settings(cache_dir=Path(options.cache_dir)) if options.cache_dir else Settings()
    graph = RepoIndex.build(options.directory, settings=settings).snapshot.graph
    sample = Sample(graph, options.directory, options.language, random.Random(options.seed))
    if options.functions:
        sample.show_functions(options.count, options.longest)
    else:
        sample.show_edges(options.kind, options.count, options.around)


class Sample:
    """Draws from one graph."""

    def __init__(self, graph: CodeGraph, root: Path, language: str, chance: random.Random) -> None:
        self._graph = graph
        self._root = root
        self._chance = chance
        languages = {file.path: file.language for file in graph.files}
        self._paths = {
            path
            for path, name in languages.items()
            if role_of(path) is Role.SOURCE and language in ("", name)
        }

    def show_edges(self, kind: str, count: int, around: int) -> None:
        """Print edges of a kind, each with its evidence."""
        edges = [
            edge
            for edge in self._graph.all_edges()
            if edge.kind == kind and edge.evidence.path in self._paths
        ]
        raised = [
            edge for edge in edges if self._graph.kinds[self._graph.kind[edge.target]] not in FUNCTION_KINDS
        ]
        escaping = [edge for edge in edges if edge not in set(raised)]
        parts = (raised, escaping) if kind == "PROPAGATES_ERROR" else (edges,)
        print(f"{' + '.join(str(len(part)) for part in parts)} edges of kind {kind}")
        for part in parts:
            for edge in self._drawn(part, count // len(parts)):
                print(f"\n### {self._text(edge)}")
                line = edge.evidence.line
                for number, text in self._lines(edge.evidence.path, line - around, line + around):
                    print(f"{'>' if number == line else ' '}{number:5} {text}")

    def show_functions(self, count: int, longest: int) -> None:
        """Print functions, each with the causal edges that begin in it."""
        graph = self._graph
        functions = [
            entity
            for entity in map(graph.entity, range(len(graph)))
            if entity.kind in FUNCTION_KINDS
            and entity.path in self._paths
            and 2 < entity.end_line - entity.start_line < longest
        ]
        for entity in self._drawn(functions, count):
            print(f"\n### {entity.id}")
            for number, text in self._lines(entity.path, entity.start_line, entity.end_line):
                print(f" {number:5} {text}")
            for edge in (*graph.outgoing(entity.index, KINDS), *graph.incoming(entity.index, KINDS[2:])):
                print(f"   = {self._text(edge)} L{edge.evidence.line}")

    def _drawn(self, items: Sequence[_Item], count: int) -> list[_Item]:
        return self._chance.sample(items, min(count, len(items)))

    def _text(self, edge: Edge) -> str:
        sure = "" if edge.probability == 1 else f" ?{edge.probability:.2g}"
        return f"{self._graph.id_of(edge.source)} -> {edge.kind}{sure} {self._graph.id_of(edge.target)}"

    def _lines(self, path: str, first: int, last: int) -> Iterator[tuple[int, str]]:
        lines = (self._root / path).read_text("utf-8", "replace").splitlines()
        for number in range(max(first, 1), min(last, len(lines)) + 1):
            yield number, lines[number - 1][:_WIDEST]


if __name__ == "__main__":
    main()
