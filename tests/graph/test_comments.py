"""Comments that are longer than what facts keep of them."""

from __future__ import annotations

import pytest

from nsccn.graph.extraction.definitions.comments import LONGEST
from nsccn.graph.extraction.extract import extract


@pytest.mark.parametrize("lines", [0, 40, 400])
@pytest.mark.parametrize("blanks", range(0, 60, 7))
def test_the_last_property_of_a_long_comment_is_stated(lines: int, blanks: int) -> None:
    """Wherever what is kept of the comment ends, as in the blanks of a column."""
    named = "".join(
        f" * @property Item{' ' * (LONGEST // 30 + blanks)}$item{number}\n" for number in range(lines)
    )
    text = (
        f"<?php\n/**\n * What a shop has.\n{named} * @property Cart $last\n */\nabstract class Shop\n{{\n}}\n"
    )
    facts = extract("shop.php", text.encode())
    shop = next(item for item in facts.definitions if item.name == "Shop")
    assert shop.doc.startswith("What a shop has.")
    assert "self.last" in {item.target for item in facts.assignments if item.annotation == "Cart"}
