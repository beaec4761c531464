"""What a snapshot was made of is stored in columns and comes back the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_snapshot import snapshot_of

from nsccn.snapshots.indexed import IndexedFile, IndexedFiles
from nsccn.snapshots.snapshot import FileProblem, Manifest, Snapshot, decode_manifest, encode_manifest

FILES = (
    IndexedFile("a.py", 12, 1_700_000_000_123_456_789, 2**64 - 1, "python", "0f" * 16),
    IndexedFile("b/ü.py", 0, -1, 0, "python", "1f" * 16, "timeout", settled=False),
    IndexedFile("data.bin", 2**40, 5, 7, "", "", "binary"),
)


def manifest(*files: IndexedFile) -> Manifest:
    return Manifest(
        fingerprint="1|1000",
        files=files,
        skipped=(("vendor/", "vendored"),),
        problems=(FileProblem("a.py", 3, "syntax error"),),
        links=2,
        used_git=True,
        phases=(("walk", 0.5),),
        made=1.5,
    )


@pytest.mark.parametrize("files", [FILES, FILES[:1], FILES[2:], ()])
def test_a_manifest_comes_back_the_same(files: tuple[IndexedFile, ...]) -> None:
    stored = decode_manifest(encode_manifest(manifest(*files)))

    assert stored == manifest(*files)
    assert stored is not None
    assert tuple(stored.files) == files
    assert [stored.files[place] for place in range(len(files))] == list(files)


@pytest.mark.parametrize("length", [0, 1, 30, -1])
def test_a_damaged_manifest_is_none(length: int) -> None:
    assert decode_manifest(encode_manifest(manifest(*FILES))[:length]) is None


def test_files_are_taken_by_slices_and_from_the_end() -> None:
    table = IndexedFiles.of(FILES)

    assert (table[-1], table[:2], len(table)) == (FILES[-1], list(FILES[:2]), 3)
    assert not table.are_settled


def test_no_message_of_a_worker_disturbs_the_columns() -> None:
    table = IndexedFiles.of([FILES[0], IndexedFile("b.py", 1, 1, 1, "c", "", "killed\0by\0hand")])

    assert [file.skipped for file in table] == ["", "killed by hand"]


def test_the_broken_places_of_a_file_are_found_among_all() -> None:
    places = [("a.py", 3), ("b.py", 1), ("b.py", 9), ("c.py", 2)]
    problems = tuple(FileProblem(path, line, "missing }") for path, line in places)
    snapshot = Snapshot(snapshot_of({"a.py": "x = 1\n"}).arrays, replace(manifest(), problems=problems))
    assert [one.line for one in snapshot.problems_of("b.py")] == [1, 9]
    assert snapshot.problems_of("bb.py") == ()
