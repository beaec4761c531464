"""What is said of a name that is not there, or not any more: where to look, and what an edit has left behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.errors import AmbiguousEntity, UnknownEntity, UnknownPath
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    ".gitignore": "scratch/\n",
    "shop/cart.py": (
        "class Cart:\n    def grand_total(self):\n        return 0\n\n\ndef open_cart():\n    return Cart()\n"
    ),
    "shop/order.py": (
        "from shop.cart import new_basket\n\n\ndef order():\n    cart = new_basket()\n    return cart.whole_sum()\n"
    ),
    "shop/old.py": "def parse_rate(text):\n    return text\n",
    "shop/rates.py": "from shop import new\n\n\ndef rates():\n    return new.parse_rate('1')\n",
    "shop/limits.py": "def most(store):\n    return store.number('shop.limit.grand_total')\n",
    "tests/test_order.py": "from shop.cart import new_basket\n\n\ndef test_it():\n    assert new_basket()\n",
    "scratch/tries.py": "def attempt():\n    pass\n",
    "data/large.py": "VALUE = 1\n" * 30,
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its cache lies beside it, so that it is read once; not to be written to."""
    return write(tmp_path_factory.mktemp("missing") / "repository", SHOP)


@pytest.fixture
def session(repository: Path) -> DirectSession:
    return DirectSession(repository, Settings(cache_dir=repository.with_name("cache"), max_file_bytes=280))


def missing(session: DirectSession, asked: str) -> str:
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, asked, "upstream")
    return str(caught.value)


def test_what_still_names_a_function_that_was_renamed(session: DirectSession) -> None:
    assert missing(session, "func:shop/cart.py:new_basket") == (
        "No entity 'func:shop/cart.py:new_basket'. "
        "The text has `new_basket` at shop/order.py:1,5 in order, tests/test_order.py:1,5 in test_it."
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Voter", "2 types inherit from it: src/Voter/: Cart.php; vote.py:Vote"),
        ("models.Model", "2 types inherit from it: shop/: models.py:Cart, models.py:Line"),
        ("Listing", "1 type inherits from it: shop/: Carts.java"),
    ],
)
def test_who_inherits_from_a_type_that_is_defined_elsewhere(tmp_path: Path, asked: str, said: str) -> None:
    files = {
        "src/Voter/Cart.php": "<?php\nclass Cart extends \\Security\\Voter {}\n",
        "vote.py": "from security import Voter\n\n\nclass Vote(Voter): ...\n\n\nclass Other(Voters): ...\n",
        "shop/models.py": (
            "from django.db import models\n\n\nclass Cart(models.Model): ...\n\n\nclass Line(models.Model): ...\n"
        ),
        "shop/Carts.java": "class Carts implements Listing<Cart> {\n  VoterName voter;\n}\n",
    }
    session = DirectSession(write(tmp_path, files), Settings())
    assert missing(session, asked) == f"No entity {asked!r}. It is not defined here; {said}."


def test_a_key_whose_last_part_is_a_function_elsewhere_is_told_where_it_stands(
    session: DirectSession,
) -> None:
    assert missing(session, "shop.limit.grand_total").endswith(
        ":Cart.grand_total. The text has `shop.limit.grand_total` at shop/limits.py:2 in most."
    )


def test_the_end_of_a_name_is_told_where_the_text_has_no_more_of_it(tmp_path: Path) -> None:
    """A part of the options is kept under a name of its own."""
    source = (
        "function scope() {}\n\nfunction sign(config) {\n  const oauth = config.auth.oauth;\n"
        "  return oauth.scope;\n}\n"
    )
    session = DirectSession(write(tmp_path, {"sign.js": source}), Settings(cache_dir=tmp_path / "cache"))
    assert missing(session, "config.auth.oauth.scope").endswith(
        "The text has `oauth.scope` at sign.js:5 in sign."
    )


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("card.py", "nearest: shop/cart.py."),
        ("shop/Cart.py:2", "nearest: shop/cart.py."),
        ("gone.py", "no file of that name is indexed."),
        ("GET /gone/3", "no route of that path was found; search for a part of it."),
        ("close_gone", "no indexed file has the word `close_gone`."),
        ("func:shop/gone.py:close_gone", "no indexed file has the word `close_gone`."),
    ],
)
def test_what_was_removed_with_its_file_is_not_to_be_searched_for(
    session: DirectSession, asked: str, why: str
) -> None:
    assert missing(session, asked) == f"No entity '{asked}'; {why}"


def test_a_mark_without_a_name_names_nothing(session: DirectSession) -> None:
    assert missing(session, "@") == "No entity '@'; search for it first."


def test_a_bare_name_that_ends_like_a_file_is_no_path(tmp_path: Path) -> None:
    root = write(tmp_path / "repository", {"happy.py": "from cart import lastly\n\nlastly()\n"})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))

    assert missing(session, "lastly") == "No entity 'lastly'. The text has `lastly` at happy.py:1,3."


def test_the_new_name_in_the_same_class_comes_first(session: DirectSession) -> None:
    assert missing(session, "Cart.total").startswith(
        "No entity 'Cart.total'; nearest: method:shop/cart.py:Cart.grand_total"
    )
    assert missing(session, "func:shop/cart.py:opened_cart").startswith(
        "No entity 'func:shop/cart.py:opened_cart'; nearest: func:shop/cart.py:open_cart"
    )


