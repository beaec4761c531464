"""Arrays in a mapped file, and strings in arrays."""

from __future__ import annotations

import bisect
import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.arrays import DamagedArrays, StringTable, map_arrays, pack_strings, write_arrays

SAMPLE = {
    "lines": np.arange(10, dtype=np.int32),
    "scores": np.array([[0.5, 1.5], [2.5, 3.5]], dtype=np.float32),
    "flags": np.array([True, False, True]),
    "nothing": np.empty(0, dtype=np.uint64),
    "no rows": np.empty((0, 3), dtype=np.int16),
    "one": np.array(7, dtype=np.uint8),
}


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.arrays"
    write_arrays(path, SAMPLE)
    return path


def test_what_is_written_is_mapped_back(sample: Path) -> None:
    mapped = map_arrays(sample)

    assert list(mapped) == list(SAMPLE)
    for name, array in SAMPLE.items():
        np.testing.assert_array_equal(mapped[name], array)
        assert mapped[name].dtype == array.dtype
        assert mapped[name].shape == array.shape


def test_mapped_arrays_are_aligned_and_cannot_be_changed(sample: Path) -> None:
    mapped = map_arrays(sample)

    assert all(array.ctypes.data % 64 == 0 for array in mapped.values() if array.size)
    with pytest.raises(ValueError, match="read-only"):
        mapped["lines"][0] = 1


def test_equal_arrays_give_equal_files(tmp_path: Path, sample: Path) -> None:
    write_arrays(tmp_path / "again.arrays", SAMPLE)

    assert (tmp_path / "again.arrays").read_bytes() == sample.read_bytes()


def test_mapped_arrays_can_be_written_again(
    tmp_path: Path, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nsccn.arrays._MOST_MAPPED", 3)
    write_arrays(tmp_path / "again.arrays", map_arrays(sample))

    assert (tmp_path / "again.arrays").read_bytes() == sample.read_bytes()


@pytest.mark.skipif(
    not Path("/proc/self/smaps").exists(), reason="the system does not tell what is in memory"
)
def test_what_is_mapped_does_not_come_into_memory_to_be_written_again(tmp_path: Path) -> None:
    path = tmp_path / "many.arrays"
    write_arrays(path, {name: np.arange(2_000_000) for name in ("one", "two")})
    mapped = map_arrays(path)
    write_arrays(tmp_path / "again.arrays", mapped)

    assert _resident(path) < path.stat().st_size / 100
    assert mapped["two"][-1] == len(mapped["two"]) - 1


def _resident(path: Path) -> int:
    """Return how many bytes of a mapped file are in the memory of this process."""
    lines = Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines()
    headers = [place for place, line in enumerate(lines) if line.endswith(str(path))]
    sizes = [next(line for line in lines[place:] if line.startswith("Rss:")) for place in headers]
    assert sizes
    return sum(int(size.split()[1]) * 1024 for size in sizes)


def test_order_of_memory_and_bytes_does_not_matter(tmp_path: Path) -> None:
    matrix = np.arange(6, dtype=np.int32).reshape(2, 3)
    arrays = {"columns first": np.asfortranarray(matrix), "foreign": matrix.astype(">i4")}
    write_arrays(tmp_path / "x", arrays)

    mapped = map_arrays(tmp_path / "x")

    np.testing.assert_array_equal(mapped["columns first"], matrix)
    np.testing.assert_array_equal(mapped["foreign"], matrix)


def test_a_file_of_no_arrays(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x", {})

    assert map_arrays(tmp_path / "x") == {}


@pytest.mark.parametrize("values", [[object()], ["text"], [1 + 2j]])
def test_only_numbers_are_written(tmp_path: Path, values: list[object]) -> None:
    with pytest.raises(TypeError, match="'odd'"):
        write_arrays(tmp_path / "x", {"odd": np.array(values)})

    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file_and_no_other(sample: Path) -> None:
    before = sample.read_bytes()
    code = f"""
import resource, numpy as np
from pathlib import Path
from nsccn.arrays import write_arrays
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
write_arrays(Path({str(sample)!r}), {{"large": np.zeros(1_000_000)}})
"""
    if os.name == "nt":
        pytest.skip("needs a limit on the size of files")

    failed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False
    )

    assert "OSError" in failed.stderr
    assert sample.read_bytes() == before
    assert [path.name for path in sample.parent.iterdir()] == [sample.name]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}


