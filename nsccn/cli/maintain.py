"""`nsccn index` and `nsccn status`."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.cli.output import as_json, megabytes, say, show
from nsccn.cli.repository import root_of, settings_of
from nsccn.errors import LinkingFailed
from nsccn.progress import Report, after_a_while, shown
from nsccn.settings import MOST_WORKERS
from nsccn.text import count

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nsccn.housekeeping import RootUsage
    from nsccn.settings import Settings
    from nsccn.status import Status

_MOST_NAMED: Final = 10
_UNLINKED: Final = 1
"""Exit code where nothing could be linked."""
_MISTAKE: Final = "Edges of these files are missing, by a mistake of nsccn: please report it."


def index(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn index`."""
    parser = commands.add_parser("index", parents=[common], help="read the repository, or what changed in it")
    parser.add_argument("--quiet", action="store_true", help="show no progress and no summary")
    parser.add_argument("--executor", metavar="ADDRESS", help="read files on a cluster: dask://HOST:PORT")
    parser.add_argument(
        "--import", dest="import_from", metavar="FILE", help="begin with what another machine has exported"
    )
    parser.add_argument(
        "--export", dest="export_to", metavar="FILE", help="write the index to a file, for another machine"
    )
    parser.set_defaults(run=_index)


def status(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn status`."""
    parser = commands.add_parser("status", parents=[common], help="what is indexed, what is skipped and why")
    parser.set_defaults(run=_status)


COMMANDS: Final = (index, status)


def _index(options: Namespace) -> int:
    done = [] if options.import_from is None else [_import(options)]
    with _executor(options) as executor, shown(quiet=options.quiet) as progress:
        found = _look(options, progress, executor, embeds=True)
    if options.export_to is not None:
        done.append(_export(options))
    if getattr(options, "json", False):
        show(as_json(_as_data(found)))
    elif not options.quiet:
        for sentence in (*done, _summary(found.held)):
            say(sentence)
    for warning in found.held.warnings:
        say(warning)
    if found.held.failure:
        say(found.held.failure)
        return _UNLINKED
    return 0


def _import(options: Namespace) -> str:
    from nsccn.snapshots.transfer import import_snapshot

    root = root_of(options)
    imported = import_snapshot(root, settings_of(options, root), Path(options.import_from))
    outcome = "the repository is the same" if imported.is_current else "what differs here is read and linked"
    return f"Imported {count(imported.facts, 'file')} from {options.import_from}; {outcome}."


def _export(options: Namespace) -> str:
    from nsccn.snapshots.transfer import export_snapshot

    root = root_of(options)
    size = export_snapshot(root, settings_of(options, root), Path(options.export_to))
    return f"Exported {megabytes(size)} to {options.export_to}."


@contextmanager
def _executor(options: Namespace) -> Iterator[Executor | None]:
    """Connect to what `--executor` names; as many workers as it has are kept busy, unless told otherwise."""
    if options.executor is None:
        yield None
        return
    from nsccn.workers.executors import opened

    with opened(options.executor) as found:
        if found.workers:
            options.workers = getattr(options, "workers", None) or min(found.workers, MOST_WORKERS)
        yield found.executor


def _status(options: Namespace) -> None:
    with after_a_while() as progress:
        found = _look(options, progress)
    show(as_json(_as_data(found)) if getattr(options, "json", False) else _report(found))


class _Found(NamedTuple):
    """An index that was brought up to date, and what it takes on disk."""

    held: Status
    had_changed: bool
    """The stored snapshot was not current any more, or there was none."""
    usage: RootUsage | None
    """None where nothing could be stored."""
    total_bytes: int
    """Of all repositories together."""
    settings: Settings


def _look(
    options: Namespace, progress: Report, executor: Executor | None = None, *, embeds: bool = False
) -> _Found:
    from nsccn.housekeeping import usage
    from nsccn.index import RepoIndex
    from nsccn.storage.rootfolder import RootFolder

    root = root_of(options)
    settings = settings_of(options, root)
    index = RepoIndex(root, settings=settings, executor=executor)
    had_changed = index.update(progress=progress)
    with suppress(LinkingFailed):  # which is told below
        index.complete(progress=progress)
    if embeds:
        index.embed(progress)
    held = index.status()
    index.close()
    cache = usage(settings.cache_dir)
    folder = RootFolder.of(settings.cache_dir, root).path
    own = next((item for item in cache.roots if item.folder == folder), None)
    return _Found(held, had_changed, own, cache.total_bytes, settings)


def _summary(held: Status) -> str:
    files = count(held.files, "file")
    skipped = f", {_total(held.skipped):,} skipped ({_counts(held.skipped)})" if held.skipped else ""
    broken = f", {len({path for path, _, _ in held.problems}):,} broken" if held.problems else ""
    languages = f" ({_counts(held.languages)})" if held.languages else ""
    unlinked = f", {len(held.unlinked):,} not linked (`nsccn status` names them)" if held.unlinked else ""
    return f"{files} indexed{languages}{skipped}{broken}{unlinked}."


def _report(found: _Found) -> str:
    held = found.held
    skipped = f"{_total(held.skipped):,}{_listed(held.skipped)}" if held.skipped else "nothing"
    lines = [
        f"root      {held.root}",
        f"indexed   {count(held.files, 'file')}{_listed(held.languages)}",
        f"skipped   {skipped}",
        f"entities  {held.entities:,}",
        f"edges     {', '.join(_edges(held)) or 'none'}",
        f"          {held.unresolved:,} calls of names defined here could not be resolved",
        *_making(found),
        f"disk      {_disk(found)}",
    ]
    if held.problems:
        broken = [*dict.fromkeys(f"{path}:{line} {message}" for path, line, message in held.problems)]
        lines += _named("broken", len({path for path, _, _ in held.problems}), broken)
    if held.unread:
        files = count(len({path for path, _, _ in held.unread}), "file")
        lines.append(
            f"partly    {files} with places that the grammar cannot read, mostly macros; the rest is indexed"
        )
    if held.unparsed:
        lines += _named("unparsed", len(held.unparsed), [f"{path} {why}" for path, why in held.unparsed])
    if held.unlinked:
        lines += _named("unlinked", len(held.unlinked), [f"{path} {error}" for path, error in held.unlinked])
        lines.append(f"  {_MISTAKE}")
    if held.failure:
        lines.append(f"failure   {held.failure}")
    lines += [f"warning   {warning}" for warning in held.warnings]
    return "\n".join(lines)


def _making(found: _Found) -> list[str]:
    """Return when the snapshot was made, whether it still held, and how long each phase took."""
    lines = []
    if found.held.made:
        moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.held.made))
        lines.append(
            f"made      {moment}, {'just now' if found.had_changed else 'nothing has changed since'}"
        )
    if phases := found.held.phases:
        times = ", ".join(f"{name} {seconds:.2f}" for name, seconds in phases)
        lines.append(f"took      {sum(seconds for _, seconds in phases):.2f} s: {times}")
    return lines


def _disk(found: _Found) -> str:
    if found.usage is None:
        return "nothing: the index is kept in memory only"
    facts = found.usage.own_bytes + found.usage.shared_bytes
    shared = f" ({megabytes(found.usage.shared_bytes)} shared)" if found.usage.shared_bytes else ""
    return (
        f"snapshot {megabytes(found.usage.snapshot_bytes)}, facts {megabytes(facts)}{shared}; "
        f"all repositories {megabytes(found.total_bytes)} in {found.settings.cache_dir}"
    )


def _named(title: str, files: int, places: Sequence[str]) -> list[str]:
    """Return the number of files, and the first of the places."""
    lines = [f"{title:<9} {count(files, 'file')}", *(f"  {place}" for place in places[:_MOST_NAMED])]
    if len(places) > _MOST_NAMED:
        lines.append(f"  and {len(places) - _MOST_NAMED:,} more places")
    return lines


def _edges(held: Status) -> list[str]:
    return [
        f"{kind} {resolved + ambiguous:,}" + (f" ({ambiguous:,} ambiguous)" if ambiguous else "")
        for kind, (resolved, ambiguous) in held.edges.items()
    ]


def _as_data(found: _Found) -> dict[str, Any]:
    held, usage = found.held, found.usage
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
        "partly_read": [
            {"file": path, "line": line, "message": message} for path, line, message in held.unread
        ],
        "unparsed": [{"file": path, "reason": reason} for path, reason in held.unparsed],
        "failure": held.failure,
        "unlinked": [{"file": path, "error": error} for path, error in held.unlinked],
        "used_git": held.used_git,
        "made": time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(held.made)),
        "had_changed": found.had_changed,
        "seconds": dict(held.phases),
        "cache": {
            "directory": str(found.settings.cache_dir),
            "bytes": found.total_bytes,
            "snapshot_bytes": usage.snapshot_bytes if usage else 0,
            "own_facts_bytes": usage.own_bytes if usage else 0,
            "shared_facts_bytes": usage.shared_bytes if usage else 0,
        },
        "warnings": list(held.warnings),
    }


def _listed(numbers: Mapping[str, int]) -> str:
    return f": {_counts(numbers)}" if numbers else ""


def _counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in numbers.items())


def _total(numbers: Mapping[str, int]) -> int:
    return sum(numbers.values())
