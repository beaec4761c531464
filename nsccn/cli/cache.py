"""`nsccn cache`."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import as_json, megabytes, show
from nsccn.cli.repository import overrides_of
from nsccn.errors import InvalidArgument
from nsccn.settings import load_settings

if TYPE_CHECKING:
    from nsccn.housekeeping import CacheUsage, Removed, RootUsage
    from nsccn.settings import Settings

_HEAD: Final = ("repository", "files", "entities", "snapshot", "own facts", "shared", "last used")


def cache(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn cache`."""
    parser = commands.add_parser(
        "cache", parents=[common], help="what is kept on disk of which repository; remove it"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--prune",
        nargs="?",
        type=int,
        const=-1,
        metavar="DAYS",
        help="remove what was not used for so long (default: 30), and repositories that are gone",
    )
    action.add_argument("--clear", action="store_true", help="remove all, or what --repo names")
    parser.set_defaults(run=_cache)


COMMANDS: Final = (cache,)


def _cache(options: Namespace) -> None:
    settings = load_settings(overrides_of(options))
    if getattr(options, "repo", None) is not None and not options.clear:
        raise InvalidArgument("Without --clear, cache is about all repositories: leave --repo out.")
    if options.clear or options.prune is not None:
        _answer(options, *_removed(_remove(options, settings)))
    else:
        from nsccn.housekeeping import usage

        _answer(options, *_shown(usage(settings.cache_dir), settings))


def _remove(options: Namespace, settings: Settings) -> Removed:
    from nsccn.housekeeping import clear, prune

    if options.clear:
        named = getattr(options, "repo", None)
        return clear(settings.cache_dir, None if named is None else Path(named).expanduser())
    if options.prune < -1:
        raise InvalidArgument("--prune takes a number of days, 0 or more.")
    return prune(settings.cache_dir, settings.cache_days if options.prune == -1 else options.prune)


def _answer(options: Namespace, text: str, data: dict[str, Any]) -> None:
    show(as_json(data) if getattr(options, "json", False) else text)


def _removed(gone: Removed) -> tuple[str, dict[str, Any]]:
    count = {1: "1 repository"}.get(len(gone.roots), f"{len(gone.roots):,} repositories")
    lines = [f"Removed {count} and {gone.facts:,} facts: {megabytes(gone.bytes)}.", *gone.roots]
    if gone.problem:
        lines.append(f"Facts cannot be removed: {gone.problem}; nsccn cache --clear removes them all.")
    return "\n".join(lines), {
        "removed": list(gone.roots),
        "facts": gone.facts,
        "bytes": gone.bytes,
        "problem": gone.problem,
    }


def _shown(held: CacheUsage, settings: Settings) -> tuple[str, dict[str, Any]]:
    size = f"{megabytes(held.total_bytes)} of {megabytes(settings.max_cache_bytes)}"
    lines = [f"cache  {settings.cache_dir}", f"size   {size}"]
    if held.unnamed_bytes:
        lines.append(f"       {megabytes(held.unnamed_bytes)} of it are facts that no repository has now")
    if held.roots:
        lines += ["", *_aligned([_HEAD, *map(_row, held.roots)])]
    data = {
        "directory": str(settings.cache_dir),
        "bytes": held.total_bytes,
        "limit": settings.max_cache_bytes,
        "unnamed_bytes": held.unnamed_bytes,
        "repositories": [_as_data(item) for item in held.roots],
    }
    return "\n".join(lines), data


def _row(item: RootUsage) -> tuple[str, ...]:
    return (
        f"{item.root or 'unknown'}{'' if item.exists else ' (gone)'}",
        "?" if item.files is None else f"{item.files:,}",
        "?" if item.entities is None else f"{item.entities:,}",
        megabytes(item.snapshot_bytes),
        megabytes(item.own_bytes),
        megabytes(item.shared_bytes),
        time.strftime("%Y-%m-%d %H:%M", time.localtime(item.used)),
    )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the rows of a table: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _as_data(item: RootUsage) -> dict[str, Any]:
    return {
        "root": None if item.root is None else str(item.root),
        "exists": item.exists,
        "files": item.files,
        "entities": item.entities,
        "snapshot_bytes": item.snapshot_bytes,
        "own_facts_bytes": item.own_bytes,
        "shared_facts_bytes": item.shared_bytes,
        "last_used": time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(item.used)),
    }
