"""A message that a user saw leads to the line that words it, whatever was put in for its placeholders."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession

SHOP = {
    "src/theme.rs": "fn get(theme: &str) {\n    warning!(\"Unknown theme '{theme}', using default.\");\n}\n",
    "shop/cart.py": "def check(cart):\n"
    "    raise Empty('Cart %d is empty' % cart.id)\n\n\n"  # 2
    "def drop(cart):\n"
    "    log(f'cart {cart.id} dropped')\n"  # 6
    "    log('cart dropped twice')\n",
    "web/cart.js": "function show(id) {\n"
    "  throw Error('Lost basket ' + id);\n"  # 2
    "  throw Error(`Basket ${id} locked by ${other.name}`);\n"  # 3
    "  throw Error('lost', 'basket');\n}\n",
    "web/lock.js": "function lock(name) {\n  throw Error('Can\\'t lock ' + name);\n}\n",
    "Shop/Cart.swift": 'func open(name: String) {\n    fail("Missing drawer: \\(name)")\n}\n',
    "tests/test_theme.py": "def test_theme():\n    assert 'Unknown theme' in told()\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    return DirectSession(write(tmp_path_factory.mktemp("shop"), SHOP), load_settings())


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("Unknown theme 'Foo'", "src/theme.rs:2"),
        ("Unknown theme 'Foo', using default.", "src/theme.rs:2"),
        ("[warning]: Unknown theme 'Solarized Dark', using default", "src/theme.rs:2"),
        ("2026-01-02 10:11:12 WARN Unknown theme 'Foo', using default.", "src/theme.rs:2"),
        ("Cart 5 is empty", "shop/cart.py:2"),
        ("Can\u2019t lock drawer", "web/lock.js:2"),
        ("cart 42 dropped", "shop/cart.py:6"),
        ("Lost basket 7", "web/cart.js:2"),
        ("Basket 7 locked by Ada Lovelace", "web/cart.js:3"),
        ("Missing drawer: left", "Shop/Cart.swift:2"),
    ],
)
def test_a_message_is_found_by_what_the_program_said(session: DirectSession, said: str, place: str) -> None:
    first = search_and_rank(session, said)
    assert f"{said!r} is worded, with what is put in, at\n" in first.text
    found = first.data["results"][0]
    assert f"{found['file']}:{found['line']}" == place


@pytest.mark.parametrize(
    "said",
    [
        "Unknown font 'Foo', using default",  # of two fragments one says nothing
        "unknown theme used",  # words that are looked for
        "Default theme 'Foo', unknown using",
        "Locked by: Ada Lovelace, who is 36 and lives in London",
    ],
)
def test_another_message_is_not_worded_there(session: DirectSession, said: str) -> None:
    assert "is worded" not in search_and_rank(session, said).text


def test_two_words_of_a_message_are_found_as_they_are_written(session: DirectSession) -> None:
    assert search_and_rank(session, "Unknown theme").text.split("\n")[:3] == [
        "'Unknown theme' stands at",
        "src/theme.rs",
        " L2 in get: warning!(\"Unknown theme '{theme}', using default.\");",
    ]
    assert "stands at" not in search_and_rank(session, "raise Empty").text
