"""The file in which a snapshot and the facts that it was made of go from machine to machine.

Layout, all little-endian: magic, format version, place and length of the contents, and the BLAKE2b digest of all
but itself; then the bytes of the manifest, of each array (from an offset that 64 divides) and of the facts of each
file; then the contents, which are MessagePack and say what lies where. Nothing is compressed and no two parts share
a byte, so that a file cannot make more of itself than its own length. Nothing in it is a program, a pickle, or a
path that is opened.

The digest tells of damage, not of malice: who makes such a file decides what is answered about the code, and what
is later found for files of equal content. Take it only from where the code itself would be taken from.
"""

from __future__ import annotations

import hashlib
import math
import mmap
import re
import stat
import struct
from typing import TYPE_CHECKING, Final, NoReturn

import msgspec
import numpy as np

from nsccn.arrays import ALIGNMENT
from nsccn.errors import InvalidArgument, shown
from nsccn.graph.versions import extractor_version
from nsccn.snapshots.snapshot import FORMAT, Manifest, Snapshot, decode_manifest, encode_manifest
from nsccn.storage.codec import decode_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from nsccn.arrays import Array
    from nsccn.storage.store import FactStore

TRANSFER_FORMAT: Final = 2

_MAGIC: Final = b"nsccn-x\n"
_HEADER: Final = struct.Struct("<8sIQQ32s")
_DIGEST_BYTES: Final = 32
_CHUNK_BYTES: Final = 1 << 20
_BATCH_FACTS: Final = 256
_DTYPE: Final = re.compile(r"[<|][biuf][1248]")
_MOST_DIMENSIONS: Final = 2


class _Part(msgspec.Struct, frozen=True, array_like=True):
    """Where something lies, in bytes from the start of the file."""

    start: int
    length: int


class _ArrayPart(msgspec.Struct, frozen=True, array_like=True):
    name: str
    dtype: str
    shape: tuple[int, ...]
    part: _Part


class _FactsPart(msgspec.Struct, frozen=True, array_like=True):
    key: str
    part: _Part


class _Contents(msgspec.Struct, frozen=True):
    """What a file holds, in the order in which it lies there."""

    snapshot_format: str
    extractor: str
    manifest: _Part
    arrays: tuple[_ArrayPart, ...]
    facts: tuple[_FactsPart, ...]


def write_export(file: BinaryIO, snapshot: Snapshot, facts: FactStore) -> None:
    """Write a snapshot, and those of its facts that are stored."""
    file.write(bytes(_HEADER.size))
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)

    def put(data: bytes | memoryview, alignment: int = 1) -> _Part:
        gap = bytes(-file.tell() % alignment)
        for piece in (gap, data):
            digest.update(piece)
            file.write(piece)
        return _Part(file.tell() - len(data), len(data))

    manifest = put(encode_manifest(snapshot.manifest))
    arrays = [_write_array(name, array, put) for name, array in sorted(snapshot.arrays.items())]
    keys = sorted(snapshot.manifest.facts)
    contents = _Contents(
        FORMAT,
        extractor_version(),
        manifest,
        tuple(arrays),
        tuple(
            _FactsPart(key, put(data))
            for start in range(0, len(keys), _BATCH_FACTS)
            for key, data in sorted(facts.get_many(keys[start : start + _BATCH_FACTS]).items())
        ),
    )
    where = put(msgspec.msgpack.encode(contents))
    digest.update(_sealed(where))
    file.seek(0)
    file.write(_HEADER.pack(_MAGIC, TRANSFER_FORMAT, where.start, where.length, digest.digest()))


def _write_array(name: str, given: Array, put: Callable[[memoryview, int], _Part]) -> _ArrayPart:
    """Write an array as little-endian numbers."""
    array = np.ascontiguousarray(given, given.dtype.newbyteorder("<"))
    return _ArrayPart(
        name, array.dtype.str, array.shape, put(array.reshape(-1).view(np.uint8).data, ALIGNMENT)
    )


def _sealed(where: _Part) -> bytes:
    """Return what of the header belongs to the digest."""
    return _HEADER.pack(_MAGIC, TRANSFER_FORMAT, where.start, where.length, bytes(_DIGEST_BYTES))


