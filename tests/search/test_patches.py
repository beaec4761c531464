"""The lines that patches change."""

from __future__ import annotations

import pytest

from nsccn.search.diagnostics import Place
from nsccn.search.patches import Change, changed, changes, is_patch

PATCH = """diff --git a/cart.py b/cart.py
--- a/cart.py
+++ b/cart.py
@@ -1,3 +1,3 @@ class Cart:
 def total():
-    return 0
+    return 1

\\ No newline at end of file
@@ -8 +8,2 @@
-x = 1
+y = 1
+z = 2
--- a/old.py
+++ /dev/null
@@ -1 +0,0 @@
-gone = 1
--- tax.py
+++ tax.py\t2026-11-27
@@ -4,2 +4,1 @@
 kept
-taken
"""


def test_a_patch_names_the_lines_that_it_changes() -> None:
    assert is_patch(PATCH)
    assert changed(PATCH) == [
        Place("cart.py", 2),
        Place("cart.py", 8),
        Place("cart.py", 9),
        Place("old.py", 1),
        Place("tax.py", 5),
    ]
    assert [*changes(PATCH)][:2] == [
        Change("cart.py", 2, 2, "    return 0", is_written=False, old_path="cart.py"),
        Change("cart.py", 3, 2, "    return 1", is_written=True, old_path="cart.py"),
    ]


def test_a_hunk_that_is_cut_off_takes_nothing_of_the_next_file() -> None:
    first = "--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,9 @@\n+first\n"
    second = "diff --git a/b.py b/b.py\n--- a/b.py\n+++ b/b.py\n@@ -3 +3 @@\n+third\n"
    assert changed(first + second) == [Place("a.py", 1), Place("b.py", 3)]


def test_a_list_is_no_patch() -> None:
    text = "--- notes\n+ one\n- two\n"
    assert not is_patch(text)
    assert changed(text) == []


HUNK = "@@ -1 +1 @@\n-old\n+new\n"
HEADS = {
    "coloured": f"\x1b[1mdiff --git a/a.py b/a.py\x1b[m\n\x1b[1m--- a/a.py\x1b[m\n\x1b[1m+++ b/a.py\x1b[m\n{HUNK}",
    "with the ends of lines of Windows": f"--- a/a.py\n+++ b/a.py\n{HUNK}".replace("\n", "\r\n"),
    "without prefixes": f"--- a.py\n+++ a.py\n{HUNK}",
    "of the working tree": f"--- i/a.py\n+++ w/a.py\n{HUNK}",
    "in a fence": f"```diff\n--- a/a.py\n+++ b/a.py\n{HUNK}```\n",
    "with statistics": f" a.py | 2 +-\n 1 file changed\n\n--- a/a.py\n+++ b/a.py\n{HUNK}",
    "of a log": f"0123abc Fix it\n--- a/a.py\n+++ b/a.py\n{HUNK}",
    "of a file taken away": "--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n",
    "of a merge": "diff --cc a.py\n--- a/a.py\n+++ b/a.py\n@@@ -1,2 -1,1 +1,2 @@@\n++new\n -old\n- other\n  kept\n",
}


@pytest.mark.parametrize("text", HEADS.values(), ids=HEADS)
def test_a_patch_is_read_however_it_is_written(text: str) -> None:
    assert is_patch(text)
    assert changed(text)[0] == Place("a.py", 1)
    assert {place.path for place in changed(text)} == {"a.py"}


def test_a_folder_is_no_prefix() -> None:
    assert changed(f"--- doc/a.py\n+++ doc/a.py\n{HUNK}")[0] == Place("doc/a.py", 1)


def test_a_path_in_quotes_is_read_as_it_is() -> None:
    text = f'--- "a/\\303\\251t\\303\\251 \\"x\\".py"\n+++ "b/\\303\\251t\\303\\251 \\"x\\".py"\n{HUNK}'
    assert {place.path for place in changed(text)} == {'été "x".py'}
