"""The grammar of the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Final, NoReturn

from nsccn import __version__
from nsccn.cli import cache, doctor, export, maintain, serve, twins

_EPILOG: Final = """\
An id looks like func:pkg/a.py:run; pkg/a.py:120, pkg/a.py:Class.run or a bare unique name do as well.
Exit code: 0 answered (also when nothing was found), 1 doctor found a problem, 2 bad input, 130 interrupted.
"""

Command = Callable[[argparse.Namespace], int | None]
"""Returns its exit code; None stands for 0."""


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help.\n")
        sys.exit(2)


def create_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; the option `run` of its result is the command."""
    common = _common_options()
    parser = _Parser(
        prog="nsccn",
        description="Navigate a repository as a graph, in few tokens.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[common],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"nsccn {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    for declare in (
        *twins.COMMANDS,
        *maintain.COMMANDS,
        *cache.COMMANDS,
        *doctor.COMMANDS,
        *export.COMMANDS,
        *serve.COMMANDS,
    ):
        declare(commands, common)
    return parser


def _common_options() -> argparse.ArgumentParser:
    """Options that may stand before or after the command; without defaults, or one would hide the other."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    add = common.add_argument_group("options of every command").add_argument
    add("--repo", metavar="DIR", help="the repository (default: the one around the working directory)")
    add("--json", action="store_true", help="answer in JSON")
    add("--cache-dir", metavar="DIR", help="where facts and snapshots are kept")
    add("--max-cache-bytes", type=int, metavar="N", help="size that it may have (default: 2000000000)")
    add("--max-tokens", type=int, metavar="N", help="ceiling of an answer (default: 6000)")
    add("--max-file-bytes", type=int, metavar="N", help="leave out larger files (default: 1000000)")
    add(
        "--ignore",
        action="append",
        metavar="PATTERN",
        help="leave out files, as .gitignore would; may be repeated",
    )
    add("--rrf-k", type=int, metavar="N", help="constant of rank fusion (default: 60)")
    add("--max-traversal-depth", type=int, metavar="N", help="deepest trace, 1 to 10 (default: 10)")
    add("--embedding-model", metavar="MODEL", help="search by meaning too, with this model (nsccn[neural])")
    add("--workers", type=int, metavar="N", help="processes that read files at the same time")
    return common
