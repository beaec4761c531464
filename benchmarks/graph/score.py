"""Compares the graph of a repository with a truth set: `python score.py REPO TRUTH [--show wrong|missing]`.

Counted are calls of probability 0.5 and more whose callee is named at the call (`--vias` says which ways count).
Functions are compared by the place of their names, so overloads are told apart. An edge is

- right, when the truth has it, and wrong, when the truth knows both functions and does not have it;
- open, when the truth leaves open what is called there by that name, or has not seen the line;
- outside, when its callee is no function of the truth: a type, or code that the oracle has not seen.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from truth import Truth, read_truth

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.index import RepoIndex
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge

LEAST = 0.5
Call = tuple[str, str]


class Score:
    """The calls of a graph, sorted by what a truth set says of them."""

    def __init__(self, graph: CodeGraph, truth: Truth, vias: set[str]) -> None:
        self.graph, self.truth = graph, truth
        seen = (*truth.functions, *(caller for caller, _ in truth.calls))
        self.files = {key.rpartition(":")[0] for key in seen}
        self.right: dict[Call, Edge] = {}
        self.wrong: dict[Call, Edge] = {}
        self.open: dict[Call, Edge] = {}
        self.outside = self.unseen = 0
        for edge in graph.all_edges():
            if edge.kind == "CALLS" and edge.via in vias and edge.probability >= LEAST:
                self._judge(edge)

    def _judge(self, edge: Edge) -> None:
        caller, callee = self._caller(edge.source), self._key(edge.target)
        if edge.evidence.path not in self.files:
            return
        if caller is None:
            self.unseen += 1
            return
        name = self.graph.entity(edge.target).name
        if (caller, callee) in self.truth.calls:
            self.right[caller, callee] = edge
        elif self.truth.functions.get(callee, "!").endswith("!"):
            self.outside += 1
        elif (caller, name) in self.truth.unknown or self.truth.is_skipped(
            edge.evidence.path, edge.evidence.line
        ):
            self.open[caller, callee] = edge
        else:
            self.wrong[caller, callee] = edge

    def _key(self, entity: int) -> str:
        found = self.graph.entity(entity)
        return f"{found.path}:{found.name_line}"

    def _caller(self, entity: int) -> str | None:
        """Return the nearest function around that the truth knows, else the file; None for an unknown function."""
        path, kind = self.graph.path_of(entity), self.graph.entity(entity).kind
        while entity >= 0:
            key = self._key(entity)
            if key in self.truth.functions and self.graph.entity(entity).parent >= 0:
                return key
            entity = self.graph.entity(entity).parent
        return None if kind in FUNCTION_KINDS else f"{path}:0"

    def missing(self) -> Iterator[tuple[Call, str]]:
        """Yield the calls that the graph does not have."""
        for call, group in sorted(self.truth.calls.items()):
            if call not in self.right:
                yield call, group

    def report(self) -> Iterator[str]:
        """Yield the figures."""
        right, wrong = len(self.right), len(self.wrong)
        total = Counter(self.truth.calls.values())
        found = Counter(self.truth.calls[call] for call in self.right)
        yield f"right {right}, wrong {wrong}, left open by the truth {len(self.open)}"
        yield f"callee outside the truth {self.outside}, caller not seen by it {self.unseen}"
        yield f"precision {right / max(right + wrong, 1):.3f}"
        guessed = [sum(edge.probability < 1 for edge in edges.values()) for edges in (self.right, self.wrong)]
        yield f"  of those below probability 1: right {guessed[0]}, wrong {guessed[1]}"
        yield f"recall {right / max(len(self.truth.calls), 1):.3f} of {len(self.truth.calls)}"
        for group, count in total.most_common():
            yield f"  {group}: recall {found[group] / count:.3f} of {count}"
        called = {self._names(call) for call in self.truth.calls}
        seen = {self._names(call) for call in (*self.right, *self.wrong)}
        shares = [len(seen & called) / max(len(all_of), 1) for all_of in (seen, called)]
        yield f"by path and name, overloads as one: precision {shares[0]:.3f}, recall {shares[1]:.3f}"

    def _names(self, call: Call) -> tuple[str, ...]:
        return tuple(key.rpartition(":")[0] + ":" + self.truth.functions.get(key, "") for key in call)

    def describe(self, call: Call, note: str) -> str:
        """Return a line about a call."""
        names = [self.truth.functions.get(key, "<file>") for key in call]
        return f"{call[0]} {names[0]} -> {call[1]} {names[1]}  {note}"


def main() -> None:
    """Print the figures, and the errors that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo", type=Path)
    parser.add_argument("truth", type=Path)
    parser.add_argument("--show", choices=("wrong", "missing", "open"))
    parser.add_argument("--vias", default="direct,constructor,dunder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        index = RepoIndex.build(options.repo, settings=Settings(cache_dir=Path(cache), workers=1))
        score = Score(index.snapshot.graph, read_truth(options.truth), set(options.vias.split(",")))
        index.close()
    for call, edge in sorted(
        (getattr(score, options.show) if options.show in ("wrong", "open") else {}).items()
    ):
        print(
            score.describe(
                call, f"{edge.evidence.path}:{edge.evidence.line} p={edge.probability:.2f} {edge.via}"
            )
        )
    if options.show == "missing":
        for call, group in score.missing():
            print(score.describe(call, group))
    print(*score.report(), sep="\n")


if __name__ == "__main__":
    main()
