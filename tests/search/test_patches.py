"""The lines that patches change."""

from __future__ import annotations

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
        Place("tax.py", 5),
    ]
    assert [*changes(PATCH)][:2] == [
        Change("cart.py", 2, 2, "    return 0", is_written=False),
        Change("cart.py", 3, 2, "    return 1", is_written=True),
    ]


def test_a_hunk_that_is_cut_off_takes_nothing_of_the_next_file() -> None:
    first = "--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,9 @@\n+first\n"
    second = "diff --git a/b.py b/b.py\n--- a/b.py\n+++ b/b.py\n@@ -3 +3 @@\n+third\n"
    assert changed(first + second) == [Place("a.py", 1), Place("b.py", 3)]


def test_a_list_is_no_patch() -> None:
    text = "--- notes\n+ one\n- two\n"
    assert not is_patch(text)
    assert changed(text) == []
