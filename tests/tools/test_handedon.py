"""What packages hand on is called by their names."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "src/shop/__init__.py": "from .carts.basic import Cart\nfrom .prices import of\n",
    "src/shop/carts/basic.py": "class Cart:\n    def add(self): ...\n\n\ndef made(): ...\n",
    "src/shop/prices.py": "def of(): ...\n",
    "src/other/prices.py": "def of(): ...\n",
    "shop-store/Cargo.toml": '[package]\nname = "shop-store"\n',
    "shop-store/src/lib.rs": "mod shelf;\npub use shelf::Shelf;\n",
    "shop-store/src/shelf.rs": "pub struct Shelf;\nimpl Shelf {\n    pub fn fill() {}\n}\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    return DirectSession(write(tmp_path_factory.mktemp("shop"), FILES), load_settings())


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("shop.Cart", "class:src/shop/carts/basic.py:Cart"),
        ("shop.Cart.add()", "method:src/shop/carts/basic.py:Cart.add"),
        ("shop.of", "func:src/shop/prices.py:of"),
        ("shop_store::Shelf", "struct:shop-store/src/shelf.rs:Shelf"),
        ("shop_store::Shelf::fill", "method:shop-store/src/shelf.rs:Shelf.fill"),
    ],
)
def test_a_name_that_a_package_hands_on(session: DirectSession, asked: str, meant: str) -> None:
    assert trace_causal_path(session, asked).text.startswith(meant)
    assert open_surgical_window(session, asked).text.startswith(meant)
    assert search_and_rank(session, asked).data["results"][0]["id"] == meant


@pytest.mark.parametrize("asked", ["shop.made", "other.Cart", "shop.Cart.made"])
def test_what_it_does_not_import_is_not_its_own(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, asked)
