"""Notebooks: code that is found, shown and linked like any other, on the lines of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_files import write

from nsccn.graph.walk.notebooks import is_notebook, source_of
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path


def notebook(*cells: tuple[str, str], language: str = "python") -> str:
    """Return a notebook with cells of a kind and a text each, as Jupyter writes it."""
    listed = [
        {
            "cell_type": kind,
            "metadata": {},
            **({"outputs": [{"data": {"image/png": "iVBORw0KGgo" * 900}}]} if kind == "code" else {}),
            "source": text.splitlines(keepends=True),
        }
        for kind, text in cells
    ]
    data = {"cells": listed, "metadata": {"kernelspec": {"language": language}}, "nbformat": 4}
    return json.dumps(data, indent=1) + "\n"


REPORT = """\
%matplotlib inline
from shop.cart import total

def report(cart):
    "Show \\t \\"it\\"."
    return total(cart)

report([1])"""
CELLS = [
    ("markdown", "# Totals\nWhat *carts* cost."),
    ("code", REPORT),
    ("code", "%%bash\nls total(1)"),
    ("code", "%%time\n!ls\nprices = [\n    x %y\n]"),
]
FILES = {"shop/cart.py": "def total(cart):\n    return sum(cart)\n", "sales.ipynb": notebook(*CELLS)}


def numbered(data: bytes) -> list[str]:
    return [f"{n}|{line}" for n, line in enumerate(data.decode().splitlines(), 1) if line]


def test_its_cells_stand_where_the_file_has_them() -> None:
    text = FILES["sales.ipynb"]
    shown = numbered(source_of("sales.ipynb", text.encode()))
    assert shown[:4] == ["1|#!notebook python", "3|# %% [markdown]", "7|# # Totals", "8|# What *carts* cost."]
    raw = text.splitlines()
    for row in shown[5:]:
        number, _, line = row.partition("|")
        assert line == "# %%" or json.dumps(line.removeprefix("# "))[1:-1] in raw[int(number) - 1]
    assert [row.partition("|")[2] for row in shown[4:] if row.endswith(("total(1)", "ls", "%y"))] == [
        "# ls total(1)",
        "# !ls",
        "    x %y",
    ]


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return DirectSession(write(tmp_path / "shop", FILES), Settings(cache_dir=tmp_path / "cache"))


def test_it_calls_and_defines_functions(session: DirectSession) -> None:
    callers = trace_causal_path(session, "total", "upstream").text
    assert "<- func:sales.ipynb:report  calls L27\n" in callers
    assert "<- module:sales.ipynb:__init__  calls L29" in callers


def test_its_words_are_found_and_its_outputs_are_not(session: DirectSession) -> None:
    found = search_and_rank(session, "carts cost").data["results"]
    assert found[0]["id"] == "module:sales.ipynb:__init__"
    assert search_and_rank(session, "iVBORw0KGgo").data["results"] == []
    assert search_and_rank(session, "nbformat").data["results"] == []


def test_its_skeleton_has_its_cells(session: DirectSession) -> None:
    text = read_skeleton(session, "sales.ipynb").text
    assert text.startswith("sales.ipynb  python, 73 lines, detail doc\n7|[1] markdown, 2 lines\n7|# Totals\n")
    assert (
        "\n22|[2] code, 8 lines\n22|# %matplotlib inline\n23|from shop.cart import total\n25|def report"
        in text
    )


def test_its_windows_leave_out_what_is_blank(session: DirectSession) -> None:
    assert open_surgical_window(session, "report").text.startswith(
        "func:sales.ipynb:report  L25-27\n25|def rep"
    )
    window = open_surgical_window(session, "sales.ipynb:7-23").text
    assert window == (
        "sales.ipynb\n7|# # Totals\n8|# What *carts* cost.\n9|\n10|\n11|# %%\n12|\n22|# %matplotlib inline\n"
        "23|from shop.cart import total"
    )


@pytest.mark.parametrize("language", ["R", "octave"])
def test_one_in_another_language_is_text(tmp_path: Path, language: str) -> None:
    files = {"a.ipynb": notebook(("code", "total <- 1"), language=language)}
    session = DirectSession(write(tmp_path / "shop", files), Settings(cache_dir=tmp_path / "cache"))
    assert search_and_rank(session, "total").data["results"][0]["id"] == "file:a.ipynb"
    assert read_skeleton(session, "a.ipynb").text.startswith("a.ipynb  text, ")


def dense(*cells: tuple[str, str]) -> dict[str, str]:
    """Return a notebook as some tools write it: the source of each cell one text; on one line, or on several."""
    data = {"cells": [{"cell_type": kind, "outputs": [], "source": text} for kind, text in cells]}
    return {"on one line": json.dumps(data), "indented": json.dumps(data, indent=1)}


@pytest.mark.parametrize("form", ["on one line", "indented"])
def test_its_cells_follow_one_another_where_their_lines_stand_on_one(tmp_path: Path, form: str) -> None:
    text = dense(("markdown", "# Totals"), ("code", "def total(cart):\n    return sum(cart)\n\ntotal([1])"))[
        form
    ]
    assert numbered(source_of("sales.ipynb", text.encode())) == [
        "1|#!notebook python",
        "2|# %% [markdown]",
        "3|# # Totals",
        "4|# %%",
        "5|def total(cart):",
        "6|    return sum(cart)",
        "8|total([1])",
    ]
    session = DirectSession(write(tmp_path, {"sales.ipynb": text}), Settings(cache_dir=tmp_path / "cache"))
    assert "<- module:sales.ipynb:__init__  calls L8" in trace_causal_path(session, "total", "upstream").text


NONE = [
    "",
    "{",
    "[]",
    "no JSON",
    '{"cell": 1}',
    '{"cells": [{"cell_type": "code",\n"source": ["\\x"]}]}',
]


@pytest.mark.parametrize("text", NONE)
def test_what_is_none_stays_as_it_is(text: str) -> None:
    assert source_of("a.ipynb", text.encode()) == text.encode()
    assert source_of("a.json", FILES["sales.ipynb"].encode()) == FILES["sales.ipynb"].encode()


TOKENS = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    '"cells"',
    '"cell_type"',
    '"code"',
    '"source"',
    '"x = 1\\n"',
    '"',
    "\\",
]


def test_a_text_without_an_end_is_read_once() -> None:
    data = b'{"cells": [{"source": "' + rb"\"" * 100_000
    assert source_of("a.ipynb", data) == data


@given(st.lists(st.sampled_from(TOKENS), max_size=40))
def test_no_text_is_too_odd(tokens: list[str]) -> None:
    data = "".join(tokens).encode()
    source = source_of("a.ipynb", data)
    assert source == data or is_notebook(source)
