"""Expressions as code writes them, asked for by their text."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.errors import AmbiguousEntity, UnknownEntity
from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    "shop/cart.py": (
        "class Cart:\n    def fill(self, item): ...\n\n\nclass Order:\n    def close(self): ...\n\n\n"
        "class Basket:\n    def close(self): ...\n"
    ),
    "shop/settings.py": "class Settings:\n    LEVEL: int = 10\n\n\nsettings = Settings()\n",
    "shop/service.py": "from shop.cart import Cart\n\ncart_service = Cart()\n",
    "shop/run.py": (
        "import os\nfrom shop.cart import Basket, Cart, Order\nfrom shop.service import cart_service as carts\n"
        "from shop.settings import settings\n\n\n"
        "class Run:\n    def __init__(self, cart: Cart) -> None:\n        self.cart = cart\n\n"
        "    def go(self) -> None:\n        self.cart.fill(1)\n        carts.fill(settings.LEVEL)\n"
        "        os.path.join('a')\n        foreign.fill(2)\n\n\n"
        "def first(one: Order) -> None:\n    one.close()\n\n\ndef second(one: Basket) -> None:\n    one.close()\n"
    ),
    "shop/paths.py": "def join(part): ...\n",
    "main.go": (
        "package main\n\ntype Mode struct{}\n\nfunc (m *Mode) Active() bool { return true }\n\n"
        "type Modes struct{ Mode *Mode }\n\ntype Gui struct{}\n\nfunc (g *Gui) Modes() *Modes { return nil }\n\n"
        "func run(gui *Gui) bool { return gui.Modes().Mode.Active() }\n"
    ),
}
FILL = "method:shop/cart.py:Cart.fill"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = write(tmp_path_factory.mktemp("written") / "repository", SHOP)
    return DirectSession(root, Settings(cache_dir=root.with_name("cache")))


@pytest.mark.parametrize(
    ("asked", "meant", "told"),
    [
        ("carts.fill", FILL, "That is what `carts.fill` leads to at shop/run.py:13."),
        ("carts.fill(settings.LEVEL)", FILL, "That is what `carts.fill` leads to at shop/run.py:13."),
        ("self.cart.fill", FILL, "That is what `self.cart.fill` leads to at shop/run.py:12."),
        ("settings.LEVEL", "attr:shop/settings.py:Settings.LEVEL", "leads to at shop/run.py:13."),
        # What it begins with may have another name elsewhere.
        (
            "self.Modes().Mode.Active",
            "method:main.go:Mode.Active",
            "`Modes().Mode.Active` leads to at main.go:13.",
        ),
    ],
)
def test_an_expression_means_what_the_edges_of_its_lines_lead_to(
    session: DirectSession, asked: str, meant: str, told: str
) -> None:
    answer = trace_causal_path(session, asked, "upstream")
    assert answer.data["root"] == meant
    assert told in answer.text


def test_an_expression_that_means_several_is_answered_with_them(session: DirectSession) -> None:
    with pytest.raises(AmbiguousEntity, match=r"Order\.close.*Basket\.close|Basket\.close.*Order\.close"):
        trace_causal_path(session, "one.close", "upstream")


@pytest.mark.parametrize("asked", ["os.path.join", "foreign.fill", "other.fill"])
def test_an_expression_that_leads_nowhere_means_nothing(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, asked, "upstream")
