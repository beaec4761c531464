"""How objects are named after their types, and back."""

import pytest

from nsccn.graph.notation.objectnames import object_name, type_name


@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        ("line_item", "LineItem"),
        ("order", "Order"),
        ("h2o_tank", "H2oTank"),
        ("line_2", ""),
        ("_item", ""),
        ("", ""),
    ],
)
def test_an_object_has_the_name_of_one_type_at_most(holder: str, expected: str) -> None:
    assert type_name(holder) == expected
    assert not expected or object_name(expected) == holder
