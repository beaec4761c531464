"""What a definition says of itself, whatever comments stand in between."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from nsccn.graph.extraction.extract import extract

if TYPE_CHECKING:
    from nsccn.graph.model import Definition


def named(name: str, source: str, path: str) -> Definition:
    facts = extract(path, dedent(source).encode())
    return next(item for item in facts.definitions if item.name == name)


SIGNATURES = {
    "a comment behind a parameter": (
        "a.py",
        'def run(a,  # first\n        b="#1", c=7 // 2): pass\n',
        'def run(a, b="#1", c=7 // 2)',
    ),
    "a block comment": (
        "a.ts",
        "function run(a: number /* of them */, glob = 'src/**/*.ts'): void {}\n",
        "function run(a: number, glob = 'src/**/*.ts'): void",
    ),
    "long comments on members": (
        "a.ts",
        f"type run = {{\n  /** {'A word. ' * 300} */\n  first?: A;\n  /** {'A word. ' * 300} */\n  last: B;\n}};\n",
        "type run = { first?: A; last: B; }",
    ),
    "attributes before it": (
        "a.php",
        "<?php\n#[Slow, Group('x')]\n#[Test]\nfunction run(#[Hidden] int $a): void {}\n",
        "function run(#[Hidden] int $a): void",
    ),
    "a condition of an attribute": (
        "a.cs",
        "class A {\n#if OLD\n  [Slow]\n#endif\n  public void run(int a) {}\n}\n",
        "public void run(int a)",
    ),
    "a condition of a parameter": (
        "a.c",
        "#ifdef OLD\nstatic\n#endif\nint run(int a\n#ifdef MORE\n, int b\n#endif\n) { return a; }\n",
        "static int run(int a, int b)",
    ),
    "one parameter or another": (
        "a.c",
        "int run(\n#ifdef MORE\n  int b\n#else\n  long b\n#endif\n) { return b; }\n",
        "int run(#ifdef MORE int b #else long b #endif)",
    ),
    "members on lines of their own": (
        "a.ts",
        "const run = client\n  .schema(1)\n  .action(async (...given: A[]) => { go(); });\n",
        "const run = client.schema(1).action(async (...given: A[]) =>",
    ),
    "a macro": (
        "a.c",
        "#define run(a, \\\n            b) \\\n    go(a, b, \\\n       1)\n",
        "#define run(a, b)",
    ),
    "a macro around the result": (
        "a.c",
        "\nPUBLIC(int *) run(int (*a)(int))\n{\n}\n",
        "int * run(int (*a)(int))",
    ),
    "an extension": (
        "a.dart",
        "extension run<T> on List<T>? {\n  int get total => 0;\n}\n",
        "extension run<T> on List<T>?",
    ),
    "nothing but an end": ("a.rb", "def run(a)\nend\n", "def run(a)"),
    "nothing but an end on the same line": ("a.rb", "def run(a); end\n", "def run(a)"),
    "an empty block": ("a.rb", "class A\n  define_method(:run) { }\nend\n", "define_method(:run)"),
    "a callback behind its documentation": (
        "a.ex",
        'defmodule A do\n  @doc "Runs."\n  @callback run(term) :: term\nend\n',
        "@callback run(term) :: term",
    ),
    "a name that ends in end": (
        "a.rb",
        "class A\n  attr_reader :run\n  def send = 1\nend\n",
        "attr_reader :run",
    ),
}


@pytest.mark.parametrize(("path", "source", "expected"), SIGNATURES.values(), ids=SIGNATURES)
def test_signatures(path: str, source: str, expected: str) -> None:
    assert named("run", source, path).signature == expected


def test_a_ruby_method_without_statements_is_no_declaration() -> None:
    assert "declared" not in named("run", "def run\nend\n", "a.rb").modifiers


def test_decorators_with_comments_and_many_arguments() -> None:
    rows = "".join(f"    ({number}, 'a long enough argument'),\n" for number in range(40))
    source = f"@first  # why\n@mark.each([\n    # none\n{rows}])\ndef run(): pass\n"

    assert named("run", source, "a.py").decorators == ("first", "mark.each()")


def test_parameters_of_functions_without_a_name_are_not_those_around() -> None:
    source = """\
        function run(list) {
            list.forEach((item) => use(item));
        }
        const table = { get(key) { return key; } };
        """

    assert named("run", source, "a.js").parameters == ("list",)
    assert named("table", source, "a.js").parameters == ()


def test_a_comment_in_a_declared_result() -> None:
    source = "function run(): // for now\n  Promise<number> { return go(); }\n"

    assert named("run", source, "a.ts").returns == "Promise<number>"
