from backend import Cart
from backend.catalog import Catalog, Product
from backend.pricing import ThirdFree


def make_catalog() -> Catalog:
    return Catalog([Product("tea", "Green tea", 450), Product("cup", "Cup", 900)])


def test_every_third_piece_is_free() -> None:
    cart = Cart(make_catalog(), ThirdFree())
    cart.add("tea", 3)
    assert cart.total() == 900


def test_a_removed_product_costs_nothing() -> None:
    cart = Cart(make_catalog())
    cart.add("cup")
    cart.remove("cup")
    assert cart.total() == 0
