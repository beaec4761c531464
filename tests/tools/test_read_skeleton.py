"""`read_skeleton`: files, directories as maps, entities, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.errors import InvalidArgument, NsccnError, UnknownPath
from nsccn.settings import Settings
from nsccn.text import count, count_tokens
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from nsccn.tools.views import Answer

CORE = '''\
"""The core.

More of it.
"""

LIMIT = 3


class Store:
    """Keeps things.

    For long.
    """

    def load(self, name: str = "a", *, strict: bool = False) -> bytes:
        """Load one.

        Slowly.
        """
        return parse(name)


def parse(text):
    return text


def lonely(first, second):
    return first
'''
NOTES = "# Title\n\nText of it.\n\n" + "words and words\n" * 400 + "\n## Use\n\nLike so.\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its cache lies beside it, so that it is read once; not to be written to."""
    root = tmp_path_factory.mktemp("read") / "repository"
    files = {f"pkg/part{number}.py": _part(number) for number in range(12)}
    return write(root, {"pkg/core.py": CORE, "notes.md": NOTES, "tests/test_core.py": _part(99), **files})


@pytest.fixture
def session(repository: Path) -> DirectSession:
    return DirectSession(repository, Settings(cache_dir=repository.with_name("cache")))


def _part(number: int) -> str:
    return dedent(f"""\
        from pkg.core import Store, parse
        def first_of_{number}(argument, another_argument, one_more_argument):
            return Store().load(parse(argument))
        class Holder{number}:
            def only_{number}(self, argument, another_argument):
                return parse(argument)
        """)


def test_a_file_keeps_the_first_paragraphs(session: DirectSession) -> None:
    assert read_skeleton(session, "pkg/core.py").text == dedent('''\
        pkg/core.py  python, 28 lines, detail doc
        1|"""The core."""
        6|LIMIT = 3
        9|class Store:
        10|    """Keeps things."""
        15|    def load(self, name: str = "a", *, strict: bool = False) -> bytes:
        16|        """Load one."""
        20|        ...
        23|def parse(text): ...
        27|def lonely(first, second): ...''')


def test_documentation_is_whole_on_request(session: DirectSession) -> None:
    text = read_skeleton(session, "pkg/core.py", detail="full_doc").text

    assert "detail full_doc" in text
    assert "2|\n" not in text
    assert all(line in text for line in ("3|More of it.", "12|    For long.", "18|        Slowly."))
    assert "return parse" not in text


@pytest.mark.parametrize("asked", ["Store", "class:pkg/core.py:Store", "pkg/core.py:Store", "pkg/core.py:12"])
def test_an_entity(session: DirectSession, asked: str) -> None:
    assert read_skeleton(session, asked).text == dedent('''\
        class:pkg/core.py:Store  python, 12 lines, detail doc
        9|class Store:
        10|    """Keeps things."""
        15|    def load(self, name: str = "a", *, strict: bool = False) -> bytes:
        16|        """Load one."""
        20|        ...''')


def test_a_line_outside_of_all_definitions_stands_for_its_file(session: DirectSession) -> None:
    assert read_skeleton(session, "pkg/core.py:5").text == read_skeleton(session, "pkg/core.py").text


def test_levels_of_an_entity(session: DirectSession) -> None:
    def lines(detail: str) -> list[str]:
        return read_skeleton(session, "Store.load", detail=detail).text.splitlines()[1:]

    assert lines("name") == ["15|method Store.load"]
    assert lines("signature") == [
        '15|    def load(self, name: str = "a", *, strict: bool = False) -> bytes: ...'
    ]
    assert lines("full_doc")[-2:] == ['19|        """', "20|        ..."]
    assert lines("body")[-1] == "20|        return parse(name)"


def test_a_directory_with_room_has_all_signatures(session: DirectSession) -> None:
    text = read_skeleton(session, ".").text

    assert text.startswith(". ")
    assert "detail signature" in text
    assert text.count("class Holder") == 13


