"""Which comments of a type packs do without."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.index import RepoIndex
from nsccn.select import select_context
from nsccn.select.documentation import without_comments

CART = [
    *(f"# Says {number}." for number in range(1, 8)),
    "class Cart",  # 8
    "  # How many.",
    "  attr_reader :size",
    "",
    *(f"  # @!method take {number}" for number in range(12, 19)),
    "",
    "  OPEN = true",  # 20
]


@pytest.mark.parametrize(
    ("needed", "kept"),
    [
        pytest.param([], [*range(1, 11), 20], id="what is long and about no field"),
        pytest.param([10], [*range(1, 11), 20], id="whatever else is pointed at"),
        pytest.param([14], [*range(1, 11), *range(12, 19), 20], id="none with a line that is pointed at"),
    ],
)
def test_long_comments_of_a_type_are_left_out(needed: list[int], kept: list[int]) -> None:
    ranges = without_comments(CART, ((1, 20),), 8, needed)
    assert [line for first, last in ranges for line in range(first, last + 1) if CART[line - 1]] == kept


def test_a_pack_shows_a_class_without_them(tmp_path: Path) -> None:
    methods = "".join(f"  # @!method total_{number}\n  # Says what all costs.\n" for number in range(20))
    code = (
        "class Cart\n  attr_reader :total\n\n"
        + methods
        + "\n  def add(item)\n    @total += item\n  end\nend\n"
    )
    index = RepoIndex.build(write(tmp_path, {"cart.rb": code}))
    selection = select_context(index, "the total of the cart is wrong", budget=800)
    index.close()
    [cart] = [piece for file in selection.selected for piece in file.pieces if "own" in piece.label]
    assert cart.label == "own lines, comments cut"
    assert cart.text.splitlines()[1:] == ["1|class Cart", "2|  attr_reader :total"]
