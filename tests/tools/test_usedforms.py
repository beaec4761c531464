"""Names as code has them where it uses what they name, and the names of files."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.errors import AmbiguousEntity, UnknownEntity
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    "web/cart.ts": "export const port = process.env.PORT;\nexport const host = import.meta.env.MAIL_HOST;\n",
    "web/CartRow.tsx": "export function CartRow(props) {\n  return <li>{props.size}</li>;\n}\n",
    "app/cart.php": "<?php\nfunction send() { return config('mail.host', null); }\nfunction config() {}\n",
    "app/cart.rb": "def level\n  ENV.fetch('LOG_LEVEL')\nend\n",
    "app/controllers/admin/order_lines_controller.rb": (
        "module Admin\n  class OrderLinesController < Base\n    def show; end\n  end\nend\n"
    ),
    "app/controllers/orders_controller.rb": "class OrdersController < Base\n  def create; end\nend\n",
    "src/shop/Cart.java": (
        "package shop;\nclass Cart {\n  static class Line { void sum() {} }\n"
        '  @Value("${cart.most:3}") int most;\n  void fill() { run(() -> 1); }\n}\n'
    ),
    "src/Cart.cs": "class Cart { class Row { } }\n",
    "app/javascript/controllers/admin/cart_row_controller.js": (
        "export default class extends Controller {\n  save() {}\n  clear() {}\n}\n"
    ),
    "app/views/carts/show.html.erb": (
        "<form data-controller='admin--cart-row other' data-action='input->admin--cart-row#save'></form>\n"
        "<%= tag.p data: { controller: 'admin--cart-row', action: 'admin--cart-row#save:prevent' } %>\n"
    ),
    "web/CartBadge.vue": "<template><b>1</b></template>\n",
    "tests/CartSumTest.php": "<?php\nit('sums', function () {});\n",
    "a/twice_told.py": "first = 1\n",
    "b/twice_told.py": "second = 1\n",
    "idl/cart.capnp": "namespace java shop\n\nstruct CartInfo {\n  1: string code\n}\n",
    "db/schema.sql": "CREATE TABLE IF NOT EXISTS shop.cart_lines (\n  id int\n);\n",
    "src/info.cpp": 'CartInfo info;\nint open() { return value("server/most_users"); }\n',
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = write(tmp_path_factory.mktemp("used") / "repository", SHOP)
    return DirectSession(root, Settings(cache_dir=root.with_name("cache")))


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("process.env.PORT", "config:env:PORT"),
        ("import.meta.env.MAIL_HOST", "config:env:MAIL_HOST"),
        ("config('mail.host')", "config:key:mail.host"),
        ("config('mail.host', null)", "config:key:mail.host"),
        ('ENV["LOG_LEVEL"]', "config:env:LOG_LEVEL"),
        ("${LOG_LEVEL}", "config:env:LOG_LEVEL"),
        ('@Value("${cart.most:3}")', "config:key:cart.most"),
        ("<CartRow />", "func:web/CartRow.tsx:CartRow"),
        ("<CartRow size={3}>", "func:web/CartRow.tsx:CartRow"),
        ("shop.Cart$Line", "class:src/shop/Cart.java:Cart.Line"),
        ("shop.Cart$Line.sum", "method:src/shop/Cart.java:Cart.Line.sum"),
        ("<CartBadge :size='3' />", "module:web/CartBadge.vue:__init__"),
        ("Cart$fill$1", "method:src/shop/Cart.java:Cart.fill"),
        ("Cart+Row", "class:src/Cart.cs:Cart.Row"),
        ("orders#create", "method:app/controllers/orders_controller.rb:OrdersController.create"),
        (
            "admin/order_lines#show",
            "method:app/controllers/admin/order_lines_controller.rb:Admin.OrderLinesController.show",
        ),
        (
            "admin--cart-row#save",
            "method:app/javascript/controllers/admin/cart_row_controller.js:default.save",
        ),
        (
            "input->admin--cart-row#save:prevent",
            "method:app/javascript/controllers/admin/cart_row_controller.js:default.save",
        ),
        ("CartSumTest", "module:tests/CartSumTest.php:__init__"),
        # What stands for itself stays what it is.
        ("config", "func:app/cart.php:config"),
    ],
)
def test_a_name_is_read_as_code_uses_it(session: DirectSession, asked: str, meant: str) -> None:
    assert trace_causal_path(session, asked, "upstream").data["root"] == meant


def test_a_window_takes_such_names_too(session: DirectSession) -> None:
    assert open_surgical_window(session, "<CartRow />").text.startswith("func:web/CartRow.tsx:CartRow")


def test_of_several_files_of_a_name_none_is_meant(session: DirectSession) -> None:
    with pytest.raises(AmbiguousEntity, match="names 2 entities"):
        trace_causal_path(session, "twice_told", "upstream")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("CartInfo", "Text that is not parsed defines it: idl/cart.capnp:3 `struct CartInfo {`."),
        (
            "cart_lines",
            "Text that is not parsed defines it: db/schema.sql:1 `CREATE TABLE IF NOT EXISTS shop.cart_lines (`.",
        ),
        ("server/most_users", "The text has `server/most_users` at src/info.cpp:2 in open."),
    ],
)
def test_what_only_text_has_is_told_by_its_lines(session: DirectSession, asked: str, said: str) -> None:
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, asked, "upstream")
    assert said in str(caught.value)


def test_markup_is_told_that_names_a_controller_and_its_methods(session: DirectSession) -> None:
    def told(asked: str) -> str:
        return trace_causal_path(session, f"cart_row_controller.js{asked}", "upstream").text

    assert "Markup names it, as `admin--cart-row#save`, at app/views/carts/show.html.erb:1,2." in told(
        ":save"
    )
    assert "Markup" not in told(":clear")
    assert "Markup names it, as `admin--cart-row`, at app/views/carts/show.html.erb:1,2." in told("")
