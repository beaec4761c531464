"""Schemas: what a client is told of an argument, without what costs tokens and says nothing."""

from nsccn.tools.schemas import brief


def test_what_need_not_be_given_has_no_null_and_no_empty_default() -> None:
    schema = {
        "additionalProperties": False,
        "type": "object",
        "properties": {
            "entity_id": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "include_tests": {"anyOf": [{"type": "boolean"}, {"type": "null"}], "default": None},
            "cursor": {"type": "string", "default": ""},
            "limit": {"type": "integer", "default": 0},
        },
        "required": ["entity_id"],
    }
    assert brief(schema) == {
        "type": "object",
        "properties": {
            "entity_id": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "include_tests": {"type": "boolean"},
            "cursor": {"type": "string"},
            "limit": {"type": "integer", "default": 0},
        },
        "required": ["entity_id"],
    }
