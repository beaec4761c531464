"""A skeleton parses without more errors than its source, and keeps every definition with its parameters."""

from __future__ import annotations

import importlib
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown_skeletons import signatures, skeleton_of

from nsccn.graph.extraction.extract import extract
from nsccn.graph.languages import load, names
from nsccn.graph.walk.files import decode
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import count_errors
from nsccn.skeleton.rows import text_of_rows
from nsccn.skeleton.window import window

SHOWN = (Detail.SIGNATURE, Detail.DOC)
MOST_FILES = 25


def check(path: str, data: bytes) -> int:
    """Hold the skeletons of a file against it; return how many bytes its signatures have."""
    skeleton, facts = skeleton_of(path, data)
    language = load(facts.language)
    errors = count_errors(data, language, path)
    for detail in SHOWN:
        rows = skeleton.file(detail)
        text = text_of_rows(rows).encode()
        assert not count_errors(text, language, path).exceed(errors), (path, detail)
        assert [row.line for row in rows] == sorted(row.line for row in rows)
        assert all(1 <= row.line <= facts.lines for row in rows)
        if not any(errors):
            assert signatures(extract(path, text)) == signatures(facts), (path, detail)
    return len(text_of_rows(skeleton.file(Detail.SIGNATURE)).encode())


def installed(package: str) -> list[Path]:
    """Return some files of an installed package, spread over all of it."""
    files = sorted(Path(importlib.import_module(package).__file__ or "").parent.rglob("*.py"))
    return files[:: max(len(files) // MOST_FILES, 1)]


@pytest.mark.parametrize("package", ["networkx", "fastmcp", "hypothesis", "_pytest"])
def test_installed_packages(package: str) -> None:
    before = after = 0
    for path in installed(package):
        data = decode(path.read_bytes()).encode()
        before += len(data)
        after += check(path.as_posix(), data)

    assert after < 0.4 * before


def test_the_standard_library() -> None:
    library = Path(sysconfig.get_path("stdlib"))
    for name in ("ast", "functools", "typing", "enum", "logging/__init__", "this", "heapq"):
        check(f"{name}.py", decode((library / f"{name}.py").read_bytes()).encode())


def test_the_sample_repository(shop: Path) -> None:
    extensions = {extension for name in names() for extension in load(name).extensions}
    for path in sorted(shop.rglob("*")):
        if path.suffix in extensions:
            check(path.as_posix(), decode(path.read_bytes()).encode())


# -- made-up modules

IDENTIFIERS = st.sampled_from(["a", "run", "_x", "Größe", "__init__", "T"])
LITERALS = st.sampled_from(
    ["1", "'s'", '"""two\nlines"""', "[\n1,\n2,\n3]", "{}", "call(\n1)", "lambda x: x", "..."]
)
COMMENTS = st.sampled_from(["", "", "  # why", "  # type: ignore"])
DOCS = st.sampled_from(
    [
        "",
        "",
        '"""One."""',
        '"""One.\n\nTwo."""',
        "'short'",
        'r"""\nRaw \\d\n\nmore "quoted" """',
        '"""a "b"\n\nc"""',
    ]
)
PARAMETERS = st.sampled_from(
    [
        "",
        "self",
        "a, b=1",
        "a: int = 3, *, b: str",
        "*args, **kw",
        "a,  # first\n  b=[\n 1],\n",
        "a=(1, 2), /",
    ]
)
SIMPLE = st.sampled_from(
    [
        "pass",
        "x = 1",
        "self.x = y",
        "return_ = 3; z = 4",
        "call()",
        "x: int",
        "import os",
        "del x",
        "# note",
        "x = \\\n  1",
    ]
)
HEADERS = st.sampled_from(["if x:", "for i in y:", "while z:", "with open(f) as g:", "try:"])


def indented(lines: str, step: str) -> str:
    """Indent code, but not what lies in its strings; those take no harm from it here."""
    return "".join(f"{step}{line}\n" if line else "\n" for line in lines.splitlines())


@st.composite
def blocks(draw: st.DrawFn, depth: int = 3) -> str:
    """Draw some statements."""
    statement = st.one_of(simple(), compound(depth), functions(depth), classes(depth)) if depth else simple()
    parts = draw(st.lists(statement, max_size=4))
    return "".join(parts) or draw(st.sampled_from(["pass\n", "...\n", "x = 1\n"]))


@st.composite
def simple(draw: st.DrawFn) -> str:
    if draw(st.booleans()):
        return f"{draw(SIMPLE)}\n"
    return f"{draw(IDENTIFIERS)} = {draw(LITERALS)}{draw(COMMENTS)}\n"


@st.composite
def compound(draw: st.DrawFn, depth: int) -> str:
    header, step = draw(HEADERS), draw(st.sampled_from(["    ", "  ", "\t"]))
    body = indented("pass\n" + draw(blocks(depth - 1)), step)
    tail = f"except ValueError:{draw(COMMENTS)}\n{step}pass\n" if header == "try:" else ""
    return f"{header}{draw(COMMENTS)}\n{body}{tail}"


@st.composite
def functions(draw: st.DrawFn, depth: int) -> str:
    head = f"{draw(st.sampled_from(['', '@deco', '@a.b(1)']))}\n" + draw(
        st.sampled_from(["def", "async def"])
    )
    head += f" {draw(IDENTIFIERS)}({draw(PARAMETERS)}){draw(st.sampled_from(['', ' -> int']))}:"
    if draw(st.integers(0, 4)) == 0:
        return f"{head} {draw(st.sampled_from(['pass', 'return 1', 'x = 1; return x']))}{draw(COMMENTS)}\n"
    step = draw(st.sampled_from(["    ", "  ", "\t"]))
    lead = draw(st.sampled_from(["", "\n", "# lead\n"]))
    return f"{head}{draw(COMMENTS)}\n" + indented(
        f"{lead}{draw(DOCS)}\n{draw(blocks(depth - 1))}pass\n", step
    )


@st.composite
def classes(draw: st.DrawFn, depth: int) -> str:
    head = f"class {draw(IDENTIFIERS)}{draw(st.sampled_from(['', '(Base)', '(A, metaclass=M)']))}:"
    if draw(st.integers(0, 4)) == 0:
        return f"{head} pass{draw(COMMENTS)}\n"
    doc = draw(DOCS)
    body = draw(blocks(depth - 1)) if not doc or draw(st.booleans()) else ""
    return f"{head}{draw(COMMENTS)}\n" + indented(f"{doc}\n{body}", draw(st.sampled_from(["    ", "\t"])))


ENDINGS = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=50, deadline=None)
@given(doc=DOCS, block=blocks(), ending=ENDINGS)
def test_made_up_modules(doc: str, block: str, ending: str) -> None:
    check("a.py", f"{doc}\n{block}".replace("\n", ending).encode())


@settings(max_examples=50, deadline=None)
@given(block=blocks(), data=st.data())
def test_broken_modules(block: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(block)))
    width = data.draw(st.integers(0, 12))
    more = data.draw(
        st.sampled_from(["", "(", ")", '"', "'''", "\\", "{", ":", "def ", "\n", "\t", "\0", "é"])
    )

    check("a.py", (block[:place] + more + block[place + width :]).encode())


@settings(max_examples=40, deadline=None)
@given(block=blocks())
def test_the_body_level_is_verbatim(block: str) -> None:
    skeleton, facts = skeleton_of("a.py", block.encode())

    assert text_of_rows(skeleton.file(Detail.BODY)) == block
    for ordinal, item in enumerate(facts.definitions[1:], 1):
        lines = window(block.encode(), item.full_range.start_line, item.full_range.end_line)
        assert skeleton.entity(ordinal, Detail.BODY) == lines
