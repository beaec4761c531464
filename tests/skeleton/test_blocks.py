"""Blocks: of a long definition, what stands around some of its lines."""

from __future__ import annotations

import pytest

from nsccn.skeleton.blocks import shown_around

SHOP = [
    "def fill(",  # 1
    "    cart,",
    "    shelf,",
    "):",
    *(f"    step({number})" for number in range(5, 25)),
    "    if shelf.is_open(",  # 25
    "        now,",
    "    ):",
    *(f"        take({number})" for number in range(28, 48)),
    "    else:",  # 48
    *(f"        wait({number})" for number in range(49, 69)),
    "        for item in shelf:",  # 69
    "            if item.sold:",
    "                cart.drop(item)",  # 71
    "                continue",
    "            cart.add(item)",
    *(f"        tell({number})" for number in range(74, 100)),
    "    return cart",  # 100
]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        pytest.param(
            [71],
            [*range(1, 5), *range(25, 28), 48, *range(65, 78)],
            id="the block, and each branch around it",
        ),
        pytest.param([10], [*range(1, 21)], id="lines on either side in a long block"),
        pytest.param([100], [*range(1, 5), *range(90, 101)], id="up to the end"),
        pytest.param(
            [10, 35, 71],
            [*range(1, 5), *range(6, 15), 25, 26, 27, *range(31, 40), 48, *range(69, 74)],
            id="of several less",
        ),
    ],
)
def test_what_stands_around_lines(wanted: list[int], shown: list[int]) -> None:
    assert sorted(shown_around(SHOP, 1, len(SHOP), wanted)) == shown


def test_what_has_no_indentation_of_its_own_ends_no_block() -> None:
    lines = [
        "int fill() {",
        "    if (open) {",
        "#ifdef SOLD",
        "        drop();",
        "#endif",
        "",
        "        add();",
        "    }",
    ]
    lines += [f"    step({number});" for number in range(9, 60)] + ["}"]
    assert sorted(shown_around(lines, 1, len(lines), [7])) == [*range(1, 14)]


def test_marks_above_a_definition_are_shown_with_how_it_begins() -> None:
    lines = [
        "  @impl true",
        "  def fill(cart) do",
        *(f"    step({number})" for number in range(3, 60)),
        "  end",
    ]
    assert sorted(shown_around(lines, 1, len(lines), [40])) == [1, 2, *range(30, 51)]


def test_a_blank_line_stands_for_what_follows() -> None:
    loop = ["    for item in cart:", "        drop(item)", "", "        add(item)"]  # 43 to 46
    lines = ["def fill(cart):", *(f"    step({number})" for number in range(2, 43)), *loop]
    assert sorted(shown_around(lines, 1, len(lines), [45])) == [1, *range(40, 47)]


def test_documentation_in_quotes_is_no_head() -> None:
    lines = [
        '  @doc """',
        "  Fills a cart.",
        '  """',
        "  @spec fill(t()) :: t()",
        "  def fill(cart) do",
        *(f"    step({number})" for number in range(6, 60)),
        "  end",
    ]
    assert sorted(shown_around(lines, 1, len(lines), [50])) == [4, 5, *range(40, 61)]


def test_a_block_ends_where_it_is_closed_and_begins_behind_what_was_closed_before() -> None:
    lines = [
        "int fill(cart *all) {",
        *(f"    step({number});" for number in range(2, 40)),
        "    if (full) {",  # 40
        "        drop();",
        "    }",  # 42
        "",
        "    for (;;) {",  # 44
        *(f"        take({number});" for number in range(45, 56)),
        "    }",  # 56
        *(f"    step({number});" for number in range(57, 90)),
        "}",
    ]
    assert sorted(shown_around(lines, 1, len(lines), [48])) == [1, *range(44, 57)]
