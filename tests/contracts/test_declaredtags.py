"""Tags of components that a declaration leads to their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "web/package.json": "{}",
    "web/src/components.d.ts": (
        "declare module 'vue' {\n  export interface GlobalComponents {\n"
        "    CartRow: typeof import('./components/cart/Row.vue')['default']\n"
        "    RouterLink: typeof import('vue-router')['RouterLink']\n  }\n}\n"
    ),
    "web/src/components/cart/Row.vue": "<template><p>1</p></template>\n",
    "web/src/pages/cart.vue": "<template><CartRow /></template>\n",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("CartRow", "It stands for web/src/components/cart/Row.vue, whose trace names who uses it."),
        ("web/src/components/cart/Row.vue", "web/src/pages/cart.vue:1"),
        ("RouterLink", "No assignment to it was found."),
    ],
)
def test_a_tag_leads_to_its_component(session_of: SessionOf, name: str, said: str) -> None:
    assert said in trace_causal_path(session_of(FILES), name, "upstream").text
