"""What an agent reads when it searches."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from written_files import SessionOf, write

from nsccn.errors import InvalidArgument, UnknownEntity
from nsccn.settings import load_settings
from nsccn.text import count_tokens
from nsccn.tools.hits.found import clear_hits
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "shop/cart.py": '''
        class ShoppingCart:
            """What a visitor wants to buy."""

            def add_item(self, item):
                self.items.append(item)

            def total_price(self):
                return sum(item.price for item in self.items)
        ''',
    "shop/orders.py": """
        def place_order(cart):
            return cart.total_price()
        """,
    "tests/test_cart.py": """
        def test_total_price_of_items():
            assert total_price([]) == 0
        """,
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = tmp_path_factory.mktemp("searched")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(dedent(text), encoding="utf-8")
    settings = load_settings({"cache_dir": str(tmp_path_factory.mktemp("cache"))})
    return DirectSession(root, settings)


def test_a_word_that_the_repository_lacks_is_named_first(session: DirectSession) -> None:
    answer = search_and_rank(session, "cart nonexistent_thing_xyzzy")
    assert answer.text.splitlines()[0] == "In no indexed file: nonexistent_thing_xyzzy"
    assert answer.data["unknown"] == ["nonexistent_thing_xyzzy"]
    assert "unknown" not in search_and_rank(session, "the cart of a visitor").data


@pytest.mark.parametrize(
    "title", ["fix(basket): total price of a visitor", "Sum `price=0`, `item=...` of a visitor."]
)
def test_the_title_of_a_change_is_no_code(session: DirectSession, title: str) -> None:
    assert "unknown" not in search_and_rank(session, title).data


def test_an_error_is_found_by_its_qualified_name_before_what_raises_it(tmp_path: Path) -> None:
    files = {
        "shop/errors.py": "class NotStocked(KeyError):\n    pass\n",
        "shop/depot.py": (
            "from shop.errors import NotStocked\n\n\ndef take(name):\n"
            '    """Raises shop.errors.NotStocked for what is not stocked."""\n    raise NotStocked(name)\n'
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    found = search_and_rank(session, "shop.errors.NotStocked: 'depot.large_box'").data["results"]
    assert found[0]["id"] == "class:shop/errors.py:NotStocked"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("panic: runtime error: index out of range [3] with length 3", "No string here words that error"),
        ("ValueError: the cart is empty already", "1. func:shop/pay.py:pay"),
        ("how is the error of a cart raised", "1. "),
    ],
)
def test_an_error_that_no_code_words_is_said_to_be_one(tmp_path: Path, query: str, first: str) -> None:
    paying = 'def pay(cart):\n    raise ValueError("the cart is empty already")\n\n\ndef error_index(): ...\n'
    session = DirectSession(write(tmp_path, {"shop/pay.py": paying}), load_settings())
    assert search_and_rank(session, query).text.startswith(first)


@pytest.mark.parametrize(
    ("query", "near"),
    [
        ("ShopingCart", "class:shop/cart.py:ShoppingCart"),
        ("total_prise", "method:shop/cart.py:ShoppingCart.total_price"),
        ("plase_ordr", "func:shop/orders.py:place_order"),
        ("cart totle_price", "method:shop/cart.py:ShoppingCart.total_price"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(session: DirectSession, query: str, near: str) -> None:
    answer = search_and_rank(session, query)
    assert answer.data["near"][0] == near
    assert answer.text.splitlines()[1].startswith(f"Near names: {near}")


def test_beside_the_names_nearest_to_one_that_is_misspelt_all_else_comes_when_it_is_asked_for(
    session: DirectSession,
) -> None:
    answer = search_and_rank(session, "total_pirce")
    assert answer.data["results"] == []
    assert answer.text.splitlines()[1:] == [
        "Near names: method:shop/cart.py:ShoppingCart.total_price L8",
        f"[4 more hits, less likely: cursor={answer.data['cursor']}]",
    ]
    assert search_and_rank(session, "cart total_pirce").data["results"], "another word says more"


SETTINGS = {
    "src/config.rs": (
        'settings! {\n    data_file: String, |c| format!("{}/shop.db3", c.folder);\n}\n\n'
        "fn check(config: &Config) {\n    open(&config.data_file);\n    close(&config.data_file);\n}\n"
    ),
    "src/model.rs": "pub struct Config {\n    data_file: String,\n}\n\nfn shop_backup() {}\n",
    "src/pay.rs": "fn pay() {\n    let total = prices()[0];\n}\n",
    "tests/config.rs": 'fn test_it() {\n    Config { data_file: "shop.db3" };\n}\n',
    ".env.sample": "# where data/shop.db3 lies\n",
}


def test_lines_that_hold_a_text_answer_where_nothing_is_called_so(session_of: SessionOf) -> None:
    session = session_of(SETTINGS)
    found = search_and_rank(session, "shop.db3")
    assert found.text.splitlines()[:-1] == [
        "No definition is called 'shop.db3'; it stands at",
        "src/config.rs",
        ' L2: data_file: String, |c| format!("{}/shop.db3", c.folder);',
        ".env.sample",
        " L1: # where data/shop.db3 lies",
        "and in 1 test or document",
    ]
    assert [row["id"] for row in found.data["results"]] == [
        "module:src/config.rs:__init__",
        "file:.env.sample",
    ]
    rest = search_and_rank(session, "shop.db3", cursor=found.data["cursor"])
    assert "func:src/model.rs:shop_backup" in rest.text, "it has a part of the name"


@pytest.mark.parametrize(
    ("fragment", "line"),
    [
        ("total < 3", " L2 in few: return cart.total < 3 and not cart.closed"),
        ("few(", " L5 in pay: if few(cart):"),
        ("Sizes::Small", " L6 in pay: pack(Sizes::Small)"),
        ("2faCode", ' L7 in pay: ask("2faCode")'),
        ("i < 3", " L8 in pay: while i < 3:"),
        ("> 100", " L9 in pay: i = x[0] > 100"),
        ("x[0]", " L9 in pay: i = x[0] > 100"),
    ],
)
def test_a_piece_of_code_is_answered_with_the_lines_that_hold_it(
    tmp_path: Path, fragment: str, line: str
) -> None:
    code = dedent("""\
        def few(cart):
            return cart.total < 3 and not cart.closed

        def pay(cart):
            if few(cart):
                pack(Sizes::Small)
            ask("2faCode")
            while i < 3:
                i = x[0] > 100
        """)
    session = DirectSession(
        write(tmp_path, {"cart.py": code, "a.py": "def total(few): ...\n"}), load_settings()
    )
    told = search_and_rank(session, fragment).text.splitlines()
    assert line in told
    assert told[0].startswith("No definition is called ") == fragment.replace("::", "").isalnum()


def test_a_piece_of_code_that_only_tests_have_is_answered_with_their_lines(tmp_path: Path) -> None:
    files = {"cart.py": "x3 = 1\n", "tests/test_cart.py": "def test_it():\n    assert x == 3\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    told = search_and_rank(session, "x == 3").text.splitlines()
    assert told[:3] == ["'x == 3' stands at", "tests/test_cart.py", " L2 in test_it: assert x == 3"]


def test_where_a_piece_of_code_may_stand_in_too_many_files_it_is_said_how_many_were_not_read(
    tmp_path: Path,
) -> None:
    files = {f"rows/{number}.txt": f"{number}\n" for number in range(1002)}
    session = DirectSession(write(tmp_path, files | {"cart.py": "i = i < 3\n"}), load_settings())
    told = search_and_rank(session, "i < 3").text.splitlines()
    assert told == [
        "'i < 3' stands at",
        "cart.py",
        " L1: i = i < 3",
        "and maybe in 3 files that were not looked at; give a path",
    ]
    assert search_and_rank(session, "i > 3").text == (
        "Nothing found for 'i > 3'. It may stand in 3 files that were not looked at; give a path."
    )
    assert search_and_rank(session, "i > 3", path="*.py").text.startswith(
        "Nothing found for 'i > 3' with path"
    )


def test_the_lines_that_use_a_function_are_told_with_it(tmp_path: Path) -> None:
    files = {
        "cart.py": "def empty_cart(cart):\n    cart.clear()\n",
        "shop.py": "from cart import empty_cart\n\nempty_cart([])\n",
        "tests/test_cart.py": "from cart import empty_cart\n",
        "old.py": "class Old:\n    def pay(self): ...\n\nclass New:\n    def pay(self): ...\n\nNew().pay()\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    told = "'empty_cart' stands at shop.py:1,3 and in 1 test or document"
    assert told in search_and_rank(session, "empty_cart").text.splitlines()
    of_both = search_and_rank(session, "pay").text.splitlines()
    assert "'pay' stands at old.py:7" in of_both  # which of the two a line means nobody knows


def test_where_a_constant_or_an_attribute_is_named_is_told_with_it(session_of: SessionOf) -> None:
    session = session_of(SETTINGS)
    assert search_and_rank(session, "data_file").text.splitlines()[1:-1] == [
        "   data_file: String",
        "'data_file' stands at",
        "src/config.rs",
        ' L2: data_file: String, |c| format!("{}/shop.db3", c.folder);',
        " L6 in check: open(&config.data_file);",
        " L7: close(&config.data_file);",
        "and in 1 test or document",
    ]
    with_tests = search_and_rank(session, "data_file", include_tests=True).text
    assert '\ntests/config.rs\n L2 in test_it: Config { data_file: "shop.db3" };' in with_tests
    assert "stands at" not in search_and_rank(session, "pay").text, "a trace tells who uses a function"
    assert "stands at" not in search_and_rank(session, "data_file", kind="attr").text


def test_only_the_first_lines_of_many_are_shown(tmp_path: Path) -> None:
    uses = "".join(f"def pay_{number}():\n    emit(max_items)\n\n\n" for number in range(9))
    more = "".join(f"def buy_{number}():\n    emit(max_items)\n\n\n" for number in range(9))
    files = {"cart.py": "max_items = 8\n", "pay.py": uses, "buy.py": more}
    session = DirectSession(write(tmp_path, files), load_settings())
    lines = search_and_rank(session, "max_items", limit=9).text.splitlines()
    assert lines[2] == "'max_items' stands at"
    assert [line.split(" in ")[0] for line in lines[3:-2]] == [
        *("buy.py", " L2", " L6", " L10", " L14"),
        *("pay.py", " L2", " L6", " L10", " L14"),
    ]
    assert lines[-2] == "and at buy.py:18,22,26,30,34, pay.py:18,22,26,30,34"
    few = search_and_rank(session, "max_items", limit=8).text.splitlines()
    assert few[2].startswith("'max_items' stands at buy.py:2,6,10,14 and 5 more, pay.py:2,"), (
        "by far too many"
    )


def test_a_module_inside_a_file_is_no_file(tmp_path: Path) -> None:
    shops = {
        f"lib/shop{number}.rb": f"# A shop.\nmodule Shop{number}\n  cart_total(:discount)\nend\n"
        for number in range(9)
    }
    session = DirectSession(write(tmp_path, shops), load_settings())
    lines = search_and_rank(session, "cart_total(:discount)", limit=1).text.splitlines()
    assert lines[:3] == [
        "'cart_total(:discount)' stands at",
        "lib/shop0.rb",
        " L3 in Shop0: cart_total(:discount)",
    ]

    report = (
        "The total of the cart is wrong in a shop module: a discount is not taken from its sum, and lost."
    )
    answer = search_and_rank(session, report, kind="module", limit=3)
    behind = answer.text.split("next, opened by path:line:\n")[1].splitlines()
    assert behind[0] == "lib/shop3.rb: Shop3 2"


def test_a_word_that_names_have_is_answered_with_them_unless_it_is_quoted(tmp_path: Path) -> None:
    files = {
        "shop.py": 'def shipping_rate():\n    return send("shipping")\n\n\n# shipping is free\nNOTE = 1\n'
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert search_and_rank(session, "shipping").text.startswith("1. func:shop.py:shipping_rate")
    quoted = search_and_rank(session, '"shipping"').text.splitlines()
    assert quoted[1:4] == [
        "shop.py",
        ' L2 in shipping_rate: return send("shipping")',
        " L5 in no definition: # shipping is free",
    ]
    assert search_and_rank(session, "'shipping is free'").text.splitlines()[2] == " L5: # shipping is free"


def test_a_name_is_found_below_its_namespaces_as_php_writes_them(tmp_path: Path) -> None:
    files = {
        "src/Config.php": "<?php\nnamespace Shop;\nclass Config { function get() {} }\n",
        "src/Cart.php": "<?php\nuse Shop\\Config;\nclass Cart { function shopConfigGet() {} }\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    first, _, used, *_ = search_and_rank(session, "Shop\\Config").text.splitlines()
    assert first.startswith("1. class:src/Config.php:Config  L3  ")
    assert first.endswith("exact name")
    assert used == "'Shop\\\\Config' stands at src/Cart.php:2"
    assert search_and_rank(session, "\\Shop\\Config::get").text.startswith(
        "1. method:src/Config.php:Config.get  L3  "
    )


def test_of_a_qualified_name_that_nothing_has_the_last_part_is_looked_for(tmp_path: Path) -> None:
    files = {
        "date.cpp": 'int first() {\n  return Date::day(config.get("weekstart"));\n}\n',
        "a.cpp": "int a;\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert search_and_rank(session, "Date::weekstart").text.splitlines()[:3] == [
        "No definition is called 'Date::weekstart'; 'weekstart' stands at",
        "date.cpp",
        ' L2 in first: return Date::day(config.get("weekstart"));',
    ]


def test_of_a_long_line_what_is_around_the_text_is_shown(tmp_path: Path) -> None:
    row = f"rows = [{'0, ' * 90}tax_rate, {'1, ' * 90}]\n"
    session = DirectSession(write(tmp_path, {"rows.py": row}), load_settings())
    line = search_and_rank(session, "tax_rate").text.splitlines()[2]
    assert line.startswith(" L1: … 0, 0,")
    assert line.endswith("1, …")
    assert "tax_rate" in line
    assert len(line) < 160


def test_of_a_long_value_the_line_is_shown_that_holds_the_words(tmp_path: Path) -> None:
    names = ["server-host", "server-port", "custom-css-file", "custom-js-file", "log-level"]
    flags = "".join(f'    Flag("{name}", env="SHOP_{name.upper().replace("-", "_")}"),\n' for name in names)
    lazily = "  private val carts by lazy {\n    val id = shop.id\n\n    shop.find(id)\n"
    thrown = '      ?: error("Requested cart of id $id not found in this shop")\n  }\n'
    files = {"flags.py": f"FLAGS = [\n{flags}]\n", "Shop.kt": f"class Shop {{\n{lazily}{thrown}}}\n"}
    session = DirectSession(write(tmp_path, files), load_settings())

    flag = search_and_rank(session, "SHOP_CUSTOM_CSS_FILE").text.splitlines()
    assert flag[0].startswith("1. var:flags.py:FLAGS  L4  ")
    assert flag[1] == '   Flag("custom-css-file", env="SHOP_CUSTOM_CSS_FILE"),'
    assert search_and_rank(session, "FLAGS").text.startswith("1. var:flags.py:FLAGS  L1  ")

    error = search_and_rank(session, "Requested cart of id 42 not found in this shop").text.splitlines()
    assert error[0].startswith("1. attr:Shop.kt:Shop.carts  L6  ")
    assert error[1] == '   ?: error("Requested cart of id $id not found in this shop")'


def test_of_near_names_that_of_the_owner_comes_first(tmp_path: Path) -> None:
    sources = {
        "bin.py": "class Bin:\n    def empty(self): ...\n",
        "cart.py": "class Cart:\n    def empty(self): ...\n",
        "drum.py": "class Drum:\n    def empty(self): ...\n",
    }
    session = DirectSession(write(tmp_path, sources), load_settings())
    for owner in ("Bin", "Cart", "Drum"):
        near = search_and_rank(session, f"{owner}.empyt").data["near"]
        assert near[0] == f"method:{owner.lower()}.py:{owner}.empty"
        assert len(near) == 3


def test_a_misspelt_name_of_several_stands_for_them_all(tmp_path: Path) -> None:
    for name in ("Rakefile.py", "lib/filters.py", "lib/utils.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def slugify(text): ...\n", encoding="utf-8")
    session = DirectSession(tmp_path, load_settings())
    near = {f"func:{name}:slugify" for name in ("Rakefile.py", "lib/filters.py", "lib/utils.py")}
    assert set(search_and_rank(session, "slugfy").data["near"]) == near
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, "slugfy")
    assert set(caught.value.near) == near


@pytest.mark.parametrize(
    "query", ["ShoppingCart", "total price", "what does the visitor buy", "zzzzzz", "qx", "b____"]
)
def test_what_is_known_or_like_nothing_has_no_near_names(session: DirectSession, query: str) -> None:
    answer = search_and_rank(session, query)
    assert "near" not in answer.data
    assert "Near names" not in answer.text


def test_an_explained_hit_shows_what_its_streams_and_signals_gave(session: DirectSession) -> None:
    plain = search_and_rank(session, "price of items")
    explained = search_and_rank(session, "price of items", explain=True)
    first = explained.data["results"][0]
    assert [hit["id"] for hit in plain.data["results"]] == [hit["id"] for hit in explained.data["results"]]
    assert sum(first["explain"]["streams"].values()) == pytest.approx(first["score"], abs=0.001)
    assert first["explain"]["signals"]["text"] > 0
    assert first["explain"]["file"]["best entities"] > 0
    assert "   streams: " in explained.text
    assert "explain" not in plain.data["results"][0]


def test_an_explained_file_shows_what_its_signals_gave(session: DirectSession) -> None:
    first = search_and_rank(session, "price of items", files=True, explain=True).data["results"][0]
    assert sum(first["explain"]["streams"].values()) == pytest.approx(first["score"], abs=0.001)
    assert first["explain"]["file"]["whole file"] > 0


@pytest.mark.parametrize("files", [False, True])
def test_tests_come_and_go_as_asked(session: DirectSession, files: bool) -> None:  # noqa: FBT001
    def scores(include_tests: bool | None) -> dict[str, float]:  # noqa: FBT001
        found = search_and_rank(session, "total price of items", include_tests=include_tests, files=files)
        return {hit["file"]: hit["score"] for hit in reversed(found.data["results"])}

    test = "tests/test_cart.py"
    assert test not in scores(include_tests=False)
    assert 0 < scores(include_tests=None)[test] < scores(include_tests=True)[test]


@pytest.mark.parametrize(
    "query",
    [
        "почему total_price возвращает ноль",
        "なぜ total_price が間違っているのか",
        "warum ist total_price falsch",
    ],
)
def test_identifiers_work_in_a_query_of_any_language(session: DirectSession, query: str) -> None:
    best = search_and_rank(session, query).data["results"][0]
    assert best["id"] == "method:shop/cart.py:ShoppingCart.total_price"


def test_filters_are_taken_as_people_write_them(session: DirectSession) -> None:
    one = search_and_rank(session, "cart", path="shop/**", language="python")
    assert one.data["results"]
    other = search_and_rank(session, "cart", path="./shop/**", language="Python")
    assert other.data["results"] == one.data["results"]
    assert (
        search_and_rank(session, "cart", path="shop/**", language=".py").data["results"]
        == one.data["results"]
    )


def test_a_path_that_matches_nothing_from_the_root_on_may_begin_in_any_folder(tmp_path: Path) -> None:
    for path in ("src/shop/cart.py", "src/bank/cart.py"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("def add_to_cart():\n    return 1\n", encoding="utf-8")
    session = DirectSession(tmp_path, load_settings({"cache_dir": str(tmp_path / ".cache")}))
    for path in ("shop/cart.py", "shop", "shop/", "shop/*.py", f"{tmp_path}/src/shop"):
        found = search_and_rank(session, "cart", path=path).data["results"]
        assert {hit["file"] for hit in found} == {"src/shop/cart.py"}


def test_an_unknown_language_is_refused_with_those_that_there_are(session: DirectSession) -> None:
    with pytest.raises(InvalidArgument, match=r"No file here is in the language 'pyton'; there are .*python"):
        search_and_rank(session, "cart", language="pyton")


def test_a_filter_of_any_length_is_repeated_in_short(session: DirectSession) -> None:
    answer = search_and_rank(session, "cart", path="x" * 100_000)
    assert answer.text.startswith("Nothing found for 'cart' with path 'xxx")
    assert len(answer.text) < 1_000

    with pytest.raises(InvalidArgument, match=r"in the language 'x{200}…'; there are python\.$"):
        search_and_rank(session, "cart", language="x" * 100_000)


def test_a_query_of_any_length_is_repeated_in_short(session: DirectSession) -> None:
    data = search_and_rank(session, "cart " + "x" * 100_000).data
    assert len(data["query"]) < 2_100
    assert "unknown" not in data, "encoded data is no name that might be missing"
    assert search_and_rank(session, "cart\nof a visitor").data["query"] == "cart\nof a visitor"


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_the_name_of_a_file_cannot_pass_for_another_line(tmp_path: Path) -> None:
    (tmp_path / "cart\n2. shop.py").write_text("def total(): ...\n", encoding="utf-8")
    answer = search_and_rank(DirectSession(tmp_path, load_settings()), "total", files=True)
    assert answer.text.splitlines()[0].startswith("1. cart%0A2. shop.py  ")
    assert answer.text.splitlines()[1] == "   func total L1"


def test_what_filters_hide_is_said_with_them(session: DirectSession) -> None:
    found = search_and_rank(session, "cart", path="nowhere/**")
    assert found.text.startswith(
        "Nothing found for 'cart' with path 'nowhere/**'. No file or directory 'nowhere'"
    )
    assert (
        search_and_rank(session, "cart", path="*.nope")
        .text.split(". ")[1]
        .startswith("No path is like that.")
    )


def test_what_has_the_name_and_another_kind_is_named(tmp_path: Path) -> None:
    text = "class Cart:\n    def checkout(self): ...\n\ndef run_checkout(): ...\n"
    (tmp_path / "cart.py").write_text(text, encoding="utf-8")
    session = DirectSession(tmp_path, load_settings())
    said = search_and_rank(session, "checkout", kind="func").text.splitlines()
    assert said[0] == "Of another kind: method:cart.py:Cart.checkout"
    assert said[1].startswith("1. func:cart.py:run_checkout")
    assert "another kind" not in search_and_rank(session, "checkout", kind="method").text


def test_a_declaration_behind_its_body_is_named_with_it(tmp_path: Path) -> None:
    body = "int fill_cart(int items)\n{\n  return items;\n}\n"
    files = {
        "src/cart.h": "int fill_cart(int items);\n",
        "src/cart.c": f'#include "cart.h"\n{body}',
        "old/cart.h": "int fill_cart(int items);\n",
        "old/cart.c": f'#include "cart.h"\n{body}',
        "main.c": "int fill_cart(int items);\n",  # one of the two: nobody knows which
    }
    write(tmp_path, files)
    session = DirectSession(tmp_path, load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "cache")}))

    answer = search_and_rank(session, "fill_cart")

    assert [(hit["id"], hit.get("declared", [])) for hit in answer.data["results"]] == [
        ("func:old/cart.c:fill_cart", ["func:old/cart.h:fill_cart"]),
        ("func:src/cart.c:fill_cart", ["func:src/cart.h:fill_cart"]),
        ("func:main.c:fill_cart", []),
    ]
    assert "   declared at src/cart.h:1\n" in answer.text


def test_declarations_of_one_file_share_its_path(tmp_path: Path) -> None:
    forms = "".join(
        f"    @overload\n    def total(self, at: {kind}) -> {kind}: ...\n" for kind in ("int", "str")
    )
    source = f"from typing import overload\n\nclass Cart:\n{forms}    def total(self, at): return at\n"
    (tmp_path / "cart.py").write_text(source, encoding="utf-8")
    session = DirectSession(tmp_path, load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "cache")}))

    assert "   declared at cart.py:4,6\n" in search_and_rank(session, "Cart.total").text


def test_a_body_stands_where_its_declaration_is_found_first(tmp_path: Path) -> None:
    files = {
        "include/cart.h": "/* Apply the rebate rules of a voucher. */\nint fill_cart(int items);\n",
        "src/cart.c": '#include "cart.h"\nint fill_cart(int items)\n{\n  return items;\n}\n',
    }
    write(tmp_path, files)
    session = DirectSession(tmp_path, load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "cache")}))

    answer = search_and_rank(session, "fill with rebate rules of a voucher")

    assert answer.data["results"][0]["id"] == "func:src/cart.c:fill_cart"
    assert "   declared at include/cart.h:2" in answer.text
    only = search_and_rank(session, "fill with rebate rules of a voucher", path="include/**")
    assert only.data["results"][0]["id"] == "func:include/cart.h:fill_cart"


def test_a_hit_names_what_its_file_has_besides(tmp_path: Path) -> None:
    methods = "\n".join(f"    def cart_price_{name}(self): ..." for name in ("net", "gross", "old"))
    (tmp_path / "cart.py").write_text(f"class Cart:\n{methods}\n", encoding="utf-8")
    for name in ("order", "label"):
        (tmp_path / f"{name}.py").write_text(f"def {name}(cart):\n    return cart.price\n", encoding="utf-8")
    session = DirectSession(tmp_path, load_settings({"cache_dir": str(tmp_path / "cache")}))

    answer = search_and_rank(session, "price of the cart", limit=3)

    first, *others = answer.data["results"]
    assert first["id"] == "method:cart.py:Cart.cart_price_net"
    assert first["also"] == ["method:cart.py:Cart.cart_price_gross", "method:cart.py:Cart.cart_price_old"]
    assert "   also cart_price_gross L3, cart_price_old L4\n" in answer.text
    assert [hit["file"] for hit in others] == ["label.py", "order.py"]
    assert not any("also" in hit for hit in others)


@pytest.mark.parametrize("place", ["shop/cart.py:9", "shop/cart.py:8-9", "shop/cart.py line 9", "cart.py(9)"])
def test_a_place_is_answered_with_what_is_around_it(session: DirectSession, place: str) -> None:
    answer = search_and_rank(session, place)

    assert re.fullmatch(
        rf"{re.escape(place)} is in method:shop/cart\.py:ShoppingCart\.total_price  L8-9 \| def total_price\(self\)\n"
        r"\[\d+ more hits, less likely: cursor=0-\w+\]",
        answer.text,
    )
    assert answer.data["around"]["id"] == "method:shop/cart.py:ShoppingCart.total_price"
    assert "around" not in search_and_rank(session, "see shop/cart.py:9").data
    assert "around" not in search_and_rank(session, "shop/gone.py:9").data


def test_overloads_are_near_once(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def slugify(): ...\n\n\ndef slugify(text): ...\n", "utf-8")
    session = DirectSession(tmp_path, load_settings())

    assert search_and_rank(session, "slugfy").data["near"] == ["func:cart.py:slugify"]
    with pytest.raises(UnknownEntity, match=r"nearest: func:cart\.py:slugify\."):
        trace_causal_path(session, "slugfy")


def test_a_place_in_one_of_several_files_is_answered_with_each(tmp_path: Path) -> None:
    for path in ("shop/cart.py", "store/cart.py", "tests/cart.py"):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text("def total():\n    return 3\n", "utf-8")
    session = DirectSession(tmp_path, load_settings())

    answer = search_and_rank(session, "cart.py:2")

    assert answer.text.startswith(
        "cart.py:2 is in one of func:shop/cart.py:total, func:store/cart.py:total, func:tests/cart.py:total\n["
    )


def test_a_definition_begins_on_one_line_in_every_answer(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text(
        "import functools\n\n@functools.cache\ndef total():\n    return 3\n", "utf-8"
    )
    session = DirectSession(tmp_path, load_settings())

    found = search_and_rank(session, "total", 1)
    traced = trace_causal_path(session, "total")

    assert found.text.startswith("1. func:cart.py:total  L3  ")
    assert traced.text.startswith("func:cart.py:total  L3-5")


def test_of_a_report_many_places_are_named_after_the_first(tmp_path: Path) -> None:
    shops = {
        f"shop{number}.py": "".join(
            f"def total_{one}{number}(cart):\n    return discount(cart)\n\n\n" for one in "abc"
        )
        for number in range(7)
    }
    session = DirectSession(write(tmp_path, shops), load_settings())
    report = "The total of the cart is wrong: I put a book into it and my discount is not taken from its sum."
    answer = search_and_rank(session, report, limit=6)
    hits, behind = answer.text.split("next, opened by path:line:\n")
    assert [line for line in hits.splitlines() if line.startswith("   (")] == ["   (cart)"] * 5
    assert answer.data["next"][:1] == ["func:shop6.py:total_a6"]
    named, footer = behind.splitlines()[0], behind.splitlines()[-1]
    assert named == "shop6.py: total_a6 1, total_b6 5"
    assert footer.startswith("[15 more hits: cursor=")

    phrase = search_and_rank(session, "the total of the cart", limit=6)
    assert "next" not in phrase.data

    short = DirectSession(tmp_path, load_settings({"max_tokens": 260}))
    cut = search_and_rank(short, report, limit=6)
    assert count_tokens(cut.text) <= 260
    every, some = ([hit["id"] for hit in it.data["results"]] + it.data["next"] for it in (answer, cut))
    assert some == every[: len(some)]
    assert len(some) < len(every)


def test_behind_the_hits_of_a_report_few_are_named_of_each_file_and_few_in_all(tmp_path: Path) -> None:
    shop = "".join(f"def cart_total_{one}(cart):\n    return discount(cart)\n\n\n" for one in "abcde")
    folder = "packages/shop/with/a/long/path/to/it"
    session = DirectSession(
        write(tmp_path, {f"{folder}/shop{number}.py": shop for number in range(12)}), load_settings()
    )
    report = "The total of the cart is wrong: I put a book into it and my discount is not taken from its sum."
    answer = search_and_rank(session, report, limit=6)
    behind = answer.text.split("next, opened by path:line:\n")[1].splitlines()[:-1]
    assert all(line.count(",") < 3 for line in behind)
    assert count_tokens("\n".join(behind)) <= 100
    assert all(re.match(r"shop\d+\.py: cart_total_", line) for line in behind), "by the ends of their paths"


def test_of_a_report_two_members_of_one_type_stand_among_the_first(tmp_path: Path) -> None:
    """The type whose words a report has does not crowd out the functions that act, nor does the rest of its file."""
    names = ("total", "discount", "cart_total", "cart_discount", "sum_of_cart", "sum_of_discount")
    setters = "".join(
        f"    def {name}(self, cart):\n        self.{name} = cart  # the discount of a cart is wrong\n\n"
        for name in names
    )
    files = {
        "cart.py": f'"""The discount of a cart and its total."""\n\nRATE = 3\n\n\nclass Cart:\n{setters}'
    }
    files |= {f"shop{number}.py": f"def take{number}(cart):\n    return put(cart)\n" for number in range(12)}
    session = DirectSession(write(tmp_path, files), load_settings())
    report = "The total of the cart is wrong: I put a book into it and my discount is not taken from its sum."
    answer = search_and_rank(session, f"Wrong total\n\n{report}")
    first = [hit["id"].split(":", 1)[1] for hit in answer.data["results"]]
    assert first[:2] == ["cart.py:Cart.total", "cart.py:Cart.cart_total"]
    assert len(first) == 10
    assert [one for one in first[2:] if one.startswith("cart.py")] == ["cart.py:Cart"]
    assert "cart.py: sum_of_discount 22, sum_of_cart 19, discount 10\n" in answer.text


def test_of_a_report_the_last_of_the_first_hits_are_of_files_with_few_before(tmp_path: Path) -> None:
    crowd = "".join(f"def cart_total_{one}(cart):\n    return discount(cart)\n\n\n" for one in range(12))
    files = {f"shop{number}.py": f"def take{number}(cart):\n    return put(cart)\n" for number in range(12)}
    session = DirectSession(write(tmp_path, files | {"cart.py": crowd}), load_settings())
    report = "The total of the cart is wrong: I put a book into it and my discount is not taken from its sum."
    answer = search_and_rank(session, f"Wrong total\n\n{report}")
    assert [hit["file"] for hit in answer.data["results"][:7]] == ["cart.py"] * 7
    assert len({hit["file"] for hit in answer.data["results"][7:]} - {"cart.py"}) == 3
    assert "cart.py: cart_total_" in answer.text, "the others are named behind"


def test_what_is_faint_beside_an_exact_name_comes_when_it_is_asked_for(tmp_path: Path) -> None:
    lines = [f"def helper_{number}():\n    return total_price({number})\n" for number in range(8)]
    (tmp_path / "cart.py").write_text(
        "def total_price(cart):\n    return 1\n" + "".join(lines), encoding="utf-8"
    )
    session = DirectSession(tmp_path, load_settings({"cache_dir": str(tmp_path / ".cache")}))

    one = search_and_rank(session, "total_price")
    assert [hit["id"] for hit in one.data["results"]] == ["func:cart.py:total_price"]
    assert one.data["results"][0]["stands_at"] == {"cart.py": [4, 6, 8, 10, 12, 14, 16, 18]}
    assert (
        "\n'total_price' stands at cart.py:4 in helper_0,6 in helper_1,8 in helper_2,10 in helper_3 and 4 more\n["
        in one.text
    )
    assert one.text.splitlines()[-1].startswith("[8 more hits, less likely: cursor=1-")
    rest = search_and_rank(session, "total_price", cursor=one.data["cursor"])
    assert rest.text.startswith("2. func:cart.py:helper_")
    assert len(rest.data["results"]) == 8
    assert len(search_and_rank(session, "total_price helper").data["results"]) == 9, (
        "the first may be in passing"
    )


def test_what_is_faint_beside_a_message_comes_when_it_is_asked_for(tmp_path: Path) -> None:
    lines = [f"def pay_{number}(cart):\n    return cart.is_empty({number})\n" for number in range(8)]
    raises = 'def check(cart):\n    raise ValueError("Cannot pay an empty cart")\n'
    (tmp_path / "cart.py").write_text(raises + "".join(lines), encoding="utf-8")
    session = DirectSession(tmp_path, load_settings({"cache_dir": str(tmp_path / ".cache")}))

    worded = search_and_rank(session, "Cannot pay an empty cart")
    assert [hit["id"] for hit in worded.data["results"]] == ["func:cart.py:check"]
    assert worded.text.splitlines()[-1].startswith("[9 more hits, less likely: cursor=1-")
    task = search_and_rank(
        session, "Say which cart it is where one cannot pay an empty cart, in a test of it"
    )
    assert len(task.data["results"]) > 5, "it is less than half of what is said"


@pytest.mark.parametrize(
    ("scores", "is_named", "clear"),
    [
        pytest.param([1.0, 0.98, 0.23, 0.02], True, 2, id="what one name finds, and what only mentions it"),
        pytest.param(
            [0.89, 0.23, 0.2, 0.02], False, 3, id="of several words the first may be named in passing"
        ),
        pytest.param([1.0, 0.9, 0.7], False, 3, id="prose"),
        pytest.param([], True, 0, id="nothing"),
    ],
)
def test_what_is_clear_beside_the_first_hit(scores: list[float], is_named: bool, clear: int) -> None:  # noqa: FBT001
    assert clear_hits(scores, is_named=is_named) == clear


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (
            "place_order total_price",
            ["func:shop/orders.py:place_order", "method:shop/cart.py:ShoppingCart.total_price"],
        ),
        (
            "add_item, place_order()",
            ["method:shop/cart.py:ShoppingCart.add_item", "func:shop/orders.py:place_order"],
        ),
        (
            "ShoppingCart.add_item total_price",
            ["method:shop/cart.py:ShoppingCart.add_item", "method:shop/cart.py:ShoppingCart.total_price"],
        ),
    ],
)
def test_several_names_are_all_found(session: DirectSession, query: str, found: list[str]) -> None:
    results = search_and_rank(session, query).data["results"]
    assert [hit["id"] for hit in results[: len(found)]] == found
    assert [hit["why"] for hit in results[: len(found)]] == ["exact name"] * len(found)


def test_names_of_which_one_is_unknown_or_a_word_are_searched_for_as_words(session: DirectSession) -> None:
    for query in ("place_order no_such_name", "place_order price"):
        assert "exact name" not in search_and_rank(session, query).text


def test_a_file_that_is_looked_for_and_is_not_indexed_is_told_of(tmp_path: Path) -> None:
    generated = "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage api\n"
    root = write(tmp_path, {"api/cart.pb.go": generated, "api/cart.go": "package api\n\nfunc Cart() {}\n"})
    session = DirectSession(root, load_settings())

    said = search_and_rank(session, "api/cart.pb.go").text
    assert "api/cart.pb.go is not indexed: generated." in said
    assert "not indexed" not in search_and_rank(session, "api/cart.go").text
    assert "not indexed" not in search_and_rank(session, "api/nothing.go").text
    assert "not indexed" not in search_and_rank(session, "../outside/cart.go").text


HELD = {
    "lib/log.cr": "module Log\n  function close(process)\n    phases = determine_phases(process)\n  end\nend\n",
    "shop/retry.py": (
        '"""Tries again."""\n\nfrom requests import ConnectionError\n\n\n'
        "def retried(call):\n    try:\n        return call()\n"
        "    except requests.ConnectionError:\n        return None\n"
    ),
    "shop/connection.py": "def connection_errors():\n    return []\n",
    "tests/test_retry.py": "def test_it():\n    raise requests.ConnectionError\n",
}


def test_a_name_that_nothing_here_has_is_answered_with_what_holds_it(session_of: SessionOf) -> None:
    session = session_of(HELD)

    def first(query: str) -> list[str]:
        """The hits that are no fainter than the first."""
        return [hit["id"] for hit in search_and_rank(session, query).data["results"]]

    assert search_and_rank(session, "ConnectionError").text.splitlines()[:-1] == [
        "1. error:requests:ConnectionError  0.50  exact name",
        "'ConnectionError' stands at",
        "shop/retry.py",
        " L3: from requests import ConnectionError",
        " L9 in retried: except requests.ConnectionError:",
        "and in 1 test or document",
    ]
    assert first("determinePhases") == ["file:lib/log.cr"]
    assert first("connection_errors") == ["func:shop/connection.py:connection_errors"]


def test_a_file_that_is_found_as_a_whole_is_given_with_the_lines_that_hold_the_words(
    session_of: SessionOf,
) -> None:
    session = session_of(HELD)

    assert search_and_rank(session, "determinePhases").text.startswith(
        "Also spelt determine_phases (1 file)\n1. file:lib/log.cr  L3  1.00"
    )
    imported = search_and_rank(session, "requests", kind="module").text
    assert imported.startswith("1. module:shop/retry.py:__init__  L3  ")
    by_path = search_and_rank(session, "log.cr").text
    assert by_path.startswith("1. file:lib/log.cr  L1  ")


def test_lines_of_a_file_that_document_what_stands_below_them_name_it(session_of: SessionOf) -> None:
    session = session_of(
        {
            "cart.go": """\
