"""Queries taken apart."""

from __future__ import annotations

import pytest

from nsccn.search.zones import commit_weights, decompose, term_weights, zone_weights

ISSUE = """\
Crash when rendering an empty table
<!-- please fill in the template -->
Rendering fails since 2.0, see https://example.com/rendering/42 for details.

```python
table = Table()
table.render_rows()
```

    Traceback (most recent call last):
      File "table.py", line 3, in render_rows

Python: 3.11.4
"""


def test_an_issue_has_a_title_prose_and_code() -> None:
    zones = decompose(ISSUE)
    assert zones.title == "Crash when rendering an empty table"
    assert "Rendering fails since 2.0" in zones.prose
    assert "table.render_rows()" in zones.code
    assert "Traceback" in zones.code
    assert "Traceback" not in zones.prose


def test_what_nobody_reads_is_left_out() -> None:
    everything = "\n".join(decompose(ISSUE))
    for noise in ("please fill in", "example.com", "3.11.4"):
        assert noise not in everything


def test_what_a_form_has_ticked_off_and_how_it_looks_is_left_out() -> None:
    asked = (
        "Keys bend\n\n- [x] I read the rules\n - [ ] tests added\n- [key] bends <sub>in the *till*</sub><br/>"
    )

    assert decompose(asked).prose.split() == ["-", "[key]", "bends", "in", "the", "*till*"]


def test_one_line_is_all_title() -> None:
    assert decompose("how are routes grouped").title == "how are routes grouped"
    assert not any(decompose(""))


def test_the_title_counts_more_than_prose_and_prose_more_than_code() -> None:
    weights = term_weights(decompose(ISSUE))
    assert weights["crash"] > weights["fail"] > weights["row"]


def test_stop_words_have_no_weight() -> None:
    assert "how" not in term_weights(decompose("how are routes grouped"))


def test_an_identifier_counts_in_pieces_and_whole() -> None:
    weights = term_weights(decompose("fix get_user_name"))
    assert {"user", "name", "=getusername"} <= set(weights)


def test_neighbouring_words_may_be_one_identifier() -> None:
    weights = term_weights(decompose("radix tree path matching"))
    assert {"=radixtree", "=treepath", "=radixtreepath"} <= set(weights)
    assert weights["=radixtree"] < weights["radix"]


def test_a_short_line_may_be_one_name() -> None:
    assert {"=withtill", "=getkeysofthetill"} <= {
        *term_weights(decompose("with till")),
        *term_weights(decompose("get keys of the till")),
    }
    assert "=getthekeysofatillatnight" not in term_weights(decompose("get the keys of a till at night"))
    assert "=getkeysoftill" not in term_weights(decompose("get keys of theTill"))


def test_repetition_counts_by_its_logarithm() -> None:
    once, often = term_weights(decompose("x\nnode")), term_weights(decompose("x\n" + "node " * 20))
    assert once["node"] < often["node"] < 5 * once["node"]


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("fix: Dates before 1970 are wrong", "Dates before 1970 are wrong", "fix"),
        ("feat(till)!: keys may be lent", "till keys may be lent", "feat"),
        ("Docs: say who may open the till", "say who may open the till", "Docs"),
        ("Fix the total of a cart (#12)", "the total of a cart", "Fix"),
        ("fixes `fix` in Cart, closes #12", "`fix` in Cart,", "fixes"),
        ("Fixing what a till counts", "what a till counts", "Fixing"),
        ("Fixed width tills", "Fixed width tills", ""),
        ("fix till", "fix till", ""),
        ("Fixed rates are lost", "Fixed rates are lost", ""),
        ("the till needs a fix", "the till needs a fix", ""),
        ("test: the till opens", "test: the till opens", ""),
        ("fix:", "fix:", ""),
        ("Panic: fix: till", "Panic: fix: till", ""),
        ("[PM-40773] bug: Fix detection", "Fix detection", "bug"),
        ("PM-41853: fix(auth): keys are lost", "auth keys are lost", "fix"),
        ("[SHOP-7] Carts are lost", "Carts are lost", ""),
        ("[#12] Bugfix: Carts are lost", "Carts are lost", "Bugfix"),
        ("[#12][#7] Carts are lost", "Carts are lost", ""),
        ("[Bug]: Carts are lost", "Carts are lost", "Bug"),
        ("[feature request] Carts may be lent", "Carts may be lent", "feature request"),
        ("[till] Carts are lost", "[till] Carts are lost", ""),
        ("UTF-8: a mark is lost", "UTF-8: a mark is lost", ""),
        ("SHA-256 is slow", "SHA-256 is slow", ""),
    ],
)
def test_the_kind_of_a_commit_is_no_word_of_its_title(text: str, title: str, kind: str) -> None:
    zones = decompose(text)
    assert (zones.title, zones.kind) == (title, kind)


def test_what_a_report_is_mended_by_is_no_word_of_its_sentences() -> None:
    zones = decompose("Keys bend\n\nNo reason to fix it. Fixes #12, see `fix`, fix_keys and fix().")
    assert zones.prose.split() == "No reason to it. , see `fix`, fix_keys and fix().".split()


def test_who_wrote_a_commit_and_what_it_closes_is_no_word_of_it() -> None:
    message = """\
Count carts once

They are counted by: the till, and its keys.

Closes: https://example.com/shop/7
Fixes https://example.com/shop/8
Change-Id: I0123456789abcdef
Co-authored-by: Ada <ada@example.com>
Signed-off-by: Grace <grace@example.com>
git-svn-id: https://example.com/trunk@7 0123abcd-89ef
(cherry picked from commit 0123abcd)
"""
    zones = decompose(message)
    assert zones.title == "Count carts once"
    assert zones.prose.split() == "They are counted by: the till, and its keys.".split()
    assert decompose("Signed-off-by: who reads it?").title == "Signed-off-by: who reads it?"


def test_past_commits_are_asked_for_the_kind_of_a_commit_too() -> None:
    zones = decompose("fix(till): keys\n\nThey bend.")
    assert "fix" not in term_weights(zones)
    assert commit_weights(zones, zone_weights(zones)).keys() - term_weights(zones).keys() == {"fix", "=fix"}


def test_what_is_done_again_is_said_with_and_without_its_prefix() -> None:
    zones = decompose("Re-fetch the till\nIt is never re-counted; see src/re-count.ts and --re-open.")
    assert zones.title == "Refetch fetch the till"
    assert zones.prose == "It is never recounted counted; see src/re-count.ts and --re-open."
    assert {"refetch", "fetch", "recount", "count"} <= term_weights(zones).keys()
