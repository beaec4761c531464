"""Tags of components in templates of Laravel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf


def _class(namespace: str, name: str, body: str = "") -> str:
    return f"<?php\nnamespace {namespace};\n\nclass {name} extends Component\n{{\n{body}}}\n"


FILES = {
    "app/View/Components/Form/TextArea.php": _class(
        "App\\View\\Components\\Form",
        "TextArea",
        "    public function __construct(public int $rows = 3) {}\n    public function big(): bool { return true; }\n",
    ),
    "app/View/Components/Form/Text.php": _class("App\\View\\Components\\Form", "Text"),
    "app/Livewire/Cart/ShowTotal.php": _class("App\\Livewire\\Cart", "ShowTotal"),
    "app/Shop/TextArea.php": _class("App\\Shop", "TextArea"),
    "resources/views/components/hint/index.blade.php": "<p>{{ $slot }}</p>\n",
    "resources/views/cart.blade.php": (
        '<x-form.text-area :rows="4" />\n<x-hint>\n  {{ $text }}\n</x-hint>\n<livewire:cart.show-total />\n'
    ),
    "package/src/View/Components/StockLine.php": _class("Stock\\View\\Components", "StockLine"),
    "resources/views/stock.blade.php": "<x-stock::stock-line />\n<x-stock::stock-lines />\n",
    "resources/views/b.blade.php": "@livewire('cart.show-total')\n",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "app/View/Components/Form/TextArea.php:TextArea",
            "`<x-form.text-area>` stands at resources/views/cart.blade.php:1.",
        ),
        (
            "app/View/Components/Form/TextArea.php:TextArea.__construct",
            "`<x-form.text-area>` stands at resources/views/cart.blade.php:1.",
        ),
        (
            "package/src/View/Components/StockLine.php:StockLine",
            "`<x-stock-line>` stands at resources/views/stock.blade.php:1.",
        ),
        (
            "resources/views/components/hint/index.blade.php",
            "`<x-hint>` stands at resources/views/cart.blade.php:2.",
        ),
        (
            "app/Livewire/Cart/ShowTotal.php:ShowTotal",
            "`<livewire:cart.show-total>` stands at resources/views/b.blade.php:1, resources/views/cart.blade.php:5.",
        ),
    ],
)
def test_a_component_is_used_where_its_tag_stands(session_of: SessionOf, name: str, said: str) -> None:
    text = trace_causal_path(session_of(FILES), name, "upstream").text
    assert f"By the text, its tag {said}" in text
    assert "No caller" not in text


@pytest.mark.parametrize(
    "name",
    [
        "app/View/Components/Form/Text.php:Text",
        "app/View/Components/Form/TextArea.php:TextArea.big",
        "app/Shop/TextArea.php:TextArea",
    ],
)
def test_what_has_no_tag_is_used_by_none(session_of: SessionOf, name: str) -> None:
    assert "its tag" not in trace_causal_path(session_of(FILES), name, "upstream").text
