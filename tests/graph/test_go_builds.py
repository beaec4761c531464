"""Which of several files a call in another runs: those that are built with it, the usual ones first."""

from __future__ import annotations

import pytest

from nsccn.graph.imports.base import BuiltFile
from nsccn.graph.imports.go_build import shares_of_builds


def shares(calling: str, *defining: str) -> list[float]:
    """Return the shares of files, each written as its path and what it is built on."""
    made = [
        BuiltFile(*one.split(" ", 1)) if " " in one else BuiltFile(one, "") for one in (calling, *defining)
    ]
    return [round(share, 3) for share in shares_of_builds(made[0], made[1:])]


@pytest.mark.parametrize(
    ("calling", "defining", "expected"),
    [
        # Without a word a build is one for Linux.
        ("shop.go", ["lock_windows.go", "lock_linux.go", "lock_darwin.go"], [0.1, 0.8, 0.1]),
        ("shop.go", ["one.go windows", "other.go unix"], [0.2, 0.8]),
        ("shop.go", ["one.go go1.20", "other.go !go1.20"], [1.0, 0.0]),
        ("shop.go", ["one.go debug", "other.go !debug"], [0.2, 0.8]),
        ("shop.go", ["one.go js && wasm", "other.go !wasm"], [0.2, 0.8]),
        # What the caller is built on tells more.
        ("shop_windows.go", ["lock_windows.go", "lock_unix.go unix"], [1.0, 0.0]),
        ("shop_darwin_arm64.go", ["one_amd64.go", "other.go !amd64"], [0.0, 1.0]),
        ("shop.go debug", ["one.go debug", "other.go !debug"], [1.0, 0.0]),
        ("shop_test.go", ["lock_linux_test.go", "lock_other_test.go !linux"], [0.8, 0.2]),
        # Nothing tells them apart.
        ("shop.go", ["one.go", "other.go"], [0.5, 0.5]),
        ("shop.go", ["one.go a && b && c && d && e", "other.go !a"], [0.5, 0.5]),
        ("shop.go linux && !linux", ["one.go", "other.go"], [0.5, 0.5]),
        # A condition that cannot be read holds.
        ("shop.go", ["one.go linux && (", "other.go ((((("], [0.5, 0.5]),
        ("shop.go", ["one.go " + "!" * 600 + "linux", "other.go"], [0.5, 0.5]),
        # A word that says nothing of a system.
        ("shop.go", ["linux.go", "unix_unix.go"], [0.5, 0.5]),
    ],
)
def test_shares(calling: str, defining: list[str], expected: list[float]) -> None:
    assert shares(calling, *defining) == expected
