"""Units: every line of a file is shown as part of exactly one entity, word for word."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from written_files import write

from nsccn.index import RepoIndex
from nsccn.select import select_context
from nsccn.select.documentation import without_documentation
from nsccn.select.excerpt import Matcher, excerpts
from nsccn.select.renditions import FileView, clean
from nsccn.select.units import trimmed_range, units_of
from nsccn.text import LINE_LIMIT

SOURCE = '''import os

LIMIT = 3


# Says hello.
# To everybody.
def hello(name):
    def inner():
        return name

    return inner()


class Box:
    """Holds things."""

    size = 1

    @property
    def weight(self):
        return self.size * LIMIT

    class Lid:
        closed = True


print(hello("you"))
'''


@pytest.fixture
def index(tmp_path: Path) -> RepoIndex:
    return RepoIndex.build(write(tmp_path, {"box.py": SOURCE}))


def own_lines(index: RepoIndex, entity: str) -> list[str]:
    graph = index.snapshot.graph
    unit = graph.index_of(entity)
    assert unit is not None
    view = FileView(graph, "box.py", SOURCE)
    return [view.lines[n - 1] for start, end in view.own(unit) for n in range(start, end + 1)]


def test_in_a_very_long_function_those_that_are_no_mere_lines_stand_alone(tmp_path: Path) -> None:
    steps = "".join(f"        total += {number}\n" for number in range(12))
    filling = "".join(f"    note({number})\n" for number in range(100))
    source = f"def plugin(total):\n    def hook():\n{steps}\n    def short():\n        return 1\n\n{filling}"
    graph = RepoIndex.build(write(tmp_path, {"plugin.py": source})).snapshot.graph
    names = ("plugin", "plugin.hook", "plugin.short")
    outer, hook, short = (graph.index_of(f"func:plugin.py:{name}") or -1 for name in names)
    assert units_of(graph, (outer, hook, short)) == [outer, hook, outer]
    view = FileView(graph, "plugin.py", source)
    assert view.own(hook) == ((2, 14),)
    assert view.own(outer) == ((1, 1), (16, 118))


def test_a_function_holds_what_is_defined_in_it_and_its_leading_comment(index: RepoIndex) -> None:
    lines = own_lines(index, "func:box.py:hello")
    assert (lines[0], lines[-1]) == ("# Says hello.", "    return inner()")
    assert own_lines(index, "func:box.py:hello.inner") == []


@pytest.mark.parametrize(
    "comment",
    [
        "/** {@inheritDoc} */",
        "/**\n   * @inheritdoc\n   */",
        '/// <inheritdoc cref="Till.open" />',
        "/**\n   * @author Ann <ann@shop.example>\n   *\n   * @since 2.1\n   */",
    ],
)
def test_a_comment_that_says_nothing_of_the_code_is_nobodys(tmp_path: Path, comment: str) -> None:
    source = f"class Till extends Box {{\n  {comment}\n  open() {{\n    ring();\n  }}\n}}\n"
    graph = RepoIndex.build(write(tmp_path, {"till.ts": source})).snapshot.graph
    view = FileView(graph, "till.ts", source)
    shown = {
        name: [view.lines[n - 1].strip() for start, end in view.own(unit) for n in range(start, end + 1)]
        for name in ("class:till.ts:Till", "method:till.ts:Till.open")
        if (unit := graph.index_of(name)) is not None
    }
    assert shown == {
        "class:till.ts:Till": ["class Till extends Box {", "}"],
        "method:till.ts:Till.open": ["open() {", "ring();", "}"],
    }


def test_a_class_is_what_remains_without_its_methods(index: RepoIndex) -> None:
    assert own_lines(index, "class:box.py:Box") == [
        "class Box:",
        '    """Holds things."""',
        "",
        "    size = 1",
    ]
    assert own_lines(index, "class:box.py:Box.Lid") == ["    class Lid:", "        closed = True"]
    assert own_lines(index, "method:box.py:Box.weight")[0] == "    @property"


def test_a_file_is_what_remains_without_its_definitions(index: RepoIndex) -> None:
    assert own_lines(index, "module:box.py:__init__") == ["import os", 'print(hello("you"))']


def test_every_line_is_somebodys(index: RepoIndex) -> None:
    graph = index.snapshot.graph
    view = FileView(graph, "box.py", SOURCE)
    owned = [n for unit in graph.entities_of("box.py") for a, b in view.own(unit) for n in range(a, b + 1)]
    assert len(owned) == len(set(owned))
    assert {n for n, line in enumerate(view.lines, 1) if line.strip()} <= set(owned)


def test_attributes_and_inner_functions_are_shown_as_part_of_others(index: RepoIndex) -> None:
    graph = index.snapshot.graph

    def shown_as(entity: str) -> str:
        found = graph.index_of(entity)
        assert found is not None
        return graph.id_of(*units_of(graph, [found]))

    assert shown_as("func:box.py:hello.inner") == "func:box.py:hello"
    assert shown_as("attr:box.py:Box.size") == "class:box.py:Box"
    assert shown_as("var:box.py:LIMIT") == "var:box.py:LIMIT"


def test_long_documentation_is_found_and_left_out() -> None:
    code = [
        "def f():",
        '    """Does it.',
        "",
        *(f"    Line {n}." for n in range(9)),
        '    """',
        "    return 1",
    ]
    doc = "Does it.\n\n" + "\n".join(f"Line {n}." for n in range(9))
    assert without_documentation(code, ((1, len(code)),), doc) == ((1, 2), (13, 14))
    assert without_documentation(code, ((1, len(code)),), "Does it.") == ((1, 14),)
    assert without_documentation(code, ((1, len(code)),), "Another.\n\nText.") == ((1, 14),)


