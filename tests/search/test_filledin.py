"""A message that a user saw leads to the line that words it, whatever was put in for its placeholders."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings, load_settings
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
    "web/lock.js": "function lock(name) {\n  throw Error('Can\\'t lock ' + name);\n}\n"
    "function full(name, by) {\n  throw Error(`'${name}' locked by '${by}' forever`);\n}\n",
    "src/error.rs": 'enum Error {\n    #[error("Shelf `{0}` not found.")]\n    NoShelf(String),\n}\n',
    "src/api.rs": "/// Answers:\n" + "/// Shelf `tea` not found.\n" * 6 + "fn shelf() {}\n",
    "web/shelf.js": "function shelf(id) {\n  throw Error(`Shelf ${id} already missing`);\n}\n"
    "function drawer(id) {\n  fail(`Target shelf ${id} not found!`);\n  get(`/api/drawer/content/${id}`);\n}\n",
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
        ("Shelf `tea` not found.", "src/error.rs:2"),  # which examples have word for word
        ("'the_cart' locked by 'myError' forever", "web/lock.js:5"),
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
        "Drawer already missing",  # which a shelf is
        "HTTP 404 on GET /api/drawer/content/tea",  # a path is no message
    ],
)
def test_another_message_is_not_worded_there(session: DirectSession, said: str) -> None:
    assert "is worded" not in search_and_rank(session, said).text


def test_what_says_more_before_it_is_another_message(session: DirectSession) -> None:
    text = search_and_rank(session, "Shelf `tea` not found.").text
    assert "src/error.rs" in text
    assert "Target shelf" not in text


def test_two_words_of_a_message_are_found_as_they_are_written(session: DirectSession) -> None:
    assert search_and_rank(session, "Unknown theme").text.split("\n")[:3] == [
        "'Unknown theme' stands at",
        "src/theme.rs",
        " L2 in get: warning!(\"Unknown theme '{theme}', using default.\");",
    ]
    assert "stands at" not in search_and_rank(session, "raise Empty").text


def test_a_message_may_begin_with_a_small_letter(session: DirectSession) -> None:
    first, *_ = search_and_rank(session, "unknown theme").text.split("\n")
    assert first == "'unknown theme' stands at"


def test_a_line_that_words_more_of_it_comes_before_what_words_a_part(tmp_path: Path) -> None:
    files = {
        "build.py": "def build(request):\n    fail('Failed to build cart: ' + request)\n",
        "log.py": "def log(name):\n    warn(f'Failed to build cart name of {name}')\n",
    }
    session = DirectSession(write(tmp_path / "shop", files), Settings(cache_dir=tmp_path / "cache"))
    line = " L2 in log: warn(f'Failed to build cart name of {name}')"
    said = "'Failed to build cart name' stands at"
    first, second, third, fourth, *_ = search_and_rank(session, "Failed to build cart name").text.split("\n")
    assert (first, second, third) == (said, "log.py", line)
    assert fourth.startswith("1. func:build.py:build  L2 ")
    assert search_and_rank(session, '"Failed to build cart name"').text.split("\n")[:3] == [
        said,
        "log.py",
        line,
    ]
    assert search_and_rank(session, '"Failed to build cart"').text.split("\n")[:5] == [
        "'Failed to build cart' stands at",
        "build.py",
        " L2 in build: fail('Failed to build cart: ' + request)",
        "log.py",
        line,
    ]


def test_a_message_with_something_put_in_is_known_in_scala(tmp_path: Path) -> None:
    scala = 'class Log {\n  def log(name: String): Unit =\n    warn(s"Failed to build cart name: $name")\n}\n'
    session = DirectSession(
        write(tmp_path / "shop", {"Log.scala": scala}), Settings(cache_dir=tmp_path / "cache")
    )
    found = search_and_rank(session, "Failed to build cart name: tea").text
    assert found.startswith("1. method:Log.scala:Log.log  L3  ")
    assert 'message "failed to build cart name"' in found
