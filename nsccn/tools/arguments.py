"""Words that mean a value under another name, and what is wrong with the arguments of a call, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nsccn.regexes import regex

_WORDS: Final = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
_PLURALS: Final = {"string": "texts", "integer": "whole numbers", "number": "numbers"}
_OTHER_WORDS: Final = {
    "direction": {
        "downstream": "down callee callees calls call outgoing out dependencies",
        "upstream": "up caller callers called_by calledby incoming in usages usage references users dependents",
        "state": "states write writes mutations",
        "config": "configs configuration setting settings",
        "errors": "error exception exceptions raises throws",
        "inheritance": "inherits hierarchy bases subtypes subclasses superclasses overrides implementations "
        "implementors implements",
    },
    "kind": {
        "": "any all *",
        "module": "modules",
        "file": "files",
        "class": "classes",
        "interface": "interfaces protocol protocols",
        "struct": "structs structure structures",
        "enum": "enums enumeration enumerations",
        "trait": "traits",
        "type": "types typedef typedefs alias aliases",
        "func": "funcs function functions fn fns def",
        "method": "methods",
        "macro": "macros",
        "var": "vars variable variables const constant constants global globals",
        "attr": "attrs attribute attributes field fields property properties",
        "block": "blocks resource resources",
        "config": "configs configuration setting settings",
        "error": "errors exception exceptions",
    },
    "detail": {
        "auto": "",
        "name": "names",
        "signature": "signatures sig sigs",
        "doc": "docs docstring docstrings documentation",
        "full_doc": "full_docs fulldoc",
        "body": "bodies code source",
    },
}
"""Argument -> each of its values, and what else says the same and nothing else."""
_VALUE: Final = {
    name: {word: value for value, others in values.items() for word in (value, *others.split())}
    for name, values in _OTHER_WORDS.items()
}


_OTHER_NAMES: Final = {
    "limit": "max_results num_results max_entities top_k k n count",
    "budget": "max_tokens tokens token_budget token_limit",
    "max_tokens": "budget tokens token_budget token_limit",
    "context_lines": "context lines_of_context surrounding_lines",
    "depth": "max_depth levels",
    "path": "folder directory dir path_filter",
    "language": "lang",
    "to": "target destination goal",
    "include_tests": "tests with_tests",
}
"""Argument -> under which other names it is given by who has not read the schema."""
_FILES: Final = ("file", "file_path", "filename", "path")
_FOLDERS: Final = ("folder", "directory", "dir")
_FIRST_LINES: Final = ("line", "line_number", "start_line", "first_line", "start")
_LAST_LINES: Final = ("end_line", "last_line", "end")
_PLACE: Final = "entity_id"
"""What is given as `path:line` where others ask for a file and lines."""

_HUMP: Final = regex(r"(?<=[a-z])(?=[A-Z])")


def as_meant(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with the value in place of another word for it, as `callers` for `upstream`.

    Names may be written as in other languages: `entityId`, `max-tokens`.
    """
    plain = {_HUMP.sub("_", name).replace("-", "_").lower(): name for name in arguments}
    return {name: _value(name, arguments[given]) for name, given in plain.items()}


def under_its_name(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with the one that a tool needs under its name, where nothing else can be meant.

    That is so where it alone is missing, and a single one is not known: `path` for `file_path`; and for the names that
    others give it: `max_results` for `limit`, a file and lines for a place. A list of one text is that text where no
    list is taken.
    """
    properties = schema["properties"]
    meant = _renamed(properties, arguments)
    missing = [name for name in schema.get("required", ()) if name not in meant]
    unknown = [name for name in meant if name not in properties]
    if len(missing) == len(unknown) == 1:
        meant[missing[0]] = meant.pop(unknown[0])
    for name, given in meant.items():
        is_text = properties.get(name, {}).get("type") == "string"
        if is_text and isinstance(given, list) and len(given) == 1:
            meant[name] = given[0]
    return meant


def _renamed(properties: Mapping[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with those of other names under the tool's own, and a file with its lines as one place."""
    meant = dict(arguments)
    unknown = [name for name in arguments if name not in properties]
    for own, others in _OTHER_NAMES.items():
        given = [name for name in unknown if name in others.split()]
        if own in properties and own not in meant and len(given) == 1:
            meant[own] = meant.pop(given[0])
    if _PLACE in properties and isinstance(meant.get(_PLACE), str):
        within = [name for name in unknown if name in (*_FILES, *_FOLDERS) and meant.get(name)]
        if len(within) == 1:
            meant[_PLACE] = f"{meant.pop(within[0])}:{meant[_PLACE]}"
    if _PLACE in properties and _PLACE not in meant:
        file, first, last = (
            next((name for name in names if name in unknown and name in meant), "")
            for names in (_FILES, _FIRST_LINES, _LAST_LINES)
        )
        if file and first:
            end = f"-{meant.pop(last)}" if last else ""
            meant[_PLACE] = f"{meant.pop(file)}:{meant.pop(first)}{end}"
    return meant


def _value(name: str, given: Any) -> Any:  # noqa: ANN401 - as it came
    if not isinstance(given, str):
        return given
    return _VALUE.get(name, {}).get(given.strip().lower().replace("-", "_"), given)


def complaint(tool: str, schema: Mapping[str, Any], errors: Sequence[Mapping[str, Any]]) -> str:
    """Describe validation errors (pydantic's list of them) by the tool's input schema."""
    properties = schema["properties"]
    sentences: dict[str, str] = {}
    named = [str(error["loc"][0]) if error["loc"] else "" for error in errors]
    unknown = ", ".join(dict.fromkeys(repr(name) for name in named if name not in properties))
    for name, error in zip(named, errors, strict=True):
        if name not in properties:
            sentences[""] = f"{tool} has no argument {unknown}; it takes {', '.join(properties)}."
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
