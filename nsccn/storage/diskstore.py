"""Facts on disk: a diskcache that holds plain values only.

diskcache turns what it cannot store into a pickle, and unpickles what it reads, so that whoever can write to
the database could run code in every process that reads it (CVE-2025-69872). It also keeps large values in
files whose names it reads from the database. `PlainDisk` takes part in neither.
"""

from __future__ import annotations

import itertools
import os
import sqlite3
import time
import zlib
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

from diskcache import Cache, Disk, Timeout
from diskcache.core import MODE_RAW

from nsccn.atomic import make_private_directory

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

_BUSY_SECONDS: Final = 15.0
"""How long to wait for another process that is writing."""
_BATCH_ROWS: Final = 256
"""Rows in one transaction; others wait no longer than it takes to write so many."""
_CHUNK_KEYS: Final = 500
"""Values bound in one statement; the smallest limit among SQLite builds is 999."""
_CACHED_PAGES: Final = 512
"""Pages of the database that a process keeps: each value is read once, so that more would only take memory."""
_DAMAGED: Final = "damaged"
_DAMAGED_KEPT_SECONDS: Final = 86_400.0
_DAMAGE_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreUnavailable(Exception):
    """The store cannot be used, through no fault of the caller; the message says why."""


class UnsafeValue(ValueError):
    """A row holds something else than a plain value, such as a pickle."""


class PlainDisk(Disk):  # type: ignore[misc]
    """Keeps bytes, str, int and float, inside the database, and refuses anything else in both directions."""

    def __init__(self, directory: str, **_settings: object) -> None:
        super().__init__(directory)

    def put(self, key: object) -> tuple[object, bool]:
        """Turn a key into what the database holds."""
        return _plain(key), True

    def get(self, key: object, raw: bool) -> object:  # noqa: FBT001 - the signature is diskcache's
        """Turn what the database holds into a key."""
        if not raw:
            _refuse()
        return key

    def store(
        self,
        value: object,
        read: bool,  # noqa: FBT001
        key: object = None,  # noqa: ARG002
    ) -> tuple[int, int, None, object]:
        """Turn a value into what the database holds."""
        if read:
            raise TypeError("a file cannot be stored")
        return 0, MODE_RAW, None, _plain(value)

    def fetch(self, mode: int, filename: str | None, value: object, read: bool) -> object:  # noqa: FBT001
        """Turn what the database holds into a value."""
        if mode != MODE_RAW or filename is not None or read:
            _refuse()
        return value

    def remove(self, file_path: str) -> None:
        """Remove nothing: no value lies in a file, so a file name in the database is not ours."""


class PlainCache(Cache):  # type: ignore[misc]
    """A cache of plain values that throws nothing out by itself."""

    def __init__(self, directory: str) -> None:
        try:
            super().__init__(
                directory,
                timeout=_BUSY_SECONDS,
                disk=PlainDisk,
                eviction_policy="none",
                cull_limit=0,
                size_limit=2**62,
                statistics=0,
                sqlite_journal_mode="wal",
                sqlite_cache_size=_CACHED_PAGES,
                sqlite_mmap_size=0,  # pages of a map count as memory of each process that reads them
                sqlite_auto_vacuum=1,  # what is deleted is given back at once; adding costs no more
            )
        except BaseException:
            self.close()
            raise


