"""Linking shared among processes: each links some of the files, from the same columns and the stored facts.

The rows of a file do not depend on what else is linked, so that any cut gives the same graph. The columns go to the
other processes as a file that they map; their rows come back the same way. A process that fails costs nothing but its
share, which is then linked here.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING, Final, NamedTuple, cast

import msgspec

from nsccn.arrays import DamagedArrays, StringTable, map_arrays, pack_strings, write_arrays
from nsccn.atomic import TEMPORARY_SUFFIX
from nsccn.graph.definitions.symbols import Symbols
from nsccn.graph.definitions.table import Table
from nsccn.graph.linking.linkrows import LinkRows, read_rows
from nsccn.graph.linking.resolve import learn_types, link_files, resolve
from nsccn.snapshots.source import manifest_text
from nsccn.workers.pool import child_environment
from nsccn.workers.worker import read_message, take_pipes, write_message

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.snapshots.assembly import Files, Manifests, Surroundings

_KEYS: Final = "share.keys"


class Sharing(NamedTuple):
    """What other processes need to link files of a repository."""

    root: Path
    cache_dir: Path
    directory: Path
    """Where files may lie meanwhile; what a killed process leaves there is removed some time later."""
    max_file_bytes: int
    processes: int
    least_definitions: int = 8_000
    """In a repository with fewer, another process costs more than it saves."""


class _Task(msgspec.Struct, array_like=True):
    """The share of one process: the files of these slots."""

    columns: str
    rows: str
    root: str
    cache_dir: str
    max_file_bytes: int
    slots: list[int]


def resolve_shared(
    table: Mapping[str, Array],
    symbols: Symbols,
    files: Files,
    surroundings: Surroundings,
    manifests: Manifests,
    *,
    again: Sequence[int] | None = None,
    kept: LinkRows | None = None,
) -> LinkRows:
    """Link files, in several processes where that is worth it; return the rows of all.

    Args:
        table: the columns of the definitions.
        symbols: of all files.
        files: all files.
        surroundings: what linking asks for besides facts.
        manifests: takes those that other processes have read.
        again: the files to link, ascending; all where it is None.
        kept: the rows of the others.
    """
    sharing, slots = surroundings.sharing, range(len(files.paths)) if again is None else again
    definitions = sum(symbols.first[slot + 1] - symbols.first[slot] for slot in slots)
    if sharing is None or sharing.processes < 2 or definitions < sharing.least_definitions:
        return resolve(symbols, files.source, slots, kept, surroundings.step)
    learned = learn_types(symbols, files.source, slots, kept)
    own, *others = _cut(slots, symbols.first, sharing.processes)
    for share in others:
        files.source.forget(share)  # their memory is wanted for what linking finds out
    with _started(table, learned, files.keys, sharing, others) as running:
        rows = learned.joined(link_files(symbols, files.source, own, learned, surroundings.step))
        linked = len(own)
        for share, process in zip(others, running, strict=True):
            done = process.result()
            if done is None:
                found = link_files(symbols, files.source, share, rows)
            else:
                manifests.note(done.manifests)
                found = done.rows.renumbered(rows)
            rows = rows.joined(found)
            linked += len(share)
            surroundings.step(linked)
    return rows


def _cut(slots: Sequence[int], first: Sequence[int], parts: int) -> list[Sequence[int]]:
    """Cut files into runs with about as many definitions; `first` is as in `Table`."""
    before = list(accumulate((first[slot + 1] - first[slot] for slot in slots), initial=0))
    bounds = [bisect_left(before, before[-1] * part / parts) for part in range(parts)]
    return [slots[start:stop] for start, stop in zip(bounds, [*bounds[1:], len(slots)], strict=True)]


class _Done(NamedTuple):
    rows: LinkRows
    manifests: dict[str, str]


class _Process:
    """Another process that links a share."""

    def __init__(self, task: _Task) -> None:
        self._rows = Path(task.rows)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "nsccn.snapshots.shares"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
            start_new_session=os.name != "nt",
        )
        with suppress(OSError):
            write_message(cast("IO[bytes]", self._process.stdin).fileno(), task)

    def result(self) -> _Done | None:
        """Wait for the rows; None when the process has failed."""
        answer = read_message(cast("IO[bytes]", self._process.stdout))
        if answer is None:
            return None
        try:
            return _Done(
                read_rows(map_arrays(self._rows)), msgspec.msgpack.decode(answer, type=dict[str, str])
            )
        except (OSError, DamagedArrays, KeyError, msgspec.DecodeError):
            return None

    def end(self) -> None:
        """Kill the process, if it is not done, and remove what it wrote."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()
        with suppress(OSError):
            self._rows.unlink()


@contextmanager
def _started(
    table: Mapping[str, Array],
    learned: LinkRows,
    keys: Sequence[str],
    sharing: Sharing,
    shares: Sequence[Sequence[int]],
) -> Iterator[list[_Process]]:
    """Start a process for each share, and end them all."""
    columns = sharing.directory / f"columns-{secrets.token_hex(8)}{TEMPORARY_SUFFIX}"
    blob, offsets = pack_strings(keys)
    named = {f"{_KEYS}.blob": blob, f"{_KEYS}.offsets": offsets}
    running: list[_Process] = []
    try:
        with suppress(OSError):  # the processes will fail, and we link their shares
            write_arrays(columns, {**table, **learned.arrays(), **named})
        for share in shares:
            rows = columns.with_name(f"rows-{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
            running.append(
                _Process(
                    _Task(
                        str(columns),
                        str(rows),
                        str(sharing.root),
                        str(sharing.cache_dir),
                        sharing.max_file_bytes,
                        list(share),
                    )
                )
            )
        yield running
    finally:
        for process in running:
            process.end()
        with suppress(OSError):
            columns.unlink()


def main() -> None:
    """Link one share for the process that started this one."""
    requests, answers = take_pipes()
    request = read_message(requests)
    if request is not None:
        Thread(target=_end_with, args=(requests,), name="nsccn parent", daemon=True).start()
        with suppress(BrokenPipeError):
            write_message(answers, _link(msgspec.msgpack.decode(request, type=_Task)))


def _end_with(requests: IO[bytes]) -> None:
    """End this process, whatever it is doing, when nobody is left who could send it anything."""
    os.read(requests.fileno(), 1)
    os._exit(1)


def _link(task: _Task) -> dict[str, str]:
    """Write the rows of a share; return the digests of the manifests that were read, by path."""
    from nsccn.snapshots.assembly import FactSource, Manifests
    from nsccn.storage.store import FactStore

    arrays = map_arrays(Path(task.columns))
    keys = StringTable(arrays[f"{_KEYS}.blob"], arrays[f"{_KEYS}.offsets"])
    store = FactStore(Path(task.cache_dir))

    def encoded(slots: Sequence[int]) -> dict[int, bytes]:
        wanted = {slot: keys[slot] for slot in slots}
        stored = store.get_many(set(wanted.values()))
        return {slot: stored[key] for slot, key in wanted.items() if key in stored}

    read = partial(manifest_text, Path(task.root), max_bytes=task.max_file_bytes)
    source, manifests = FactSource(encoded), Manifests(read)
    symbols = Symbols(Table(arrays), source.outline, manifests.said)
    learned = read_rows(arrays)
    rows = link_files(symbols, source, task.slots, learned)
    write_arrays(Path(task.rows), rows.arrays())
    store.close()
    return manifests.digests


if __name__ == "__main__":
    import gc

    gc.disable()  # linking makes millions of objects that stay; see `build`
    main()
