"""Errors that an attribute, or a variable, is another name of."""

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
    "shop/errors.py": "class Empty(Exception):\n    pass\n",
    "depot/errors.py": "class Empty(Exception):\n    pass\n\n\ndef fail():\n    raise Empty\n",
    "shop/till.py": (
        "from shop.errors import Empty\n\n\nclass Till:\n    Empty = Empty\n    Other = make_error()\n    size = 3\n\n"
        "    def take(self):\n        raise self.Empty('no coins')\n"
    ),
}


@pytest.mark.parametrize(
    ("asked", "direction", "first"),
    [
        ("Till.Empty", "errors", "class:shop/errors.py:Empty"),
        ("Till.Empty", "state", "attr:shop/till.py:Till.Empty"),
        ("Till.Other", "errors", "attr:shop/till.py:Till.Other"),
        ("Till.size", "errors", "attr:shop/till.py:Till.size"),
    ],
)
def test_an_attribute_that_is_another_name_of_an_error_leads_to_who_raises_it(
    tmp_path: Path, asked: str, direction: str, first: str
) -> None:
    session = DirectSession(write(tmp_path, FILES), load_settings())
    lines = trace_causal_path(session, asked, direction).text.split("\n")
    assert lines[0].startswith(f"{first}  ")
    if first.startswith("class"):
        assert "<- method:shop/till.py:Till.take  raises L10" in lines
        assert "attr:shop/till.py:Till.Empty is another name of it." in lines
