"""What a trace says of functions whose names macros paste together."""

from __future__ import annotations

from pathlib import Path

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

_API = """\
#include "api.h"

int VM_Load(int key) {
    return key;
}

int VM_Save(int key) {
    return key;
}

int openTill(void) {
    return 1;
}

static void registerAll(void) {
    REGISTER(Load);
    REGISTER(
        Save);
    JOIN(open, Till);
}
"""
_HEADER = """\
#define REGISTER(name) \\
    add("VM_" #name, (void *)VM_##name); \\
    add("Old_" #name, (void *)VM_ ## name)
#define JOIN(one, other) one##other()
"""


def _said(tmp_path: Path, name: str) -> str:
    root = write(tmp_path / "shop", {"src/api.c": _API, "src/api.h": _HEADER})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))
    return trace_causal_path(session, name, "upstream").text


def test_a_macro_that_pastes_a_name_is_told_where_it_is_used(tmp_path: Path) -> None:
    said = "names it: the macro (src/api.h:1) pastes that name together."
    assert f"`REGISTER(Load)` at src/api.c:16 {said}" in _said(tmp_path, "VM_Load")
    assert f"`REGISTER(Save)` at src/api.c:17 {said}" in _said(tmp_path, "VM_Save")


def test_a_macro_that_joins_whatever_it_is_given_tells_nothing(tmp_path: Path) -> None:
    assert "JOIN" not in _said(tmp_path, "openTill")