def test_a_map_has_what_is_central_and_counts_the_rest(session: DirectSession) -> None:
    text = read_skeleton(session, ".", max_tokens=400).text

    assert count_tokens(text) <= 400
    assert "detail map" in text
    assert "23|def parse(text)" in text
    assert "9|class Store\n" in text
    assert "test_core" not in text
    shown = len(re.findall(r"^\d+\|", text, re.MULTILINE))
    left = int(re.findall(r"left out: (\d+) more definitions", text)[0])
    assert shown + left == 4 + 13 * 3


def test_a_map_about_something(session: DirectSession) -> None:
    def map_of(focus: str) -> str:
        return read_skeleton(session, ".", max_tokens=400, focus=focus).text

    assert "only_7" in map_of("pkg/part7.py")
    assert "only_7" in map_of("Holder7")
    assert "lonely" in map_of("lonely first second")
    assert "test_core.py" in map_of("tests")
    assert "only_7" not in map_of("")


def test_a_directory_says_of_which_type_a_method_is_that_stands_apart_from_it(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": "mod keys;\npub struct Till;\nimpl Till {\n    fn shut(&self) {}\n}\n",
        "src/keys.rs": "use crate::Till;\n\nimpl Till {\n    pub fn open(&self) {}\n}\n\npub fn ring() {}\n",
        "src/till.go": "package shop\n\nfunc (t *Till) Open() int { return 1 }\n",
    }
    session = DirectSession(write(tmp_path / "shop", files), Settings(cache_dir=tmp_path / "cache"))
    answer = read_skeleton(session, "src")
    lines = answer.text.splitlines()
    assert {"4|Till: pub fn open(&self)", "7|pub fn ring()", "4|  fn shut(&self)"} <= set(lines)
    assert "3|func (t *Till) Open() int" in lines


def test_a_map_of_a_directory_names_only_what_is_in_it(session: DirectSession) -> None:
    text = read_skeleton(session, "tests", max_tokens=200, focus="pkg").text

    assert "pkg/" not in text.replace("tests/", "")


def test_a_map_begins_with_the_folders(tmp_path: Path) -> None:
    paths = ("src/main/org/a/x.py", "src/main/org/a/y.py", "src/main/org/z.py", "tests/t.py", "top.py")
    methods = "".join(f"    def method_{number}(self): pass\n" for number in range(40))
    write(tmp_path / "repository", dict.fromkeys(paths, f"class A:\n{methods}"))
    session = DirectSession(tmp_path / "repository", Settings(cache_dir=tmp_path / "cache"))

    text = read_skeleton(session, ".", max_tokens=700).text

    assert text.splitlines()[1] == "folders: src/main/org 3 (a 2), tests 1"


def test_a_map_without_room_for_the_folders_in_folders_has_those_at_the_top(tmp_path: Path) -> None:
    methods = "".join(f"    def method_{number}(self): pass\n" for number in range(40))
    paths = [f"packages/{name}_of_them/a.py" for name in ("first", "second", "third", "fourth", "fifth")]
    write(tmp_path / "repository", dict.fromkeys([*paths, "tests/t.py"], f"class A:\n{methods}"))
    session = DirectSession(tmp_path / "repository", Settings(cache_dir=tmp_path / "cache"))

    text = read_skeleton(session, ".", max_tokens=200).text

    assert text.splitlines()[1] == "folders: packages 5, tests 1"


def test_equal_questions_have_equal_maps(session: DirectSession) -> None:
    answers = {read_skeleton(session, ".", max_tokens=500, focus="holder").text for _ in range(3)}

    assert len(answers) == 1


