"""Which comments are documentation, and of what."""

from __future__ import annotations

from textwrap import dedent

import pytest

from nsccn.graph.extraction.extract import extract

LICENCES = [
    "Copyright 2014 A. Author. All rights reserved.",
    "SPDX-License-Identifier: MIT",
    "Licensed to the Foundation under one or more agreements.",
    "The MIT License (MIT)",
    "(C) 2014 A. Author",
    "@license MIT",
    "Use of this source code is governed by a licence.",
]


def docs(path: str, source: str) -> list[str]:
    return [item.doc for item in extract(path, dedent(source).encode()).definitions]


@pytest.mark.parametrize("licence", LICENCES)
def test_a_licence_is_no_documentation(licence: str) -> None:
    assert docs("a.go", f"// {licence}\n\npackage shop\n") == [""]
    assert docs("a.c", f"/*\n * {licence}\n */\nint total(void) {{ return 1; }}\n")[1] == ""


DIRECTIVES = [
    ("a.ts", "// eslint-disable-next-line complexity"),
    ("a.ts", "// @ts-expect-error: wrong upstream"),
    ("a.go", "//nolint:gocyclo // long"),
    ("a.go", "//go:noinline"),
    ("a.rb", "# rubocop:disable Metrics/MethodLength"),
    ("a.c", "// NOLINTNEXTLINE(bugprone)"),
]
FUNCTIONS = {
    "a.ts": "function total() {}",
    "a.go": "func total() {}",
    "a.rb": "def total; end",
    "a.c": "int total(void) { return 1; }",
}


@pytest.mark.parametrize(("path", "directive"), DIRECTIVES)
def test_what_speaks_to_a_tool_is_no_documentation(path: str, directive: str) -> None:
    mark = "#" if path == "a.rb" else "//"
    package = "package shop\n\n" if path == "a.go" else ""
    assert docs(path, f"{package}{directive}\n{FUNCTIONS[path]}\n")[1] == ""
    both = f"{package}{mark} The sum of all.\n{directive}\n{FUNCTIONS[path]}\n"
    assert docs(path, both)[1] == "The sum of all."


@pytest.mark.parametrize(
    "directive", ["// eslint-disable-next-line complexity", "/* istanbul ignore next */"]
)
def test_a_directive_may_stand_between_documentation_and_what_it_is_of(directive: str) -> None:
    assert (
        docs("a.ts", f"/** The sum of all. */\n{directive}\nfunction total() {{}}\n")[1] == "The sum of all."
    )
    assert docs("a.ts", f"let cart;\n{directive}\nfunction total() {{}}\n")[-1] == ""


def test_a_package_is_described_below_its_licence() -> None:
    source = """\
        // Copyright 2014 A. Author. All rights reserved.
        // Use is free.

        // Package shop sells things.
        //
        // It is small.
        package shop
        """
    assert docs("a.go", source) == ["Package shop sells things.\n\nIt is small."]


@pytest.mark.parametrize(
    "text", ["Copy the cart.", "License plates are read here.", "Licensing fees per cart."]
)
def test_what_only_begins_alike_is_documentation(text: str) -> None:
    assert docs("a.go", f"package shop\n\n// {text}\nfunc total() {{}}\n")[1] == text


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.c", "/* Fills it -- see issue #12; returns 3. */\nint fill(void) { return 3; }\n"),
        ("a.hs", "-- | Fills it -- see issue #12; returns 3.\nfill :: Int\nfill = 3\n"),
        ("a.erl", "%% Fills it -- see issue #12; returns 3.\nfill() -> 3.\n"),
        ("a.clj", ";; Fills it -- see issue #12; returns 3.\n(defn fill [] 3)\n"),
        ("a.f90", "!> Fills it -- see issue #12; returns 3.\nsubroutine fill()\nend subroutine\n"),
    ],
)
def test_a_mark_of_comments_is_one_where_a_line_begins(path: str, source: str) -> None:
    assert docs(path, source)[1] == "Fills it -- see issue #12; returns 3."
