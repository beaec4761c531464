"""What a trace says of errors of which nothing tells what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "cart.ts": """\
export function fill(error: unknown) { throw error }
export function stop(error: unknown) { try { throw error } catch { return 1 } }
export function known() { throw new RangeError("full") }
export function none() { return 1 }
export function twice(size: number) {
  if (size < 0) throw new RangeError("empty")
  try { throw new RangeError("caught") } catch (error) { if (size > 9) throw new RangeError("full") }
}
""",
    "Cart.scala": """\
object Cart {
  def read(text: String): Cart = parsed(text).valueOr(throw _)
}
""",
}


@pytest.mark.parametrize(
    ("function", "line"),
    [("fill", 1), ("stop", 0), ("known", 0), ("none", 0), ("twice", 0), ("Cart.read", 2)],
)
def test_the_lines_that_raise_them_are_told(tmp_path: Path, function: str, line: int) -> None:
    session = DirectSession(write(tmp_path / "code", FILES), Settings(cache_dir=tmp_path / "cache"))

    said = trace_causal_path(session, function, "errors").text

    assert (f"What it raises at L{line} is not known." in said) == bool(line)
    assert "is not known" not in said or line


def test_each_line_is_told_that_raises_the_same_error(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path / "code", FILES), Settings(cache_dir=tmp_path / "cache"))

    said = trace_causal_path(session, "twice", "errors").text

    assert "-> error:builtins:RangeError  catches from L7, raises L6,7" in said
