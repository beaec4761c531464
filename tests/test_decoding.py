"""Files in other encodings and with other line ends: their text, and that every answer has the same of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.graph.walk.decoding import decode
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbfx", "x"),
        ("é\r\n".encode(), "é\r\n"),
        ("aé".encode("utf-16"), "aé"),
        (b"\xff\xfea\x00\x00\xd8", "a\ufffd"),
        pytest.param(b"caf\xe9 \x80 \x93x\x94", "café € “x”", id="Windows-1252"),
        pytest.param(b"caf\xe9 \x81", "café \ufffd", id="what not even that has"),
        pytest.param("é ".encode() + b"\xe9", "é é", id="a mixture"),
        ("# -*- coding: koi8-r -*-\n# кот".encode("koi8-r"), "# -*- coding: koi8-r -*-\n# кот"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\n# кот".encode("cp1251"), "кот"),
        ("// -*- coding: shift_jis -*-\n// 猫".encode("shift_jis"), "猫"),
        ("<?xml version='1.0' encoding='ISO-8859-2'?>\n<a>žluť</a>".encode("iso8859-2"), "<a>žluť</a>"),
        pytest.param("# coding: latin-1\n# é".encode(), "# é", id="a comment that is out of date"),
        pytest.param(b"# coding: utf-7\n# \xe9+AGE-", "# é+AGE-", id="no encoding of source"),
        pytest.param(b"# coding: nonsense\n# \xe9", "# é", id="no encoding"),
        pytest.param(b"x = 1\n\n# coding: cp1251\n# \xe9", "# é", id="only the first two lines count"),
        pytest.param(b"a\rb\rc", "a\nb\nc", id="carriage returns end lines"),
        pytest.param(b"a\rb\rc\n", "a\nb\nc\n", id="nearly all of them"),
        pytest.param(b"a\nb\rc\nd\n", "a\nb\rc\nd\n", id="elsewhere one is a character"),
        pytest.param(b"a\r\nb\r\n", "a\r\nb\r\n", id="and so are those before line feeds"),
    ],
)
def test_decode(data: bytes, text: str) -> None:
    assert decode(data).endswith(text)


@given(st.binary())
def test_decode_never_fails(data: bytes) -> None:
    decode(data).encode()
    decode(b"\xff\xfe" + data).encode()


SOURCE = '''\
"""Décide du café."""


def préparer(café):
    """Prépare un café très fort."""
    return moudre(café)


def moudre(café):
    # Où sont les grains ?
    return café
'''
FORMS = {
    "latin-1": SOURCE.encode("latin-1"),
    "UTF-16": SOURCE.encode("utf-16"),
    "UTF-8 with a mark": SOURCE.encode("utf-8-sig"),
    "carriage returns": SOURCE.replace("\n", "\r").encode(),
    "carriage returns in latin-1": SOURCE.replace("\n", "\r").encode("latin-1"),
}


def answers(folder: Path, data: bytes) -> list[str]:
    root = folder / "maison"
    root.mkdir(parents=True)
    (root / "café.py").write_bytes(data)
    session = DirectSession(root, Settings(cache_dir=folder / "cache"))
    return [
        search_and_rank(session, "préparer un café").text,
        read_skeleton(session, "café.py").text,
        open_surgical_window(session, "moudre").text,
        open_surgical_window(session, "café.py:9-10").text,
        trace_causal_path(session, "moudre", "upstream").text,
        select_context(session, "le café n'est pas fort", budget=800).text,
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_the_same_in_any_form(tmp_path: Path, form: str) -> None:
    expected = answers(tmp_path / "expected", SOURCE.encode())
    assert answers(tmp_path / "other", FORMS[form]) == expected
    assert "9|def moudre(café):\n10|    # Où sont les grains ?" in expected[2]
    assert ":préparer  calls L6" in expected[4]
