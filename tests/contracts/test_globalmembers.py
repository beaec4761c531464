"""Functions that a script gives to all others as members of an object of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "src/tracker.js": (
        "(window => {\n  const track = x => x;\n  const name = x => x;\n  const kept = x => x;\n"
        "  window.shop = { track, identify: name, stop() { return { a: 1 }; } };\n  use({ kept });\n})(window);\n"
    ),
    "src/shop.d.ts": "// window.shop.track(1)\nexport {};\n",
    "src/page.ts": (
        "import x from '@shop/kit';\nexport function page() {\n  window.shop.track('x');\n"
        "  window.shop?.identify(1);\n  shop.stop();\n  window.other.track(1);\n  window.shop.kept(1);\n}\n"
    ),
    "src/own.ts": "const shop = make();\nexport function own() {\n  shop.track(1);\n}\n",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("track", "By the text, it is called as `window.shop.track` at src/page.ts:3 in `page`."),
        ("name", "By the text, it is called as `window.shop.identify` at src/page.ts:4 in `page`."),
        ("stop", "By the text, it is called as `window.shop.stop` at src/page.ts:5 in `page`."),
        ("kept", ""),
    ],
)
def test_who_calls_what_the_window_has(session_of: SessionOf, name: str, said: str) -> None:
    text = trace_causal_path(session_of(FILES), f"src/tracker.js:{name}", "upstream").text
    assert said in text
    assert ("By the text, it is called" in text) == bool(said)
