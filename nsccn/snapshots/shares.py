"""Linking shared among processes: each links some of the files, from the same columns and the stored facts.

The rows of a file do not depend on what else is linked, and all are put in order in the end, so that any cut gives the
same arrays. The columns go to the other processes as a file that they map; their rows come back the same way. What a
file costs to link is not known before, so that each process asks for one portion after another. A process that fails
costs nothing but what it has taken, which is then linked here.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, TYPE_CHECKING, Final, NamedTuple, cast

import msgspec

from nsccn.arrays import DamagedArrays, StringTable, map_arrays, pack_strings, write_arrays
from nsccn.atomic import TEMPORARY_SUFFIX
from nsccn.graph.definitions.symbols import Symbols
from nsccn.graph.definitions.table import Table
from nsccn.graph.linking.linkrows import LinkRows, LinkWriter, read_rows
from nsccn.graph.linking.resolve import learn_types, link_files, resolve
from nsccn.snapshots.source import manifest_text
from nsccn.workers.pool import child_environment
from nsccn.workers.worker import read_message, take_pipes, write_message

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.snapshots.assembly import Files, Manifests, Surroundings

_KEYS: Final = "share.keys"
_PORTIONS: Final = 16
"""Into how many portions the run of files is cut that a process begins with."""
_MORE: Final = b"\xc0"
"""The message of a process that wants another portion: nil in MessagePack."""


class Sharing(NamedTuple):
    """What other processes need to link files of a repository."""

    root: Path
    cache_dir: Path
    directory: Path
    """Where files may lie meanwhile; what a killed process leaves there is removed some time later."""
    max_file_bytes: int
    processes: int
    least_definitions: int = 1_500
    """For each process: with fewer, another one costs more than it saves."""


class _Task(msgspec.Struct, array_like=True):
    """Where a process finds what it needs, and where its rows are to be."""

    columns: str
    rows: str
    root: str
    cache_dir: str
    max_file_bytes: int


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
    processes = min(sharing.processes, definitions // sharing.least_definitions) if sharing else 1
    known = LinkWriter().rows() if kept is None else kept
    if sharing is None or processes < 2:
        return resolve(symbols, files.source, slots, known, surroundings.step).in_order(known)
    learned = learn_types(symbols, files.source, slots, known)
    runs = _cut(slots, symbols.first, processes)
    for run in runs[1:]:
        files.source.forget(run)  # their memory is wanted for what linking finds out
    portions = _Portions([_cut(run, symbols.first, _PORTIONS) for run in runs])
    with _started(table, learned, files.keys, sharing, portions) as running:
        rows = learned.joined(
            link_files(
                symbols,
                files.source,
                portions.each(0),
                learned,
                lambda _: surroundings.step(portions.taken),
            )
        )
        for number, process in enumerate(running, 1):
            done = process.result()
            if done is None:
                found = link_files(symbols, files.source, sorted(portions.of[number]), rows)
            else:
                manifests.note(done.manifests)
                found = done.rows.renumbered(rows)
            rows = rows.joined(found)
    surroundings.step(len(slots))
    return rows.in_order(known)


def _cut(slots: Sequence[int], first: Sequence[int], parts: int) -> list[Sequence[int]]:
    """Cut files into runs with about as many definitions; `first` is as in `Table`."""
    before = list(accumulate((first[slot + 1] - first[slot] for slot in slots), initial=0))
    bounds = [bisect_left(before, before[-1] * part / parts) for part in range(parts)]
    return [slots[start:stop] for start, stop in zip(bounds, [*bounds[1:], len(slots)], strict=True)]


class _Portions:
    """The files to link: each process takes the portions of its own run, then what others have left last."""

    def __init__(self, runs: Sequence[Sequence[Sequence[int]]]) -> None:
        """`runs` has the portions that each process begins with."""
        self._left = [deque(filter(len, run)) for run in runs]
        self._lock = Lock()
        self.of: list[list[int]] = [[] for _ in runs]
        """The files that each process has taken."""

    @property
    def taken(self) -> int:
        """How many files were taken by any process."""
        return sum(map(len, self.of))

    def take(self, process: int) -> Sequence[int]:
        """Return the next portion for a process, empty where nothing is left."""
        with self._lock:
            own, longest = self._left[process], max(self._left, key=len)
            portion: Sequence[int] = own.popleft() if own else longest.pop() if longest else ()
            self.of[process] += portion
        return portion

    def each(self, process: int) -> Iterator[int]:
        """Yield the files that a process is to link, as long as some are left."""
        while portion := self.take(process):
            yield from portion


class _Done(NamedTuple):
    rows: LinkRows
    manifests: dict[str, str]


class _Process:
    """Another process that links a share."""

    def __init__(self, task: _Task, take: Callable[[], Sequence[int]]) -> None:
        """Start it; `take` gives the next portion.

        Raises:
            OSError: there is no room for another process, or for the thread that serves it.
        """
        self._rows = Path(task.rows)
        self._answer: bytes | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "nsccn.snapshots.shares"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
            start_new_session=os.name != "nt",
        )
        self._serving = Thread(target=self._serve, args=(task, take), name="nsccn linking", daemon=True)
        try:
            self._serving.start()
        except RuntimeError as error:
            self._kill()
            raise OSError("no thread can serve a process that links") from error

    def _serve(self, task: _Task, take: Callable[[], Sequence[int]]) -> None:
        """Give the process portions as long as it asks for them."""
        requests, answers = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        with suppress(OSError):
            write_message(requests.fileno(), task)
            while (answer := read_message(answers)) == _MORE:
                write_message(requests.fileno(), list(take()))
            self._answer = answer

    def result(self) -> _Done | None:
        """Wait for the rows; None when the process has failed."""
        self._serving.join()
        if self._answer is None:
            return None
        try:
            return _Done(
                read_rows(map_arrays(self._rows)), msgspec.msgpack.decode(self._answer, type=dict[str, str])
            )
        except (OSError, DamagedArrays, KeyError, msgspec.DecodeError):
            return None

    def end(self) -> None:
        """Kill the process, if it is not done, and remove what it wrote."""
        self._process.kill()
        self._serving.join()
        self._kill()
        with suppress(OSError):
            self._rows.unlink()

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()


@contextmanager
def _started(
    table: Mapping[str, Array],
    learned: LinkRows,
    keys: Sequence[str],
    sharing: Sharing,
    portions: _Portions,
) -> Iterator[list[_Process]]:
    """Start all processes but this one, and end them all."""
    columns = sharing.directory / f"columns-{secrets.token_hex(8)}{TEMPORARY_SUFFIX}"
    blob, offsets = pack_strings(keys)
    named = {f"{_KEYS}.blob": blob, f"{_KEYS}.offsets": offsets}
    running: list[_Process] = []
    try:
        with suppress(OSError):  # the processes will fail, and we link their shares
            write_arrays(columns, {**table, **learned.arrays(), **named})
        with suppress(OSError):  # where no process can be started, those that run take what was for it
            for number in range(1, len(portions.of)):
                rows = columns.with_name(f"rows-{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
                root, cache_dir = str(sharing.root), str(sharing.cache_dir)
                task = _Task(str(columns), str(rows), root, cache_dir, sharing.max_file_bytes)
                running.append(_Process(task, partial(portions.take, number)))
        yield running
    finally:
        for process in running:
            process.end()
        with suppress(OSError):
            columns.unlink()


def main() -> None:
    """Link one share for the process that started this one."""
    requests, answers = take_pipes()
    received: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(requests, received), name="nsccn parent", daemon=True).start()
    task = msgspec.msgpack.decode(received.get(), type=_Task)
    with suppress(BrokenPipeError):
        write_message(answers, _link(task, _asked_for(received, answers)))
    os._exit(0)  # what was made goes with the process; nobody need take it apart


def _receive(requests: IO[bytes], received: SimpleQueue[bytes]) -> None:
    """Hand on what comes; end this process, whatever it is doing, when nobody is left who could send it anything."""
    while (message := read_message(requests)) is not None:
        received.put(message)
    os._exit(1)


def _asked_for(received: SimpleQueue[bytes], answers: int) -> Iterator[int]:
    """Ask for one portion after another; yield their files."""
    while True:
        write_message(answers, None)
        portion = msgspec.msgpack.decode(received.get(), type=list[int])
        if not portion:
            return
        yield from portion


def _link(task: _Task, slots: Iterable[int]) -> dict[str, str]:
    """Write the rows of files; return the digests of the manifests that were read, by path."""
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
    rows = link_files(symbols, source, slots, learned)
    write_arrays(Path(task.rows), rows.arrays())
    store.close()
    return manifests.digests


if __name__ == "__main__":
    import gc

    gc.disable()  # linking makes millions of objects that stay; see `build`
    main()
