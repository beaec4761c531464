from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from languages.annotated import read_fixture
from tree_sitter import Node, Query, QueryCursor

from nsccn.graph import languages
from nsccn.graph.extraction.captures import read_matches
from nsccn.graph.extraction.nodekinds import are_met, kinds_in
from nsccn.graph.extraction.queries import MOST_APART, Compiled, Found, Queries, patterns, read_patterns
from nsccn.graph.languagefiles import FOLDER
from nsccn.graph.reading import read_tree

FIXTURES = Path(__file__).parent.parent / "languages"
GRAMMARS = [
    (name, grammar)
    for name in languages.names()
    for grammar in dict.fromkeys(languages.load(name).grammars.values())
]
PREDICATES = {
    predicate
    for name, grammar in GRAMMARS
    for predicate in re.findall(r"\((#[^\s()]+)", languages.load(name).source(grammar))
}
PLAIN = b"def run(client):\n    client.get(1)\n"
READING = b"import os\n\nHOME = os.environ['HOME']\nwith open('a.toml') as file:\n    run(file)\n"


@cache
def compiled(grammar: str, source: str) -> Query:
    """All patterns of a language, which are a second's work; three languages share a grammar and its patterns."""
    return Query(languages.grammar(grammar), source)


@pytest.fixture(scope="module", params=GRAMMARS, ids="-".join)
def whole(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A language and a grammar: with such a scope, the tests that compile the same come one after another."""
    name, grammar = request.param
    return name, grammar


def test_queries_are_cut_into_the_patterns_that_the_grammar_sees(whole: tuple[str, str]) -> None:
    name, grammar = whole
    source = languages.load(name).source(grammar)
    query, data = compiled(grammar, source), source.encode()
    places = range(query.pattern_count)
    seen = [data[query.start_byte_for_pattern(n) : query.end_byte_for_pattern(n)].decode() for n in places]

    assert [pattern.text.strip() for pattern in patterns(name, grammar)] == [text.strip() for text in seen]


@pytest.mark.parametrize(
    ("source", "wants"),
    [
        ('((call function: (_) @_name) @env (#eq? @_name "getenv"))', (b"getenv",)),
        ('((call function: [(a) (b)] @_name) @env (#any-of? @_name "a.b" "c"))', (b"a.b", b"c")),
        ('((call function: (_)? @_name) @env (#eq? @_name "getenv"))', ()),
        ('((call function: [(a) @_name (b)]) @env (#eq? @_name "getenv"))', ()),
        ('((call (args (a) @_name)?) @env (#eq? @_name "getenv"))', ()),
        ('((call function: (_) @_name) @env (#not-eq? @_name "getenv"))', ()),
        ("((call function: (_) @_name key: (_) @key) @env (#eq? @_name @key))", ()),
    ],
)
def test_a_pattern_wants_a_text_where_no_match_can_do_without(source: str, wants: tuple[bytes, ...]) -> None:
    assert [pattern.wants for pattern in read_patterns(source)] == [wants]


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        ("(call function: (name) @callee) @call", (("call", ("name",)),)),
        ("(call (_) @value (list)? (pair)* !type) @call", (("call",),)),
        (
            '((not operator: ["!" (word)] @_mark) @call (#eq? @_mark "!"))',
            ((("not", frozenset({"!", ("word",)})),),),
        ),
        ("[(call (name)) (new)] @call", (frozenset({("call", ("name",)), ("new",)}),)),
        ("(call [(name) (_)] @callee) @call", (("call", frozenset({("name",), ()})),)),
        (r'("\\" @call)', ()),
    ],
)
def test_a_pattern_needs_the_kinds_of_nodes_that_no_match_can_do_without(source: str, needs: object) -> None:
    assert [pattern.needs for pattern in read_patterns(source)] == [needs]


def test_no_pattern_matches_without_what_it_needs(whole: tuple[str, str]) -> None:
    name, grammar = whole
    language = languages.load(name)
    query, asked = compiled(grammar, language.source(grammar)), patterns(name, grammar)
    sources = [
        file for path in (FIXTURES / name).glob("*.fixture") for file in read_fixture(path).files.items()
    ]
    for path, text in sources:
        detected = languages.detect(path, text.encode())
        if detected is language and language.grammar_name(path) == grammar:
            _, tree = read_tree(language, grammar, text.encode())
            kinds = kinds_in(tree.root_node) | languages.abstract_kinds(grammar)
            matched = {number for number, _ in QueryCursor(query).matches(tree.root_node)}
            assert [asked[number] for number in matched if not are_met(asked[number].needs, kinds)] == []


def test_no_pattern_of_python_waits_through_all_that_stands_on_the_left_of_an_operator() -> None:
    """Of `a + b + c` each sum stands on the left of the next: what waits in one waits in all, at squared cost."""
    sums = [pattern.text for pattern in patterns("python", "python") if pattern.root == "binary_operator"]

    assert sums
    assert all("left: [" in text for text in sums)


def test_a_pattern_tells_its_main_capture_and_its_root() -> None:
    source = '; first\n(module (a) @name) @doc ; "(" is no bracket here\n[(b) (c)] @value "x" @call'

    found = [(pattern.main, pattern.captures, pattern.root) for pattern in read_patterns(source)]

    assert found == [("doc", ("name", "doc"), "module"), ("value", ("value",), ""), ("call", ("call",), "")]


def places(found: Found) -> dict[str, list[tuple[int, dict[str, int]]]]:
    return {
        main: [
            (node.start_byte, {name: len(nodes) for name, nodes in parts.items()}) for node, parts in matches
        ]
        for main, matches in found.items()
    }


def test_first_files_are_asked_for_what_they_may_match() -> None:
    first = Queries("python", "python")
    parser = languages.parser("python")
    for text in (PLAIN, READING, b"", READING + PLAIN):
        root = parser.parse(text).root_node
        assert places(first.matches(root, text)) == places(Queries("python", "python").matches(root, text))


@pytest.mark.parametrize("is_of_many", [False, True])
def test_a_file_is_asked_for_the_same_alone_and_after_others(*, is_of_many: bool) -> None:
    fresh, used = Queries("python", "python"), Queries("python", "python")
    parser = languages.parser("python")
    for _ in range(100):
        used.matches(parser.parse(PLAIN).root_node, PLAIN, is_of_many=is_of_many)

    for text in (READING, PLAIN, READING.replace(b"open", b"load").replace(b"environ", b"path")):
        root = parser.parse(text).root_node
        assert places(used.matches(root, text)) == places(fresh.matches(root, text))
    assert used.matches(parser.parse(READING).root_node, READING)["env"]


@pytest.mark.parametrize("name", ["java", "python", "rust"])
def test_what_is_compiled_for_one_file_after_another_finds_what_all_at_once_finds(name: str) -> None:
    """Also in the same order, where several nodes begin at one place or several patterns match at one node."""
    language = languages.load(name)
    grammar = next(iter(language.grammars.values()))
    texts = [
        text.encode()
        for path in sorted((FIXTURES / name).glob("*.fixture"))
        for text in read_fixture(path).files.values()
    ]
    trees = [(read_tree(language, grammar, text)[1].root_node, text) for text in texts[: 2 * MOST_APART]]
    whole, apart, backwards = (Queries(name, grammar) for _ in range(3))

    def asked(queries: Queries, root: Node, text: bytes, *, is_of_many: bool = False) -> object:
        found = queries.matches(root, text, is_of_many=is_of_many)
        return places(
            {main: matches for main, matches in found.items() if main != "file"}
        )  # whose names count

    at_once = [asked(whole, root, text, is_of_many=True) for root, text in trees]

    assert [asked(apart, root, text) for root, text in trees] == at_once
    assert [asked(backwards, root, text) for root, text in reversed(trees)] == at_once[::-1]


@pytest.mark.parametrize(
    ("first", "second"),
    [("ruby", "erb"), ("erb", "ruby"), ("typescript", "vue"), ("vue", "typescript"), ("elixir", "heex")],
)
def test_what_was_compiled_for_another_language_of_the_grammar_finds_the_same(
    first: str, second: str
) -> None:
    language = languages.load(second)
    grammar = next(iter(language.grammars.values()))
    texts = [
        text.encode()
        for path in sorted((FIXTURES / second).glob("*.fixture"))
        for text in read_fixture(path).files.values()
    ]
    made: list[list[Compiled]] = []
    other = languages.parser(grammar).parse(b"").root_node
    Queries(first, grammar, made).matches(other, b"", is_of_many=True)
    shared, alone = Queries(second, grammar, made), Queries(second, grammar)

    for text in texts:
        root = read_tree(language, grammar, text)[1].root_node
        found = shared.matches(root, text, is_of_many=True)
        assert places(found) == places(alone.matches(root, text, is_of_many=True))
    assert (
        sum(map(len, (part.mains for parts in made for part in parts))) < len(patterns(first, grammar)) + 20
    )


def test_of_what_begins_at_one_place_the_outer_comes_first_whatever_was_compiled_first() -> None:
    parser = languages.parser("java")
    inner, both = b"class A { Thing a; }", b"class A { Thing.Part a; }"
    for first in (inner, both):
        used = Queries("java", "java")
        used.matches(parser.parse(first).root_node, first)
        names = used.matches(parser.parse(both).root_node, both)["typename"]
        assert [both[node.start_byte : node.end_byte] for node, _ in names[:2]] == [b"Thing.Part", b"Thing"]


def test_threads_that_ask_at_once_miss_nothing() -> None:
    """One may compile what another has found to be wanted."""
    parser = languages.parser("python")
    root = parser.parse(READING).root_node
    with ThreadPoolExecutor(4) as executor:
        for _ in range(5):
            asked = Queries("python", "python")
            found = executor.map(lambda _, asked=asked: asked.matches(root, READING), range(4))
            assert all(one["env"] for one in found)


def test_matches_come_in_the_order_of_the_source() -> None:
    data = b'"""Text."""\nclass A:\n    """More."""\nb = 1\nif b:\n    c = 2\nd, e = b, c\n'
    found = read_matches(languages.parser("python").parse(data), data, languages.load("python"), "python")

    assert [
        data[parts["name"][0].start_byte : parts["name"][0].end_byte] for _, parts in found["definition.var"]
    ] == [
        b"b",
        b"c",
        b"d",
        b"e",
    ]
    assert [node.start_byte for node, _ in found["doc"]] == sorted(
        node.start_byte for node, _ in found["doc"]
    )


@pytest.mark.parametrize("predicate", sorted(PREDICATES))
def test_every_predicate_leaves_something_out(predicate: str) -> None:
    """The library takes any predicate without a word, and what it does not know leaves nothing out."""
    text = b"first\nsecond\nthird\n"
    told = '"^first$"' if "match" in predicate else '"first" "second"' if "any-of" in predicate else '"first"'
    query = Query(languages.grammar("python"), f"((identifier) @name ({predicate} @name {told}))")
    found = QueryCursor(query).captures(languages.parser("python").parse(text).root_node)["name"]

    assert 0 < len(found) < 3


def test_every_language_tells_functions_that_read_the_environment_by_the_same_words() -> None:
    queries = [file.read_text("utf-8") for file in FOLDER.glob("*/*.scm")]
    told_by = [re.findall(r'match\? @\w+ ("[^"]*\[eE\]nv[^"]*")', text) for text in queries]

    assert len({tuple(patterns) for patterns in told_by if patterns}) == 1


def test_translations_of_qt_are_no_typescript() -> None:
    """Both end in `.ts`, and half a megabyte of one was read in a second, as errors alone."""
    xml = b'<?xml version="1.0" ?><!DOCTYPE TS><TS version="2.1" language="cs">\n</TS>\n'

    assert languages.detect("shop_cs.ts", xml) is None
    assert languages.detect("shop_de.ts", b"\n<!DOCTYPE TS>\n<TS></TS>\n") is None
    code = languages.detect("shop.ts", b"const cart = <Cart>fill();\n")
    assert code is not None
    assert code.name == "typescript"


@pytest.mark.parametrize(
    ("path", "own", "others"),
    [
        ("a.m", b"\n@implementation Cart\n@end\n", b"Total[items_] := Plus @@ items\n"),
        ("a.v", b"module cart;\nendmodule\n", b"Theorem empty : total [] = 0.\nProof. reflexivity. Qed.\n"),
        (
            "a.scm",
            b"(define (total cart) 3)\n",
            b"(function_definition name: (identifier) @name) @definition.func\n",
        ),
        ("a.pp", b"program shop;\nbegin\nend.\n", b"class shop {\n  file { '/etc/shop': }\n}\n"),
        ("a.inc", b"{$mode delphi}\nprocedure fill;\n", b"section .data\n"),
        ("a.d", b"module shop.cart;\n", b"cart.o: cart.d price.d\n"),
        ("a.pl", b"sub total { 3 }\n", b":- module(shop, [total/1]).\n"),
        ("a.t", b"use Test::More;\nok(1);\n", b"A cart is filled:\n\n  $ shop fill\n  filled\n"),
    ],
)
def test_what_only_shares_an_extension_is_text(path: str, own: bytes, others: bytes) -> None:
    assert languages.detect(path, own) is not None
    assert languages.detect(path, others) is None
    if not path.endswith(".inc"):
        assert languages.detect(path, b"") is not None, "a name alone is one of a file of code"


def test_a_language_is_told_by_what_a_file_says_whose_ending_others_share() -> None:
    said = {
        ("total.m", b"function sum = total(cart)\n  sum = 3;\nend\n"): "matlab",
        ("total.m", b"#import <Foundation/Foundation.h>\n"): "objc",
        ("total.fs", b"module Shop\nlet total = 3\n"): "fsharp",
        ("total.fs", b"#version 330\nvoid main() {\n}\n"): "glsl",
    }
    found = [languages.detect(*file) for file in said]
    assert [language.name for language in found if language] == list(said.values())
