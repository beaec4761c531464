"""What is around a place, asked in any order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nsccn.graph.extraction.ancestors import Ancestors
from nsccn.graph.languages import parser

SOURCE = b"""
const first = () => {
  if (ready) { let inner = [1, 2] }
};

function second(a, b = {}) { return a }   // the end
"""


def test_the_innermost_comes_first() -> None:
    ancestors = Ancestors(parser("javascript").parse(SOURCE).root_node)

    kinds = [node.type for node in ancestors.at(SOURCE.index(b"inner")) if node.is_named]

    assert kinds == [
        "identifier",
        "variable_declarator",
        "lexical_declaration",
        "statement_block",
        "if_statement",
        "statement_block",
        "arrow_function",
        "variable_declarator",
        "lexical_declaration",
        "program",
    ]


@given(st.lists(st.integers(0, len(SOURCE) - 1), max_size=12))
def test_it_is_what_climbing_from_each_place_gives(places: list[int]) -> None:
    root = parser("javascript").parse(SOURCE).root_node
    ancestors = Ancestors(root)

    for place in places:
        climbed = []
        node = root.descendant_for_byte_range(place, place + 1)
        while node is not None:
            climbed.append(node)
            node = node.parent
        assert list(ancestors.at(place)) == climbed