def test_text_that_is_long_has_its_headings(session: DirectSession) -> None:
    text = read_skeleton(session, "notes.md", max_tokens=300).text

    assert text == dedent("""\
        notes.md  text, 408 lines, detail doc
        1|# Title
        3|Text of it.
        406|## Use
        408|Like so.""")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"file_path": ".", "focus": "zzzxqy vvwq"}, "Nothing is found for focus"),
        ({"file_path": ".", "focus": "pkg", "detail": "doc"}, "focus is for a map of signatures"),
        ({"file_path": ".", "detail": "docs"}, "detail must be one of"),
        ({"file_path": ".", "max_tokens": 10}, "max_tokens must be between"),
    ],
)
def test_bad_questions_get_one_sentence(
    session: DirectSession, arguments: dict[str, object], complaint: str
) -> None:
    with pytest.raises(InvalidArgument, match=complaint) as caught:
        read_skeleton(session, **arguments)  # type: ignore[arg-type]

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "asked",
    [".kube/config", ".aws", "app/.Ssh/keys/notes.md", "Credentials", "func:.aws/a.py:load", ".GIT/config"],
)
@pytest.mark.parametrize("tool", [read_skeleton, open_surgical_window])
def test_what_may_hold_secrets_is_not_shown(tmp_path: Path, asked: str, tool: Callable[..., Answer]) -> None:
    paths = (".kube/config", ".aws/a.py", "app/.Ssh/keys/notes.md", "Credentials", ".GIT/config", "main.py")
    write(tmp_path, dict.fromkeys(paths, "def load(): ...\n"))
    with pytest.raises(NsccnError, match=r"(may hold secrets|belongs to version control) and is not shown"):
        tool(DirectSession(tmp_path, Settings(cache_dir=tmp_path / "cache")), asked)


def test_a_folder_is_shown_whose_name_would_be_that_of_a_file_of_secrets(tmp_path: Path) -> None:
    write(tmp_path, {"src/credentials/store.py": "def load(): ...\n"})
    session = DirectSession(tmp_path, Settings(cache_dir=tmp_path / "cache"))
    assert "1|def load()" in read_skeleton(session, "src/credentials").text


@pytest.mark.parametrize(
    "asked", ["nowhere.py", "pkg/nowhere", "pkg/core.py:Nothing", "class:pkg/elsewhere.py:No"]
)
def test_what_is_nowhere(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownPath, match="No file or directory"):
        read_skeleton(session, asked)


@pytest.mark.parametrize("asked", ["pkg/cor.py", "core.py/", "pgk\\core.py", "class:pkg/core.py:No"])
def test_what_is_misspelt_is_told_what_is_near(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownPath, match=r"nearest: pkg/core\.py"):
        read_skeleton(session, asked)


@pytest.mark.parametrize("max_tokens", [200, 400, 6000])
def test_with_a_focus_the_files_that_it_is_about_come_first(session: DirectSession, max_tokens: int) -> None:
    text = read_skeleton(session, ".", max_tokens=max_tokens, focus="pkg/part7.py").text

    heads = [line for line in text.split("\n")[1:] if re.match(r"\S+\.py  ", line)]

    assert heads[0].startswith("pkg/part7.py  ")


def test_the_names_of_a_class_are_those_of_its_members_too(session: DirectSession) -> None:
    text = read_skeleton(session, "class:pkg/core.py:Store", detail="name").text

    assert text == ("class:pkg/core.py:Store  python, 12 lines, detail name\n9|class Store\n15|  method load")


def test_a_focus_that_attributes_have_as_their_name_is_about_the_type_of_that_name(tmp_path: Path) -> None:
    for number in range(3):
        text = f"class Api{number}:\n    def __init__(self, order):\n        self.order = order\n"
        (tmp_path / f"api{number}.py").write_text(text, encoding="utf-8")
    (tmp_path / "store.py").write_text("class Order:\n    def total(self): ...\n", encoding="utf-8")
    session = DirectSession(tmp_path, Settings(cache_dir=tmp_path.with_name("cache")))

    text = read_skeleton(session, ".", max_tokens=500, focus="order").text

    assert text.index("store.py") < text.index("api0.py")


