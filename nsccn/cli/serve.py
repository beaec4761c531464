"""`nsccn serve`."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, Final

from nsccn.cli.output import say
from nsccn.cli.repository import overrides_of
from nsccn.graph.walk.root import check_root
from nsccn.settings import load_settings


def serve(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn serve`."""
    parser = commands.add_parser(
        "serve", parents=[common], help="serve the tools to an MCP client over stdio"
    )
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="the repository (default: CLAUDE_PROJECT_DIR, else the working directory)",
    )
    parser.add_argument(
        "--allow-root", action="append", default=[], metavar="DIR", help="another one; may be repeated"
    )
    parser.add_argument("--structured", action="store_true", help="answer with structured content too")
    parser.add_argument(
        "--watch", action="store_true", help="keep the index ready in the background while files change"
    )
    parser.set_defaults(run=_serve)


COMMANDS: Final = (serve,)


def _serve(options: Namespace) -> None:
    named = options.root or getattr(options, "repo", None)
    root = None if named is None else check_root(Path(named).expanduser(), named=True)
    overrides = overrides_of(options)
    if options.watch:
        from nsccn.watching import check_watching

        check_watching()
    # fastmcp would take settings of its own from a `.env` in the working directory, which may be anybody's.
    os.environ["FASTMCP_ENV_FILE"] = os.devnull
    from nsccn.tools.roots import RootPolicy, default_root
    from nsccn.tools.server import serve as serve_workspace
    from nsccn.tools.session import Workspace

    settings = load_settings(overrides)
    allowed = [*(Path(given).expanduser().absolute() for given in options.allow_root), *settings.allow_roots]
    policy = RootPolicy(default_root(root), named=root is not None, allowed=allowed)
    workspace = Workspace(
        policy,
        lambda found: load_settings(overrides, repo=found),
        watch=say if options.watch else None,
    )
    serve_workspace(workspace, settings, structured=options.structured)