class DiskStore:
    """Bytes by key in a database below `directory`, compressed at the lightest level.

    Facts shrink to a third for a thirtieth of the time that it takes to extract them.

    Every method raises StoreUnavailable when the machine fails it.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._folder = _first_sound(directory)
        try:
            self._cache = self._open()
        except StoreUnavailable:
            sound = _first_sound(directory)
            if sound == self._folder:
                raise
            self._folder = sound
            self._cache = self._open()

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those of the keys that have a value."""
        with self._translated():
            return {key for (key,) in self._select("key", keys)}

    def _select(self, columns: str, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        """Yield columns of the rows of keys; a row that we did not write is passed over.

        One statement for many keys is three times as fast as Cache.get for each; diskcache offers none.
        """
        plain = f"raw = 1 AND mode = {MODE_RAW} AND filename IS NULL"
        remaining = iter(keys)
        while chunk := list(itertools.islice(remaining, _CHUNK_KEYS)):
            marks = ",".join("?" * len(chunk))
            statement = f"SELECT {columns} FROM Cache WHERE {plain} AND key IN ({marks})"  # noqa: S608
            yield from self._cache._sql(statement, chunk)  # noqa: SLF001

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Return the values of those keys that have one; a row that we did not write counts as missing."""
        found: dict[str, bytes] = {}
        with self._translated():
            for key, value in self._select("key, value", keys):
                with suppress(zlib.error, TypeError):
                    found[key] = zlib.decompress(value)
        return found

    def put_many(self, items: Mapping[str, bytes]) -> None:
        """Store the values, in transactions that are short enough for others to wait for."""
        remaining = iter(items.items())
        while batch := list(itertools.islice(remaining, _BATCH_ROWS)):
            with self._translated(), self._cache.transact():
                for key, value in batch:
                    self._cache.set(key, zlib.compress(value, 1))

    def prune(self, live: Collection[str], spared_seconds: float) -> int:
        """Remove what is not live and was stored longer ago than that; return how many values went."""
        before = time.time() - spared_seconds
        with self._translated():
            sql = self._cache._sql  # noqa: SLF001
            rows = sql("SELECT rowid, key FROM Cache WHERE store_time < ?", (before,)).fetchall()
            dead = [rowid for rowid, key in rows if key not in live]
            # What was stored again meanwhile has a new time, and stays.
            gone = self._delete(dead, "rowid", f"AND store_time < {before!r}")
        self._empty_damaged()
        return gone

    def discard(self, keys: Iterable[str]) -> int:
        """Remove the values of these keys; return how many went."""
        with self._translated():
            return self._delete(list(keys), "key")

    def sizes(self) -> dict[str, int]:
        """Return the bytes of each stored value, by key."""
        with self._translated():
            rows = self._cache._sql("SELECT key, length(value) FROM Cache WHERE raw = 1")  # noqa: SLF001
            return {key: size or 0 for key, size in rows}

    def total_size(self) -> int:
        """Return the bytes of the database as it will be when its journal is written back, and of damaged ones."""
        with self._translated():
            sql = self._cache._sql  # noqa: SLF001
            ((pages,), (size,)) = (sql(f"PRAGMA page_{name}").fetchone() for name in ("count", "size"))
            return int(pages * size) + sum(
                path.stat().st_size for folder in self._damaged() for path in folder.iterdir()
            )

    def verify(self) -> str:
        """Look through the whole database; return what is wrong with it, or nothing.

        A damaged one is put aside, so that the next process begins a new one.
        """
        with self._translated():
            (found,) = self._cache._sql("PRAGMA quick_check(1)").fetchone()  # noqa: SLF001
        if found == "ok":
            return ""
        _mark_damaged(self._folder)
        return str(found)

    def _delete(self, values: Sequence[object], column: str, condition: str = "") -> int:
        gone = 0
        sql = self._cache._sql  # noqa: SLF001
        for start in range(0, len(values), _CHUNK_KEYS):
            chunk = values[start : start + _CHUNK_KEYS]
            marks = ",".join("?" * len(chunk))
            with self._cache.transact():
                statement = f"DELETE FROM Cache WHERE {column} IN ({marks}) {condition}"  # noqa: S608
                gone += sql(statement, chunk).rowcount
        return gone

    def close(self) -> None:
        """Close this thread's connection; the next use opens another."""
        self._cache.close()

    def _open(self) -> PlainCache:
        folder = str(self._folder)
        if os.path.expanduser(os.path.expandvars(folder)) != folder:  # noqa: PTH111 - as diskcache does
            raise StoreUnavailable(f"{folder} reads like a variable; choose another cache directory")
        with self._translated():
            make_private_directory(self._folder)
            try:
                return PlainCache(folder)
            except (AttributeError, TypeError, ValueError) as error:
                # diskcache makes attributes of whatever settings it finds in the database.
                raise StoreUnavailable(f"the database in {folder} is not ours: {error}") from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, Timeout, OSError) as error:
            cause = _first_cause(error)
            if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE_CODES:
                _mark_damaged(self._folder)
            reason = cause.strerror if isinstance(cause, OSError) else str(cause)
            raise StoreUnavailable(f"{reason} ({self._folder})") from error

    def _damaged(self) -> Iterator[Path]:
        return itertools.takewhile(self._folder.__ne__, _numbered(self._directory))

    def _empty_damaged(self) -> None:
        for folder in self._damaged():
            with suppress(OSError):
                if time.time() - (folder / _DAMAGED).stat().st_mtime > _DAMAGED_KEPT_SECONDS:
                    _empty(folder)


def _plain(value: object) -> object:
    if type(value) is bytes:
        return sqlite3.Binary(value)
    if type(value) not in (str, int, float):
        raise TypeError(f"a {type(value).__name__} cannot be stored")
    return value


def _refuse() -> NoReturn:
    raise UnsafeValue("the store holds a value that is no bytes, str, int or float")


def _numbered(directory: Path) -> Iterator[Path]:
    return (directory / f"facts-{number}" for number in itertools.count(1))


def put_aside(directory: Path) -> None:
    """Remove the files of the database below `directory`; whoever comes next begins another, of another name."""
    folder = _first_sound(directory)
    _mark_damaged(folder)
    _empty(folder)
    _mark_damaged(folder)  # a full disk has room only now


def _mark_damaged(folder: Path) -> None:
    with suppress(OSError):
        (folder / _DAMAGED).touch()


def _empty(folder: Path) -> None:
    """Remove all but the mark from the folder of a damaged database."""
    for path in list(folder.iterdir()):
        if path.name != _DAMAGED:
            with suppress(OSError):  # on Windows, while somebody has it open
                path.unlink()


def _first_sound(directory: Path) -> Path:
    """Return the folder to use. The name of a damaged one is never used again.

    Processes that still have the damaged database open would otherwise remove files of the new one, because
    SQLite finds its journals by name.
    """
    return next(folder for folder in _numbered(directory) if not (folder / _DAMAGED).exists())


def _first_cause(error: BaseException) -> BaseException:
    """Return what went wrong first: diskcache hides it behind a Timeout, or a rollback that fails in turn."""
    while isinstance(error.__context__, sqlite3.Error):
        error = error.__context__
    return error
