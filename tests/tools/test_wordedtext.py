"""What a program says, as its user saw it, leads to the code that asks for that wording by its key."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession

WORDED = {
    "JSON, and a key with the name of its file": (
        {
            "public/locales/en/cart.json": '{\n  "total": {\n    "no_more": "There is nothing left here"\n  }\n}\n',
            "public/locales/de/cart.json": '{\n  "total": {\n    "no_more": "Hier ist nichts mehr"\n  }\n}\n',
            "src/Cart.tsx": "export function Cart() {\n  return t('cart:total.no_more')\n}\n",
        },
        ["There is nothing left here", "nothing left here", "Hier ist nichts mehr"],
        "src/Cart.tsx:Cart",
    ),
    "YAML of Rails, with placeholders, by the name below the view": (
        {
            "config/locales/en.yml": """
                en:
                  carts:
                    show:
                      greeting: "Hello %{name}, you have %{count} things in your cart"
                """,
            "app/views/carts/_show.html.erb": '<p><%= t(".greeting", name: name) %></p>\n',
            "app/views/orders/show.html.erb": '<p><%= t(".greeting", name: name) %></p>\n',
        },
        ["Hello Ada, you have 3 things in your cart"],
        "module:app/views/carts/_show.html.erb:__init__",
    ),
    "an array of Laravel": (
        {
            "lang/en/admin/cart.php": """
                <?php
                return [
                    'close' => [
                        'done' => 'The cart :name was closed for good',
                    ],
                     'open' => [
                        'done' => 'The cart was opened again',
                    ],
                ];
                """,
            "app/Cart.php": """
                <?php
                class Cart {
                    function close() { return trans('admin/cart.close.done'); }
                    function open() { return trans('admin/cart.open.done'); }
                }
                """,
        },
        ["The cart was opened again"],
        "method:app/Cart.php:Cart.open",
    ),
    "elements of Android": (
        {
            "app/src/main/res/values/strings.xml": """
                <resources>
                    <string name="cart_not_sent">Could not send the cart to %1$s</string>
                </resources>
                """,
            "app/src/main/Cart.kt": "fun send() {\n    toast(getString(R.string.cart_not_sent))\n}\n",
        },
        ["Could not send the cart to Berlin"],
        "func:app/src/main/Cart.kt:send",
    ),
    "one word of many meanings": (
        {
            "src/locales/en.json": '{\n  "late": "It is too late for that"\n}\n',
            "src/cart.js": "function ended() {\n  return t('late')\n}\nfunction late() {\n  return 'late'\n}\n",
        },
        ["It is too late for that"],
        "func:src/cart.js:ended",
    ),
}


def session_on(root: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(root, {path: dedent(text) for path, text in files.items()}), load_settings())


@pytest.mark.parametrize(("files", "seen", "asking"), WORDED.values(), ids=WORDED)
def test_a_wording_leads_to_who_asks_for_it(
    tmp_path: Path, files: dict[str, str], seen: list[str], asking: str
) -> None:
    session = session_on(tmp_path, files)
    for text in seen:
        for query in (text, f'Why does it say "{text}" at night?'):
            first, second, *rest = search_and_rank(session, query).text.split("\n")
            assert first.endswith(", and asked for by"), query
            assert f"{asking}  L" in second, query
            assert not [line for line in rest if line.startswith("L")], query


@pytest.mark.parametrize(
    "query", ["There is something left here", "nothing", "There is", "left here nothing"]
)
def test_what_is_worded_otherwise_leads_nowhere(tmp_path: Path, query: str) -> None:
    files, *_ = WORDED["JSON, and a key with the name of its file"]
    assert "worded" not in search_and_rank(session_on(tmp_path, files), query).text


def test_a_wording_that_nothing_asks_for_is_told_beside_the_hits(tmp_path: Path) -> None:
    files = {
        "locales/en.json": '{\n  "made": {\n    "up": "This was made up"\n  }\n}\n',
        "src/cart.js": "export function makeUp() {\n  return t(`made.${name}`)\n}\n",
    }
    first, second, *_ = search_and_rank(session_on(tmp_path, files), "This was made up").text.split("\n")
    assert first == "made.up is worded so at locales/en.json:3"
    assert second.startswith("1. ")


def test_a_task_that_quotes_a_wording_gets_who_asks_for_it(tmp_path: Path) -> None:
    files, (seen, *_), _ = WORDED["YAML of Rails, with placeholders, by the name below the view"]
    others = {
        f"app/models/things/cart_{number}.rb": "class Cart\n  def name_in_cart; end\nend\n"
        for number in range(20)
    }
    session = session_on(tmp_path, files | others)
    packed = select_context(session, f'It greets with "{seen}" when nobody is signed in', budget=400).data
    assert packed["selected"][0]["path"] == "app/views/carts/_show.html.erb"
