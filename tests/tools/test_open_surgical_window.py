"""Windows: exactly the lines that are asked for, and entities with what belongs to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from written_files import write

from nsccn.errors import PathOutsideRoot, UnknownEntity, UnknownPath
from nsccn.settings import Settings, load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.session import DirectSession

FILES = {
    "cart.go": """\
package cart

var limit = 3

// Next goes on.
// It ends at the last.
func Next() int {
	return limit
}
""",
    "cart.py": """\
import functools


# Kept for the length of a request.
@functools.cache
def limit():
    \"\"\"Say how many.\"\"\"
    return 3


LAST = limit()
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its cache lies beside it, so that it is read once; not to be written to."""
    return write(tmp_path_factory.mktemp("shown") / "shop", FILES)


@pytest.fixture
def session(shop: Path) -> DirectSession:
    return DirectSession(shop, Settings(cache_dir=shop.with_name("cache")))


@pytest.mark.parametrize(
    ("asked", "context", "shown"),
    [
        pytest.param("cart.go:6-8", 0, range(6, 9), id="a range is exactly the range"),
        pytest.param("cart.go#L6-L8", 0, range(6, 9), id="as a link has it too"),
        pytest.param("cart.go lines 6-8", 0, range(6, 9), id="and as people say it"),
        pytest.param("cart.go, 6-8", 0, range(6, 9), id="which is no list"),
        pytest.param("shop/cart.go:6-8", 0, range(6, 9), id="with the root's own name before it"),
        pytest.param("@cart.go:6-8", 0, range(6, 9), id="as chats mention files"),
        pytest.param("b/cart.go:6-8", 0, range(6, 9), id="as a diff names them"),
        pytest.param("cart.go:6-8", 2, range(4, 10), id="unless context is asked for"),
        pytest.param("cart.go:3", 0, range(3, 4), id="and so is a line outside of all definitions"),
        pytest.param("Next", 0, range(5, 10), id="an entity has its comment"),
        pytest.param("cart.go:8", 0, range(5, 10), id="a line stands for the entity around it"),
        pytest.param("cart.py:limit", 0, range(4, 9), id="and its decorators"),
    ],
)
def test_lines_shown(session: DirectSession, asked: str, context: int, shown: range) -> None:
    answer = open_surgical_window(session, asked, context)

    assert [int(line.partition("|")[0]) for line in answer.text.split("\n")[1:]] == list(shown)


def test_a_list_may_come_as_its_json_text(session: DirectSession) -> None:
    several = open_surgical_window(session, ["cart.go:6-8", "cart.py:1"])
    assert open_surgical_window(session, '["cart.go:6-8", "cart.py:1"]').text == several.text


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("cart.go:1-3,6-6", ["cart.go:1-3", "cart.go:6-6"]),
        ("cart.go:1-3, 6-8", ["cart.go:1-3", "cart.go:6-8"]),
        ("cart.go#L1-L3,L6-L8", ["cart.go:1-3", "cart.go:6-8"]),
        ("cart.go:1-3; cart.py:1-1", ["cart.go:1-3", "cart.py:1-1"]),
        ("cart.go:1-3 cart.py:1-1", ["cart.go:1-3", "cart.py:1-1"]),
        ("cart.go:1-3\ncart.py:limit\n", ["cart.go:1-3", "cart.py:limit"]),
        ("Next, cart.py:limit", ["Next", "cart.py:limit"]),
        ("['cart.go:1-3', 'cart.py:1-1']", ["cart.go:1-3", "cart.py:1-1"]),
        (["cart.go:1-3,6-8", "cart.py:1-1"], ["cart.go:1-3", "cart.go:6-8", "cart.py:1-1"]),
    ],
)
def test_several_in_one_text_are_a_list(
    session: DirectSession, asked: str | list[str], meant: list[str]
) -> None:
    assert open_surgical_window(session, asked) == open_surgical_window(session, meant)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("cart.go:6-6,limit", ["cart.go", "var:cart.go:limit"]),
        ("cart.py:11-11,limit", ["cart.py", "func:cart.py:limit"]),
        ("func:cart.py:limit,LAST", ["func:cart.py:limit", "var:cart.py:LAST"]),
        ("cart.go:1-1,LAST", ["cart.go", "var:cart.py:LAST"]),
    ],
)
def test_a_name_behind_a_path_is_looked_for_in_that_file_first(
    session: DirectSession, asked: str, shown: list[str]
) -> None:
    heads = [line for line in open_surgical_window(session, asked).text.splitlines() if "|" not in line]
    assert [head.split("  ")[0] for head in heads] == shown


def test_a_name_with_commas_is_no_list(session: DirectSession) -> None:
    assert open_surgical_window(session, "Next(item, 2)").text.startswith("func:cart.go:Next")
    with pytest.raises(UnknownEntity, match="No entity 'add\\(Next, limit\\)'"):
        open_surgical_window(session, "add(Next, limit)")


def test_what_is_wrong_with_one_of_a_list_is_said_below_the_others(session: DirectSession) -> None:
    answer = open_surgical_window(session, "cart.go:1-1, cart.go:99, nowhere.go:1")
    assert answer.text == (
        "cart.go\n1|package cart\n'cart.go:99' is out of range: cart.go has 9 lines.\n"
        "No file or directory 'nowhere.go' in the repository; give a path relative to its root."
    )


NESTED = {
    "src/shop/cart.py": "def add():\n    return 1\n",
    "src/shop/till.py": "LIMIT = 3\n",
    "src/bank/till.py": "LIMIT = 4\n",
    "tests/cart.py": "def test_add():\n    return 1\n",
}


@pytest.mark.parametrize("asked", ["cart.py:1-2", "shop/cart.py:1-2", "shop\\cart.py:1-2"])
def test_the_end_of_a_path_is_enough_where_it_is_the_only_one_outside_of_tests(
    tmp_path: Path, asked: str
) -> None:
    session = DirectSession(write(tmp_path / "shop", NESTED), Settings(cache_dir=tmp_path / "cache"))
    answer = open_surgical_window(session, asked)
    assert answer.text.startswith("src/shop/cart.py\n1|def add():\n2|    return 1")
    assert ("Tests have that path too: tests/cart.py." in answer.text) == asked.startswith("cart")


def test_the_end_of_several_paths_is_refused_with_their_names(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path / "shop", NESTED), Settings(cache_dir=tmp_path / "cache"))
    refusal = "'till.py' names 2 paths; give one: src/bank/till.py, src/shop/till.py."
    with pytest.raises(UnknownPath, match=re.escape(refusal)):
        open_surgical_window(session, "till.py:1-2")


def test_a_path_may_begin_as_a_list_does(tmp_path: Path) -> None:
    root = write(tmp_path / "site", {"[id]/page.ts": "export const page = 1;\n"})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))
    assert (
        open_surgical_window(session, "[id]/page.ts:1").text
        == "var:[id]/page.ts:page  L1\n1|export const page = 1;"
    )


@pytest.mark.parametrize("root", ["/app/", "C:\\Users\\me\\work\\"])
def test_a_path_on_another_machine_is_told_as_it_is_here(tmp_path: Path, root: str) -> None:
    session = DirectSession(
        write(tmp_path, {"shop/cart.py": "def total():\n    return 0\n"}),
        Settings(cache_dir=tmp_path / ".cache"),
    )
    with pytest.raises(PathOutsideRoot, match=r"give a path relative to its root, as shop/cart\.py:2\."):
        open_surgical_window(session, f"{root}shop/cart.py:2")
    with pytest.raises(PathOutsideRoot, match=r"relative to its root\."):
        open_surgical_window(session, f"{root}cart.py:2")


@pytest.mark.parametrize(("line", "first", "last"), [(2, 1, 7), (8, 3, 13), (14, 9, 14)])
def test_a_line_that_no_definition_has_is_shown_with_those_beside_it(
    tmp_path: Path, line: int, first: int, last: int
) -> None:
    (tmp_path / "routes.py").write_text("".join(f"route({number})\n" for number in range(1, 15)), "utf-8")
    session = DirectSession(tmp_path, load_settings())

    answer = open_surgical_window(session, f"routes.py:{line}")

    assert (answer.data["start"], answer.data["end"]) == (first, last)
    assert open_surgical_window(session, f"routes.py:{line}-{line}").data["code"] == f"{line}|route({line})"


LONG = {
    "long.py": "# Takes all steps.\ndef run():\n"
    + "".join(f"    step({number})\n" for number in range(3, 100))
    + "    if is_open():\n        close()\n"  # 100, 101
    + "".join(f"    step({number})\n" for number in range(102, 202))
}


@pytest.mark.parametrize(
    ("asked", "context", "shown"),
    [
        pytest.param("50", 0, [2, *range(40, 61)], id="those beside it, and how it begins"),
        pytest.param("101", 0, [2, *range(95, 108)], id="the block that it stands in"),
        pytest.param("5,201", 0, [*range(2, 11), *range(196, 202)], id="of several less of each"),
        pytest.param("101,20-22", 0, [2, 20, 21, 22, *range(95, 108)], id="and all lines that are asked for"),
        pytest.param("50", 20, [1, 2, *range(30, 71)], id="with as much around it as is asked for"),
        pytest.param("101,run", 0, range(1, 202), id="nothing of it is left out where it is named"),
    ],
)
def test_of_a_long_definition_what_stands_around_a_line_is_shown(
    tmp_path: Path, asked: str, context: int, shown: Iterable[int]
) -> None:
    session = DirectSession(write(tmp_path / "shop", LONG), Settings(cache_dir=tmp_path / "cache"))
    answer = open_surgical_window(session, f"long.py:{asked}", context_lines=context)

    head, *rows = answer.text.split("\n")
    assert head == "func:long.py:run  L2-201"
    assert [int(row.partition("|")[0]) for row in rows if "|" in row] == [*shown]
    assert ("..." in rows) == (answer.data["start"] + len(rows) - 1 < answer.data["end"])


def test_a_long_definition_may_end_with_its_file(tmp_path: Path) -> None:
    code = (
        "def run():\n"
        + "".join(f"    step({number})\n" for number in range(2, 60))
        + "    if last:\n        end()\n"
    )
    session = DirectSession(
        write(tmp_path / "shop", {"till.py": code}), Settings(cache_dir=tmp_path / "cache")
    )
    assert open_surgical_window(session, "till.py:61").text.endswith("60|    if last:\n61|        end()")


def test_what_was_asked_for_first_comes_first(session: DirectSession) -> None:
    """A ceiling cuts what comes last."""
    answer = open_surgical_window(session, ["cart.py:LAST", "cart.go:3-3", "cart.py:1-1"])

    assert answer.text.split("\n") == [
        "var:cart.py:LAST  L11",
        "11|LAST = limit()",
        "cart.go",
        "3|var limit = 3",
        "cart.py",
        "1|import functools",
    ]


LONG_COMMENT = {
    "till.go": "package till\n\n"
    + "".join(f"// Open says {number}.\n" for number in range(3, 15))
    + "func Open() int {\n\treturn 1\n}\n"
}


@pytest.mark.parametrize(
    ("asked", "context", "shown"),
    [
        pytest.param("Open", 0, [*range(3, 9), 15, 16, 17], id="of an entity the comment's first lines"),
        pytest.param("Open", 1, range(2, 18), id="with lines around it all"),
        pytest.param("till.go:16", 0, range(3, 18), id="for a line all"),
        pytest.param("till.go:12-13,Open", 0, range(3, 18), id="with lines of the comment all"),
    ],
)
def test_a_long_comment_is_cut_where_its_entity_is_asked_for(
    tmp_path: Path, asked: str, context: int, shown: list[int]
) -> None:
    session = DirectSession(write(tmp_path / "shop", LONG_COMMENT), Settings(cache_dir=tmp_path / "cache"))
    text = open_surgical_window(session, asked, context_lines=context).text
    assert [int(line.partition("|")[0]) for line in text.splitlines() if "|" in line] == [*shown]
    assert ("[L9-14: the comment goes on]" in text) == (len(shown) < 15)


def test_directives_above_a_function_are_never_cut(tmp_path: Path) -> None:
    keys = "".join(f"# define KEY_{number} {number}\n" for number in range(20))
    root = write(tmp_path / "shop", {"till.c": f"{keys}int open_till(void) {{\n    return 1;\n}}\n"})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))
    assert "goes on" not in open_surgical_window(session, "open_till").text
