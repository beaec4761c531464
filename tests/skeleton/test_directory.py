from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from nsccn.graph.extract import extract
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.directory import directory_text, render_directory
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts

FILES = {
    "shop/cart.py": "class Cart(Base):\n    size = 1\n    def add(self, item: Item) -> None: ...\n\ndef load(): ...\n",
    "shop/README.md": "# Shop\n",
    "shop/pay/card.py": "def pay(amount: int) -> bool:\n    def inner(): ...\n    return True\n",
    "shop/pay/cash.py": "LIMIT = 3\n",
}


def facts_of(path: str) -> FileFacts:
    return extract(path, FILES[path].encode())


def shown(max_tokens: int, detail: Detail = Detail.SIGNATURE) -> str:
    directory = render_directory(list(FILES), facts_of, count_tokens, max_tokens=max_tokens, detail=detail)
    text = directory_text(directory)
    assert count_tokens(text) <= max_tokens
    return text


def test_a_directory_shows_what_its_files_define() -> None:
    assert shown(1000) == dedent("""\
        shop/cart.py  5 lines, 1 more definition
        1|class Cart(Base)
        3|  def add(self, item: Item) -> None
        5|def load()
        shop/README.md  1 line
        shop/pay/card.py  3 lines, 1 more definition
        1|def pay(amount: int) -> bool
        shop/pay/cash.py  1 line, 1 definition
        """)


def test_names_take_less_room() -> None:
    assert shown(1000, Detail.NAME) == dedent("""\
        shop/cart.py  5 lines, 2 more definitions
        1|class Cart
        5|func load
        shop/README.md  1 line
        shop/pay/card.py  3 lines, 1 more definition
        1|func pay
        shop/pay/cash.py  1 line, 1 definition
        """)


def test_earlier_files_come_first_when_room_is_scarce() -> None:
    assert shown(60) == dedent("""\
        shop/cart.py  5 lines, 2 more definitions
        1|class Cart
        5|func load
        shop/README.md  1 line
        shop/pay/card.py  3 lines, 2 definitions
        shop/pay/cash.py  1 line, 1 definition
        """)


def test_what_has_no_room_is_counted() -> None:
    assert shown(18) == "shop/cart.py\nshop/README.md  1 line\n2 more files\n"


def test_a_directory_without_files_is_empty() -> None:
    directory = render_directory([], facts_of, count_tokens, max_tokens=100)

    assert directory == ((), 0)


def test_every_limit_is_kept() -> None:
    for limit in range(10, 120):
        shown(limit)


def test_a_large_directory_is_opened_as_deep_as_there_is_room() -> None:
    paths = [
        f"src/{module}/{part}/file{number}.py" for module in "ab" for part in "cd" for number in range(30)
    ]

    directory = render_directory(paths, lambda _: facts_of("shop/cart.py"), count_tokens, max_tokens=200)

    assert [(entry.path, entry.files) for entry in directory.entries] == [
        ("src/a/c/", 30),
        ("src/a/d/", 30),
        ("src/b/c/", 30),
        ("src/b/d/", 30),
    ]
    assert directory.files_left_out == 0
