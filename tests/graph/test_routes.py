"""Whether a part of a path as code writes it stands for one that is asked for."""

import pytest

from nsccn.graph.routes import is_part


@pytest.mark.parametrize(
    ("own", "given"),
    [
        ("carts", "carts"),
        ("report.{kind}", "report.csv"),
        ("cart-{name}-{id}", "cart-blue-7"),
        ("v{major}.{minor}", "v1.2"),
        ("{a}{b}x", "12x"),
    ],
)
def test_a_part_is_as_it_is_written_but_for_its_holes(own: str, given: str) -> None:
    assert is_part(own, given)


@pytest.mark.parametrize(
    ("own", "given"),
    [
        ("carts", "cart"),
        ("report.{kind}", "report."),
        ("cart-{name}-{id}", "cart--7"),
        ("v{major}.{minor}", "v12"),
        ("{a}{b}x", "1x"),
        ("a{b}a", "a"),
    ],
)
def test_each_hole_takes_at_least_one_letter(own: str, given: str) -> None:
    assert not is_part(own, given)


def test_many_holes_cost_no_more_than_their_number() -> None:
    """A pattern of them would try more ways than there is time for."""
    assert not is_part("{a}" * 40 + "x", "y" * 80)
    assert is_part("{a}" * 40 + "x", "y" * 80 + "x")
