"""Facts of code nested as deep as only programs, or malice, nest it."""

from __future__ import annotations

import pytest

from nsccn.graph.extraction.extract import extract

LEVELS = 3000
DEEP = {
    "brackets.php": ("<?php $a = ", "(", "ask()", ")", ";"),
    "silenced.php": ("<?php $a = ", "@", "ask()", "", ";"),
    "choices.php": ("<?php $a = ", "match(1) { default => ", "ask()", " }", ";"),
}


@pytest.mark.parametrize("path", DEEP)
def test_values_of_any_depth_are_read(path: str) -> None:
    before, opening, inside, closing, after = DEEP[path]
    source = before + opening * LEVELS + inside + closing * LEVELS + after

    facts = extract(path, source.encode())

    assert "ask" in {reference.target for reference in facts.references}
