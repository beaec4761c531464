"""`nsccn index` and `nsccn status`."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.cli.output import as_json, say, show
from nsccn.cli.repository import root_of, settings_of
from nsccn.progress import after_a_while, shown

if TYPE_CHECKING:
    from nsccn.index import Status
    from nsccn.settings import Settings

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


def _index(options: Namespace) -> None:
    from nsccn.index import RepoIndex

    root = root_of(options)
    settings = settings_of(options, root)
    with shown(quiet=options.quiet) as progress:
        held = RepoIndex.build(root, settings=settings, progress=progress).status()
    if getattr(options, "json", False):
        show(as_json(_as_data(held, _cache(settings, root))))
    elif not options.quiet:
        say(_summary(held))
    for warning in held.warnings:
        say(warning)


def _status(options: Namespace) -> None:
    from nsccn.index import RepoIndex

    root = root_of(options)
    settings = settings_of(options, root)
    with after_a_while() as progress:
        held = RepoIndex.build(root, settings=settings, progress=progress).status()
    cache = _cache(settings, root)
    show(as_json(_as_data(held, cache)) if getattr(options, "json", False) else _report(held, cache))


class _Cache(NamedTuple):
    directory: Path
    size: int
    """Bytes, of all repositories together."""
    written: str
    """When the snapshot of this repository was written last; empty when it could not be."""


def _cache(settings: Settings, root: Path) -> _Cache:
    from nsccn.store import SnapshotStore

    size, written = 0, ""
    for path in settings.cache_dir.rglob("*"):
        with suppress(OSError):
            size += path.stat().st_size if path.is_file() else 0
    with suppress(OSError):
        changed = (SnapshotStore(settings.cache_dir, root).directory / "current").stat().st_mtime
        written = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(changed))
    return _Cache(settings.cache_dir, size, written)


def _summary(held: Status) -> str:
    files = "1 file" if held.files == 1 else f"{held.files:,} files"
    skipped = f", {_total(held.skipped):,} skipped ({_counts(held.skipped)})" if held.skipped else ""
    broken = f", {len({path for path, _, _ in held.problems}):,} broken" if held.problems else ""
    return f"{files} indexed ({_counts(held.languages)}){skipped}{broken}."


def _report(held: Status, cache: _Cache) -> str:
    lines = [
        f"root      {held.root}",
        f"indexed   {held.files:,} files: {_counts(held.languages)}",
        f"skipped   {_total(held.skipped):,}: {_counts(held.skipped)}"
        if held.skipped
        else "skipped   nothing",
        f"entities  {held.entities:,}",
        f"edges     {', '.join(_edges(held))}",
        f"          {held.unresolved:,} calls of names defined here could not be resolved",
        f"cache     {cache.size / 1e6:,.1f} MB in {cache.directory}",
        f"written   {cache.written or 'never: the index is kept in memory only'}",
    ]
    if held.problems:
        lines.append(f"broken    {len({path for path, _, _ in held.problems}):,} files")
        lines += [f"  {path}:{line} {message}" for path, line, message in held.problems[:_MOST_BROKEN]]
        if len(held.problems) > _MOST_BROKEN:
            lines.append(f"  and {len(held.problems) - _MOST_BROKEN:,} more places")
    lines += [f"warning   {warning}" for warning in held.warnings]
    return "\n".join(lines)


def _edges(held: Status) -> list[str]:
    return [
        f"{kind} {resolved + ambiguous:,}" + (f" ({ambiguous:,} ambiguous)" if ambiguous else "")
        for kind, (resolved, ambiguous) in held.edges.items()
    ]


def _as_data(held: Status, cache: _Cache) -> dict[str, Any]:
    return {
        "root": str(held.root),
        "files": held.files,
        "languages": held.languages,
        "skipped": held.skipped,
        "entities": held.entities,
        "edges": {
            kind: {"resolved": resolved, "ambiguous": ambiguous}
            for kind, (resolved, ambiguous) in held.edges.items()
        },
        "unresolved_calls": held.unresolved,
        "broken": [{"file": path, "line": line, "message": message} for path, line, message in held.problems],
        "used_git": held.used_git,
        "cache": {"directory": str(cache.directory), "bytes": cache.size, "written": cache.written},
        "warnings": list(held.warnings),
    }


def _counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in numbers.items())


def _total(numbers: Mapping[str, int]) -> int:
    return sum(numbers.values())
