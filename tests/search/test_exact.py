"""A query that is one name: as it is used, as a flag, as a literal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from small_snapshot import snapshot_of

from nsccn.search.search import Hit, Query, search
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot


def find(snapshot: Snapshot, text: str) -> list[Hit]:
    return search(snapshot, Query(text), Settings())


def ids(hits: list[Hit]) -> list[str]:
    return [hit.entity.id for hit in hits]


def test_a_name_is_found_with_the_marks_of_its_use_and_an_operator_by_its_own() -> None:
    snapshot = snapshot_of(
        {
            "src/parser.rs": """
                //! How to write a value parser, and what value_parser! does.
                #[macro_export]
                macro_rules! value_parser { ($name:ty) => { $name } }
                """,
            "src/shop.rb": "class Shop\n  def close!\n  end\n  def close\n  end\nend\n",
            "src/ratio.h": """
                struct Ratio {
                  Ratio operator+(Ratio other) { return {n + other.n}; }
                  Ratio operator-(Ratio other) { return {n - other.n}; }
                  int *operator->() { return &n; }
                  int operator()() { return n; }
                  int n;
                };
                """,
        }
    )
    for query, expected in {
        "value_parser!": "macro:src/parser.rs:value_parser",
        "@Shop": "class:src/shop.rb:Shop",
        "close!": "method:src/shop.rb:Shop.close!",
        "close": "method:src/shop.rb:Shop.close",
        "Ratio::operator-": "method:src/ratio.h:Ratio.operator-",
        "Ratio::operator->": "method:src/ratio.h:Ratio.operator->",
        "Ratio.operator()": "method:src/ratio.h:Ratio.operator()",
    }.items():
        first = find(snapshot, query)[0]
        assert (first.entity.id, first.why) == (expected, "exact name")


def test_a_method_of_many_types_is_that_of_the_type_which_is_named_beside_it() -> None:
    types = ("Basket", "CartView", "Cart", "Order")
    snapshot = snapshot_of(
        {f"shop/{name.lower()}.py": f"class {name}:\n    def sum_up(self): pass\n" for name in types}
    )
    assert ids(find(snapshot, "sum_up CartView"))[0] == "method:shop/cartview.py:CartView.sum_up"
    assert ids(find(snapshot, "sum_up Cart_View"))[0] == "method:shop/cartview.py:CartView.sum_up"


def test_a_name_that_is_a_common_word_is_found_as_a_name() -> None:
    snapshot = snapshot_of({"short.py": "def a():\n    return 1\n\n\ndef load():\n    return a()\n"})
    first = find(snapshot, "a")[0]
    assert (first.entity.id, first.why) == ("func:short.py:a", "exact name")


def test_a_flag_is_found_without_its_dashes() -> None:
    sources = {
        "cli.py": """
            import click

            @click.option("--skip-string-normalization", is_flag=True)
            def main(skip_string_normalization):
                return skip_string_normalization
            """,
        "strings.py": "def normalize_string_prefix(string, skip):\n    return string\n",
    }
    assert (
        ids(find(snapshot_of(sources), "skip-string-normalization"))[:2]
        == ids(find(snapshot_of(sources), "--skip-string-normalization"))[:2]
    )


def test_a_flag_is_found_with_dashes_that_its_library_leaves_out() -> None:
    sources = {
        "Create.php": """
            <?php
            class Create extends Command {
                function configure() { $this->addOption('by-customer', null, 1, 'Help'); }
                function execute($input) { return $input->getOption('by-customer'); }
            }
            """,
        "Customer.php": "<?php\nclass Customer {}\n",
    }
    assert {hit.entity.id: hit.why for hit in find(snapshot_of(sources), "--by-customer")[:3]} == {
        "config:flag:by-customer": "exact name",
        "method:Create.php:Create.configure": "reads the setting",
        "method:Create.php:Create.execute": "reads the setting",
    }


def test_a_question_about_a_flag_leads_to_who_adds_it() -> None:
    sources = {
        "commands.py": """
            def add_options(parser):
                parser.add_argument("--set", "-s", action="append", help="any help at all")
            """,
        "parse.py": """
            def parse_command_line(options):
                # Parse each option of the command line.
                options.parse_set()
            """,
    }
    first = find(snapshot_of(sources), "--set command line option parse")[0]
    assert (first.entity.id, first.why) == ("func:commands.py:add_options", "reads the setting")


def test_a_constant_of_a_settings_module_leads_to_those_who_ask_for_it() -> None:
    sources = {
        "shop/settings.py": 'import os\n\nSHOP_SOCKET = os.getenv("SHOP_SOCKET")\n',
        "shop/send.py": (
            "from django.conf import settings\n\n\ndef send():\n    return settings.SHOP_SOCKET\n"
            "\n\ndef socket(shop):\n    return shop.socket\n"
        ),
    }
    assert [(hit.entity.id, hit.why) for hit in find(snapshot_of(sources), "SHOP_SOCKET")[:3]] == [
        ("var:shop/settings.py:SHOP_SOCKET", "exact name"),
        ("config:env:SHOP_SOCKET", "exact name"),
        ("func:shop/send.py:send", "reads the setting"),
    ]


def test_a_name_alone_leads_to_the_literal_that_is_it() -> None:
    snapshot = snapshot_of(
        {
            "main.go": 'package main\n\nfunc run() {\n\tFlag("cluster.listen-address", "Where to listen.")\n}\n',
            "listen.go": "package main\n\nfunc listenAddress(cluster string) {}\n",
        }
    )
    for query in ("--cluster.listen-address", "`cluster.listen-address`"):
        first = find(snapshot, query)[0]
        assert first.entity.id == "func:main.go:run"
        assert first.why.startswith('message "cluster listen address"')
    assert ids(find(snapshot, "cluster listen address"))[0] == "func:listen.go:listenAddress"


def test_a_literal_that_is_the_query_comes_before_a_member_whose_type_is_not_said() -> None:
    snapshot = snapshot_of(
        {
            "shop/cart/receipt.py": "class Receipt:\n    def total(self):\n        return 0\n",
            "settings.py": 'def most(config):\n    return config.number("shop.cart.total", 10)\n',
        }
    )
    key, member = "func:settings.py:most", "method:shop/cart/receipt.py:Receipt.total"
    assert ids(find(snapshot, "shop.cart.total"))[:2] == [key, member]
    assert ids(find(snapshot, "shop.cart.receipt.Receipt.total"))[0] == member
