from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import starmap

import pytest
from msgspec.structs import astuple, replace

from nsccn.graph import languages
from nsccn.graph.extraction.extract import extract
from nsccn.graph.model import Assignment, FileFacts, FileOutline, Reference
from nsccn.graph.packed import UINT32, Assignments, References, join, split, unpack
from nsccn.graph.versions import EXTRACTOR_VERSION, facts_version
from nsccn.storage.codec import decode_facts, decode_outline, encode_facts

SOURCE = b"""
import os

LIMIT = os.cpu_count()
names: list[str] = []


class Store(dict):
    def __init__(self, path):
        self.path = Path(path)
        self.size = 0
        other = self.path

    def load(self, x):
        try:
            x.read(LIMIT)
        except OSError as error:
            raise ValueError from error
"""
REFERENCES = [
    Reference("call", 1, "self.items.append", 3, 40, "", 2),
    Reference("new", 70_000, "Store", 90_000, 2_000_000),
    Reference("decorate", 0, "property", 1, 0, "12"),
]
ASSIGNMENTS = [
    Assignment(1, "self.path", "Path()", "", "assign", 3, 40),
    Assignment(2, "limit", "", "int | None", "parameter", 4, 50),
]


def words_of(facts: FileFacts, ordinal: int) -> Counter[str]:
    terms = facts.terms
    ids, counts, offsets = (unpack(data, UINT32) for data in (terms.word_ids, terms.counts, terms.offsets))
    own = slice(offsets[ordinal], offsets[ordinal + 1])
    return Counter(dict(zip((terms.words[word] for word in ids[own]), counts[own], strict=True)))


def test_rows_are_the_same_after_packing() -> None:
    assert list(starmap(Reference, References.of(map(astuple, REFERENCES)).rows())) == REFERENCES
    assert list(starmap(Assignment, Assignments.of(map(astuple, ASSIGNMENTS)).rows())) == ASSIGNMENTS
    assert list(References.of([]).rows()) == list(Assignments().rows()) == []


def test_a_call_with_endless_arguments_has_many() -> None:
    (row,) = References.of([astuple(replace(REFERENCES[0], arguments=1_000_000))]).rows()
    assert Reference(*row).arguments == 2**15 - 1


@pytest.mark.parametrize("strings", [["a"], ["a", "b c", ""], ["", "a"], [""]])
def test_strings_are_lines_of_one_text(strings: list[str]) -> None:
    assert split(join(strings)) == strings


def test_a_line_break_in_a_string_becomes_a_blank() -> None:
    assert split(join(["a\nb", "c"])) == ["a b", "c"]


def test_facts_survive_encoding_and_begin_with_their_outline() -> None:
    facts = extract("store.py", SOURCE)
    encoded = encode_facts(facts)

    assert decode_facts(encoded) == facts
    outline = decode_outline(encoded)
    assert type(outline) is FileOutline
    names = FileOutline.__struct_fields__
    assert [getattr(outline, name) for name in names] == [getattr(facts, name) for name in names]


def test_an_outline_holds_what_other_files_may_ask_of_variables() -> None:
    facts = extract("store.py", SOURCE)

    shared = [Assignment(*row) for row in facts.shared.rows()]
    private = [Assignment(*row) for row in facts.private.rows()]

    assert [(item.target, item.value) for item in shared] == [
        ("LIMIT", "os.cpu_count()"),
        ("names", ""),
        ("self.path", "Path()"),
    ]
    assert {"self.size", "other", "path", "error"} <= {item.target for item in private}
    assert facts.assignments == (*shared, *private)


def test_inheritance_apart_from_the_class_is_in_the_outline() -> None:
    facts = extract("lib.rs", b"struct A;\ntrait B {}\nimpl B for A {}\nfn run() { go(); }\n")

    assert [Reference(*row).target for row in facts.inherits.rows()] == ["B"]
    assert [reference.kind for reference in facts.references] == ["inherit", "call"]


def test_terms_are_the_words_of_a_definition() -> None:
    facts = extract("a.py", "def größe(x, _y2):\n    return x + 3rd + 0x1F - “naïve”…x\n".encode())

    assert words_of(facts, 1) == Counter(
        {"def": 1, "größe": 1, "x": 3, "_y2": 1, "return": 1, "rd": 1, "x1F": 1, "naïve": 1}
    )


def test_what_is_written_in_base64_has_no_words() -> None:
    picture = "iVBORw0KGgo+AAAA/NSUhEUg" * 30
    wrapped = "\\n".join(picture[start : start + 76] for start in range(0, len(picture), 76))
    for encoded in (picture + "==", wrapped + "\\n"):
        facts = extract("a.ipynb", f'{{"source": "plot(frame)",\n"image": "{encoded}"}}\n'.encode())
        assert set(words_of(facts, 0)) - {"n"} == {"source", "plot", "frame", "image"}
    assert "beside" in words_of(extract("a.txt", b"beside " + b"many words " * 100), 0)


