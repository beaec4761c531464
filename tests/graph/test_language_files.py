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


@pytest.mark.parametrize(
    ("path", "data", "name"),
    [
        ("bin/console", b"<?php\nrun();\n", "php"),
        ("cart.module", b"<?php\nrun();\n", "php"),
        ("cart.inc", b"{$mode objfpc}\n", "pascal"),
        ("bin/run", b"#!/usr/bin/env ts-node\nrun();\n", "typescript"),
        ("bin/run", b"#!/usr/bin/env ruby\nrun\n", "ruby"),
        ("Rakefile", b"task :run\n", "ruby"),
        ("cart.blade.php", b"<p>{{ $cart }}</p>\n", "blade"),
    ],
)
def test_a_file_is_in_no_language_that_is_only_like_its_own(path: str, data: bytes, name: str) -> None:
    found = languages.detect(path, data)
    assert found is not None
    assert found.name == name


def test_every_extension_and_name_of_a_file_leads_to_its_language() -> None:
    for language in map(languages.load, languages.names()):
        if language.dialects:
            continue  # the text tells as well
        for path in (*(f"a{extension}" for extension in language.extensions), *language.filenames):
            found = languages.detect(path, b"")
            assert found is not None
            assert found.name == language.name, path
