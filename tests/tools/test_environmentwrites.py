"""Who sets a variable of the environment is no reader of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "a.c": """#include <stdlib.h>
void c_set(void) { setenv("SHOP_KEY", "1", 1); }
char *c_get(void) { return getenv("SHOP_KEY"); }
""",
    "b.go": """package b
import "os"
func GoSet() { os.Setenv("SHOP_KEY", "1") }
func GoGet() string { return os.Getenv("SHOP_KEY") }
""",
    "c.py": """import os
def py_set():
    os.environ["SHOP_KEY"] = "1"
def py_unset():
    del os.environ["SHOP_KEY"]
def py_get():
    return os.environ["SHOP_KEY"] == "1"
""",
    "d.rs": """fn rs_set() { std::env::set_var("SHOP_KEY", "1"); }
fn rs_get() -> String { std::env::var("SHOP_KEY").unwrap() }
""",
    "e.ts": """export function tsSet() { process.env.SHOP_KEY = '1' }
export function tsGet() { return process.env.SHOP_KEY === '1' }
""",
}


def test_who_sets_a_variable_is_told_apart_from_who_reads_it(tmp_path: Path) -> None:
    session = DirectSession(
        write(tmp_path, FILES), load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")})
    )

    said = trace_causal_path(session, "config:env:SHOP_KEY", "config").text

    assert said.splitlines()[2:] == [
        "<- func:a.c:c_set  sets L2; b.go:GoSet L3; c.py:py_set L3; py_unset L5; d.rs:rs_set L1; e.ts:tsSet L1",
        "<- func:a.c:c_get  reads L3; b.go:GoGet L4; c.py:py_get L7; d.rs:rs_get L2; e.ts:tsGet L2",
    ]
