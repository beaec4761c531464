from __future__ import annotations

import pytest

from nsccn.graph.kinds import ENTITY_KINDS
from nsccn.tools.arguments import as_meant, complaint, under_its_name
from nsccn.tracing.directions import DIRECTIONS

SCHEMA = {
    "properties": {
        "query": {"type": "string", "description": "Names or words"},
        "limit": {"type": "integer"},
        "direction": {"enum": ["upstream", "downstream"], "type": "string"},
        "ids": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "flag": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "weights": {
            "anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "null"}]
        },
    }
}


@pytest.mark.parametrize(
    ("location", "kind", "sentence"),
    [
        (("query",), "missing_argument", "find needs query: Names or words."),
        (("nope",), "unexpected_keyword_argument", "find has no argument 'nope'; it takes query, limit, "),
        (("limit",), "int_parsing", "limit must be a whole number."),
        (("direction",), "literal_error", "direction must be one of upstream, downstream."),
        (("ids", "str"), "string_type", "ids must be text or a list of texts."),
        (("flag",), "bool_parsing", "flag must be true or false."),
        (("weights", "x"), "float_parsing", "weights must be an object of numbers."),
    ],
)
def test_each_mistake_is_one_sentence(location: tuple[str, ...], kind: str, sentence: str) -> None:
    assert complaint("find", SCHEMA, [{"loc": location, "type": kind}]).startswith(sentence)


def test_two_complaints_about_one_argument_are_one() -> None:
    errors = [
        {"loc": ("ids", "str"), "type": "string_type"},
        {"loc": ("ids", "list[str]"), "type": "list_type"},
    ]
    assert complaint("find", SCHEMA, errors) == "ids must be text or a list of texts."


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("direction", "callers", "upstream"),
        ("direction", "Callees", "downstream"),
        ("direction", "called-by", "upstream"),
        ("direction", "exceptions", "errors"),
        ("direction", "sideways", "sideways"),
        ("kind", "function", "func"),
        ("kind", "Classes", "class"),
        ("kind", "any", ""),
        ("detail", "signatures", "signature"),
        ("detail", "full", "full"),
        ("query", "functions", "functions"),
        ("limit", 3, 3),
    ],
)
def test_another_word_for_a_value_stands_for_it_and_what_may_mean_several_does_not(
    name: str, typed: object, meant: object
) -> None:
    assert as_meant({name: typed}) == {name: meant}


def test_names_may_be_written_as_in_other_languages() -> None:
    assert as_meant({"entityId": "Cart", "max-tokens": 300, "Direction": "callers"}) == {
        "entity_id": "Cart",
        "max_tokens": 300,
        "direction": "upstream",
    }


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"text": "cart"}, {"query": "cart"}),
        ({"text": "cart", "limit": 3}, {"query": "cart", "limit": 3}),
        ({"query": ["cart"]}, {"query": "cart"}),
        ({"query": ["cart", "till"]}, {"query": ["cart", "till"]}),
        ({"text": "cart", "most": 3}, {"text": "cart", "most": 3}),
        ({"query": "cart", "most": 3}, {"query": "cart", "most": 3}),
        ({"ids": ["a"], "query": "cart"}, {"ids": ["a"], "query": "cart"}),
    ],
)
def test_the_argument_that_is_needed_may_come_under_another_name_if_no_other_is_unknown(
    given: dict[str, object], meant: dict[str, object]
) -> None:
    assert under_its_name(SCHEMA | {"required": ["query"]}, given) == meant


def test_arguments_that_are_not_known_are_told_together() -> None:
    errors = [{"loc": (name,), "type": "unexpected_keyword_argument"} for name in ("start", "end")]
    assert complaint("find", SCHEMA, errors).startswith("find has no argument 'start', 'end'; it takes query")


def test_every_value_that_has_other_words_is_one() -> None:
    assert {as_meant({"direction": word})["direction"] for word in DIRECTIONS} == set(DIRECTIONS)
    assert {as_meant({"kind": word})["kind"] for word in ENTITY_KINDS} == set(ENTITY_KINDS)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"query": "cart", "max_results": 3}, {"query": "cart", "limit": 3}),
        ({"query": "cart", "limit": 3, "top_k": 4}, {"query": "cart", "limit": 3, "top_k": 4}),
        ({"query": "cart", "top_k": 3, "count": 4}, {"query": "cart", "top_k": 3, "count": 4}),
    ],
)
def test_an_argument_may_have_the_name_that_others_give_it(
    given: dict[str, object], meant: dict[str, object]
) -> None:
    assert under_its_name(SCHEMA | {"required": ["query"]}, given) == meant


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"file": "shop/cart.py", "line": 30}, "shop/cart.py:30"),
        ({"file_path": "shop/cart.py", "start_line": 3, "end_line": 9}, "shop/cart.py:3-9"),
        ({"entity_id": "Cart.add", "file_path": "shop/cart.py"}, "shop/cart.py:Cart.add"),
        ({"entity_id": "Cart.add", "folder": "shop"}, "shop:Cart.add"),
    ],
)
def test_a_file_and_lines_are_a_place(given: dict[str, object], place: str) -> None:
    schema = {"properties": {"entity_id": {"type": "string"}}, "required": ["entity_id"]}
    assert under_its_name(schema, given) == {"entity_id": place}
