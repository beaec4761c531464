"""Compares the calls in an export of the graph with those that `record_calls.py` saw.

    nsccn export --edges --repo SOURCES --output edges.jsonl
    python score_calls.py calls.json edges.jsonl [--missed GROUP] [--wrong VIA]

Recall is of all calls of the groups that a graph can know, and of each group. Precision is of the edges that say 0.5 or
more, among those whose line was run: of the others nothing is known. It is a lower bound, since a line that was run may
not have been run with everything that it can be run with. The table of reliability shows for what edges say of their
probability how many of them are right, and the same for the ways in which edges come about.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

MODULE = "<module>"
LEAST = 0.5
UNCOUNTED = frozenset({"via_external", "resumed"})
"""Groups that are right where they are predicted, and no loss where they are not."""


class Predicted(NamedTuple):
    """One edge of the export."""

    caller: str
    callee: str
    line: int
    via: str
    probability: float


class Record:
    """What `record_calls.py` saw."""

    def __init__(self, path: Path) -> None:
        stated = json.loads(path.read_text("utf-8"))
        self.groups: dict[tuple[str, str], set[str]] = {}
        for caller, callee, group, _ in stated["calls"]:
            self.groups.setdefault((caller, callee), set()).add(group)
        self.lines = {(file, line) for file, line in stated["lines"]}
        self.functions = set(stated["functions"])
        self.classes = set(stated["classes"])
        self.generators = set(stated.get("generators", ()))
        self.files = {name.partition(":")[0] for name in (*self.functions, *self.classes)}
        self.files.update(file for file, _ in self.lines)

    def group(self, pair: tuple[str, str]) -> str:
        """Return the one group that a call counts for: the plainest of those in which it was seen."""
        order = (
            "direct",
            "override",
            "property",
            "dunder",
            "decorator",
            "indirect",
            "resumed",
            "via_external",
        )
        return next(group for group in order if group in self.groups[pair])

    def was_run(self, edge: Predicted) -> bool:
        """Whether the line of an edge was run, and would have shown that it is wrong.

        A generator does nothing when it is called; who asks for its first value may be anybody.
        """
        is_seen = (edge.caller.partition(":")[0], edge.line) in self.lines
        return is_seen and edge.callee not in self.generators


def read_edges(path: Path, record: Record) -> list[Predicted]:
    """Return the calls of an export between functions of the package."""
    found: dict[tuple[str, str], Predicted] = {}
    for text in path.read_text("utf-8").splitlines():
        edge = json.loads(text)
        if edge["relation"] != "CALLS":
            continue
        caller, callee = _place(edge["source"]), _place(edge["target"])
        file, _, name = caller.partition(":")
        while name and f"{file}:{name}" not in record.functions:
            name = name.rpartition(".")[0]
        if callee in record.classes:
            callee = f"{callee}.__init__"
        if file in record.files and callee in record.functions:
            caller = f"{file}:{name or MODULE}"
            one = Predicted(caller, callee, edge["line"], edge["via"], edge["probability"])
            known = found.get((caller, callee))
            if known is None or known.probability < one.probability:
                found[caller, callee] = one
    return list(found.values())


def _place(entity_id: str) -> str:
    _, _, rest = entity_id.partition(":")
    file, _, name = rest.partition(":")
    return f"{file}:{re.sub(r'#[0-9]+', '', name)}"


def show(record: Record, edges: list[Predicted], missed: str, wrong: str) -> None:
    """Print what is right, and what is not."""
    sure = [edge for edge in edges if edge.probability >= LEAST]
    predicted = {(edge.caller, edge.callee) for edge in sure}
    totals: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for pair in sorted(record.groups):
        group = record.group(pair)
        totals[group] += 1
        hits[group] += pair in predicted
        if group == missed and pair not in predicted:
            print("missed", *pair)
    counted = [group for group in totals if group not in UNCOUNTED]
    judged = [edge for edge in sure if _is_right(record, edge) or record.was_run(edge)]
    right = sum(_is_right(record, edge) for edge in judged)
    for edge in sorted(judged):
        if wrong in (edge.via, "all") and not _is_right(record, edge):
            print("wrong", edge.caller, edge.line, edge.callee, edge.via, round(edge.probability, 2))
    precision = right / max(len(judged), 1)
    recall = sum(hits[group] for group in counted) / max(sum(totals[group] for group in counted), 1)
    groups = " ".join(f"{group}={hits[group]}/{totals[group]}" for group in sorted(totals))
    print(f"precision {precision:.3f} of {len(judged)}  recall {recall:.3f}  {groups}")
    _reliability(record, edges)


def _is_right(record: Record, edge: Predicted) -> bool:
    return (edge.caller, edge.callee) in record.groups


def _reliability(record: Record, edges: list[Predicted]) -> None:
    counts: dict[tuple[str, str], list[int]] = {}
    for edge in edges:
        if record.was_run(edge) or _is_right(record, edge):
            row = counts.setdefault((edge.via, f"{edge.probability:.1f}"), [0, 0])
            row[0] += _is_right(record, edge)
            row[1] += 1
    for (via, probability), (right, total) in sorted(counts.items()):
        print(f"  {via:10} {probability}  {right}/{total} = {right / total:.2f}")


def main() -> None:
    """See the text of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("record", type=Path)
    parser.add_argument("edges", type=Path)
    parser.add_argument("--missed", default="", help="list the calls of a group that are no edges")
    parser.add_argument("--wrong", default="", help="list the edges of a way, or all, that were not seen")
    options = parser.parse_args()
    record = Record(options.record)
    show(record, read_edges(options.edges, record), options.missed, options.wrong)


if __name__ == "__main__":
    main()
