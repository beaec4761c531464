from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import numbered

from nsccn.skeleton.detail import Detail
from nsccn.skeleton.plain import render_text

README = """\
Title
=====

What it is.

## Use

```sh
# no heading
```

~~~
## none either
~~~

Call it
so.

### Deeper #
"""

SETTINGS = '''\
name = "top"  # first

[project]
dependencies = [
    "a=1",
]
text = """
[no.section]
key = 1
"""

[[tool.steps]]
run = true
'''

WORKFLOW = """\
# about
name: ci
on: [push]
jobs:
  lint:
    runs-on: linux
  test:
    steps:
      - uses: x
text: |
  not: a key
"list":
- one
- two: 2
"""

PACKAGE = """\
{
  "name": "a: {b}",
  "scripts": {"build": "x",
    "test": ["a", {"deep": 1}]
  },
  // a comment
  "private": true
}
"""


def shown(path: str, text: str, detail: Detail) -> str:
    return numbered(render_text(path, text.encode(), detail))


@pytest.mark.parametrize("detail", [Detail.NAME, Detail.SIGNATURE])
def test_markdown_has_headings(detail: Detail) -> None:
    assert shown("README.md", README, detail) == "1|Title\n6|## Use\n19|### Deeper #\n"


def test_documented_markdown_has_a_line_below_each_heading() -> None:
    assert shown("README.md", README, Detail.DOC) == dedent("""\
        1|Title
        4|What it is.
        6|## Use
        16|Call it
        19|### Deeper #
        """)


def test_toml_has_sections_and_settings() -> None:
    assert shown("a.toml", SETTINGS, Detail.NAME) == "3|[project]\n12|[[tool.steps]]\n"
    assert shown("a.toml", SETTINGS, Detail.SIGNATURE) == dedent("""\
        1|name = "top"  # first
        3|[project]
        4|dependencies = [
        7|text = \"\"\"
        12|[[tool.steps]]
        13|run = true
        """)


def test_yaml_has_keys() -> None:
    assert shown("ci.yml", WORKFLOW, Detail.SIGNATURE) == dedent("""\
        2|name: ci
        3|on: [push]
        4|jobs:
        10|text: |
        12|"list":
        13|- one
        14|- two: 2
        """)
    assert shown("ci.yml", WORKFLOW, Detail.DOC) == dedent("""\
        2|name: ci
        3|on: [push]
        4|jobs:
        5|  lint:
        7|  test:
        10|text: |
        12|"list":
        13|- one
        14|- two: 2
        """)


def test_json_has_keys() -> None:
    assert shown("package.json", PACKAGE, Detail.SIGNATURE) == dedent("""\
        2|  "name": "a: {b}",
        3|  "scripts": {"build": "x",
        7|  "private": true
        """)
    assert shown("package.json", PACKAGE, Detail.DOC) == dedent("""\
        2|  "name": "a: {b}",
        3|  "scripts": {"build": "x",
        4|    "test": ["a", {"deep": 1}]
        7|  "private": true
        """)


def test_other_text_has_its_first_lines() -> None:
    text = "".join(f"line {number}\n\n" for number in range(100))

    rows = render_text("notes.sql", text.encode(), Detail.DOC)

    assert len(rows) == 20
    assert rows[1] == (3, "line 1")
    assert numbered(render_text("notes.sql", text.encode(), Detail.NAME)) == "1|line 0\n"


def test_markup_without_headings_has_its_first_lines() -> None:
    assert shown("a.md", "just\ntext\n", Detail.SIGNATURE) == "1|just\n2|text\n"


def test_long_lines_are_cut() -> None:
    (row,) = render_text("data.json", b'{"key": "' + b"x" * 5000 + b'"}', Detail.DOC)

    assert len(row.text) == 160
    assert row.text.endswith("x…")


@pytest.mark.parametrize("path", ["a.md", "a.json", "a.toml", "a.yaml", "a"])
@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe\x00", b'{"a', b"]]]]{{{{", b"-\n-\n:\n", b"```\n# a", b"a:\n\tb: c\r\n"]
)
def test_broken_text_does_no_harm(path: str, data: bytes) -> None:
    for detail in Detail:
        rows = render_text(path, data, detail)
        assert [row.line for row in rows] == sorted(row.line for row in rows)