class ExportFile:
    """An exported file, checked from end to end before any of it is used.

    To open one that cannot be read, is damaged, or of another version raises InvalidArgument.
    """

    def __init__(self, path: Path) -> None:
        self._name = shown(str(path))
        self._data = self._mapped(path)
        self._contents = self._checked()
        try:
            self.manifest, self.arrays = self._snapshot()
        except ValueError as error:
            self._refuse(str(error))

    def facts(self) -> Iterator[dict[str, bytes]]:
        """Return, in batches, the facts that the manifest names; what is no facts is left out."""
        wanted = self.manifest.facts
        for start in range(0, len(self._contents.facts), _BATCH_FACTS):
            entries = self._contents.facts[start : start + _BATCH_FACTS]
            batch = {entry.key: bytes(self._bytes(entry.part)) for entry in entries if entry.key in wanted}
            yield {key: data for key, data in batch.items() if _is_facts(data)}

    def _mapped(self, path: Path) -> memoryview:
        try:
            status = path.stat()
            # To open a pipe would be to wait for whoever writes to it.
            if not stat.S_ISREG(status.st_mode) or status.st_size < _HEADER.size:
                self._foreign()
            with path.open("rb") as file:
                return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InvalidArgument(f"{self._name} cannot be read ({reason}); name another file.") from error

    def _checked(self) -> _Contents:
        magic, version, start, length, expected = _HEADER.unpack_from(self._data)
        if magic != _MAGIC:
            self._foreign()
        if version != TRANSFER_FORMAT:
            self._other_version(f"format {version}", f"format {TRANSFER_FORMAT}")
        where = _Part(start, length)
        if start < _HEADER.size or start + length != len(self._data):
            self._refuse("it is not of the length that it names")
        if _digest(self._data, where) != expected:
            self._refuse("its content does not match its digest")
        try:
            contents = msgspec.msgpack.decode(self._bytes(where), type=_Contents)
        except (msgspec.DecodeError, ValueError) as error:
            self._refuse(str(error))
        ours = f"snapshots of format {FORMAT} and extractor {extractor_version()}"
        if (contents.snapshot_format, contents.extractor) != (FORMAT, extractor_version()):
            theirs = f"a snapshot of format {contents.snapshot_format} and extractor {contents.extractor}"
            self._other_version(theirs, ours)
        self._check_places(contents, start)
        return contents

    def _check_places(self, contents: _Contents, end: int) -> None:
        """Refuse parts that overlap or lie outside: they could make the file more than it is."""
        place = _HEADER.size
        parts = [contents.manifest, *(array.part for array in contents.arrays)]
        for part in [*parts, *(entry.part for entry in contents.facts)]:
            if part.length < 0 or part.start < place or part.start + part.length > end:
                self._refuse("its parts do not lie one after another")
            place = part.start + part.length

    def _snapshot(self) -> tuple[Manifest, dict[str, Array]]:
        manifest = decode_manifest(bytes(self._bytes(self._contents.manifest)))
        if manifest is None:
            raise ValueError("its manifest cannot be read")
        arrays = {entry.name: self._array(entry) for entry in self._contents.arrays}
        if len(arrays) != len(self._contents.arrays) or "manifest" in arrays:
            raise ValueError("its arrays have no names of their own")
        try:
            named = [file.path for file in Snapshot(arrays, manifest).entities.files]
        except (LookupError, TypeError, AttributeError, OverflowError, MemoryError) as error:
            raise ValueError("its arrays do not make a snapshot") from error
        if named != [file.path for file in manifest.files if not file.skipped]:
            raise ValueError("its arrays and its manifest are about other files")
        return manifest, arrays

    def _array(self, entry: _ArrayPart) -> Array:
        if not _DTYPE.fullmatch(entry.dtype) or len(entry.shape) > _MOST_DIMENSIONS:
            raise ValueError("an array is of no known type")
        dtype = np.dtype(entry.dtype)
        size = math.prod(entry.shape) * dtype.itemsize
        if min(entry.shape, default=0) < 0 or size != entry.part.length or entry.part.start % ALIGNMENT:
            raise ValueError("an array has another size or place than it should")
        return np.frombuffer(self._bytes(entry.part), dtype).reshape(entry.shape)

    def _bytes(self, part: _Part) -> memoryview:
        return self._data[part.start : part.start + part.length]

    def _foreign(self) -> NoReturn:
        raise InvalidArgument(f"{self._name} is no export; make one with nsccn index --export FILE.")

    def _refuse(self, reason: str) -> NoReturn:
        raise InvalidArgument(f"{self._name} is damaged ({reason}); fetch or export it again.")

    def _other_version(self, theirs: str, ours: str) -> NoReturn:
        raise InvalidArgument(
            f"{self._name} holds {theirs}, and this nsccn reads {ours}; export it with the same version."
        )


def _digest(data: memoryview, where: _Part) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for start in range(_HEADER.size, len(data), _CHUNK_BYTES):
        digest.update(data[start : start + _CHUNK_BYTES])
    digest.update(_sealed(where))
    return digest.digest()


def _is_facts(data: bytes) -> bool:
    try:
        decode_facts(data)
    except ValueError:
        return False
    return True