NESTED = {
    "src/shop/cart.py": "def add():\n    return 1\n",
    "src/shop/json/read.py": "class Reader:\n    def __init__(self):\n        self.json = 1\n",
    "src/shop/parse/read.py": "def parse():\n    return 1\n",
    "docs/guide.md": "# Guide\n",
}


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("nested") / "shop", NESTED)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("cart.py", "src/shop/cart.py  python"),
        ("guide.md", "docs/guide.md  text"),
        ("json/read.py", "src/shop/json/read.py  python"),
        ("shop/json", "src/shop/json  1 file"),
        ("shop/json/", "src/shop/json  1 file"),
        pytest.param("shop/docs", "docs  1 file", id="the root's own name may stand before it"),
        pytest.param(
            "shop.cart", "module:src/shop/cart.py:__init__  python", id="dots may stand for slashes"
        ),
        pytest.param("json", "src/shop/json  1 file", id="rather than the attribute of that name"),
        pytest.param("parse", "func:src/shop/parse/read.py:parse  python", id="a function is meant"),
    ],
)
def test_the_end_of_a_path_is_enough_where_there_is_only_one(nested: Path, asked: str, shown: str) -> None:
    session = DirectSession(nested, Settings(cache_dir=nested.with_name("cache")))
    assert read_skeleton(session, asked).text.startswith(shown)


def test_the_end_of_several_paths_is_refused_with_their_names(nested: Path) -> None:
    session = DirectSession(nested, Settings(cache_dir=nested.with_name("cache")))
    with pytest.raises(UnknownPath, match=r"'read.py' names 2 paths; give one: src/shop/json/read.py, src/"):
        read_skeleton(session, "read.py")


MINIFIED = "function a(b){return b+1};class c{d(){return a(2)}};" * 400


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("a.js", f"/*! kept */\n{MINIFIED}", ["1|/*! kept */", f"2|{MINIFIED[:159]}\u2026"]),
        ("a.py", "x = 1;" * 4000, [f"1|{('x = 1;' * 30)[:159]}\u2026"]),
        (
            "a.json",
            '{"lockfile": 3, "packages": {"deep": "' + "x" * 20_000 + '"}}',
            ['1|"lockfile", "packages", "deep"'],
        ),
    ],
)
def test_what_is_minified_is_shown_in_short_and_not_parsed(
    tmp_path: Path, name: str, text: str, shown: list[str]
) -> None:
    root = write(tmp_path / "shop", {name: text, "main.py": "def main():\n    return 1\n"})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))
    head, *rows = read_skeleton(session, name).text.split("\n")
    assert head == f"{name}  text, minified, {count(text.count(chr(10)) + 1, 'line')}, detail doc"
    assert rows == shown
    assert open_surgical_window(session, f"{name}:1").text.startswith(f"{name}\n1|{text[:10]}")


POOL = """\
class Pool {
  private int size;

  /** Take one. */
  Item get() { return get(3); }

  /** Take one in time. */
  Item get(int seconds) { return null; }

  int size() { return size; }
}
"""


def test_overloads_that_nothing_tells_apart_are_shown_together(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Pool.java": POOL}), Settings())
    assert read_skeleton(session, "Pool.get").text.splitlines() == [
        "method:Pool.java:Pool.get, #2  java, 2 lines, detail doc",
        "4|  /** Take one. */",
        "5|  Item get() {/*...*/}",
        "7|  /** Take one in time. */",
        "8|  Item get(int seconds) {/*...*/}",
    ]


def test_a_field_and_a_method_of_one_name_are_shown_together(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Pool.java": POOL}), Settings())
    assert read_skeleton(session, "Pool.size").text.splitlines()[1:] == [
        "2|  private int size;",
        "10|  int size() {/*...*/}",
    ]
    assert open_surgical_window(session, "Pool.size").text.splitlines() == [
        "attr:Pool.java:Pool.size  L2",
        "2|  private int size;",
        "method:Pool.java:Pool.size  L10",
        "10|  int size() { return size; }",
    ]


LAMP = """\
class Lamp {
    var level = 0 {
        // Before.
        willSet { warn() }
        didSet { update() }
    }
    func warn() {
        print(1)
        print(2)
        print(3)
    }
    func update() {}
}
"""


def test_a_property_with_two_observers_is_shown_once(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Lamp.swift": LAMP}), Settings())
    assert read_skeleton(session, "Lamp.level").text.splitlines()[1:] == ["2|    var level = 0 {/*...*/}"]
    listed = read_skeleton(session, ".", detail="signature").text
    assert listed.count("var level") == 1
    said = trace_causal_path(session, "Lamp.warn", "upstream").text
    assert ":Lamp.level  calls L4" in said.replace("<- ", "")
