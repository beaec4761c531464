"""Definitions of files that the grammar cannot read as a whole: they end where their braces close."""

from __future__ import annotations

import pytest

from nsccn.graph.extraction.definitions.braces import braces
from nsccn.graph.extraction.extract import extract
from nsccn.snapshots.broken import hides_definitions


def ends(path: str, text: str) -> dict[str, tuple[int, int]]:
    facts = extract(path, text.encode())
    return {
        item.qualified_name: (item.full_range.start_line, item.full_range.end_line)
        for item in facts.definitions[1:]
        if item.kind != "attr"
    }


@pytest.mark.parametrize(
    ("text", "pairs", "is_balanced"),
    [
        ("{ { } }", {"0-7", "2-5"}, True),
        ("{ '{' \"}\" /* { */ // }\n}", {"0-24"}, True),
        ('{ R"x(})" })x" }', {"0-16"}, True),
        ('{ @"a\\" + @"b\\" + "}" }', {"0-23"}, True),
        ('{ R"x(} })y" }', set(), False),
        ("{ 1'000'000; '}'; }", {"0-19"}, True),
        ("#define OPEN { \\\n {\n{ }", {"20-23"}, True),
        ("{ { }", {"2-5"}, False),
        ("{ } }", {"0-3"}, False),
    ],
)
def test_braces_are_told_from_what_looks_like_them(text: str, pairs: set[str], *, is_balanced: bool) -> None:
    found = braces(text.encode())

    assert {f"{start}-{end}" for start, end in found.ends.items()} == pairs
    assert found.balanced == is_balanced


UNREAD = """\
class Store {
 public:
  int first(int count) {
    with_each (count) do_it [] by {
      step(count);
    }
    guarded
    {
      return step(count);
    }
    caught (int&)
    {
      made(count);
    }
    return 1;
  }

  int second() { return 2; }
};

int third() { return 3; }
"""


def test_a_function_that_the_grammar_cuts_ends_with_its_block() -> None:
    assert ends("store.hpp", UNREAD) == {
        "Store": (1, 19),
        "Store.first": (3, 16),
        "Store.second": (18, 18),
        "third": (21, 21),
    }


def test_its_body_ends_there_too() -> None:
    first = next(item for item in extract("store.hpp", UNREAD.encode()).definitions if item.name == "first")

    assert UNREAD[first.body_start : first.body_end].startswith("{\n    with_each")
    assert UNREAD[first.body_start : first.body_end].endswith("return 1;\n  }")


def test_where_an_end_is_missing_only_what_is_aligned_is_believed() -> None:
    text = UNREAD.replace("  int second() { return 2; }\n", "  int second() {\n    return 2;\n\n")

    found = ends("store.hpp", text)

    assert found["Store.first"] == (3, 16)
    assert found["third"] == (23, 23)


def test_a_block_whose_end_the_grammar_does_not_find_is_told() -> None:
    text = "struct Cart {\n  int (;;) {\n    int total() { return 1; }\n  }\n};\n"

    messages = [problem.message for problem in extract("cart.hpp", text.encode()).problems]

    assert any(hides_definitions("cpp", message) for message in messages)


def test_it_is_told_before_all_that_hides_nothing() -> None:
    text = "int one(int a with) { return a; }\n" * 30 + UNREAD[: UNREAD.index("  int second")]

    messages = [problem.message for problem in extract("store.hpp", text.encode()).problems]

    assert len(messages) == 20
    assert any(hides_definitions("cpp", message) for message in messages)
