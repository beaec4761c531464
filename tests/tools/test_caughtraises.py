"""What a trace says of errors that a function raises and catches itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

KOTLIN = """\
class NoNet : Exception()
fun load(up: Boolean) = try {
    if (!up) throw NoNet()
    1
} catch (e: Exception) {
    0
}
"""
PYTHON = """\
class NoNet(Exception):
    pass


def load(up):
    try:
        if not up:
            raise NoNet
    except NoNet:
        return None


def careful():
    try:
        load(1)
    except NoNet:
        return None
"""


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("load.kt", KOTLIN, ["load  raises L3, catches L5"]),
        ("load.py", PYTHON, ["load  raises L8, catches L9", "careful  catches L16"]),
    ],
)
def test_where_it_raises_is_told_from_where_it_catches(
    tmp_path: Path, path: str, text: str, said: list[str]
) -> None:
    session = DirectSession(write(tmp_path / "code", {path: text}), Settings(cache_dir=tmp_path / "cache"))
    answer = trace_causal_path(session, "NoNet", "errors").text
    assert all(one in answer for one in said), answer
