"""Texts that nobody writes by hand: each is read in time linear in its length, or a test would not end."""

from __future__ import annotations

import base64
import random
from typing import TYPE_CHECKING

import pytest
from small_snapshot import snapshot_of

from nsccn.search import traceback
from nsccn.search.diagnostics import is_output, places
from nsccn.search.exact import exact_matches
from nsccn.search.frames import resolve_frames, simple_name
from nsccn.search.intent import intent
from nsccn.search.mentions import mentions
from nsccn.search.messages import fragments
from nsccn.search.patches import changed, is_patch
from nsccn.search.search import Query, search
from nsccn.search.zones import MOST_TEXT, decompose, readable
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

LENGTH = 20_000
_BYTES = random.Random(1).randbytes(LENGTH)

UNITS = (
    "a A é 中 1 _ Ab AAAs a_b_ test_ 1.1 11. . a. a.a.a. :: a:: a-> #a / a/ /a \\ a@ a+ a~ a- $a".split()
    + "' \" ` `a ( ) a( a() a(). %( ${ < <a <!-- --> http:// a://x/( .rs: .a? .func1 ::{a} \x1b[".split()
    + [
        " ",
        "\t",
        "\n",
        "\r\n",
        "```\n",
        "at ",
        "at at at ",
        "at a:",
        "  at f (a.js:1:1)\n",
        'File "',
        ": in ",
    ]
    + ["import ", "return ;", "Error: ", "A.A ", "a: 1.1", "panicked at ", " [as ", "block (", "total "]
    + ["(a)", "[a]", "a(1", "a (1,", "a line ", '"\\n "', "a[1]: ", "+++ a\n@@ -1 +1 @@\n+a\n", "A/a( 1): "]
    + ["@@@", "../", "\\303", '--- "a', "symbol: ", "##[a]", ",line=1", "\na-by: "]
    + ["a.total ", "src/cart.py:1 ", 'File "a.py", line 1, in f\n']
)
TEXTS = {unit: (unit * LENGTH)[:LENGTH] for unit in UNITS} | {
    "base64": base64.b64encode(_BYTES).decode()[:LENGTH],
    "hex": _BYTES.hex()[:LENGTH],
    "dots and words": "." * 1_190 + " a b",
    "comments that never end": "<!--" * 5_000 + "-->" + "<!--" * 5_000,
    "version": "a: " + "1.1" * 5_000 + " x y",
    "call": "    at " + "a" * 3_000 + ":" * 3_000,
    "script": "\n".join(["  at async " + ".a?" * 1_300] * 5),
    "function": "\n".join([f'  File "cart.py", line 2, in x{".func1111" * 200}{"1" * 2_000}!'] * 5),
    "brackets": f'  File "cart.py", line 2, in {"<" * 1_900}{">" * 1_900}',
}


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return snapshot_of({"src/cart.py": "class Basket:\n    def total(self):\n        return 0\n"})


@pytest.fixture(params=list(TEXTS.values()), ids=[repr(name) for name in TEXTS])
def text(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


def test_any_query_is_answered(snapshot: Snapshot, text: str) -> None:
    for hit in search(snapshot, Query(text), Settings()):
        assert hit.why


def test_any_text_is_taken_apart(snapshot: Snapshot, text: str) -> None:
    decompose(text)
    intent(text)
    fragments(text)
    mentions(text, snapshot.graph, snapshot.lexical.roles)
    exact_matches(text, snapshot.graph, snapshot.lexical)
    resolve_frames(traceback.parse(text), snapshot.graph)
    simple_name(text[:4_000])
    places(text)
    is_output(text)
    changed(text)
    is_patch(text)


def test_encoded_data_hides_nothing_beside_it(snapshot: Snapshot) -> None:
    text = f"the image {'iVBORw0KGgo' * 100} breaks Basket.total"
    assert search(snapshot, Query(text), Settings())[0].entity.name == "total"


def test_of_a_very_long_text_the_beginning_and_the_end_count() -> None:
    text = readable("first " + "x " * MOST_TEXT + "last")
    assert text.startswith("first ")
    assert text.endswith(" last")
    assert len(text) == MOST_TEXT + 1


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert decompose("a <!-- hidden --> b <!-- c").title == "a   b <!-- c"
