"""What people and agents paste: the output of tools, logs and stacks lead to what they point at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.errors import InvalidArgument, UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SOURCES = {
    "shop/cart.py": (
        "from shop.tax import Tax\n\n\nclass Cart:\n    def total(self):\n        rate = Tax().rate()\n"
        "        return rate\n\n    def clear(self):\n        self.items = []\n"
    ),
    "shop/tax.py": "class Tax:\n    def rate(self):\n        raise ValueError('no rate')\n",
    "shop/main.py": "from shop.cart import Cart\n\n\ndef run():\n    return Cart().total()\n",
    "store/main.py": "def run():\n    return 0\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 1\n",
}
TOTAL = "L{} in method:shop/cart.py:Cart.total  L5-7 | def total(self)"
CLEAR = "L{} in method:shop/cart.py:Cart.clear  L9-10 | def clear(self)"
RATE = "L{} in method:shop/tax.py:Tax.rate  L2-3 | def rate(self)"
RUN = "L{} in func:shop/main.py:run  L4-5 | def run()"
FRAMES = "Frames here, deepest first; trace_causal_path takes the whole stack:"


@pytest.fixture
def session(session_of: SessionOf) -> DirectSession:
    return session_of(SOURCES)


def above_the_hits(session: DirectSession, text: str) -> list[str]:
    """What is said before the first hit, or before the number of those that are left."""
    lines = search_and_rank(session, text).text.split("\n")
    hits = (number for number, line in enumerate(lines) if line.startswith(("1. ", "[")))
    return lines[: next(hits, len(lines))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('shop/cart.py:6: error: Incompatible types (got "int")', [TOTAL.format(6)]),
        (
            "/app/shop/cart.py(6,5): error: a\n/app/shop/cart.py(10,5): error: b\n/app/shop/cart.py(7,1): error: c",
            [TOTAL.format("6-7"), CLEAR.format(10)],
        ),
        (
            'shop/cart.py:6:16: error: "Tax" has no attribute "rate"',
            [TOTAL.format(6), "named: class:shop/tax.py:Tax L1, method:shop/tax.py:Tax.rate L2"],
        ),
        (
            "cart.py:6: error: cannot find symbol\n  symbol:   method rate()",
            [TOTAL.format(6), "named: method:shop/tax.py:Tax.rate L2"],
        ),
        ("./cart.py:6:16: undefined: Tax", [TOTAL.format(6), "named: class:shop/tax.py:Tax L1"]),
        ("cart.py\n  6:16  error  x", [TOTAL.format(6)]),
    ],
)
def test_the_output_of_a_tool_is_answered_by_what_its_places_are_in(
    session: DirectSession, text: str, expected: list[str]
) -> None:
    answer = search_and_rank(session, text)

    assert above_the_hits(session, text) == expected
    assert answer.data["results"] == []
    assert answer.data["places"][0] == {
        "id": "method:shop/cart.py:Cart.total",
        "lines": [6, 7] if "-" in expected[0][:5] else [6],
    }


STACK = (
    'Traceback (most recent call last):\n  File "/app/shop/main.py", line 5, in run\n    return Cart().total()\n'
    '  File "/app/shop/cart.py", line 6, in total\n    rate = Tax().rate()\n'
    '  File "/app/shop/tax.py", line 3, in rate\n    raise ValueError("no rate")\nValueError: no rate'
)


def test_a_stack_is_answered_by_its_frames(session: DirectSession) -> None:
    expected = [FRAMES, RATE.format(3), TOTAL.format(6), RUN.format(5)]

    assert above_the_hits(session, STACK) == expected
    assert above_the_hits(session, json.dumps({"level": "error", "stack": STACK})) == expected
    assert search_and_rank(session, STACK).data["results"] == []


def test_what_else_a_text_says_is_still_looked_for(session: DirectSession) -> None:
    report = f"Totals are wrong\n\nWhen I ask for the total of a cart that is empty, I get this:\n\n{STACK}\n"

    assert above_the_hits(session, report)[:2] == [FRAMES, RATE.format(3)]
    assert search_and_rank(session, report).data["results"]
    assert above_the_hits(session, f"{report}\nMaybe since shop/cart.py:5 and shop/cart.py:10.")[1:] == [
        RATE.format(3),
        TOTAL.format(6),
        RUN.format(5),
        CLEAR.format(10),
    ]
    assert above_the_hits(session, "why does shop/cart.py:10 clear the items?") == [CLEAR.format(10)]


PATCH = """diff --git a/shop/cart.py b/shop/cart.py
index 123..456 100644
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -5,4 +5,3 @@ class Cart:
     def total(self):
