"""The budget curve: what packs show of the right answer, by their budgets."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from measures import interval, paired
from rows import Row, read_rows
from shown import shares

if TYPE_CHECKING:
    from argparse import Namespace

Measured = dict[tuple[str, int], dict[str, float]]
"""(id, budget) -> measure -> share."""


def pack(options: Namespace) -> None:
    """Pack for every row at every budget, and write what each pack shows."""
    import systems
    from states import States

    states = States(options.clones, options.cache)
    make = systems.named(options.system, states)
    done = _done(options.out)
    with options.out.open("a", encoding="utf-8") as out:
        for row in sorted(sampled(options), key=lambda row: (row.repository, row.commit, row.id)):
            if row.id in done:
                continue
            graph = states.snapshot(row.repository, row.commit).graph
            began = time.perf_counter()
            for budget, shown in zip(options.budgets, make(row, options.budgets), strict=True):
                found = shares(row, shown, graph)
                out.write(
                    json.dumps({"id": row.id, "budget": budget, "tokens": shown.tokens, **found}) + "\n"
                )
            out.flush()
            print(f"{row.id} {time.perf_counter() - began:.1f} s", file=sys.stderr)


def _done(out: Path) -> set[str]:
    return {json.loads(line)["id"] for line in out.read_text("utf-8").splitlines()} if out.exists() else set()


def sampled(options: Namespace) -> list[Row]:
    """Return the rows, or some of each repository, evenly spaced in the order of their ids."""
    rows = [
        row for row in read_rows(options.data) if options.cached is None or _is_cached(options.cached, row)
    ]
    if not options.each:
        return rows
    by_repository: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.id):
        by_repository[row.repository].append(row)
    return [
        members[place * len(members) // min(options.each, len(members))]
        for members in by_repository.values()
        for place in range(min(options.each, len(members)))
    ]


def _is_cached(cache: Path, row: Row) -> bool:
    return (cache / "snapshots" / row.repository / f"{row.commit}.arrays").exists()


def score(options: Namespace) -> None:
    """Print the mean shares, and how much better the first system is than each other."""
    tables = [_read(path) for path in options.packs]
    ids = sorted(set.intersection(*({row for row, _ in table} for table in tables)))
    budgets = sorted(set.intersection(*({budget for _, budget in table} for table in tables)))
    print(f"{len(ids)} rows that every system answered")
    for measure in ("lines", "functions"):
        print(f"\nshare of the changed {measure}, at budgets of {', '.join(map(str, budgets))} tokens")
        for path, table in zip(options.packs, tables, strict=True):
            print(f"  {path.stem:16s} {_line(table, ids, budgets, measure)}")
        for path, table in zip(options.packs[1:], tables[1:], strict=True):
            print(f"  first - {path.stem:16s} {_difference(tables[0], table, ids, budgets, measure)}")


def _read(path: Path) -> Measured:
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {(row.pop("id"), row.pop("budget")): row for row in rows}


def _line(table: Measured, ids: Sequence[str], budgets: Sequence[int], measure: str) -> str:
    cells = []
    for budget in budgets:
        held = [table[row, budget][measure] for row in ids if measure in table[row, budget]]
        cells.append(str(interval(held)))
    return "  ".join(cells)


def _difference(
    ours: Measured, other: Measured, ids: Sequence[str], budgets: Sequence[int], measure: str
) -> str:
    cells = []
    for budget in budgets:
        pairs = [[table[row, budget] for row in ids] for table in (other, ours)]
        cells.append(str(paired(pairs[0], pairs[1], measure)))
    return "  ".join(cells)