def test_calls_that_lead_nowhere_though_the_name_is_defined_elsewhere(session: DirectSession) -> None:
    assert missing(session, "func:shop/new.py:parse_rate") == (
        "No entity 'func:shop/new.py:parse_rate'; nearest: func:shop/old.py:parse_rate. "
        "1 call site named `parse_rate` could not be resolved: shop/rates.py:5."
    )


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("func:scratch/tries.py:attempt", "scratch/tries.py is not indexed: an ignore file leaves it out."),
        ("var:data/large.py:VALUE", "data/large.py is not indexed: too large."),
        ("data/large.py:VALUE", "data/large.py is not indexed: too large."),
    ],
)
def test_a_file_that_is_there_and_not_indexed(session: DirectSession, asked: str, reason: str) -> None:
    assert missing(session, asked) == f"No entity {asked!r}. {reason}"


def test_a_file_that_is_too_large_to_be_read(session: DirectSession) -> None:
    with pytest.raises(UnknownPath, match=r"is larger than 280 bytes \(the setting max_file_bytes\)"):
        open_surgical_window(session, "data/large.py:3")


@pytest.mark.parametrize(
    ("query", "is_said"), [("large values", True), ("keep the values of large", True), ("Large", False)]
)
def test_a_search_that_names_a_file_too_large_to_be_read(
    session: DirectSession, query: str, *, is_said: bool
) -> None:
    said = "Too large to be indexed, search it with grep: data/large.py"
    assert (said in search_and_rank(session, query).text) == is_said


def test_a_file_that_has_moved(session: DirectSession) -> None:
    with pytest.raises(UnknownPath, match=r"There is no 'shop/the_order\.py'; nearest: shop/order\.py"):
        read_skeleton(session, "shop/the_order.py")
    with pytest.raises(UnknownPath, match=r"There is no 'lib/cart\.py'; nearest: shop/cart\.py"):
        open_surgical_window(session, "lib/cart.py:2")


@pytest.mark.parametrize("asked", ["shop", "./shop/"])
def test_a_directory_is_no_entity(session: DirectSession, asked: str) -> None:
    assert missing(session, asked).endswith("It is a directory; read_skeleton shows what is in it.")


def test_a_member_is_found_by_its_other_names(tmp_path: Path) -> None:
    files = {
        "shop.js": "const shop = {};\nshop.open = shop.start = function () {};\nshop.enter = shop.start;\n",
        "other.js": "const other = {};\nother.open = load();\nother.start = function () {};\n",
        "twice/one.js": "const bag = {};\nbag.fill = bag.pack = function () {};\n",
        "twice/two.js": "const bag = {};\nbag.fill = bag.pack = function () {};\n",
    }
    session = DirectSession(write(tmp_path / "repository", files), Settings(cache_dir=tmp_path / "cache"))

    for asked in ("shop.open", "shop.js:shop.open", "func:shop.js:shop.enter"):
        answer = trace_causal_path(session, asked, "upstream").text
        assert answer.startswith("func:shop.js:shop.start")
        assert f"{asked.rpartition(':')[2]} is another name of this." in answer
    assert missing(session, "other.open").startswith("No entity 'other.open'")
    assert missing(session, "shop.shut").startswith("No entity 'shop.shut'")
    with pytest.raises(AmbiguousEntity):
        trace_causal_path(session, "bag.fill", "upstream")


@pytest.mark.parametrize("asked", ["shop:close-carts", "close-carts"])
def test_a_text_in_several_words_is_told_where_it_stands(tmp_path: Path, asked: str) -> None:
    files = {
        "app/close.php": "<?php\nclass CloseCarts {\n    protected $name = 'shop:close-carts';\n}\n",
        "app/kernel.php": "<?php\n$schedule->command('shop:close-carts');\nfunction carts() {}\n",
    }
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(DirectSession(write(tmp_path, files), Settings()), asked, "upstream")
    assert f"The text has `{asked}` at app/close.php:3 in CloseCarts, app/kernel.php:2." in str(caught.value)


def test_a_broken_file_is_told_of_that_has_another_part_of_the_name_too(tmp_path: Path) -> None:
    broken = "class Table {\n  render( {\n  total() { return 1 }\n"
    files = {"vendored/table.js": broken, "shop/orders.js": broken.replace("Table", "Orders")}
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(DirectSession(write(tmp_path, files), Settings()), "Orders.total", "upstream")
    assert "shop/orders.js does not parse" in str(caught.value)
    assert "table.js" not in str(caught.value)


def test_a_flag_is_looked_for_by_its_word_too_that_stands_in_quotes_without_dashes(tmp_path: Path) -> None:
    files = {
        "src/options.c": 'int follow(void);\nstruct option options[] = {{"location", follow}};\n',
        "src/location.c": "int location(void) { return 1; }\n",
        "docs/use.md": "`run --location` follows.\n",
    }
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(DirectSession(write(tmp_path, files), Settings()), "--location", "upstream")
    assert str(caught.value).endswith(
        "The text has `location` in quotes at src/options.c:2. The text has `--location` at docs/use.md:1."
    )
