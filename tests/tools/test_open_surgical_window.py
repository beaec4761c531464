"""Windows: exactly the lines that are asked for, and entities with what belongs to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.session import DirectSession

FILES = {
    "cart.go": """\
package cart

var limit = 3

// Next goes on.
// It ends at the last.
func Next() int {
	return limit
}
""",
    "cart.py": """\
import functools


# Kept for the length of a request.
@functools.cache
def limit():
    \"\"\"Say how many.\"\"\"
    return 3


LAST = limit()
""",
}


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return DirectSession(write(tmp_path / "shop", FILES), Settings(cache_dir=tmp_path / "cache"))


@pytest.mark.parametrize(
    ("asked", "context", "shown"),
    [
        pytest.param("cart.go:6-8", 0, range(6, 9), id="a range is exactly the range"),
        pytest.param("cart.go#L6-L8", 0, range(6, 9), id="as a link has it too"),
        pytest.param("cart.go:6-8", 2, range(4, 10), id="unless context is asked for"),
        pytest.param("cart.go:3", 0, range(3, 4), id="and so is a line outside of all definitions"),
        pytest.param("Next", 0, range(5, 10), id="an entity has its comment"),
        pytest.param("cart.go:8", 0, range(5, 10), id="a line stands for the entity around it"),
        pytest.param("cart.py:limit", 0, range(4, 9), id="and its decorators"),
    ],
)
def test_lines_shown(session: DirectSession, asked: str, context: int, shown: range) -> None:
    answer = open_surgical_window(session, asked, context)

    assert [int(line.partition("|")[0]) for line in answer.text.split("\n")[1:]] == list(shown)


def test_a_list_may_come_as_its_json_text(session: DirectSession) -> None:
    several = open_surgical_window(session, ["cart.go:6-8", "cart.py:1"])
    assert open_surgical_window(session, '["cart.go:6-8", "cart.py:1"]').text == several.text


def test_a_path_may_begin_as_a_list_does(tmp_path: Path) -> None:
    root = write(tmp_path / "site", {"[id]/page.ts": "export const page = 1;\n"})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))
    assert (
        open_surgical_window(session, "[id]/page.ts:1").text
        == "var:[id]/page.ts:page  L1\n1|export const page = 1;"
    )