def test_the_version_of_facts_is_that_of_extractor_and_language() -> None:
    versions = {name: facts_version(name) for name in (*languages.names(), languages.TEXT)}

    assert len(set(versions.values())) == len(versions)
    assert all(version.startswith(EXTRACTOR_VERSION) for version in versions.values())


def test_a_language_is_stated_by_its_own_files_and_those_it_shares() -> None:
    files = {f"{file.parent.name}/{file.name}" for file in languages.load("typescript").files()}

    assert {"typescript/language.toml", "typescript/tags.scm", "javascript/common.scm"} <= files
    assert not any(name.startswith(("python/", "c/")) for name in files)


def test_facts_are_the_same_bytes_whatever_order_sets_have() -> None:
    program = (
        "import sys; from nsccn.storage.codec import encode_facts; from nsccn.graph.extraction.extract import extract\n"
        "sys.stdout.buffer.write(encode_facts(extract('sizes.py', b'LIMITS = \"10px 20em 5GB 7MB 1x 2y\"')))"
    )
    encoded = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(encoded) == 1


@pytest.mark.parametrize("beginning", ["(" * 600 + "held" + ")" * 600, "(" * 150 + "held" + " as any)" * 150])
def test_code_in_more_brackets_than_anybody_writes_is_read(beginning: str) -> None:
    facts = extract("a.ts", f"function total(held) {{ {beginning}.sum(); }}\n".encode())
    assert [item.name for item in facts.definitions[1:]] == ["total"]


@pytest.mark.parametrize(
    "value",
    [
        "[\n" * 500 + "held" + "]" * 500,
        "(held" + "\n + held" * 3000 + ")",
        "list(\n" * 500 + "held" + ")" * 500,
    ],
)
def test_values_made_of_more_others_than_anybody_writes_are_read(value: str) -> None:
    facts = extract("a.py", f"def total(held):\n    found = {value}\n    return found.pop()\n".encode())
    assert [item.name for item in facts.definitions[1:]] == ["total"]


def test_a_mixin_of_more_mixins_than_anybody_writes_is_read() -> None:
    facts = extract("a.ts", f"class Cart extends {'Timed(' * 3000}Box{')' * 3000} {{}}\n".encode())
    assert [item.name for item in facts.definitions[1:]] == ["Cart"]


def test_words_before_a_macro_that_is_given_a_text_are_no_error() -> None:
    """In a long file they could tear all that follows: its members were taken for declarations without bodies."""
    logs = b'inline Q_LOGGING_CATEGORY(PlainLog, "plain");\nstatic LOG_LEVEL(TcpLog, "tcp");\n'
    source = logs + b"int add(int item) { return item; }\n"
    facts = extract("sockets.cpp", source)
    assert not facts.problems
    assert [item.name for item in facts.definitions[1:]] == ["add"]


def test_macros_on_lines_that_end_as_windows_ends_them_are_read_as_others() -> None:
    source = b"class Bar : public Base\n{\n    Q_OBJECT\n\npublic:\n    explicit Bar(int size);\n    int size();\n};\n"
    names = [definition.name for definition in extract("bar.cpp", source).definitions]
    assert "size" in names
    ended = source.replace(b"\n", b"\r\n")
    assert [definition.name for definition in extract("bar.cpp", ended).definitions] == names
    assert not extract("bar.cpp", ended).problems


@pytest.mark.parametrize("language", languages.names())
def test_a_pattern_of_values_that_state_their_type_has_one_group(language: str) -> None:
    """They are looked for as one, in which the group tells them apart."""
    patterns = languages.load(language).stated_types

    assert {re.compile(pattern).groups for pattern in patterns} <= {1}


def test_what_a_parameter_begins_with_is_run_by_what_makes_the_function() -> None:
    source = """
class Shop:
    def open(self, wait=pause(3)):
        def again(times=count()):
            run(times)
        run(again)
"""

    calls = [one for one in extract("shop.py", source.encode()).references if one.kind == "call"]

    assert [(one.target, one.scope) for one in calls] == [("pause", 1), ("count", 2), ("run", 3), ("run", 2)]


def test_a_byte_of_value_zero_in_a_string_hides_nothing_behind_it() -> None:
    facts = extract("keys.js", b"function pair(a, b) { return `${a}\0${b}`; }\nfunction behind() {}\n")
    assert [item.name for item in facts.definitions[1:]] == ["pair", "behind"]
    assert not facts.problems
