from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown_skeletons import numbered

from nsccn.graph.walk.notebooks import source_of
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

SCHEMA = """\
-- Users of it.
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL DEFAULT 'a;b(',  -- the ; name
  CHECK (
    name <> ''
  ),
  FOREIGN KEY (id) REFERENCES other(id)
);
INSERT INTO users VALUES (1, 'x'), (2, 'CREATE TABLE no (');
create view v as select * from users;
CREATE OR REPLACE FUNCTION f(a int) RETURNS int AS $$
begin; create table inner_one (a int); end;
$$ LANGUAGE plpgsql;
CREATE UNIQUE INDEX i ON users (name);
ALTER TABLE users ADD COLUMN age int;
"""

DOCKERFILE = """\
# syntax=docker/dockerfile:1
FROM python:3.11 AS build
ARG VERSION=1
# Install.
RUN apt-get update && \\
    # inner
    apt-get install -y gcc
RUN <<EOF
FROM nothing
EOF
COPY . /app
FROM build
CMD ["run"]
"""

MAKEFILE = """\
CC ?= gcc
SRC := a.c \\
  b.c
include config.mk

## Build all.
all: $(SRC) build/%.o
	@echo all: x
.PHONY: all clean
clean::
	rm -f x
ifeq ($(A),b)
X = 1
endif
$(OBJ): %.o: %.c
	cc
"""

PROJECT = """\
<?xml version="1.0"?>
<!-- <no> -->
<project xmlns="x">
  <name>a</name>
  <dependencies>
    <dependency>
      <groupId>g</groupId>
    </dependency>
  </dependencies>
  <empty/>
</project>
"""

NOTEBOOK = r"""{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": [
    "# Title\n",
    "Text of it."]},
  {
   "cell_type": "code",
   "execution_count": 1,
   "outputs": [{"text": ["much"]}],
   "source": [
    "import numpy as np\n",
    "x = np.zeros(3)\n",
    "def f(a):\n",
    "    return a\n",
    "print(\"e\")"
   ]
  }
 ],
 "metadata": {}, "nbformat": 4
}
"""

KINDS = ["a.md", "a.json", "a.toml", "a.yaml", "a", "a.sql", "a.ipynb", "a.xml", "Dockerfile", "Makefile"]


def shown(path: str, text: str, detail: Detail) -> str:
    return numbered(render_text(path, source_of(path, text.encode()), detail))


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


SOURCES = {
    "cart.ex": """\
        defmodule Shop.Cart do
      * @doc "What is to be paid."
        def total(items), do: sum(items)
        defp sum([]), do: 0
        defmacro fold(items) do
      *   if empty(items) do
      * end
        """,
    "Cart.swift": """\
        public final class Cart: Basket {
      *     let items: [Item]
            @objc open func total(_ items: [Item],
      *                           rate: Int) -> Int {
            convenience init(rate: Int) {
      *         return sum(items)
        extension Cart {
        """,
    "cart.dart": """\
        abstract class Cart implements Basket {
          Future<int> total(List<Item> items) async {
      *     if (items.isEmpty) {
      *     await fetch(
      *     final paid = sum(
          static T first<T>(
        """,
    "cart.lua": """\
      * local M = {}
        function M.total(items)
        M.first = function(items)
        local sum = function(items)
      *   return sum(items)
      * end
        """,
    "deploy.sh": """\
      * set -e
        build() {
      *   docker build .
        function deploy {
      * case "$1" in
        """,
}
"""Each with an asterisk before the lines that are left out."""


HCL = """\
# Where logs go.
resource "aws_s3_bucket" "logs" {
  bucket = "${var.name}-logs" # with a {
  policy = <<-EOF
    { "a": [
  EOF
  lifecycle {
    prevent_destroy = true
  }
  tags = merge(local.tags, {
    team = "x"
  })
}

variable "name" { type = string }
"""


