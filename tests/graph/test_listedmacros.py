"""Macros within lists are found in time that grows with the file, whatever is left open in it."""

from __future__ import annotations

from time import process_time

import pytest

from nsccn.graph.listedmacros import without_listed_macros

LISTED = b"int all[] = {\n#define ONE 1\n};\n"


@pytest.mark.parametrize("left_open", [b"/* ", b'\\"', b"\\'"])
def test_what_is_never_closed_is_read_once(left_open: bytes) -> None:
    rest, begun = left_open * 60_000, process_time()
    assert without_listed_macros(LISTED + rest) == LISTED.replace(b"#define ONE 1", b" " * 13) + rest
    assert process_time() - begun < 10  # seconds; it takes far less than one
