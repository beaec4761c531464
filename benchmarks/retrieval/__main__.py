"""Ranks the files and functions of commits for issues or queries, and says how good the rankings are.

    python benchmarks/retrieval rank DATA --clones DIR --cache DIR --out FILE [--with RANKER] [--weights FILE]
    python benchmarks/retrieval score DATA PREDICTIONS [PREDICTIONS] [--by FIELD] [--no-named] [--clusters]
    python benchmarks/retrieval ablate DATA --clones DIR --cache DIR
    python benchmarks/retrieval sweep DATA --clones DIR --cache DIR
    python benchmarks/retrieval noise DATA --clones DIR --cache DIR [--files N]
    python benchmarks/retrieval mine REPOSITORY... --clones DIR --cache DIR --out FILE [--language L] [--number N]
    python benchmarks/retrieval reports FOLDER... --clones DIR --cache DIR --out FILE [--language L] [--number N]

DATA is JSON lines or parquet in SWE-bench's form (`repo`, `base_commit`, `problem_statement`, `patch` or `gold_files`
and `gold_functions`), or queries (`query`, `mirror`, `revision_used`, `relevant`). DIR holds clones named owner+name,
bare or not. Commits are indexed in the order of their dates, in one store for all, so that each costs what it changes;
their snapshots are kept in the cache. History ends at the commit that is asked about. Predictions are JSON lines with
`id`, `ranked_files`, `ranked_functions` and `ranked_chunks`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import ablation
import candidates
import mining
import noise
import rankers
import reports
import sweep
from measures import Ranking, interval, measures, paired
from rows import Row, read_rows
from states import States

_SHOWN = (
    "acc@1", "acc@3", "acc@5", "acc@10", "recall@5", "recall@10", "MRR", "NDCG@10", "chunk NDCG@10",
    "function acc@5", "function acc@10",
)  # fmt: skip


def main() -> None:
    """Do what the command line asks for."""
    options = _options()
    options.run(options)


def _rank(options: argparse.Namespace) -> None:
    rows = read_rows(options.data)
    states = States(options.clones, options.cache, linked=False)
    rank = rankers.named(options.ranker, states, options.clones, options.weights)
    began = time.perf_counter()
    if options.ranker in rankers.OF_INDEXES:
        for repository in dict.fromkeys(row.repository for row in rows):
            states.prepare(repository, [row.commit for row in rows if row.repository == repository])
    with options.out.open("w", encoding="utf-8") as out:
        for row in sorted(rows, key=lambda row: (row.repository, row.commit, row.id)):
            ranking = rank(row)
            prediction = {
                "id": row.id,
                "ranked_files": list(ranking.files),
                "ranked_functions": list(ranking.functions),
                "ranked_chunks": [list(chunk) for chunk in ranking.chunks],
            }
            out.write(json.dumps(prediction) + "\n")
    print(f"{len(rows)} rows in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    if states.seconds:
        print(
            f"of which indexing {len(states.seconds)} commits {sum(states.seconds.values()):.0f} s",
            file=sys.stderr,
        )


def _score(options: argparse.Namespace) -> None:
    rows = [row for row in read_rows(options.data) if not (options.no_named and row.named)]
    tables = [_measured(rows, path) for path in options.predictions]
    groups: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        groups["all"].append(number)
        if options.by:
            groups[getattr(row, options.by)].append(number)
    for path, table in zip(options.predictions, tables, strict=True):
        _print_table(str(path), rows, table, groups, clusters=options.clusters)
    if len(tables) == 2:
        print("\nsecond - first, paired")
        for name in _SHOWN:
            if any(name in one for one in tables[0]):
                print(f"  {name:16s} {paired(tables[0], tables[1], name)}")


def _measured(rows: list[Row], path: Path) -> list[dict[str, float]]:
    with path.open(encoding="utf-8") as lines:
        predictions = {one["id"]: one for one in map(json.loads, lines)}
    found = []
    for row in rows:
        one = predictions.get(row.id, {})
        chunks = [tuple(chunk) for chunk in one.get("ranked_chunks", ())]
        ranking = Ranking(one.get("ranked_files", ()), one.get("ranked_functions", ()), chunks)
        found.append(measures(row, ranking))
    return found


def _print_table(
    title: str,
    rows: list[Row],
    table: list[dict[str, float]],
    groups: dict[str, list[int]],
    *,
    clusters: bool,
) -> None:
    print(f"\n{title}")
    for group, members in groups.items():
        print(f"  {group} (n = {len(members)})")
        for name in _SHOWN:
            held = [number for number in members if name in table[number]]
            if held:
                of = [rows[number].repository for number in held] if clusters else None
                print(f"    {name:16s} {interval([table[number][name] for number in held], of)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    over_clones = argparse.ArgumentParser(add_help=False)
    over_clones.add_argument("data", type=Path)
    over_clones.add_argument("--clones", type=Path, required=True)
    over_clones.add_argument("--cache", type=Path, required=True)
    rank = commands.add_parser("rank", parents=[over_clones])
    rank.add_argument("--out", type=Path, required=True)
    rank.add_argument("--with", dest="ranker", choices=rankers.NAMES, default="nsccn")
    rank.add_argument("--weights", type=Path, help="in the form of nsccn/search/weights.json")
    rank.set_defaults(run=_rank)
    score = commands.add_parser("score")
    score.add_argument("data", type=Path)
    score.add_argument("predictions", type=Path, nargs="+")
    score.add_argument("--by", choices=("language", "repository"))
    score.add_argument("--no-named", action="store_true", help="leave out what names a right file")
    score.add_argument("--clusters", action="store_true", help="draw repositories, not rows")
    score.set_defaults(run=_score)
    ablate = commands.add_parser("ablate", parents=[over_clones])
    ablate.set_defaults(run=ablation.run)
    other_weights = commands.add_parser("sweep", parents=[over_clones])
    other_weights.set_defaults(run=sweep.run)
    with_noise = commands.add_parser("noise", parents=[over_clones])
    with_noise.add_argument("--files", type=int, default=1000, help="unrelated files (default: 1000)")
    with_noise.set_defaults(run=noise.run)
    mine = commands.add_parser("mine")
    mine.add_argument(
        "repositories", nargs="+", metavar="REPOSITORY", help="owner+name, as its clone is called"
    )
    mine.add_argument("--words", type=int, default=25, help="what a message has at least (default: 25)")
    mine.set_defaults(run=mining.run)
    told = commands.add_parser("reports")
    told.add_argument(
        "folders",
        nargs="+",
        metavar="FOLDER",
        help="of Denchmark, with =owner+name where the clone is called otherwise",
    )
    told.set_defaults(run=reports.run)
    for made in (mine, told):
        for name in ("--clones", "--cache", "--out"):
            made.add_argument(name, type=Path, required=True)
        made.add_argument("--language", choices=candidates.SUFFIXES, default="python")
        made.add_argument("--number", type=int, default=12, help="rows of each repository (default: 12)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