-        rate = Tax().rate() * 100
-        rate = rate / 100
+        rate = Tax().rate()
         return rate
@@ -9,2 +8,3 @@ class Cart:
         return rate
     def clear(self):
+        self.items = []
diff --git a/shop/old.py b/shop/old.py
--- a/shop/old.py
+++ /dev/null
@@ -1,1 +0,0 @@
-print(1)
"""


def test_a_patch_is_answered_by_what_it_changes(session: DirectSession) -> None:
    assert above_the_hits(session, PATCH) == [TOTAL.format(6), CLEAR.format(10)]
    assert above_the_hits(session, f"commit {'0' * 40}\nAuthor: A\n\n{PATCH}")[0] == TOTAL.format(6)


def test_a_patch_that_is_not_applied_counts_lines_as_the_old_file_does(tmp_path: Path) -> None:
    write(tmp_path, {"cart.py": "def total():\n    return 0\n\n\ndef tax():\n    return 1\n"})
    hunks = (
        "@@ -1,2 +1,5 @@\n def total():\n+    a = 1\n+    b = 2\n+    c = 3\n     return 0\n"
        "@@ -5,2 +8,2 @@\n def tax():\n-    return 1\n+    return 2\n"
    )
    patch = f"--- a/cart.py\n+++ b/cart.py\n{hunks}"
    expected = ["L2 in func:cart.py:total  L1-2 | def total()", "L6 in func:cart.py:tax  L5-6 | def tax()"]

    assert above_the_hits(DirectSession(tmp_path, load_settings()), patch) == expected
    applied = "def total():\n    a = 1\n    b = 2\n    c = 3\n    return 0\n\n\ndef tax():\n    return 2\n"
    (tmp_path / "cart.py").write_text(applied, "utf-8")
    assert above_the_hits(DirectSession(tmp_path, load_settings()), patch) == [
        "L2-4 in func:cart.py:total  L1-5 | def total()",
        "L9 in func:cart.py:tax  L8-9 | def tax()",
    ]


def test_who_is_affected_by_a_patch_is_traced(session: DirectSession) -> None:
    total, clear = "method:shop/cart.py:Cart.total", "method:shop/cart.py:Cart.clear"
    answer = trace_causal_path(session, PATCH, direction="upstream", depth=1)

    assert answer.data["root"] == total
    assert answer.data["also"] == [clear]
    assert answer.text.startswith(
        f"{total}  L5-7 | def total(self)\n{clear}  L9-10 | def clear(self)\nupstream, depth 1: 1 entity, 1 edge\n"
        f":Cart.total\n  <- func:shop/main.py:run  calls L5"
    )
    assert "[and 1 in tests: tests/test_cart.py; cursor=" in answer.text
    assert trace_causal_path(session, PATCH, direction="state").text.count("\n:Cart.clear\n") == 1
    with pytest.raises(
        InvalidArgument, match="several lines, and no stack frame or place of this repository"
    ):
        trace_causal_path(session, PATCH.replace("shop/", "gone/"))


def test_of_a_patch_all_is_traced_that_a_direction_is_for(tmp_path: Path) -> None:
    write(tmp_path, {"cart.py": "RATE = 2\n\n\ndef total():\n    global RATE\n    RATE = 3\n"})
    session = DirectSession(tmp_path, load_settings())
    hunks = "@@ -1 +1 @@\n-RATE = 1\n+RATE = 2\n@@ -6 +6 @@\n-    RATE = 2\n+    RATE = 3\n"
    patch = f"--- a/cart.py\n+++ b/cart.py\n{hunks}"

    assert trace_causal_path(session, patch, direction="state").data["also"] == ["func:cart.py:total"]
    assert trace_causal_path(session, patch, direction="upstream").data["root"] == "func:cart.py:total"


def test_a_failed_test_is_answered_by_its_id(session: DirectSession) -> None:
    expected = ["func:tests/test_cart.py:test_total  L4-5 | def test_total()"]

    assert above_the_hits(session, "FAILED tests/test_cart.py::test_total[a] - assert 0 == 1") == expected
    assert above_the_hits(session, "FAILED tests/test_cart.py::test_gone - assert 0 == 1") == []


def test_what_a_tool_names_is_traced(session: DirectSession) -> None:
    answer = trace_causal_path(session, "shop/cart.py:6: error: a\nshop/tax.py:3: error: b\nFound 2 errors")

    assert answer.data["root"] == "method:shop/cart.py:Cart.total"
    assert answer.data["also"] == ["method:shop/tax.py:Tax.rate"]
    assert (
        trace_causal_path(session, "shop/cart.py:6: error: a").data["root"]
        == "method:shop/cart.py:Cart.total"
    )
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, "shop/cart.py:600: error: a")


@pytest.mark.parametrize(
    "text",
    [
        "main.py:2: error: x",  # two files are called so
        "shop/gone.py:2: error: x",
        "shop/cart.py:900: error: x",
        "/usr/lib/python3.11/shop/cart.py:6: error: x",
        "cart.total(6) is 10:30",
    ],
)
def test_nothing_is_said_of_places_that_are_not_here(session: DirectSession, text: str) -> None:
    assert "places" not in search_and_rank(session, text).data


def test_a_stack_of_another_version_says_so(session: DirectSession) -> None:
    text = STACK.replace("line 6, in total", "line 10, in total")

    assert f"{TOTAL.format(10)}, which it lacks: of another version or a build" in above_the_hits(
        session, text
    )


def test_of_very_many_places_the_first_are_told(tmp_path: Path) -> None:
    functions = "".join(f"def total_{number}():\n    return {number}\n" for number in range(20))
    session = DirectSession(write(tmp_path, {"cart.py": functions}), load_settings())
    lines = above_the_hits(session, "\n".join(f"cart.py:{number}: error: x" for number in range(1, 41)))

    assert lines[0] == "L1-2 in func:cart.py:total_0  L1-2 | def total_0()"
    assert lines[12:] == ["and places in 8 more"]


def test_a_place_beyond_the_end_of_a_file_is_none(tmp_path: Path) -> None:
    sources = {"a.yml": "a: 1\n", "b.py": ""}
    session = DirectSession(write(tmp_path, sources), load_settings())

    assert "places" not in search_and_rank(session, "a.yml:99: error: x").data


def test_a_patch_that_takes_a_file_away_or_names_it_anew_points_at_it_as_it_is(
    session: DirectSession,
) -> None:
    taken = "-    def rate(self):\n-        raise ValueError('no rate')\n"
    gone = f"--- a/shop/tax.py\n+++ /dev/null\n@@ -2,2 +0,0 @@\n{taken}"
    moved = f"--- a/shop/tax.py\n+++ b/shop/moved/tax.py\n@@ -2,2 +2,1 @@\n{taken}+    rate = 1\n"

    assert above_the_hits(session, gone) == [RATE.format("2-3")]
    assert above_the_hits(session, moved)[0] in (RATE.format("2-3"), RATE.format("2-4"))


def test_functions_come_before_files_where_not_all_are_told(tmp_path: Path) -> None:
    notes = {f"note{number}.md": "x\n" for number in range(20)}
    session = DirectSession(write(tmp_path, notes | SOURCES), load_settings())
    text = "".join(f"{note}:1: error: x\n" for note in notes) + "shop/cart.py:6: error: x\n"

    assert above_the_hits(session, text)[0] == TOTAL.format(6)


def test_errors_of_all_that_a_patch_changes_are_followed(tmp_path: Path) -> None:
    sources = {
        "a.py": "class Odd(Exception):\n    pass\n\n\ndef f():\n    raise Odd\n\n\nclass C:\n    x = 1\n"
    }
    session = DirectSession(write(tmp_path, sources), load_settings())

    for order in ("265", "625", "562"):
        text = "\n".join(f"a.py:{line}: error: x" for line in order)
        assert "func:a.py:f" in trace_causal_path(session, text, direction="errors").text
