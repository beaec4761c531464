"""Named numpy arrays in one file that is mapped into memory, not parsed.

Layout, all little-endian: magic, format version, length and checksum of the directory; the directory, as
JSON; then the bytes of the arrays, each from an offset that 64 divides. Loading reads the directory and
touches no array.
"""

from __future__ import annotations

import math
import mmap
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, overload

import msgspec
import numpy as np

from nsccn.atomic import replace_file

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

Array = np.ndarray[Any, np.dtype[Any]]

MAGIC: Final = b"nsccn\x00\r\n"
VERSION: Final = 1
ALIGNMENT: Final = 64

_STRETCH: Final = 256
"""Of a sorted table of strings every so many-th is kept as a string, once one was looked for."""

_HEADER: Final = struct.Struct("<8sIII")
_DTYPES: Final = frozenset(
    ("|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8"),
)
"""Numbers only: an array of objects is a pickle in disguise."""


_MOST_MAPPED: Final = 16_000_000
"""Bytes of a mapped file that are in memory while they are written into another."""
_MOST_AT_ONCE: Final = 16_000_000
"""Bytes of strings that are decoded in one piece."""
_CONTINUED: Final = 0b1100_0000
_CONTINUING: Final = 0b1000_0000
"""What the two highest bits of a byte say that does not begin a letter, in UTF-8."""
_DIGIT_BITS: Final = 16
_DIGIT: Final = (1 << _DIGIT_BITS) - 1


class DamagedArrays(ValueError):
    """The file does not hold what `write_arrays` writes: foreign, cut short, or of another format version."""


class _Column(msgspec.Struct, frozen=True):
    """Where one array lies."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    """From the first byte after the directory and its padding."""


class _Directory(msgspec.Struct, frozen=True):
    """What a file holds."""

    size: int
    """Bytes after the directory and its padding."""
    columns: tuple[_Column, ...]


def write_arrays(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write the arrays into one file, which appears whole under its name or not at all."""
    columns: list[_Column] = []
    plain: list[Array] = []
    size = 0
    for name, given in arrays.items():
        array = _plain(name, given)
        offset = _aligned(size)
        columns.append(_Column(name, array.dtype.str, array.shape, offset))
        plain.append(array)
        size = offset + array.nbytes
    directory = msgspec.json.encode(_Directory(size, tuple(columns)))
    head = _HEADER.pack(MAGIC, VERSION, len(directory), zlib.crc32(directory)) + directory

    def write(file: BinaryIO) -> None:
        file.write(head.ljust(_aligned(len(head)), b"\x00"))
        end = 0
        for column, array in zip(columns, plain, strict=True):
            file.write(bytes(column.offset - end))
            _write(file, array.reshape(-1).view(np.uint8))
            end = column.offset + array.nbytes

    replace_file(path, write)


def _write(file: BinaryIO, data: Array) -> None:
    """Write bytes; those that are mapped from a file are let go of at once, or all of it would come into memory."""
    mapped: object = data
    while isinstance(mapped, np.ndarray):
        mapped = mapped.base
    if data.flags.writeable or not isinstance(mapped, mmap.mmap) or not hasattr(mapped, "madvise"):
        file.write(data.data)
        return
    begin = data.ctypes.data - np.frombuffer(mapped, np.uint8).ctypes.data
    for start in range(0, len(data), _MOST_MAPPED):
        stretch = data[start : start + _MOST_MAPPED]
        file.write(stretch.data)
        page = (begin + start) // mmap.PAGESIZE * mmap.PAGESIZE
        mapped.madvise(mmap.MADV_DONTNEED, page, begin + start + len(stretch) - page)


def map_arrays(path: Path) -> dict[str, Array]:
    """Map the file into memory and return its arrays by name, read-only. They keep the mapping alive.

    Damage among the numbers themselves goes unnoticed, because noticing it would mean reading them.

    Raises:
        OSError: the file cannot be read.
        DamagedArrays: it is not what `write_arrays` wrote.
    """
    with path.open("rb") as file:
        try:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:
            raise DamagedArrays(f"{path} is empty.") from error
    try:
        directory, start = _read_directory(mapped)
        if start + directory.size != len(mapped):
            raise DamagedArrays(f"{len(mapped)} bytes long, not {start + directory.size}")
        return {column.name: _view(mapped, column, start, directory.size) for column in directory.columns}
    except ValueError as error:
        with suppress(BufferError):  # Windows neither removes nor replaces a file that is mapped
            mapped.close()
        raise DamagedArrays(f"{path} is damaged: {error}.") from error


def _plain(name: str, given: Array) -> Array:
    array = np.asarray(given)
    array = array.astype(array.dtype.newbyteorder("<"), order="C", copy=False)
    if array.dtype.str not in _DTYPES:
        raise TypeError(f"array {name!r} holds {array.dtype}, not numbers")
    return array


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


def _read_directory(mapped: mmap.mmap) -> tuple[_Directory, int]:
    if len(mapped) < _HEADER.size:
        raise DamagedArrays("shorter than its header")
    magic, version, length, checksum = _HEADER.unpack_from(mapped)
    if magic != MAGIC:
        raise DamagedArrays("no array file")
    if version != VERSION:
        raise DamagedArrays(f"format version {version}, not {VERSION}")
    encoded = mapped[_HEADER.size : _HEADER.size + length]
    if len(encoded) != length or zlib.crc32(encoded) != checksum:
        raise DamagedArrays("its directory does not match its checksum")
    try:
        directory = msgspec.json.decode(encoded, type=_Directory)
    except msgspec.DecodeError as error:
        raise DamagedArrays(f"its directory cannot be read: {error}") from error
    return directory, _aligned(_HEADER.size + length)


