"""The grammar of the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from nsccn import __version__
from nsccn.cli import cache, doctor, export, maintain, serve, twins
from nsccn.cli.repository import misplaced

_EPILOG: Final = """\
An id looks like func:pkg/a.py:run; pkg/a.py:120, pkg/a.py:Class.run or a bare unique name do as well.
Exit code: 0 answered (also when nothing was found), 1 doctor found a problem, 2 bad input, 130 interrupted.
"""

_SHOWN: Final = ("--repo", "--json", "--max-tokens")
"""Those options of every command that the help of each shows."""


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("the following arguments are required"):
            message += " (one that begins with a dash goes behind --)"
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help.\n")
        sys.exit(2)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of a command line, or of the process; say how a directory is given that no command takes."""
    parser = create_parser()
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.error(misplaced(unknown) or f"unrecognized arguments: {' '.join(unknown)}")
    return options


def create_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; the option `run` of its result is the command."""
    parser = _Parser(
        prog="nsccn",
        description="Navigate a repository as a graph, in few tokens.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[_common_options()],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"nsccn {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=_Parser
    )
    common = _common_options(of_command=True)
    for declare in (
        *twins.COMMANDS,
        *maintain.COMMANDS,
        *cache.COMMANDS,
        *doctor.COMMANDS,
        *export.COMMANDS,
        *serve.COMMANDS,
    ):
        declare(commands, common)
    for command in commands.choices.values():
        command.epilog = "More options of every command: nsccn --help."
    return parser


def _common_options(*, of_command: bool = False) -> argparse.ArgumentParser:
    """Options that may stand before or after the command; without defaults, or one would hide the other.

    The help of a command shows a few of them, since all would be most of it.
    """
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("options of every command")

    def add(name: str, help: str, **how: Any) -> None:  # noqa: A002, ANN401 - as argparse has them
        is_shown = not of_command or name in _SHOWN
        group.add_argument(name, help=help if is_shown else argparse.SUPPRESS, **how)

    add("--repo", "the repository (default: the one around the working directory)", metavar="DIR")
    add("--json", "answer in JSON", action="store_true")
    add("--cache-dir", "where facts and snapshots are kept", metavar="DIR")
    add("--max-cache-bytes", "size that it may have (default: 2000000000)", type=int, metavar="N")
    add("--max-tokens", "ceiling of an answer (default: 6000)", type=int, metavar="N")
    add("--max-file-bytes", "leave out larger files (default: 1000000)", type=int, metavar="N")
    add(
        "--ignore",
        "leave out files, as .gitignore would; may be repeated",
        action="append",
        metavar="PATTERN",
    )
    add("--rrf-k", "constant of rank fusion (default: 60)", type=int, metavar="N")
    add("--max-traversal-depth", "deepest trace, 1 to 10 (default: 10)", type=int, metavar="N")
    add("--embedding-model", "search by meaning too, with this model (nsccn[neural])", metavar="MODEL")
    add("--workers", "processes that read files at the same time", type=int, metavar="N")
    return common
