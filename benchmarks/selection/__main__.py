"""How good packs are: by the changes of past commits, by labelled tasks, against the optimum.

    python benchmarks/selection pack DATA --clones DIR --cache DIR --out FILE [--with SYSTEM] [--each N]
    python benchmarks/selection score PACKS [PACKS...]
    python benchmarks/selection labels --sources DIR --cache DIR [--budget N] [--misses]
    python benchmarks/selection intents [--write]
    python benchmarks/selection gap --sources DIR --cache DIR [--items N]
    python benchmarks/selection solver --repo DIR --cache DIR
    python benchmarks/selection tokens DIR... --cache DIR [--vocabulary NAME]

`pack` writes what the packs of a system show at several budgets, row by row, and goes on where it was stopped; `score`
compares the first system with each other, over the rows that all of them answered. DATA, the clones and the cache are
those of `benchmarks/retrieval`; DATA has `gold_lines` besides: path -> ranges of the lines that the fix changed.

`labels` packs the tasks in `labels/`, over source archives from the Python package index that it fetches into DIR.
`intents` fits the weights of intents on tasks of five authors, each held against the others; it needs scipy.
`gap` holds the solver against the optimum on the problems that these tasks pose; it needs scipy. `solver` says how long
the solver takes over the candidates of one repository. `tokens` compares our count with a vocabulary's; it needs
tiktoken and litellm.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "retrieval"))

BUDGETS = (2_000, 4_000, 8_000, 12_000, 24_000)
SYSTEMS = ("nsccn", "whole-files", "skeletons", "cognitive-cache")


def main() -> None:
    """Do what the command line asks for."""
    options = _options()
    options.run(options)


def _options() -> argparse.Namespace:
    import curve
    import labels
    import solving

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    pack = commands.add_parser("pack")
    pack.add_argument("data", type=Path)
    pack.add_argument("--clones", type=Path, required=True)
    pack.add_argument("--cache", type=Path, required=True)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument("--with", dest="system", choices=SYSTEMS, default="nsccn")
    pack.add_argument("--budgets", type=int, nargs="+", default=BUDGETS)
    pack.add_argument("--each", type=int, default=0, metavar="N", help="so many rows of each repository")
    pack.add_argument("--cached", type=Path, metavar="DIR", help="only rows whose commits this cache holds")
    pack.set_defaults(run=curve.pack)
    score = commands.add_parser("score")
    score.add_argument("packs", type=Path, nargs="+")
    score.set_defaults(run=curve.score)
    labelled = commands.add_parser("labels")
    labelled.add_argument("--sources", type=Path, required=True)
    labelled.add_argument("--cache", type=Path, required=True)
    labelled.add_argument("--budget", type=int, default=12_000)
    labelled.add_argument("--misses", action="store_true", help="name what was not right")
    labelled.set_defaults(run=labels.run)
    kinds = commands.add_parser("intents")
    kinds.add_argument("--write", action="store_true", help="write the weights that nsccn uses")
    kinds.set_defaults(run=_intents)
    solver = commands.add_parser("solver")
    solver.add_argument("--repo", type=Path, required=True)
    solver.add_argument("--cache", type=Path, required=True)
    solver.add_argument("--budgets", type=int, nargs="+", default=BUDGETS)
    solver.set_defaults(run=solving.run)
    gap = commands.add_parser("gap")
    gap.add_argument("--sources", type=Path, required=True)
    gap.add_argument("--cache", type=Path, required=True)
    gap.add_argument("--budgets", type=int, nargs="+", default=(2_000, 6_000))
    gap.add_argument(
        "--items", type=int, default=40, help="so many of the best items of each problem (default: 40)"
    )
    gap.set_defaults(run=_gap)
    counted = commands.add_parser("tokens")
    counted.add_argument("repositories", type=Path, nargs="+", metavar="DIR")
    counted.add_argument("--cache", type=Path, required=True)
    counted.add_argument("--vocabulary", default="o200k_base")
    counted.set_defaults(run=_tokens)
    return parser.parse_args()


def _tokens(options: argparse.Namespace) -> None:
    import tokens  # needs tiktoken, and litellm for its vocabularies

    tokens.run(options)


def _intents(options: argparse.Namespace) -> None:
    import intents  # needs scipy

    intents.run(options)


def _gap(options: argparse.Namespace) -> None:
    import optimum  # needs scipy

    optimum.run(options)


if __name__ == "__main__":
    main()
