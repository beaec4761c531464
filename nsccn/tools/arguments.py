"""What is wrong with the arguments of a call, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

_WORDS: Final = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
_PLURALS: Final = {"string": "texts", "integer": "whole numbers", "number": "numbers"}


def complaint(tool: str, schema: Mapping[str, Any], errors: Sequence[Mapping[str, Any]]) -> str:
    """Describe validation errors (pydantic's list of them) by the tool's input schema."""
    properties = schema["properties"]
    sentences: dict[str, str] = {}
    for error in errors:
        name = str(error["loc"][0]) if error["loc"] else ""
        if name not in properties:
            sentences[name] = f"{tool} has no argument {name!r}; it takes {', '.join(properties)}."
        elif error["type"].startswith("missing"):
            sentences[name] = f"{tool} needs {name}: {properties[name].get('description', 'text')}."
        else:
            sentences[name] = f"{name} must be {_expected(properties[name])}."
    return " ".join(sentences.values())


def _expected(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_expected(option) for option in schema["anyOf"] if option.get("type") != "null")
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"] if value)
    words = _WORDS.get(schema.get("type", ""), "something else")
    members = schema.get("items") or schema.get("additionalProperties")
    if isinstance(members, dict) and members.get("type") in _PLURALS:
        return f"{words} of {_PLURALS[members['type']]}"
    return words