def test_documentation_before_the_code() -> None:
    code = ["// F does it.", "//", *(f"// Line {n}." for n in range(9)), "func F() {", "}"]
    doc = "F does it.\n\n" + "\n".join(f"Line {n}." for n in range(9))
    assert without_documentation(code, ((1, len(code)),), doc) == ((1, 1), (12, 13))


def test_an_excerpt_shows_the_first_line_and_those_around_the_best() -> None:
    code = ["def f():", *(f"    step_{n} = {n}" for n in range(60)), "    raise broken_order()"]
    short, longer = excerpts(code, ((1, 62),), Matcher({"order": 2.0, "broken": 1.0}), (30, 400))
    assert short.ranges == ((1, 1), (61, 62))
    assert longer.ranges[-1] == (59, 62)
    assert short.captured == longer.captured == 1.0
    nothing, whole = excerpts(code, ((1, 62),), Matcher({}), (3, 5000))
    assert nothing.captured == 0.0
    assert whole.ranges == ((1, 62),)


def test_what_surrounds_a_line_grows_with_the_room() -> None:
    code = ["def f():", *(f"    step_{n} = {n}" for n in range(99)), "    order()", *["    pass"] * 99]
    excerpt = excerpts(code, ((1, 200),), Matcher({"order": 1.0}), (700,))[0]
    assert any(start <= 97 and end >= 105 for start, end in excerpt.ranges)


def test_a_word_tells_the_less_the_more_of_the_lines_have_it() -> None:
    code = [*["    cart = cart.step()"] * 30, "    tax()", *["    cart = cart.step()"] * 30]
    excerpt = excerpts(code, ((1, 61),), Matcher({"cart": 2.0, "tax": 1.0}), (45,))[0]
    assert excerpt.ranges == ((1, 1), (30, 32))


