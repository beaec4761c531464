"""A macro that is another name of a function is asked for that function."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "fail.h": "void shop_fail(int code);\n#define fail shop_fail\n#define limit shop_limit\n#define broken shop_gone\n",
    "fail.c": '#include "fail.h"\nint shop_limit = 3;\nvoid shop_fail(int code) { }\n',
    "cart.c": '#include "fail.h"\nvoid empty(void) { fail(limit); }\n',
}


@pytest.mark.parametrize(
    ("asked", "direction", "found"),
    [
        ("fail", "upstream", ["func:fail.c:shop_fail", "var:fail.h:fail is another name of it."]),
        ("fail", "state", ["var:fail.h:fail"]),
        ("limit", "upstream", ["var:fail.h:limit"]),
        ("broken", "upstream", ["var:fail.h:broken"]),
    ],
)
def test_a_macro_stands_for_the_function_that_it_renames(
    tmp_path: Path, asked: str, direction: str, found: list[str]
) -> None:
    root = write(tmp_path / "shop", FILES)
    session = DirectSession(root, load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "cache")}))

    first, *_, last = trace_causal_path(session, asked, direction).text.split("\n")

    assert [first.split("  ")[0], last][: len(found)] == found
