"""`nsccn index` and `nsccn status`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import as_json, say, show
from nsccn.cli.repository import root_of, settings_of
from nsccn.progress import after_a_while, shown

if TYPE_CHECKING:
    from nsccn.index import Status

_MOST_BROKEN: Final = 10


def index(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn index`."""
    parser = commands.add_parser("index", parents=[common], help="read the repository, or what changed in it")
    parser.add_argument("--quiet", action="store_true", help="show no progress and no summary")
    parser.set_defaults(run=_index)


def status(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn status`."""
    parser = commands.add_parser("status", parents=[common], help="what is indexed, what is skipped and why")
    parser.set_defaults(run=_status)


COMMANDS: Final = (index, status)
