"""What tells in which language a file is, read without all else that a language states."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from nsccn.graph import languages
from nsccn.graph.languagefiles import FOLDER, STATEMENT, LanguageFiles, files_part

STATED = """
# A shop.
import_strategy = "outline"
filenames = [
  "Cart",
]
unparsed = ['(a)']
dialects = [
  { extension = ".cart", pattern = '^a', language = "text" },
]

[grammars]
".cart" = "c"

[routes]
methods = ["get"]

[[dialects_of_others]]
extension = ".shop"
"""


def test_a_part_of_a_statement_is_parsed() -> None:
    assert tomllib.loads(files_part(STATED)) == {
        "filenames": ["Cart"],
        "dialects": [{"extension": ".cart", "pattern": "^a", "language": "text"}],
        "grammars": {".cart": "c"},
    }


@pytest.mark.parametrize("name", languages.names())
def test_it_says_what_the_whole_says(name: str) -> None:
    statement = (FOLDER / name / STATEMENT).read_text("utf-8")
    whole = tomllib.loads(statement)
    fields = {field.name for field in msgspec.structs.fields(LanguageFiles)}
    assert tomllib.loads(files_part(statement)) == {key: whole[key] for key in whole if key in fields}
