"""How objects are named after their types: a `LineItem` is a `line_item`."""

from __future__ import annotations

import re
from typing import Final

_WORD_BEGINS: Final = re.compile(r"(?<!^)(?=[A-Z])")
_SHORT_BEGINS: Final = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""The same where a word of capitals is one."""


def object_name(type_name: str) -> str:
    """Return what holds an object of a type."""
    return _WORD_BEGINS.sub("_", type_name).lower()


def other_object_names(type_name: str) -> set[str]:
    """Return what else may hold an object of a type: its name as one word, and with words of capitals.

    >>> sorted(other_object_names("HTTPClient")), other_object_names("HighLine"), other_object_names("Cart")
    (['http_client', 'httpclient'], {'highline'}, set())
    """
    plain = type_name.lower()
    return {plain, _SHORT_BEGINS.sub("_", type_name).lower()} - {object_name(type_name)}


def in_capitals(name: str) -> str:
    """Return words with each in a capital: `orderLines` and `order_lines` are `OrderLines`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def type_name(name: str) -> str:
    """Return the type after which an object is named, empty where it cannot be named after one."""
    found = "".join(map(str.capitalize, name.split("_")))
    return found if found[:1].isalpha() and object_name(found) == name else ""


_MANY: Final = (("ies", "y"), ("es", ""), ("s", ""))
"""Ends of what is many of something, and what stands there of one."""


def types_of_many(name: str) -> list[str]:
    """Return the types after which what holds many objects may be named.

    >>> types_of_many("line_items"), types_of_many("stories"), types_of_many("boxes"), types_of_many("people")
    (['LineItem'], ['Story', 'Stori', 'Storie'], ['Box', 'Boxe'], [])
    """
    return [type_name(name.removesuffix(many) + one) for many, one in _MANY if name.endswith(many)]


def names_of_many(object_of_type: str) -> set[str]:
    """Return what may hold many objects, by what one is named.

    >>> sorted(names_of_many("story")), sorted(names_of_many("box"))
    (['stories', 'storyes', 'storys'], ['boxes', 'boxs'])
    """
    return {object_of_type.removesuffix(one) + many for many, one in _MANY if object_of_type.endswith(one)}
