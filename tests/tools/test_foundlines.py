"""Which lines a search shows of what has the words in its text alone, and of a name that stands for several things."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession


def searched(tmp_path: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(tmp_path / "repo", files), Settings(cache_dir=tmp_path / "cache"))


def test_a_function_that_says_a_word_in_its_text_is_shown_with_the_line(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "shop.py": "def save(cart):\n    log(cart)\n    mode = cart.keep_clobber\n    return mode\n",
            "clobber.py": "def clobber():\n    pass\n",
        },
    )
    answer = search_and_rank(session, "clobber mode")
    assert "func:shop.py:save  L3" in answer.text
    assert "\n   mode = cart.keep_clobber\n" in answer.text
    assert "\n   (cart)\n" not in answer.text


def test_a_file_is_shown_with_its_imports_only_where_no_other_line_has_the_word(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "rates.py": "from shop import clobber\n\n\ndef a():\n    pass\n\n\nclobber()\n",
            "other.py": "from shop import clobber\n\n\ndef b():\n    pass\n",
        },
    )
    text = search_and_rank(session, "how the clobber is told", kind="module").text
    assert "module:rates.py:__init__  L8" in text
    assert "module:other.py:__init__  L1" in text


def test_a_function_with_the_word_in_its_name_is_shown_by_its_declaration(tmp_path: Path) -> None:
    session = searched(tmp_path, {"shop.py": "def save_cart(cart):\n    log(cart)\n    cart.keep()\n"})
    assert "func:shop.py:save_cart  L1" in search_and_rank(session, "cart").text


def test_who_reads_a_setting_is_shown_with_the_line_and_where_else_it_stands(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "shop.py": "import os\n\ndef home():\n    base = '/'\n    return os.environ.get('SHOP_HOME', base)\n",
            "check.py": "def check():\n    warn('SHOP_HOME is not set')\n",
        },
    )
    text = search_and_rank(session, "SHOP_HOME").text
    assert "1. func:shop.py:home  L5" in text
    assert "\n   return os.environ.get('SHOP_HOME', base)\n" in text
    assert "'SHOP_HOME' stands at check.py:2 in check" in text


def test_a_name_in_two_spellings_is_told_where_it_stands(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "read.go": "package read\n\ntype reader struct {\n\tnesting int\n}\n\n"
            "func (r *reader) Nesting() int {\n\treturn r.nesting\n}\n",
            "format.go": "package read\n\nfunc Format() {\n\tnesting := 0\n\tnesting++\n\tindent(nesting)\n}\n",
        },
    )
    text = search_and_rank(session, "nesting").text
    assert "method:read.go:reader.Nesting" in text
    assert "'nesting' stands at format.go:4 in Format,5,6" in text


def test_a_name_in_another_spelling_does_not_hide_the_lines_that_have_it_as_it_is_written(
    tmp_path: Path,
) -> None:
    session = searched(
        tmp_path,
        {
            "Receiver.kt": 'const val CART_EMPTY = "shop.CART_EMPTY"\nfun receive() = send(CART_EMPTY)\n',
            "Menu.kt": "fun menu() = show(Strings.cart_empty)\n",
            "strings.xml": '<resources>\n  <string name="cart_empty">Nothing here</string>\n</resources>\n',
        },
    )
    first, *_ = search_and_rank(session, "CART_EMPTY").text.splitlines()
    found, _, *lines = search_and_rank(session, "cart_empty").text.splitlines()
    assert found == first
    assert lines[:5] == [
        "'cart_empty' stands at",
        "Menu.kt",
        " L1: fun menu() = show(Strings.cart_empty)",
        "strings.xml",
        ' L2: <string name="cart_empty">Nothing here</string>',
    ]


def test_a_name_of_two_definitions_is_told_where_it_is_used(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "orders.py": "class CancelOrder:\n    pass\n",
            "screen.py": "class CancelOrder:\n    pass\n",
            "check.py": "from orders import CancelOrder\n\ndef check(it):\n    return CancelOrder in it\n",
            "tests/test_check.py": "from orders import CancelOrder\n",
        },
    )
    first, second, told, *_ = search_and_rank(session, "CancelOrder").text.splitlines()
    assert first.startswith("1. class:orders.py:CancelOrder ")
    assert second.startswith("2. class:screen.py:CancelOrder ")
    assert told == "'CancelOrder' stands at check.py:1,4 in check and in 1 test or document"


def test_a_name_of_many_definitions_is_told_by_these_alone(tmp_path: Path) -> None:
    files = {f"shop_{n}.py": "def close_cart(): ...\n\nclose_cart()\n" for n in range(9)}
    assert "stands at" not in search_and_rank(searched(tmp_path, files), "close_cart").text


def test_who_says_a_message_is_shown_with_its_line(tmp_path: Path) -> None:
    session = searched(
        tmp_path, {"shop.py": "def pay(cart):\n    check(cart)\n    log('no stock is left for %s', cart)\n"}
    )
    text = search_and_rank(session, "no stock is left for 3").text
    assert "func:shop.py:pay  L3" in text
    assert "\n   log('no stock is left for %s', cart)" in text


def test_a_word_in_quotes_is_shown_by_its_lines_whatever_is_called_so(tmp_path: Path) -> None:
    session = searched(
        tmp_path,
        {
            "keys.py": "class A:\n    def Escape(self): ...\n\nclass B:\n    def Escape(self): ...\n",
            "dialog.py": "def pressed(key, dialog):\n    if key == 'Escape':\n        dialog.close()\n",
        },
    )
    line = " L2 in pressed: if key == 'Escape':"
    assert line in search_and_rank(session, '"Escape"').text
    assert line not in search_and_rank(session, "Escape").text


@pytest.mark.parametrize("query", ["cart.total", "cart->total", "cart::total"])
def test_a_name_of_several_parts_is_found_as_each_language_joins_them(tmp_path: Path, query: str) -> None:
    session = searched(
        tmp_path,
        {
            "pay.c": "int pay(struct cart *cart) {\n  return cart->total;\n}\n",
            "pay.php": "<?php\nfunction pay($cart) {\n  return $cart->total + cart::total;\n}\n",
            "pay.js": "function pay(cart) {\n  return cart?.total ?? cart.totals;\n}\n",
        },
    )
    head, *lines = search_and_rank(session, query).text.splitlines()[:-1]
    assert head.endswith("stands at")
    assert lines == [
        "pay.c",
        " L2 in pay: return cart->total;",
        "pay.js",
        " L2 in pay: return cart?.total ?? cart.totals;",
        "pay.php",
        " L3 in pay: return $cart->total + cart::total;",
    ]


def test_a_method_called_as_a_word_of_any_sentence_is_found_by_its_name(tmp_path: Path) -> None:
    session = searched(tmp_path, {"cart.py": "class Cart:\n    def get(self):\n        return self\n"})
    assert search_and_rank(session, "Cart.get").text.startswith(
        "1. method:cart.py:Cart.get  L2  0.90  exact name"
    )


@pytest.mark.parametrize("query", ['"no cart is open"', "cart.open", "open(cart) < 3"])
def test_a_text_that_stands_nowhere_is_said_to_and_few_hits_have_its_words(
    tmp_path: Path, query: str
) -> None:
    opened = "".join(f"def open_{n}_cart(cart):\n    'No cart is closed.'\n" for n in range(9))
    session = searched(tmp_path, {"cart.py": opened})
    answer = search_and_rank(session, query)
    first, *others = answer.text.splitlines()
    assert first == f"In no indexed file: {query.strip(chr(34))}"
    assert len(answer.data["results"]) == 3
    assert others[-1].startswith("[")


@pytest.mark.parametrize(
    "query", ['"cart is closed"', "openCart", "cart.close", '"No Cart is %s"', "the open cart"]
)
def test_what_stands_somewhere_is_not_said_to_stand_nowhere(tmp_path: Path, query: str) -> None:
    source = "def open_cart(cart):\n    log('no cart is %s, cart is closed')\n    return cart->close\n"
    assert "In no" not in search_and_rank(searched(tmp_path, {"cart.py": source}), query).text


def test_lines_are_told_with_what_is_around_them_unless_that_is_much(tmp_path: Path) -> None:
    few = (
        "import stock\n\nLEAST = left_over(1)\n\n\n"
        "def sell(cart):\n    left_over(cart)\n    left_over(2)\n\n\nleft_over(3)\n"
    )
    many = "".join(f"def sell_{n}():\n    left_over({n})\n\n\n" for n in range(4))
    files = {"stock.py": "def left_over(cart):\n    return 0\n", "sell.py": few}
    session = searched(tmp_path, files)
    assert (
        "'left_over' stands at sell.py:3,7 in sell,8,11 at top" in search_and_rank(session, "left_over").text
    )
    session = searched(tmp_path / "more", files | {"many.py": many, "more.py": many})
    assert "stands at many.py:2,6,10,14, more.py:2,6,10,14, sell.py:3,7,8,11" in (
        search_and_rank(session, "left_over").text
    )


SHOP = (
    "def open_cart(shop, cart):\n    shop.carts.add_cart(cart)\n    shop.carts.add_all(cart.lines())\n"
    "    emit(cart.copy_with(lines=[]))\n\n\ndef copy(cart):\n    return cart\n"
)


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("shop.carts.add", [2, 3]),
        ("arts.add_c", [2]),
        ("emit(cart.copy", [4]),
        ('"carts.add_a"', [3]),
        ("open_car", [1]),
        ("(shop, car", [1]),
        ("def open_c", [1]),
    ],
)
def test_a_text_that_begins_or_ends_within_a_word_is_shown_by_its_lines(
    tmp_path: Path, query: str, lines: list[int]
) -> None:
    answer = search_and_rank(searched(tmp_path, {"shop.py": SHOP}), query)
    assert "In no" not in answer.text
    assert [row["line"] for row in answer.data["results"][0]["lines"]] == lines


def test_of_many_lines_it_is_said_how_many_there_are(tmp_path: Path) -> None:
    files = {f"shop{n}.py": "import cart\n\ncart.add_one(1)\ncart.add_two(2)\n" for n in range(9)}
    head, *_ = search_and_rank(searched(tmp_path, files), "cart.add").text.splitlines()
    assert head == "No definition is called 'cart.add'; it stands at 18 lines in 9 files"


def test_no_part_of_a_piece_of_code_answers_for_it_unless_that_is_said(tmp_path: Path) -> None:
    text = search_and_rank(searched(tmp_path, {"shop.py": SHOP}), "_carts?.copy(").text
    assert text.startswith("In no indexed file: _carts?.copy(\n")


def test_a_word_that_is_only_a_part_of_others_is_not_said_to_stand_nowhere(tmp_path: Path) -> None:
    answer = search_and_rank(searched(tmp_path, {"shop.py": SHOP}), "open_car of the shops or lorries")
    assert answer.text.startswith(
        "In no indexed file: lorries\nAs a whole word in no indexed file: open_car\n"
    )


def test_a_part_of_a_longer_text_comes_before_what_has_its_words(tmp_path: Path) -> None:
    files = {
        "cart.py": "def must_be_open(cart):\n    check('Your cart must be open; there are carts at the door.')\n",
        "open.py": "def open_cart():\n    'Open your cart; must be called first.'\n",
    }
    told = search_and_rank(searched(tmp_path, files), "Your cart must be open").text.splitlines()
    assert told[:3] == [
        "'Your cart must be open' stands at",
        "cart.py",
        " L2 in must_be_open: check('Your cart must be open; there are carts at the door.')",
    ]
    assert any("func:open.py:open_cart" in line for line in told)


@pytest.mark.parametrize("query", ["(", "??", "{}"])
def test_a_mark_alone_is_too_short(tmp_path: Path, query: str) -> None:
    text = search_and_rank(searched(tmp_path, {"shop.py": SHOP}), query).text
    assert text == f"'{query}' is too short to look up; give the name or the text beside it."


def test_a_message_in_a_constant_comes_with_where_that_is_named(tmp_path: Path) -> None:
    constant = 'FULL_ERROR = """\nThe cart is full today.\n"""\n\n\n'
    files = {
        "shop.py": f"{constant}def fill():\n    raise ValueError(FULL_ERROR)\n",
        "tests/test_shop.py": "from shop import FULL_ERROR\n",
    }

    assert search_and_rank(searched(tmp_path, files), "cart is full").text.split("\n")[:4] == [
        "'cart is full' stands at",
        "shop.py",
        " L2 in FULL_ERROR: The cart is full today.",
        " FULL_ERROR is named at shop.py:7 in fill",
    ]


def test_a_field_is_told_in_its_other_spellings(tmp_path: Path) -> None:
    files = {
        "shop.proto": "message Cart {\n  bool is_full = 1;\n}\n",
        "cart.go": "package shop\n\nfunc full(cart *pb.Cart) bool {\n\treturn cart.IsFull\n}\n",
        "cart.ts": "export const full = (cart) => cart.isFull;\n",
        "style.css": ".is-full-screen { color: red }\n",
        "service.py": "class IsOpen:\n    is_open = 1\n",
    }
    session = searched(tmp_path, files)

    told = {name: search_and_rank(session, name).text.split("\n")[0] for name in ("is_full", "IsFull")}
    assert told == {
        "is_full": "Also spelt isFull (1 file), IsFull (1 file)",
        "IsFull": "Also spelt is_full (1 file), isFull (1 file)",
    }
    assert "spelt" not in search_and_rank(session, "IsOpen").text  # a type is no field


def test_the_line_with_its_name_is_no_other_place_of_what_has_a_mark_above_it(tmp_path: Path) -> None:
    handler = {"shop/Handler.java": "package shop;\n\n@Component\n@Order(1)\npublic class CartHandler {}\n"}
    other = {"shop/Other.java": "package shop;\nclass Other {\n    String name = text(CartHandler);\n}\n"}

    alone = search_and_rank(searched(tmp_path / "alone", handler), "CartHandler").text
    beside = search_and_rank(searched(tmp_path / "beside", handler | other), "CartHandler").text

    assert "stands at" not in alone
    assert "'CartHandler' stands at shop/Other.java:3" in beside


def test_of_a_long_function_it_is_said_where_the_words_stand(tmp_path: Path) -> None:
    fill = "".join(f"    add({number})\n" for number in range(30))
    body = f"{fill}    discount = read()\n{fill}    lose(discount, cart)\n    hide(cart)\n{fill}"
    session = searched(
        tmp_path, {"shop.py": f"def take_total(cart):\n{body}\n\ndef total(cart):\n    lose(discount)\n"}
    )
    answer = search_and_rank(session, "the total loses a discount of a cart")
    first = next(line for line in answer.text.splitlines() if "take_total" in line)
    assert "shop.py:take_total  L1-94, matched L32,63  " in first
    assert next(hit for hit in answer.data["results"] if "take" in hit["id"])["matched"] == [32, 63]
    assert "shop.py:total  L97  " in answer.text


def test_of_a_long_function_it_is_said_where_a_quoted_character_stands(tmp_path: Path) -> None:
    fill = "".join(f"    add({number} % 7)\n" for number in range(30))
    body = f"    text = next(mark)\n{fill}    if one == '%':\n        leave()\n{fill}"
    session = searched(tmp_path, {"shop.py": f"def write_text(mark):\n{body}"})
    answer = search_and_rank(session, "Fix write_text reading behind a trailing '%'")
    assert "shop.py:write_text  L1-64, matched L2,33  " in answer.text


def test_of_a_long_type_it_is_said_where_the_words_stand_that_its_name_lacks(tmp_path: Path) -> None:
    fill = "".join(f"    SIZE_{number} = {number}\n" for number in range(40))
    pay = "    # A cart loses its discount.\n    def pay(self, cart):\n        return cart.discount_lost\n"
    till, discount = f"class Till:\n{fill}{pay}", f"class DiscountOfCart:\n{fill}{pay}"
    session = searched(tmp_path, {"till.py": till, "discount.py": discount})
    text = search_and_rank(session, "where a cart loses a discount", kind="class").text
    assert "class:till.py:Till  L1-44, matched L42  " in text
    assert "class:discount.py:DiscountOfCart  L1  " in text


def test_of_a_long_function_named_beside_a_hit_it_is_said_where_the_rarest_words_stand(
    tmp_path: Path,
) -> None:
    fill = "".join(f"        add({number})\n" for number in range(30))
    body = f"{fill}        columns = cart.columns\n{fill}        skip(nullable)\n{fill}"
    shop = (
        "class Shop:\n    def migrate_constraint(self):\n        pass\n\n"
        f"    def migrate_column(self, cart):\n{body}\n    def migrate_cart(self):\n        pass\n"
    )
    others = {f"cart{number}.py": "def columns():\n    pass\n" for number in range(3)}
    session = searched(tmp_path, {"shop.py": shop} | others)
    answer = search_and_rank(session, "the nullable constraint of columns to migrate", limit=2)
    assert "also migrate_column L5 (matched L67)" in answer.text
    first = answer.data["results"][0]
    assert first["also_matched"] == {"method:shop.py:Shop.migrate_column": [67]}


def test_a_long_path_is_cut_to_its_end_where_a_hit_before_has_it(tmp_path: Path) -> None:
    path = "packages/shop/with/a/long/path/cart.py"
    files = {path: "def total(cart):\n    pass\n\n\ndef total_of(cart):\n    pass\n", "till.py": "\n"}
    session = searched(tmp_path, files)
    answer = search_and_rank(session, "how the total is made")
    assert f"1. func:{path}:total  L1" in answer.text
    assert "2. func:cart.py:total_of  L5" in answer.text
    assert answer.data["results"][1]["id"] == f"func:{path}:total_of"
    assert open_surgical_window(session, "func:cart.py:total_of").text.startswith(f"func:{path}:total_of")


def test_an_operator_in_quotes_is_looked_for_however_short_it_is(tmp_path: Path) -> None:
    files = {"shop.py": 'OPTIONS = ["-#", "--all"]\n', "till.py": "def total():\n    pass\n"}
    text = search_and_rank(searched(tmp_path, files), '"-#"').text
    assert 'OPTIONS = ["-#", "--all"]' in text


def test_a_signature_is_shown_without_what_the_id_says(tmp_path: Path) -> None:
    files = {
        "match.go": "package shop\n\nfunc (m *MatchCart) Match(cart Cart) bool {\n\treturn true\n}\n",
        "match.lua": "local Till = {}\nfunction Till:matchAll(cart)\n    return cart\nend\n",
        "match.ex": "defmodule Shop.Match do\n  def one(cart), do: cart\nend\n",
        "match.rs": "pub(crate) enum MatchKind {\n    First,\n}\n",
    }
    lines = search_and_rank(searched(tmp_path, files), "the match of a cart").text.splitlines()
    below = {before.split()[1]: line for before, line in pairwise(lines) if before[0].isdigit()}
    assert below["method:match.go:MatchCart.Match"] == "   (cart Cart) bool"
    assert below["method:match.lua:Till.matchAll"] == "   (cart)"
    assert not below["class:match.ex:Shop.Match"].startswith(" ")
    assert not below["enum:match.rs:MatchKind"].startswith(" ")


def test_long_signatures_are_cut_from_the_third_hit_on(tmp_path: Path) -> None:
    parameters = ", ".join(f"parameter_{number}: Cart" for number in range(6))
    files = {f"shop{number}.py": f"def total_{number}({parameters}):\n    pass\n" for number in range(4)}
    lines = search_and_rank(searched(tmp_path, files), "how the total is made").text.splitlines()
    shown = [line[3:] for line in lines if line.startswith("   (")]
    assert shown == [f"({parameters})"] * 2 + [f"{f'({parameters})'[:80]}…"] * 2


def test_beside_the_lines_with_a_whole_sentence_few_hits_have_words_of_it(tmp_path: Path) -> None:
    carts = "".join(f"def cart_closed_{n}(cart):\n    return cart.closed\n\n\n" for n in range(9))
    session = searched(
        tmp_path,
        {"carts.py": carts, "till.py": "def pay():\n    # The cart is closed for now.\n    return 1\n"},
    )
    whole, part = (
        search_and_rank(session, text) for text in ("the cart is closed for now", "the cart is closed")
    )
    assert " L2 in pay: # The cart is closed for now." in whole.text
    assert len([line for line in whole.text.splitlines() if line[:1].isdigit()]) == 3
    assert "hits, less likely: cursor=" in whole.text
    assert len([line for line in part.text.splitlines() if line[:1].isdigit()]) > 3


def test_a_line_of_documentation_is_told_with_what_it_documents(tmp_path: Path) -> None:
    files = {
        "till.js": (
            "// The drawer of a till is shut at night.\n\nclass Till {\n"
            "  /**\n   * Tills of closed shops are locked at once.\n   * @param key its key\n   */\n  lock(key) {}\n}\n"
        ),
    }
    session = searched(tmp_path, files)
    asked = search_and_rank(session, "Tills of closed shops are locked at once").text
    assert " L5 above Till.lock: * Tills of closed shops are locked at once." in asked
    assert " L1: // The drawer" in search_and_rank(session, "The drawer of a till is shut at night").text