def test_of_lines_that_match_alike_one_that_calls_comes_first() -> None:
    code = ["def f():", "    a = tax", "    b = 1", "    c = 1", "    d = 1", "    e = tax()", "    g = 1"]
    excerpt = excerpts(code, ((1, 7),), Matcher({"tax": 1.0}), (37,))[0]
    assert excerpt.ranges == ((1, 1), (5, 7))


def test_what_the_task_quotes_chooses_lines() -> None:
    code = ["def f():", *["    a = 1"] * 9, "    if a == '%':", *["    a % 'b'"] * 9, "    trail()"]
    words = {"trail": 2.0}
    (without,) = excerpts(code, ((1, 21),), Matcher(words), (50,))
    (quoted,) = excerpts(code, ((1, 21),), Matcher(words, ("%",)), (50,))
    assert without.ranges == ((1, 1), (17, 21))
    assert quoted.ranges == ((1, 1), (10, 12), (20, 21))


def test_no_excerpt_is_drawn_around_a_blank_line() -> None:
    code = ["def f():", *["    a = 1"] * 9, "", *["    b = 1"] * 5]
    excerpt = excerpts(code, ((1, 16),), Matcher({}), (33,))[0]
    assert excerpt.ranges == ((1, 1), (9, 10))


def test_an_excerpt_shows_the_line_that_the_task_points_at_before_all_others() -> None:
    code = ["def f():", *(f"    step_{n}()" for n in range(60)), "    raise broken_order()"]
    short, longer = excerpts(code, ((1, 62),), Matcher({"broken": 1.0}), (42, 150), [30])
    assert short.ranges == ((1, 1), (29, 31))
    assert longer.ranges == ((1, 1), (26, 36), (60, 62))
    assert short.captured == 0.5


@pytest.mark.parametrize(
    ("line", "is_shown"),
    [
        ("#---- the old routines ----", False),
        ("# ----------", False),
        ("    // =====", False),
        ("/************/", False),
        ("-- ******", False),
        ("#### The old routines", True),
        ("# the old routines", True),
        ("    #", True),
        ("/**", True),
        ("--count;", True),
    ],
)
def test_an_excerpt_leaves_out_comments_that_only_separate(line: str, is_shown: bool) -> None:  # noqa: FBT001
    code = ["import order", line, "order = 1"]
    (only,) = excerpts(code, ((1, 3),), Matcher({"order": 1.0}), (100,))
    assert only.ranges == (((1, 3),) if is_shown else ((1, 1), (3, 3)))


def test_an_excerpt_neither_begins_nor_ends_with_a_comment_without_a_word() -> None:
    code = ["//", "import order", "", "//", "", "// order of all", "//", "// orders", " */"]
    (only,) = excerpts(code, ((1, 1), (2, 2), (4, 4), (6, 9)), Matcher({"order": 1.0}), (100,))
    assert only.ranges == ((2, 2), (6, 8))


@pytest.mark.parametrize("line", [f"//{'#' * 30_000}a", f"/*{'-' * 30_000}a"])
def test_a_long_line_of_marks_takes_no_time(line: str) -> None:
    began = time.process_time()
    (only,) = excerpts(["order = 1", line], ((1, 2),), Matcher({"order": 1.0}), (100,))
    assert only.ranges == ((1, 1),)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "task",
    [
        'Traceback (most recent call last):\n  File "shop.py", line 150, in total\nKeyError: 3',
        "The result of shop.py:150 is wrong",
    ],
)
def test_the_line_that_a_task_points_at_is_in_the_excerpt(tmp_path: Path, task: str) -> None:
    text = "def total(prices):\n" + "".join(
        f"    prices[{n}] = {n} * prices[{n - 1}]\n" for n in range(2, 300)
    )
    selection = select_context(RepoIndex.build(write(tmp_path, {"shop.py": text})), task, budget=800)
    assert "\n150|    prices[150] = 150 * prices[149]\n" in selection.selected[0].source.content