package shop

// Fill takes what a visitor reserves
// from the nearest warehouse.
func Fill(n int) {}

// Warehouses are counted once.

func Count() {}
"""
        }
    )
    hits = search_and_rank(session, "visitor reserves warehouse", kind="module")
    assert hits.text.splitlines()[0].startswith("1. module:cart.go:__init__  L3 above Fill  ")
    assert hits.data["results"][0]["documents"] == ["func:cart.go:Fill"]


def test_what_a_decorator_says_is_said_of_what_it_decorates(tmp_path: Path) -> None:
    files = {
        "api.py": (
            '@router.post("/{id}/rotate", summary="Rotate License Key")\ndef rotate(key):\n    return key\n\n\n'
            'class Keys:\n    @router.get("/", summary="List License Keys")\n    def index(self): ...\n\n'
            '    TITLE = "All License Keys"\n'
        ),
        "api.ts": 'class Keys {\n  @Operation({ summary: "Revoke License Key" })\n  revoke() {}\n}\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    def best(query: str) -> str:
        return str(search_and_rank(session, query).data["results"][0]["id"])

    assert best("Rotate License Key") == "func:api.py:rotate"
    assert best("List License Keys") == "method:api.py:Keys.index"
    assert best("Revoke License Key") == "method:api.ts:Keys.revoke"
    assert best("All License Keys") == "attr:api.py:Keys.TITLE"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("admin/carts#show", "method:app/controllers/admin/carts_controller.rb:Admin.CartsController.show"),
        ("<CartRow size={3} />", "func:web/CartRow.jsx:CartRow"),
    ],
)
def test_what_routes_and_markup_name_is_told(tmp_path: Path, query: str, meant: str) -> None:
    files = {
        "app/controllers/admin/carts_controller.rb": "module Admin\n  class CartsController\n"
        "    def show\n      render\n    end\n  end\nend\n",
        "web/CartRow.jsx": "export function CartRow({ size }) {\n  return <b>{size}</b>;\n}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    first, *_ = search_and_rank(session, query).text.splitlines()
    assert first.startswith(f"{query} means {meant} ")


def test_a_long_dotted_name_is_no_name_of_a_field(tmp_path: Path) -> None:
    """No pattern may try all ways of parting it: that took minutes, since a dot ends it."""
    session = DirectSession(write(tmp_path, {"shop.py": "def pay(): ...\n"}), load_settings())
    name = f"{'CartOfTheCustomer' * 20}.item"
    assert "Nothing found" in search_and_rank(session, name).text


def test_a_reason_that_the_name_or_the_signature_shows_is_given_where_there_is_no_other(
    tmp_path: Path,
) -> None:
    till = (
        'def close_till(day):\n    """Count the coins."""\n\n\ndef till_of(day): ...\n\n\ndef till(): ...\n'
    )
    session = DirectSession(write(tmp_path, {"shop.py": till}), load_settings())
    answer = search_and_rank(session, "coins in the till of a day", limit=5)
    whys = {hit["id"]: hit["why"] for hit in answer.data["results"]}
    heads = [line.split("  ") for line in answer.text.split("\n") if line[0].isdigit()]
    shown = {head[0].partition(" ")[2]: head[-1] for head in heads}
    assert whys["func:shop.py:close_till"] == 'name "till", signature "day", doc "coins"'
    assert shown["func:shop.py:close_till"] == 'doc "coins"'
    assert whys["func:shop.py:till_of"] == 'name "till", signature "day"'
    assert shown["func:shop.py:till_of"] == shown["func:shop.py:till"] == 'name "till"'


def test_a_reason_that_the_id_shows_is_given_where_there_is_no_other(tmp_path: Path) -> None:
    till = 'class Till:\n    def total(self):\n        """Say the sum."""\n\n    def size(self): ...\n'
    session = DirectSession(write(tmp_path, {"shop.py": till}), load_settings())
    answer = search_and_rank(session, "sum of the till", limit=5)
    whys = {hit["id"]: hit["why"] for hit in answer.data["results"]}
    heads = [line.split("  ") for line in answer.text.split("\n") if line[0].isdigit()]
    shown = {head[0].partition(" ")[2]: head[-1] for head in heads}
    assert whys["method:shop.py:Till.total"] == 'in "till", doc "sum"'
    assert shown["method:shop.py:Till.total"] == 'doc "sum"'
    assert shown["method:shop.py:Till.size"] == whys["method:shop.py:Till.size"] == 'in "till"'
