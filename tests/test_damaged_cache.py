"""Whatever happened to the files of the cache, answers are those of a full rebuild, with one warning at most."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rebuilding import assert_same_arrays, brought_up_to_date
from written_files import write_and_settle

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

Damage = Callable[[Path], object]


@pytest.fixture(scope="module")
def sound(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository beside the cache that was made for it."""
    directory = tmp_path_factory.mktemp("sound")
    shutil.copytree(shop / "backend", directory / "shop" / "backend")
    brought_up_to_date(directory / "shop", directory / "cache")
    write_and_settle(directory / "shop", {"backend/cart.py": "def total(cart):\n    return cart.price()\n"})
    brought_up_to_date(directory / "shop", directory / "cache")
    return directory


@pytest.fixture(scope="module")
def expected(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """What a full rebuild gives."""
    return brought_up_to_date(sound / "shop", tmp_path_factory.mktemp("fresh")).snapshot


@pytest.fixture
def place(sound: Path, tmp_path: Path) -> Path:
    """A cache to be damaged, of the very same repository."""
    shutil.copytree(sound / "cache", tmp_path / "cache")
    return tmp_path / "cache"


def only(directory: Path, pattern: str) -> Path:
    (found,) = directory.glob(pattern)
    return found


def current(cache: Path) -> Path:
    """The current snapshot."""
    pointer = only(cache, "snapshots/*/current")
    return pointer.with_name(pointer.read_text().split("\n")[2])


def cut(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size if size >= 0 else path.stat().st_size + size)


def flip(path: Path, offset: int) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 0xFF
    path.write_bytes(data)


def directory_end(path: Path) -> int:
    """Where the directory of an array file ends; see `arrays.py`."""
    _, _, length, _ = struct.unpack("<8sIII", path.read_bytes()[:20])
    return 20 + int(length)


def flipped_directory(cache: Path, share: float) -> None:
    path = current(cache)
    flip(path, 20 + int(share * (directory_end(path) - 21)))


def become_directory(path: Path) -> None:
    path.unlink()
    (path / "below").mkdir(parents=True)


def become_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_bytes(b"no directory")


SNAPSHOTS: dict[str, Damage] = {
    "empty": lambda cache: cut(current(cache), 0),
    "header cut": lambda cache: cut(current(cache), 13),
    "directory cut": lambda cache: cut(current(cache), directory_end(current(cache)) // 2),
    "arrays cut": lambda cache: cut(current(cache), current(cache).stat().st_size // 2),
    "last byte cut": lambda cache: cut(current(cache), -1),
    "magic flipped": lambda cache: flip(current(cache), 0),
    "version flipped": lambda cache: flip(current(cache), 8),
    "length flipped": lambda cache: flip(current(cache), 13),
    "checksum flipped": lambda cache: flip(current(cache), 16),
    "first byte of the directory flipped": lambda cache: flipped_directory(cache, 0.0),
    "a byte amid the directory flipped": lambda cache: flipped_directory(cache, 0.5),
    "last byte of the directory flipped": lambda cache: flipped_directory(cache, 1.0),
    "no snapshot": lambda cache: current(cache).unlink(),
    "a directory instead": lambda cache: become_directory(current(cache)),
    "pointer empty": lambda cache: cut(only(cache, "snapshots/*/current"), 0),
    "pointer cut": lambda cache: cut(only(cache, "snapshots/*/current"), 40),
    "no pointer": lambda cache: only(cache, "snapshots/*/current").unlink(),
    "walk empty": lambda cache: cut(only(cache, "snapshots/*/walk"), 0),
    "walk cut": lambda cache: cut(only(cache, "snapshots/*/walk"), -7),
    "no walk": lambda cache: only(cache, "snapshots/*/walk").unlink(),
    "no name of the root": lambda cache: cut(only(cache, "snapshots/*/root.txt"), 0),
}
DATABASES: dict[str, Damage] = {
    "header overwritten": lambda cache: (cache / "facts-1/cache.db").write_bytes(b"no database" * 3000),
    "pages overwritten": lambda cache: overwrite_pages(cache / "facts-1/cache.db"),
    "empty": lambda cache: cut(cache / "facts-1/cache.db", 0),
    "cut": lambda cache: cut(cache / "facts-1/cache.db", 9000),
    "journal overwritten": lambda cache: (cache / "facts-1/cache.db-wal").write_bytes(b"no journal" * 3000),
    "a directory instead": lambda cache: become_directory(cache / "facts-1/cache.db"),
    "a file instead": lambda cache: become_file(cache / "facts-1"),
    "gone": lambda cache: shutil.rmtree(cache / "facts-1"),
}
OBSTACLES: dict[str, Damage] = {
    "pointer": lambda cache: become_directory(only(cache, "snapshots/*/current")),
    "walk": lambda cache: become_directory(only(cache, "snapshots/*/walk")),
    "lock": lambda cache: become_directory(only(cache, "snapshots/*/writing.lock")),
    "lock of the pointer": lambda cache: become_directory(only(cache, "snapshots/*/current.lock")),
    "lock of the cache": lambda cache: become_directory(cache / "pruning.lock"),
    "folder": lambda cache: become_file(only(cache, "snapshots/*")),
    "folders": lambda cache: become_file(cache / "snapshots"),
}
IN_THE_WAY = ("a directory instead", "a file instead", "pointer", "folder", "folders")
"""Against these nothing can be done; from the others the cache recovers by itself."""


def overwrite_pages(path: Path) -> None:
    """Overwrite all but what is read when a database is opened."""
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)


@pytest.mark.parametrize("damage", SNAPSHOTS)
def test_a_damaged_snapshot_is_made_anew(sound: Path, place: Path, expected: Snapshot, damage: str) -> None:
    SNAPSHOTS[damage](place)

    index = brought_up_to_date(sound / "shop", place)

    assert_same_arrays(index.snapshot, expected)
    assert index.warnings == ()
    assert current(place).is_file()
    assert_same_arrays(brought_up_to_date(sound / "shop", place).snapshot, expected)


@pytest.mark.parametrize("damage", DATABASES)
def test_a_damaged_database_costs_what_was_in_it(
    sound: Path, place: Path, expected: Snapshot, damage: str
) -> None:
    DATABASES[damage](place)
    shutil.rmtree(place / "snapshots")

    index = brought_up_to_date(sound / "shop", place)

    assert_same_arrays(index.snapshot, expected)
    assert len(index.warnings) == (damage in IN_THE_WAY)
    again = brought_up_to_date(sound / "shop", place)
    assert_same_arrays(again.snapshot, expected)


@pytest.mark.parametrize("damage", OBSTACLES)
def test_what_stands_in_the_way_costs_one_warning_at_most(
    sound: Path, place: Path, expected: Snapshot, damage: str
) -> None:
    OBSTACLES[damage](place)

    for _ in range(2):
        index = brought_up_to_date(sound / "shop", place)
        assert_same_arrays(index.snapshot, expected)
        assert len(index.warnings) == (damage in IN_THE_WAY)
        assert len(list(place.rglob("*.arrays"))) <= 2