def test_blocks_have_their_heads_and_what_stands_right_inside_of_them() -> None:
    assert shown("main.nomad", HCL, Detail.NAME) == (
        '2|resource "aws_s3_bucket" "logs" {\n15|variable "name" { type = string }\n'
    )
    assert shown("main.nomad", HCL, Detail.SIGNATURE) == (
        '2|resource "aws_s3_bucket" "logs" {\n'
        '3|  bucket = "${var.name}-logs" # with a {\n'
        "4|  policy = <<-EOF\n"
        "7|  lifecycle {\n"
        "10|  tags = merge(local.tags, {\n"
        '15|variable "name" { type = string }\n'
    )
    assert shown("main.nomad", HCL, Detail.DOC).startswith("1|# Where logs go.\n2|resource")


def test_a_schema_of_prisma_has_its_models_and_their_fields() -> None:
    schema = "model Cart {\n  id    Int @id\n  items Item[]\n\n  @@index([id])\n}\nenum Kind {\n  A\n}\n"

    assert shown("schema.prisma", schema, Detail.NAME) == "1|model Cart {\n7|enum Kind {\n"
    assert shown("schema.prisma", schema, Detail.SIGNATURE) == (
        "1|model Cart {\n2|  id    Int @id\n3|  items Item[]\n5|  @@index([id])\n7|enum Kind {\n8|  A\n"
    )


@pytest.mark.parametrize("path", SOURCES)
def test_source_without_a_grammar_has_the_lines_that_begin_definitions(path: str) -> None:
    written = SOURCES[path].splitlines()
    text = "\n".join(line[8:] for line in written)
    kept = [
        number for number, line in enumerate(written, 1) if line.strip() and not line.startswith("      * ")
    ]

    assert [row.line for row in render_text(path, text.encode(), Detail.SIGNATURE)] == kept


def test_prose_is_no_source() -> None:
    text = "The licence\n\nclass actions are excluded.\ntype of the work\nmodule by module, see also (\n"

    assert [row.line for row in render_text("COPYING", text.encode(), Detail.SIGNATURE)] == [1, 3, 4, 5]


def test_other_text_has_its_first_lines() -> None:
    text = "".join(f"line {number}\n\n" for number in range(100))

    rows = render_text("notes", text.encode(), Detail.DOC)

    assert len(rows) == 20
    assert rows[1] == (3, "line 1")
    assert numbered(render_text("notes", text.encode(), Detail.NAME)) == "1|line 0\n"


def test_markup_without_headings_has_its_first_lines() -> None:
    assert shown("a.md", "just\ntext\n", Detail.SIGNATURE) == "1|just\n2|text\n"


def test_long_lines_are_cut() -> None:
    (row,) = render_text("data.json", b'{"key": "' + b"x" * 5000 + b'"}', Detail.DOC)

    assert len(row.text) == 160
    assert row.text.endswith("x…")


@pytest.mark.parametrize("path", KINDS)
@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe\x00", b'{"a', b"]]]]{{{{", b"-\n-\n:\n", b"```\n# a", b"a:\n\tb: c\r\n"]
)
def test_broken_text_does_no_harm(path: str, data: bytes) -> None:
    for detail in Detail:
        rows = render_text(path, data, detail)
        assert [row.line for row in rows] == sorted(row.line for row in rows)


def lines(path: str, text: str, detail: Detail) -> list[int]:
    return [row.line for row in render_text(path, text.encode(), detail)]


def test_sql_has_what_it_creates_and_the_columns_of_tables() -> None:
    assert lines("db/schema.sql", SCHEMA, Detail.NAME) == [2, 11, 12, 15, 16]
    assert lines("db/schema.sql", SCHEMA, Detail.SIGNATURE) == [2, 3, 4, 5, 8, 11, 12, 15, 16]
    assert lines("db/schema.sql", SCHEMA, Detail.DOC)[0] == 1
    rows = shown("db/schema.sql", SCHEMA, Detail.SIGNATURE)
    assert "11|create view v\n12|CREATE OR REPLACE FUNCTION f(a int) RETURNS int\n15|" in rows


