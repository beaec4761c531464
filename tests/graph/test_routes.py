"""Which path of a URL a part or a file stands for, as code or folders write it."""

import pytest

from nsccn.graph.routes import is_part, spelt_by


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


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("app/routes/carts.$id.edit.tsx", ("carts", "$id", "edit")),
        ("web/app/routes/_auth+/t.$team+/carts._index.tsx", ("t", "$team", "carts")),
        ("web/app/routes/api+/carts.ts", ("api", "carts")),
        ("app/routes/_auth.signin.tsx", ("signin",)),
        ("app/routes/carts_.$id.tsx", ("carts", "$id")),
        ("app/routes/carts.$id/route.tsx", ("carts", "$id")),
        ("src/routes/carts/$cartId.tsx", ("carts", "$cartId")),
        # A layout answers nothing, and neither does what stands beside a route.
        ("app/routes/_auth+/_layout.tsx", None),
        ("app/routes/carts.$id.test.tsx", None),
        ("app/routes/__tests__/carts.$id.tsx", None),
        ("src/routes/v1/cart.routes.ts", None),
        ("src/routes/_helpers.ts", None),
        ("lib/routes/carts.$id.tsx", None),
    ],
)
def test_dots_part_what_a_file_below_routes_answers(path: str, parts: tuple[str, ...] | None) -> None:
    found = spelt_by(path, "__init__", is_file=True)
    assert (found and found.parts) == parts