@pytest.mark.parametrize("kept", [0, 1, 19, 20, 100, -1])
def test_a_file_cut_short_is_refused(sample: Path, kept: int) -> None:
    sample.write_bytes(sample.read_bytes()[:kept])

    with pytest.raises(DamagedArrays, match=r"sample\.arrays"):
        map_arrays(sample)


def test_a_file_that_is_too_long_is_refused(sample: Path) -> None:
    sample.write_bytes(sample.read_bytes() + b"more")

    with pytest.raises(DamagedArrays, match="bytes long"):
        map_arrays(sample)


def test_every_changed_byte_of_the_head_is_noticed(sample: Path) -> None:
    content = sample.read_bytes()
    end = 20 + int.from_bytes(content[12:16], "little")
    for position in range(end):
        sample.write_bytes(content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :])
        with pytest.raises(DamagedArrays):
            map_arrays(sample)


@pytest.mark.parametrize(
    "column",
    [
        '{"name":"x","dtype":"|O","shape":[1],"offset":0}',
        '{"name":"x","dtype":"<i4","shape":[17],"offset":0}',
        '{"name":"x","dtype":"<i4","shape":[-1],"offset":0}',
        '{"name":"x","dtype":"<i4","shape":[-4,-4],"offset":0}',
        '{"name":"x","dtype":"<i4","shape":[1],"offset":-64}',
        '{"name":"x","dtype":"<i4","shape":[1],"offset":4}',
        '{"name":"x","dtype":"<i4","shape":[4611686018427387904,4],"offset":0}',
        '{"name":"x","dtype":"<i4","shape":[' + ",".join("1" * 100) + '],"offset":0}',
        '{"name":"x","dtype":"<i4","offset":0}',
        '{"name":7}',
    ],
)
def test_a_directory_that_lies_is_refused(tmp_path: Path, column: str) -> None:
    directory = f'{{"size":64,"columns":[{column}]}}'.encode()
    numbers = (1, len(directory), zlib.crc32(directory))
    head = b"nsccn\x00\r\n" + b"".join(number.to_bytes(4, "little") for number in numbers)
    content = (head + directory).ljust(-(-(len(head) + len(directory)) // 64) * 64, b"\x00") + bytes(64)
    (tmp_path / "x").write_bytes(content)

    with pytest.raises(DamagedArrays):
        map_arrays(tmp_path / "x")


def test_a_missing_file_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        map_arrays(tmp_path / "missing")


def test_strings_come_back_from_a_mapped_file(tmp_path: Path) -> None:
    names = ["", "run", "naïve", "日本語", "", "a" * 1000]
    blob, offsets = pack_strings(names)
    write_arrays(tmp_path / "x", {"blob": blob, "offsets": offsets})

    mapped = map_arrays(tmp_path / "x")
    table = StringTable(mapped["blob"], mapped["offsets"])

    assert list(table) == names
    assert (len(table), table[1], table[-1], table[1:3]) == (6, "run", "a" * 1000, ["run", "naïve"])
    with pytest.raises(IndexError):
        table[6]
    with pytest.raises(IndexError):
        table[-7]


def test_a_sorted_table_can_be_searched() -> None:
    table = StringTable(*pack_strings(["alpha", "beta", "gamma"]))

    assert bisect.bisect_left(table, "beta") == 1


def test_a_table_of_nothing() -> None:
    assert list(StringTable(*pack_strings([]))) == []


def test_offsets_must_fit_the_strings() -> None:
    blob, offsets = pack_strings(["one", "two"])

    with pytest.raises(ValueError, match="offsets"):
        StringTable(blob[:-1], offsets)


@given(st.lists(st.text(st.characters(exclude_categories=[]))))
def test_any_strings_are_kept(strings: list[str]) -> None:
    assert list(StringTable(*pack_strings(strings))) == strings


@given(st.lists(st.text(max_size=4), unique=True, max_size=40), st.text(max_size=4), st.integers(1, 9))
def test_strings_are_found_where_bisection_finds_them(strings: list[str], asked: str, stretch: int) -> None:
    ordered = sorted(strings)
    table = StringTable(*pack_strings(ordered))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nsccn.arrays._STRETCH", stretch)
        for string in (asked, *ordered):
            assert table.place(string) == bisect.bisect_left(ordered, string)
            assert table.find(string) == (ordered.index(string) if string in ordered else None)
