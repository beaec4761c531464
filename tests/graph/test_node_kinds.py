"""What nodes a grammar has is said in the folder of its language, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

import nsccn.graph
from nsccn.graph import languages

if TYPE_CHECKING:
    from collections.abc import Iterator

GRAPH = Path(nsccn.graph.__file__).parent
OF_LANGUAGES = (GRAPH / "languages", GRAPH / "imports")
COLUMNS = frozenset({"target_name"})
"""Columns of our tables that have the name of a node: Ada's `@`."""


def kinds_of(language: str) -> set[str]:
    grammars = map(languages.grammar, set(languages.load(language).grammars.values()))
    return {
        kind
        for grammar in grammars
        for number in range(grammar.node_kind_count)
        if grammar.node_kind_is_named(number) and (kind := grammar.node_kind_for_id(number))
    }


@pytest.mark.parametrize("language", languages.names())
def test_a_language_names_nodes_that_its_grammar_has(language: str) -> None:
    stated = msgspec.structs.asdict(languages.load(language).nodes)
    named = {kind for kinds in stated.values() for kind in kinds}

    assert named <= kinds_of(language)


def test_code_names_no_node_of_a_grammar() -> None:
    """Words without an underscore are left out: they are captures, fields and ordinary words, too."""
    kinds = {kind for name in languages.names() for kind in kinds_of(name) if "_" in kind} - COLUMNS
    modules = [path for path in GRAPH.rglob("*.py") if not any(map(path.is_relative_to, OF_LANGUAGES))]

    assert [
        (path.name, *named) for path in sorted(modules) for named in texts_of(path) if named[1] in kinds
    ] == []


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a module, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
