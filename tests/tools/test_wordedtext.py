"""What a program says, as its user saw it, leads to the code that asks for that wording by its key."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

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
    "a printed apostrophe": (
        {
            "res/values/strings.xml": """
                <resources>
                    <string name="not_sent">⚠️ The cart wasn\u2019t sent</string>
                </resources>
                """,
            "src/Cart.kt": "fun send() {\n    toast(getString(R.string.not_sent))\n}\n",
        },
        ["The cart wasn't sent", "The cart wasn\u2019t sent"],
        "func:src/Cart.kt:send",
    ),
    "an escaped apostrophe": (
        {
            "res/values/strings.xml": """
                <resources>
                    <string name="not_sent">%1$s couldn\\'t be sent</string>
                </resources>
                """,
            "src/Cart.kt": "fun send() {\n    toast(getString(R.string.not_sent))\n}\n",
        },
        ["The cart couldn't be sent", "The cart couldn\u2019t be sent"],
        "func:src/Cart.kt:send",
    ),
    "units of XLIFF": (
        {
            "translations/messages.en.xlf": """
                <file id="messages.en">
                  <unit id="pzsUrS4" name="cart.not_sent">
                    <segment>
                      <source>cart.not_sent</source>
                      <target>Could not send the cart at all</target>
                    </segment>
                  </unit>
                </file>
                """,
            "src/Cart.php": "<?php\nclass Cart {\n    function send() { return trans('cart.not_sent'); }\n}\n",
        },
        ["Could not send the cart at all"],
        "method:src/Cart.php:Cart.send",
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


def test_a_language_comes_before_what_one_country_has_of_it(tmp_path: Path) -> None:
    made = '{\n  "made": {\n    "up": "This was made up"\n  }\n}\n'
    session = session_on(tmp_path, dict.fromkeys(("locales/en-GB.json", "locales/en.json"), made))
    first = search_and_rank(session, "This was made up").text.split("\n")[0]
    assert first == "made.up is worded so at locales/en.json:3 and 1 more file"


def test_a_task_that_quotes_a_wording_gets_who_asks_for_it(tmp_path: Path) -> None:
    files, (seen, *_), _ = WORDED["YAML of Rails, with placeholders, by the name below the view"]
    others = {
        f"app/models/things/cart_{number}.rb": "class Cart\n  def name_in_cart; end\nend\n"
        for number in range(20)
    }
    session = session_on(tmp_path, files | others)
    packed = select_context(session, f'It greets with "{seen}" when nobody is signed in', budget=400).data
    assert packed["selected"][0]["path"] == "app/views/carts/_show.html.erb"


ALLMAN = """{
\t"carts":
\t{
\t\t"empty": "Nothing is in this cart",
\t\t"gone": "The cart has gone for good"
\t}
}
"""


@pytest.mark.parametrize(
    ("files", "text", "said"),
    [
        pytest.param(
            {
                "locales/en.json": ALLMAN,
                "src/a.ts": "function own() { return t('carts.empty') }\n",
                "src/b.ts": "function longer() { return t('carts.empty.title') + t('shop.carts.empty') }\n",
            },
            "Nothing is in this cart",
            ["carts.empty is worded so at locales/en.json:4, and asked for by", "L1 in func:src/a.ts:own"],
            id="not by a longer key",
        ),
        pytest.param(
            {
                "locales/en.json": ALLMAN,
                "src/cart.html": "<p *transloco=\"let t; read: 'carts'\">{{ t('gone') }}</p>\n",
                "src/user.html": "<p *transloco=\"let t; read: 'users'\">{{ t('gone') }}</p>\n",
            },
            "The cart has gone for good",
            ["carts.gone is worded so at locales/en.json:5, and asked for by", "L1 in file:src/cart.html"],
            id="by the rest of it, below a scope that the file names",
        ),
        pytest.param(
            {
                "locales/en/cart.json": '{\n  "title": "All of the things here"\n}\n',
                "locales/en/user.json": '{\n  "title": "All of the people here"\n}\n',
                "src/a.ts": "function cart() { return t('cart:title') }\n",
                "src/b.ts": "const t = useTranslation('user')\nfunction user() { return t('title') }\n",
            },
            "All of the people here",
            [
                "user.title is worded so at locales/en/user.json:2, and asked for by",
                "L2 in func:src/b.ts:user",
            ],
            id="by the file that is named",
        ),
        pytest.param(
            {
                "res/values/strings.xml": (
                    '<resources>\n<!-- <string name="old_carts">3 things in the cart</string> -->\n'
                    '<plurals name="things_in_cart">\n<item quantity="other">%d things in the cart</item>\n'
                    "</plurals>\n</resources>\n"
                ),
                "src/A.kt": "fun many() = quantity(R.plurals.things_in_cart)\nfun old() = R.string.old_carts\n",
            },
            "3 things in the cart",
            [
                "things_in_cart is worded so at res/values/strings.xml:4, and asked for by",
                "L1 in func:src/A.kt:many",
            ],
            id="after a placeholder, of a number, in no comment",
        ),
        pytest.param(
            {
                "locales/en.json": (
                    '{\n  "add-to-cart": {\n    "title": "Add to cart"\n  },\n'
                    '  "hint_of_cart": "Press here to add to cart"\n}\n'
                ),
                "src/a.ts": "t('add-to-cart.title')\nt('hint_of_cart')\n",
            },
            "Add to cart",
            ["add-to-cart.title is worded so at locales/en.json:3, and asked for by", "L1 in "],
            id="all of it before a part, and no key",
        ),
        pytest.param(
            {
                "config/locales/en.yml": "en:\n  last_name: Last name of all\n",
                "app/users.rb": "def show\n  t :last_name\nend\ndef save(user)\n  user.last_name\nend\n",
            },
            "Last name of all",
            [
                "last_name is worded so at config/locales/en.yml:2, and asked for by",
                "L2 in func:app/users.rb:show",
            ],
            id="by no attribute of the same name where a wording is asked for",
        ),
    ],
)
def test_only_what_asks_for_the_very_key_is_told(
    tmp_path: Path, files: dict[str, str], text: str, said: list[str]
) -> None:
    lines = search_and_rank(session_on(tmp_path, files), text).text.split("\n")
    told = [line for line in lines if line.startswith("L") or "worded" in line]
    assert len(told) == len(said)
    assert all(line.startswith(start) for line, start in zip(told, said, strict=True))


def test_a_part_of_a_wording_takes_no_hit_away(tmp_path: Path) -> None:
    files = {
        "locales/en.json": '{\n  "sent_at": "We send email notification to user when all is done"\n}\n',
        "src/a.ts": "function page() { return t('sent_at') }\nfunction sendEmailNotification(user: User) {}\n",
    }
    lines = search_and_rank(session_on(tmp_path, files), "send email notification to user").text.split("\n")
    assert lines[0].endswith(", and asked for by")
    assert any(line.startswith("1. func:src/a.ts:sendEmailNotification") for line in lines)


def test_a_text_that_a_form_has_is_told_by_its_lines(tmp_path: Path) -> None:
    files = {
        "src/options.ui": "<ui>\n  <string>Mode of all carts:</string>\n</ui>\n",
        "docs/options.md": "Mode of all carts: choose it.\n",
        "src/cart.cpp": "enum class Mode { All };\nint carts(Mode mode) { return 1; }\n",
    }
    session = session_on(tmp_path, files)

    said = "Text that is not parsed has it at src/options.ui:2."
    assert search_and_rank(session, "Mode of all carts").text.split("\n")[0] == said
    quoted = search_and_rank(session, '"Mode of all carts:"').text
    assert (
        "'Mode of all carts:' stands at\nsrc/options.ui\n L2: <string>Mode of all carts:</string>\n" in quoted
    )
    assert "not parsed" not in quoted
    assert "Text that" not in search_and_rank(session, "Mode of other carts").text


def test_a_key_that_is_asked_for_is_told_with_its_wording(tmp_path: Path) -> None:
    files = {
        "i18n/en.json": (
            '{\n  "general": {\n    "save": "Quick Save"\n  },\n'
            '  "tab": {\n    "general": {\n      "save": "no"\n    }\n  }\n}\n'
        ),
        "i18n/de.json": '{\n  "general": {\n    "save": "Speichern"\n  }\n}\n',
        "config/locales/en.yml": "en:\n  carts:\n    empty: Nothing here\n",
        "lib/tab.dart": "String save() => t.general.save;\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    def first(query: str) -> str:
        return search_and_rank(session, query).text.split("\n")[0]

    assert first("general.save") == (
        'general.save is worded at i18n/en.json:3 `"save": "Quick Save"` and in 1 more file.'
    )
    assert first("carts.empty") == "carts.empty is worded at config/locales/en.yml:3 `empty: Nothing here`."
    assert "is worded" not in first("tab.general")
    with pytest.raises(UnknownEntity, match=r"general\.save is worded at i18n/en\.json:3 `"):
        trace_causal_path(session, "general.save")


def test_a_key_is_told_in_the_language_that_is_translated(tmp_path: Path) -> None:
    words = {"ar-SA": "سلة", "be-BY": "Кошык", "en-GB": "Basket", "en-US": "Cart"}
    files = {
        f"public/intl/messages/{code}.json": f'{{\n  "label": {{\n    "cart": "{said}"\n  }}\n}}\n'
        for code, said in words.items()
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    first = search_and_rank(session, "label.cart").text.splitlines()[0]
    assert first.startswith("label.cart is worded at public/intl/messages/en-US.json:3 `")
    assert first.endswith("and in 3 more files.")