def test_the_line_that_says_what_a_task_quotes_is_in_the_excerpt(tmp_path: Path) -> None:
    steps = [f"    price = price + step_{n}(price)\n" for n in range(150)]
    steps[90] = "    log('no stock left for %s', price)\n"
    text = "def total(price):\n" + "".join(steps)
    task = 'Price is wrong\n\nIt prints "no stock left for 3", and the price has one step too many.'
    selection = select_context(RepoIndex.build(write(tmp_path, {"shop.py": text})), task, budget=500)
    assert "\n92|    log('no stock left for %s', price)\n" in selection.selected[0].source.content


def test_line_ends_and_long_lines(tmp_path: Path) -> None:
    long = "x" * (LINE_LIMIT + 7)
    text = f"def order_total():\r\n    first = 1\r\n    second = '{long}'\r\n    return first"
    selection = select_context(RepoIndex.build(write(tmp_path, {"a.py": text})), "order_total", budget=3000)
    content = selection.selected[0].source.content
    assert "1|def order_total():\n2|    first = 1\n3|    second = 'xxx" in content
    assert (
        f"…[+{len(long) + len('    second = ') + 2 - LINE_LIMIT} characters]\n4|    return first" in content
    )


def test_a_file_that_is_gone_is_not_shown(tmp_path: Path) -> None:
    files = {"kept.py": "def order_total():\n    return 1\n", "gone.py": "def order_sum():\n    return 2\n"}
    index = RepoIndex.build(write(tmp_path, files))
    (tmp_path / "gone.py").unlink()
    selection = select_context(index, "order_total and order_sum")
    assert [file.source.path for file in selection.selected] == ["kept.py"]


@pytest.mark.parametrize("shorter", ["", "def order_sum():\n"])
def test_a_file_that_has_changed_is_shown_as_it_is(tmp_path: Path, shorter: str) -> None:
    files = {
        "kept.py": "def order_total():\n    return 1\n",
        "other.py": "\n" * 30 + "def order_sum():\n    return 2\n",
    }
    index = RepoIndex.build(write(tmp_path, files))
    (tmp_path / "other.py").write_text(shorter, encoding="utf-8")
    selection = select_context(index, "order_total and order_sum")
    assert "kept.py" in [file.source.path for file in selection.selected]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_file_that_has_become_a_link_out_of_the_root_is_not_shown(tmp_path: Path) -> None:
    files = {"kept.py": "def order_total():\n    return 1\n", "gone.py": "def order_sum():\n    return 2\n"}
    index = RepoIndex.build(write(tmp_path / "root", files))
    (tmp_path / "root" / "gone.py").unlink()
    (tmp_path / "secret.py").write_text(files["gone.py"], encoding="utf-8")
    (tmp_path / "root" / "gone.py").symlink_to(tmp_path / "secret.py")
    selection = select_context(index, "order_total and order_sum")
    assert [file.source.path for file in selection.selected] == ["kept.py"]


def test_text_of_a_repository_stays_on_its_line() -> None:
    assert clean("def add(\x1b[31m\u2028  item\x85\r\n)") == "def add( [31m item )"


def test_what_only_opens_and_closes_a_group_of_definitions_is_nobodys(tmp_path: Path) -> None:
    text = (
        'package shop\n\nimport (\n\t"fmt"\n)\n\nconst (\n\tlow = 1\n\thigh = 2\n)\n\n'
        "type (\n\tCart struct{ n int }\n\tTill struct{ n int }\n)\n"
    )
    index = RepoIndex.build(write(tmp_path, {"shop.go": text}))
    graph = index.snapshot.graph
    view = FileView(graph, "shop.go", text)
    assert view.own(graph.entities_of("shop.go").start) == ((1, 5),)


def test_of_a_file_that_became_shorter_only_what_is_left_is_shown() -> None:
    lines = ["", "total = 1", ""]

    assert trimmed_range(1, 9, lines) == (2, 2)
    assert trimmed_range(5, 9, lines) == (5, 3)