def test_a_dockerfile_has_stages_and_instructions() -> None:
    assert shown("Dockerfile", DOCKERFILE, Detail.NAME) == "2|FROM python:3.11 AS build\n12|FROM build\n"
    assert lines("a/app.dockerfile", DOCKERFILE, Detail.SIGNATURE) == [2, 3, 5, 8, 11, 12, 13]
    assert lines("Dockerfile.dev", DOCKERFILE, Detail.DOC) == [1, 2, 3, 4, 5, 8, 11, 12, 13]


def test_a_makefile_has_targets_and_variables() -> None:
    assert lines("Makefile", MAKEFILE, Detail.NAME) == [7, 9, 10, 15]
    assert lines("rules.mk", MAKEFILE, Detail.SIGNATURE) == [1, 2, 4, 7, 9, 10, 13, 15]
    assert lines("GNUmakefile", MAKEFILE, Detail.DOC) == [1, 2, 4, 6, 7, 9, 10, 13, 15]


def test_xml_has_its_outer_elements() -> None:
    assert lines("pom.xml", PROJECT, Detail.NAME) == [3, 4, 5, 10]
    assert lines("pom.xml", PROJECT, Detail.SIGNATURE) == [3, 4, 5, 6, 10]
    assert lines("pom.xml", PROJECT, Detail.DOC) == [3, 4, 5, 6, 7, 10]


def test_a_notebook_has_its_cells() -> None:
    assert shown("a.ipynb", NOTEBOOK, Detail.NAME) == "4|# Title\n"
    assert shown("a.ipynb", NOTEBOOK, Detail.SIGNATURE) == dedent("""\
        4|[1] markdown, 2 lines
        4|# Title
        11|[2] code, 5 lines
        11|import numpy as np
        12|x = np.zeros(3)
        13|def f(a):
        """)


def test_what_is_no_notebook_is_json() -> None:
    assert shown("a.ipynb", '{\n"cell": 1\n}', Detail.NAME) == '2|"cell": 1\n'


def test_json_on_one_line_has_its_keys() -> None:
    text = '{"a": {"b": 1, "c": [1, 2]}, "d": "' + "x" * 200 + '"}'

    assert shown("a.json", text, Detail.SIGNATURE) == '1|"a", "d"\n'
    assert shown("a.json", text, Detail.DOC) == '1|"a", "b", "c", "d"\n'


def test_what_is_too_much_is_counted() -> None:
    text = "".join(f"# Heading {number}\n" for number in range(1000))

    rows = render_text("a.md", text.encode(), Detail.NAME)

    assert len(rows) == 401
    assert rows[-1] == (401, "… 600 more like these")


SQL = ["create table", "a", "(", ")", ";", "'", "$$", "--", "/*"]
DATA = ["{", "}", '"', ":", "[", "]", '"cells"', '"source"', "- ", "=", "\\", "\t"]
MARKUP = ["<a", ">", "</a>", "/>", "# x", "FROM ", "<<E", "`" * 3, "é", "\n", "\r\n"]
WORDS = st.sampled_from([*SQL, *DATA, *MARKUP])


@settings(max_examples=150, deadline=None)
@given(path=st.sampled_from(KINDS), words=st.lists(WORDS, max_size=30))
def test_any_text_has_rows_in_order(path: str, words: list[str]) -> None:
    text = "".join(words)
    last = text.count("\n") + 1
    for detail in (Detail.NAME, Detail.SIGNATURE, Detail.DOC):
        shown_lines = lines(path, text, detail)
        assert shown_lines == sorted(shown_lines)
        assert all(1 <= line <= last for line in shown_lines)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '"' + '\\"' * 60_000),
        ("b.json", "/* \n" * 60_000),
        ("a.toml", "[shop]\nname" + " " * 120_000),
    ],
)
def test_what_has_no_end_is_read_in_linear_time(path: str, text: str) -> None:
    assert render_text(path, text.encode(), Detail.DOC)
