"""What a truth set is: the functions that an oracle knows, by the place of their names, and the calls between them.

One JSON object, so that a maker in any language can write it:

- `functions`: `path:line` of the name -> qualified name, as the oracle writes it; with `!` behind it, it may call, and
  calls of it are not in the truth;
- `calls`: rows of caller, callee and group, callers and callees as `path:line`, `path:0` for code outside functions;
- `unknown`: rows of caller and name, for calls whose callee the oracle does not tell;
- `skipped`: path -> pairs of first and last line that the oracle has not seen.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Truth:
    """What an oracle says of a repository."""

    functions: dict[str, str] = field(default_factory=dict)
    calls: dict[tuple[str, str], str] = field(default_factory=dict)
    unknown: set[tuple[str, str]] = field(default_factory=set)
    skipped: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def call(self, caller: str, callee: str, group: str) -> None:
        """Add a call; what is named at one of its places counts as named."""
        if self.calls.get((caller, callee)) != "direct":
            self.calls[caller, callee] = group

    def is_skipped(self, path: str, line: int) -> bool:
        """Whether the oracle has not seen a line."""
        return any(first <= line <= last for first, last in self.skipped.get(path, ()))

    def write(self, place: Path) -> None:
        """Write the set to a file."""
        rows = {
            "functions": dict(sorted(self.functions.items())),
            "calls": sorted([*ends, group] for ends, group in self.calls.items()),
            "unknown": sorted(self.unknown),
            "skipped": dict(sorted(self.skipped.items())),
        }
        place.write_text(json.dumps(rows, indent=0), "utf-8")


def read_truth(place: Path) -> Truth:
    """Read a set from a file."""
    rows = json.loads(place.read_text("utf-8"))
    return Truth(
        rows["functions"],
        {(caller, callee): group for caller, callee, group in rows["calls"]},
        {(caller, name) for caller, name in rows["unknown"]},
        {path: [(first, last) for first, last in ranges] for path, ranges in rows["skipped"].items()},
    )
