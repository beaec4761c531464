"""What a server answers while a new index is linked: what definitions tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from mcp_client import Caller, connected
from written_files import write_and_settle

from nsccn.settings import Settings
from nsccn.snapshots import assembly
from nsccn.tools import session
from nsccn.tools.roots import RootPolicy
from nsccn.tools.server import create_server
from nsccn.tools.session import Workspace

SHOP = {
    "shop/cart.py": "import os\nDEBUG = os.environ['DEBUG']\n\n\nclass Cart:\n    def add(self, item): ...\n",
    "shop/till.py": "from shop.cart import Cart\n\n\ndef pay(cart: Cart):\n    cart.add(1)\n",
    "tests/test_till.py": "def pay():\n    pass\n",
    "bell.h": "void ring(int times);\n",
    "bell.c": '#include "bell.h"\nvoid ring(int times) {}\n',
}


@pytest.fixture
def may_link(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    event, link = Event(), assembly.resolve_shared

    def held_up(*arguments: object, **options: object) -> object:
        assert event.wait(60)
        return link(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(assembly, "resolve_shared", held_up)
    yield event
    event.set()


@pytest.fixture
def server(tmp_path: Path, may_link: Event) -> Iterator[Caller]:
    """A server that can search, and has no edges until `may_link` is set."""
    root = write_and_settle(tmp_path / "repo", SHOP)
    workspace = Workspace(RootPolicy(root, named=True), lambda _: Settings())
    with connected(create_server(workspace, Settings())) as caller:
        while "Cart" not in caller.text("search_and_rank", query="Cart"):
            pass
        yield caller
        may_link.set()


WINDOWS = {
    "Cart.add": "method:shop/cart.py:Cart.add  L6\n6|    def add(self, item): ...",
    "pay": "func:shop/till.py:pay  L4-5\n4|def pay(cart: Cart):\n5|    cart.add(1)\n"
    "Tests define that name too: func:tests/test_till.py:pay.",
    "DEBUG": "var:shop/cart.py:DEBUG  L2\n2|DEBUG = os.environ['DEBUG']",
    "ring": "func:bell.c:ring  L2\n2|void ring(int times) {}",
}


@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_is_opened_by_a_bare_name(server: Caller, may_link: Event, name: str) -> None:
    assert server.text("open_surgical_window", entity_id=name) == WINDOWS[name]
    may_link.set()
    assert server.text("open_surgical_window", entity_id=name) == WINDOWS[name]


def test_a_skeleton_is_shown_of_a_directory_and_of_a_bare_name(server: Caller) -> None:
    assert "6|  def add(self, item)" in server.text("read_skeleton", file_path="shop")
    assert "shop/till.py  5 lines" in server.text("read_skeleton", file_path=".", detail="signature")
    assert "6|    def add(self, item)" in server.text("read_skeleton", file_path="Cart")


def test_a_path_that_is_not_there_is_refused(server: Caller) -> None:
    assert server.error("open_surgical_window", entity_id="shop/carts.py:3") == (
        "There is no 'shop/carts.py'; nearest: shop/cart.py."
    )
    assert server.error("read_skeleton", file_path="shop/carts.py") == (
        "There is no 'shop/carts.py'; nearest: shop/cart.py."
    )
    assert "is a directory" in server.error("open_surgical_window", entity_id="shop")


def test_what_edges_tell_is_waited_for(server: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LONGEST_WAIT", 2)
    assert server.text("trace_causal_path", entity_id="pay").startswith("Indexing: ")
    assert server.text("open_surgical_window", entity_id="nowhere_defined").startswith("Indexing: ")