def _view(mapped: mmap.mmap, column: _Column, start: int, size: int) -> Array:
    if column.dtype not in _DTYPES:
        raise DamagedArrays(f"array {column.name!r} has the type {column.dtype!r}")
    dtype = np.dtype(column.dtype)
    end = column.offset + math.prod(column.shape) * dtype.itemsize
    if min(column.shape, default=0) < 0 or not 0 <= column.offset <= end <= size or column.offset % ALIGNMENT:
        raise DamagedArrays(f"array {column.name!r} lies outside the file")
    return np.ndarray(column.shape, dtype, buffer=mapped, offset=start + column.offset)


class StringTable(Sequence[str]):
    """Many strings as one stretch of UTF-8 and their offsets; no string exists until it is asked for."""

    def __init__(self, blob: Array, offsets: Array) -> None:
        if blob.dtype != np.uint8 or offsets.ndim != 1 or not len(offsets) or int(offsets[-1]) != len(blob):
            raise ValueError("the offsets do not belong to the blob")
        self._bytes = np.ascontiguousarray(blob).data
        self._offsets = np.ascontiguousarray(offsets, offsets.dtype.newbyteorder("=")).data
        self._signposts: list[str] | None = None

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if index < 0:
            raise IndexError(index)
        start, end = self._offsets[index], self._offsets[index + 1]
        return str(self._bytes[start:end], "utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        if len(self._bytes) > _MOST_AT_ONCE:
            return (self[position] for position in range(len(self)))
        text, bounds = str(self._bytes, "utf-8", "surrogatepass"), self._offsets
        if not text.isascii():
            begins = (np.frombuffer(self._bytes, np.uint8) & _CONTINUED) != _CONTINUING
            letters = np.concatenate(([0], np.cumsum(begins)))
            bounds = letters[np.frombuffer(self._offsets, self._offsets.format)].data
        return (text[start:end] for start, end in pairwise(bounds.tolist()))

    def arrays(self) -> tuple[Array, Array]:
        """Return the blob and the offsets."""
        return np.frombuffer(self._bytes, np.uint8), np.frombuffer(self._offsets, self._offsets.format)

    def equal(self, string: str, among: range) -> list[int]:
        """Return which of neighbouring strings are equal to one."""
        wanted = string.encode("utf-8", "surrogatepass")
        bounds = pairwise(self._offsets[among.start : among.stop + 1].tolist())
        return [
            place
            for place, (start, end) in zip(among, bounds, strict=False)
            if end - start == len(wanted) and self._bytes[start:end] == wanted
        ]

    def place(self, string: str) -> int:
        """Return where a string stands in a table that is sorted, or would stand: as `bisect_left`, but sooner."""
        if self._signposts is None:
            self._signposts = [self[position] for position in range(0, len(self), _STRETCH)]
        after = bisect_left(self._signposts, string)
        first, last = max(after - 1, 0) * _STRETCH, min(after * _STRETCH, len(self))
        return bisect_left(self, string, first, last)

    def find(self, string: str) -> int | None:
        """Return where a string stands in a table that is sorted; None where it does not."""
        place = self.place(string)
        return place if place < len(self) and self[place] == string else None


def stable_order(keys: Array) -> Array:
    """Return the numbers that sort keys from 0 on, those of equal keys in their order.

    numpy counts where it sorts keys of 16 bits, and compares where they are longer; so it is given 16 bits at a time,
    the lowest first (radix sort). Of keys in the millions it takes a third of the time.
    """
    order = np.argsort((keys & _DIGIT).astype(np.uint16), kind="stable")
    greatest = int(keys.max()) if len(keys) else 0
    for shift in range(_DIGIT_BITS, greatest.bit_length(), _DIGIT_BITS):
        digits = ((keys >> shift) & _DIGIT).astype(np.uint16)
        order = order[np.argsort(digits[order], kind="stable")]
    return order


def distinct(keys: Array) -> Array:
    """Return the keys ascending, each once; fast where they come nearly sorted, for which `np.unique` has no eye."""
    ordered = np.sort(keys, kind="stable")
    return ordered[begins_run(ordered)]


def begins_run(keys: Array) -> Array:
    """Say of each key whether it is another than the one before it."""
    is_first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    return is_first


def ranges(starts: Array, sizes: Array) -> Array:
    """Return the numbers of several ranges, one range after the other."""
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))


def listed(groups: Array, counts: Array) -> tuple[Array, Array]:
    """Return what some of many lists hold that stand one after another.

    Args:
        groups: the numbers of the lists.
        counts: how long each of all lists is.

    Returns:
        for each item the position in `groups`, and the number of the item.
    """
    starts, sizes = (np.cumsum(counts) - counts)[groups], counts[groups]
    return np.repeat(np.arange(len(groups)), sizes), ranges(starts, sizes)


def pack_strings(strings: Sequence[str]) -> tuple[Array, Array]:
    """Return the blob and the offsets of a `StringTable` of these strings."""
    text = "".join(strings)
    if text.isascii():
        encoded, lengths = text.encode("ascii"), [len(string) for string in strings]
    else:
        encoded = text.encode("utf-8", "surrogatepass")
        lengths = [len(one if one.isascii() else one.encode("utf-8", "surrogatepass")) for one in strings]
    offsets = np.zeros(len(lengths) + 1, np.uint32 if len(encoded) <= np.iinfo(np.uint32).max else np.uint64)
    np.cumsum(lengths, dtype=offsets.dtype, out=offsets[1:])
    return np.frombuffer(encoded, np.uint8), offsets
