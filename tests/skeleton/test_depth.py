"""Code nested as deep as only programs nest it has a skeleton, too."""

from __future__ import annotations

import pytest
from shown_skeletons import skeleton_of

from nsccn.graph.extraction.extract import extract
from nsccn.graph.languages import load
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import count_errors
from nsccn.skeleton.outline import DEEPEST, OutlineItem, outline
from nsccn.skeleton.plain import render_text
from nsccn.skeleton.rows import text_of_rows

LEVELS = 1200


def nested(opening: str, closing: str) -> str:
    """Return definitions inside one another, each on a line of its own."""
    return (
        "".join(f"{opening.replace('N', str(level))}\n" for level in range(LEVELS)) + f"{closing}\n" * LEVELS
    )


def height(items: tuple[OutlineItem, ...]) -> int:
    """Return how many levels an outline has."""
    return 1 + max(height(item.children) for item in items) if items else 0


DEEP = {
    "functions.js": nested("function fN() {", "}"),
    "classes.js": nested("class CN { static x =", "}").replace("=\n}", "= 1 }", 1),
    "Classes.java": nested("class CN {", "}"),
    "namespaces.cpp": nested("namespace nN {\nint fN() { return work(N); }", "}"),
    "modules.rb": nested("module MN", "end"),
    "modules.rs": nested("mod mN {", "}"),
    "functions.py": "".join(f"{' ' * level}def f{level}():\n" for level in range(400)) + f"{' ' * 400}pass\n",
}


@pytest.mark.parametrize("path", DEEP)
def test_any_depth_is_shown(path: str) -> None:
    skeleton, facts = skeleton_of(path, DEEP[path].encode())
    ordinals = range(1, len(facts.definitions), 700)

    for detail in Detail:
        rows = skeleton.file(detail)
        if detail > Detail.NAME:
            assert not any(count_errors(text_of_rows(rows).encode(), load(facts.language), path))
        for ordinal in ordinals:
            assert skeleton.entity(ordinal, detail)


def test_beyond_the_deepest_level_a_body_is_left_out_whole() -> None:
    skeleton, _ = skeleton_of("functions.js", DEEP["functions.js"].encode())

    rows = skeleton.file(Detail.SIGNATURE)

    assert rows[0].text == "function f0() {"
    assert rows[DEEPEST].text.strip() == f"function f{DEEPEST}() {{/*...*/}}"
    assert len(rows) == 2 * DEEPEST + 1


def test_an_outline_lists_what_is_deeper_side_by_side() -> None:
    facts = extract("Classes.java", DEEP["Classes.java"].encode())

    items = outline(facts)

    assert height(items) == DEEPEST + 1
    assert len(skeleton_of("Classes.java", DEEP["Classes.java"].encode())[0].file(Detail.NAME)) == LEVELS


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{"a":' * 5000 + "1" + "}" * 5000),
        ("b.json", "[\n" * 5000),
        ("a.yaml", "- " * 5000 + "1\n"),
    ],
)
def test_data_of_any_depth_is_shown(path: str, text: str) -> None:
    for detail in Detail:
        assert render_text(path, text.encode(), detail)
