"""Skeletons of tables that a file is there for: their keys, and the functions in them."""

from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import shown, skeleton_of

from nsccn.graph.languages import load
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import count_errors
from nsccn.skeleton.rows import text_of_rows

RESOLVERS = """\
    const db = require("./db")
    module.exports = {
      Query: {
        async pages() { return {} },
      },
      PageMutation: {
        async create(obj, args) {
          await db.add(args)
        },
        list: async (obj) => {
          return db.all(obj)
        },
      },
      limits: {
        pages: 1,
        tags: [
          1,
          2,
          3,
        ],
      },
    }
"""
SHOWN_RESOLVERS = """\
    const db = require("./db")
    module.exports = {
      Query: {
        async pages() { return {} },
      },
      PageMutation: {
        async create(obj, args) {/*...*/},
        list: async (obj) => {/*...*/},
      },
      limits: {
        pages: 1,
        tags: [/*...*/],
      },
    }
"""
STORE = """\
    createApp({
      data: {
        user: null,
        items: [],
      },
      methods: {
        async load(id) {
          this.items = await get(id)
        },
      },
    }).mount("#app")
"""
SHOWN_STORE = """\
    createApp({
      data: {
        user: null,
        items: [],
      },
      methods: {
        async load(id) {/*...*/},
      },
    }).mount("#app")
"""
CONFIG = """\
    <?php
    use App\\Role;
    return [
        // where
        'path' => env('MEDIA_PATH'),
        'scan' => [
            'a' => 1,
            'b' => 2,
        ],
    ];
"""
SHOWN_CONFIG = """\
    <?php
    use App\\Role;
    return [
        'path' => env('MEDIA_PATH'),
        'scan' => [/* ... */],
    ];
"""
SETTINGS = """\
    SETTINGS = {
        "path": "media",
        "scan": {
            "a": 1,
            "b": 2,
        },
    }
"""
SHOWN_SETTINGS = """\
    SETTINGS = {
        "path": "media",
        "scan": ...,
    }
"""


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("page.js", RESOLVERS, SHOWN_RESOLVERS),
        ("app.ts", STORE, SHOWN_STORE),
        ("koel.php", CONFIG, SHOWN_CONFIG),
        ("settings.py", SETTINGS, SHOWN_SETTINGS),
    ],
)
def test_keys_are_shown_with_the_heads_of_functions(path: str, source: str, expected: str) -> None:
    skeleton, facts = skeleton_of(path, source)
    said = text_of_rows(skeleton.file(Detail.SIGNATURE))
    assert said == dedent(expected)
    assert not any(count_errors(said.encode(), load(facts.language), path))


def test_the_functions_of_a_table_are_in_the_outline() -> None:
    assert shown(RESOLVERS, Detail.NAME, "page.js") == "4|func pages\n7|func create\n10|func list\n"


def test_a_table_beside_other_code_is_left_out() -> None:
    code = "function a() {}\n" * 9
    said = shown(f"const codes = {{\n  a: 1,\n  b: 2,\n}};\n{code}", Detail.SIGNATURE, "a.js")
    assert said.startswith("1|const codes = {/*...*/};\n5|")


@pytest.mark.parametrize(
    ("path", "before", "mark"), [("a.js", "export default {\n", "/*...*/"), ("a.py", "TEXTS = {\n", "# ...")]
)
def test_of_very_many_keys_the_first_are_shown(path: str, before: str, mark: str) -> None:
    entries = "".join(f'  "k{number}": "text",\n' for number in range(60))
    said = shown(f"{before}{entries}}}\n", Detail.SIGNATURE, path).splitlines()
    assert said[-3:-1] == ['41|  "k39": "text",', f"42|  {mark}"]
    assert said[-1].endswith("|}")
