"""Facts of code as deep, or with runs as long, as only programs or malice write it."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from nsccn.graph.extraction.expressionnodes import in_brackets
from nsccn.graph.extraction.extract import extract
from nsccn.graph.extraction.values import assignmentchains
from nsccn.graph.imports.csharp_namespace import CSharpNamespace
from nsccn.graph.imports.go_module import GoModule
from nsccn.graph.imports.python_dotted import PythonDotted
from nsccn.graph.imports.relative_path import RelativePath
from nsccn.graph.notation.writtentypes import on_one_line

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.languagenodes import NodeKinds

LEVELS = 3000
LINKS = 400
DEEP = {
    "brackets.php": ("<?php $a = ", "(", "ask()", ")", ";"),
    "silenced.php": ("<?php $a = ", "@", "ask()", "", ";"),
    "key.js": ("ask(", "(\n", "'SHOP_PORT'", ")\n", ");"),
    "choices.php": ("<?php $a = ", "match(1) { default => ", "ask()", " }", ";"),
}


@pytest.mark.parametrize("path", DEEP)
def test_values_of_any_depth_are_read(path: str) -> None:
    before, opening, inside, closing, after = DEEP[path]
    source = before + opening * LEVELS + inside + closing * LEVELS + after

    facts = extract(path, source.encode())

    assert "ask" in {reference.target for reference in facts.references}


def test_calls_on_calls_among_tokens_are_read_in_any_number() -> None:
    facts = extract("run.rs", f"fn run() {{ check!(first(){'.then()' * 4000}.last()); }}".encode())

    assert {"first", "first().then", "?.then", "?.last"} <= {one.target for one in facts.references}


CHAINS = {
    "all.cpp": (
        f"bool all(Cart a, Cart b) {{ return {'a && ' * 8000}b; }}",
        {"x &&(a,a", "x &&(?,a", "x &&(?,b"},
    ),
    "set.c": (f"void set(int a, int b) {{ {'a = ' * 800}b; }}", set()),
}


@pytest.mark.parametrize("path", CHAINS)
def test_chains_of_operators_are_read_in_little_memory(path: str) -> None:
    source, operations = CHAINS[path]
    extract(path, b"")

    tracemalloc.start()
    facts = extract(path, source.encode())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert {one.detail for one in facts.references if one.kind == "operate"} == operations
    assert peak < 20_000_000


ASSIGNED = {
    "set.py": ("def fill():\n    ", "{} = ", "made()\n"),
    "set.ts": ("function fill() { ", "({} = ", f"made(){')' * LINKS}; }}"),
    "set.cpp": ("void fill() { ", "{} = ", "made(); }"),
    "set.R": ("fill <- function() { ", "{} <- ", "made() }"),
}


@pytest.mark.parametrize("path", ASSIGNED)
def test_each_link_of_a_chain_of_assignments_is_looked_at_once(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, link, value = ASSIGNED[path]
    names = [f"a{number}" for number in range(LINKS)]
    looked_at = list[int]()

    def counting(node: Node, kinds: NodeKinds) -> Node:
        looked_at.append(node.start_byte)
        return in_brackets(node, kinds)

    monkeypatch.setattr(assignmentchains, "in_brackets", counting)
    facts = extract(path, f"{before}{''.join(map(link.format, names))}{value}".encode())

    assert {(name, "made()") for name in names} <= {(row[1], row[2]) for row in facts.private.rows()}
    assert len(looked_at) <= 3 * LINKS


BLANKS = " \n" * 20_000
IMPORTS = {
    "clause.ts": (f"import {{ a,{BLANKS}b }}{BLANKS}from './shop';", {"a", "b"}),
    "nothing.ts": (f"import{BLANKS}'./shop';", {""}),
    "Member.java": (f"import shop.{BLANKS}Cart;", {"Cart"}),
    "All.java": (f"import shop{BLANKS}. *;", {""}),
}


@pytest.mark.parametrize("path", IMPORTS)
def test_imports_with_any_blanks_are_read(path: str) -> None:
    source, names = IMPORTS[path]

    assert {item.alias for item in extract(path, source.encode()).imports} == names


LINES = 60_000
READERS = {
    name: reader
    for strategy in (CSharpNamespace, GoModule, PythonDotted, RelativePath)
    for name, reader in strategy.manifest_readers.items()
}
MANIFESTS = {
    "go.mod": ("\n" * LINES + "module example.org/shop\n", {"module": ["example.org/shop"], "replace": []}),
    "tsconfig.json": (
        '{"extends": "./base"}' + "/* \n" * LINES,
        {"builds on": ["./base"], "compilerOptions": {}},
    ),
    "Directory.Build.props": (
        "<!-- " * LINES + "--><Project><Using" + " \n" * LINES + 'Include="Shop.Tools" /></Project>',
        {"usings": [["Shop.Tools", True, []]], "properties": {}, "of_kind": [], "goes_on": False},
    ),
    "setup.cfg": ("[options]\npackage_dir =\n" + "  \n" * LINES + "  = lib\n", ["lib"]),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests_with_any_blanks_and_comments_are_read(name: str) -> None:
    text, said = MANIFESTS[name]

    assert READERS[name](text) == said


@pytest.mark.parametrize(("said", "is_abstract"), [("raise NotImplementedError", True), ("return 1", False)])
def test_comments_with_blanks_behind_them_are_passed_over(said: str, *, is_abstract: bool) -> None:
    comments = "        # first  \n" * 200
    source = f'class Cart:\n    def add(self):\n        """Adds."""\n{comments}        {said}\n'

    add = extract("shop.py", source.encode()).definitions[2]

    assert ("abstract" in add.modifiers) == is_abstract


def test_members_named_by_symbols_are_found_among_any_names() -> None:
    many = [f"k{number}" for number in range(8000)]
    lines = [f"import {{ {', '.join(many)} }} from './keys';", f"const {'a$' * 40_000} = 1;"]
    lines += ["function run(cart) {", *(f"cart[{name}]();" for name in many), "}"]

    facts = extract("keys.ts", "\n".join(lines).encode())

    assert {f"cart.[{name}]" for name in many} <= {reference.target for reference in facts.references}


@pytest.mark.parametrize("run", [" ", "\t", "// ", "/", "` ", "\n"])
def test_written_types_with_any_runs_are_read(run: str) -> None:
    long = run * 100_000

    assert on_one_line(f"struct {{\n\tcart *Cart{long}").startswith("struct {; cart *Cart")
