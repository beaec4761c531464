"""Methods that annotations make of fields, which no source shows: `getTitle` and `setTitle` under Lombok's `@Data`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GETTER: Final = "get"
SETTER: Final = "set"
PREFIXES: Final = (GETTER, "is", SETTER)
RECORD: Final = "record"
"""Marks a class that makes a method of each component, under the component's own name."""

_CAPITALS: Final = re.compile(r"[A-Z]+(?=[A-Z][^A-Z])|[A-Z]+")
"""The first word of a name, or as much as is written like one: `URL` of `URLPath`."""
_SMALL_LETTERS: Final = re.compile(r"[a-z]+")
_INNER_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def accessor_names(field: str) -> list[str]:
    """Return the names that a field's accessors may have.

    >>> accessor_names("title")
    ['getTitle', 'isTitle', 'setTitle']
    """
    return [prefix + field[:1].upper() + field[1:] for prefix in PREFIXES] if field else []


def field_of(name: str) -> tuple[str, str] | None:
    """Return the prefix of an accessor, and the name of its field.

    >>> field_of("getTitle"), field_of("settle")
    (('get', 'title'), None)
    """
    for prefix in PREFIXES:
        rest = name[len(prefix) :]
        if name.startswith(prefix) and rest[:1].isupper():
            return prefix, rest[:1].lower() + rest[1:]
    return None


def property_of(name: str) -> str:
    """Return the property that Kotlin sees in a getter or setter of Java, empty where it sees none.

    https://kotlinlang.org/docs/java-interop.html#getters-and-setters

    >>> property_of("getTitle"), property_of("isOpen"), property_of("getURLPath"), property_of("settle")
    ('title', 'isOpen', 'urlPath', '')
    """
    found = field_of(name)
    if found is None or found[0] == "is":
        return name if found is not None else ""
    capital = _CAPITALS.match(name, len(found[0]))
    return capital[0].lower() + name[capital.end() :] if capital else ""


def properties_of(name: str) -> list[str]:
    """Return the properties that such a method may be of: a setter does not tell whether its getter is an `isOpen`.

    >>> properties_of("getTitle"), properties_of("setOpen"), properties_of("settle")
    (['title'], ['open', 'isOpen'], [])
    """
    found = property_of(name)
    if not found:
        return []
    return [found, f"is{name.removeprefix(SETTER)}"] if name.startswith(SETTER) else [found]


def getters_of(name: str) -> list[str]:
    """Return the names that the getter of such a property may have, `isOpen` its own.

    >>> getters_of("urlPath"), getters_of("isOpen")
    (['getUrlPath', 'getURLPath'], ['isOpen', 'getIsOpen', 'getISOpen'])
    """
    first = _SMALL_LETTERS.match(name)
    if first is None:
        return []
    own = [name] if property_of(name) == name else []
    wholes = (f"get{name[:1].upper()}{name[1:]}", f"get{first[0].upper()}{name[first.end() :]}")
    return list(dict.fromkeys((*own, *wholes)))


def in_capitals(name: str) -> str:
    """Return a name with a capital for each of its words, as the methods have it that stand for a property.

    >>> in_capitals("full_name"), in_capitals("fullName")
    ('FullName', 'FullName')
    """
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def in_small_letters(name: str) -> str:
    """Return a name with its words apart, as code asks for such a property.

    >>> in_small_letters("FullName"), in_small_letters("items")
    ('full_name', 'items')
    """
    return _INNER_CAPITAL.sub("_", name).lower()


def setter_of(getter: str) -> str:
    """Return the name of the method that sets what another gives.

    >>> setter_of("getTitle"), setter_of("isOpen")
    ('setTitle', 'setOpen')
    """
    return SETTER + getter[2 if getter.startswith("is") else 3 :]


def is_made(prefix: str, annotations: Iterable[str], making: Mapping[str, Sequence[str]]) -> bool:
    """Whether one of the annotations of a field, or of its class, makes accessors of that prefix."""
    return any(prefix in making.get(annotation.rpartition(".")[2], ()) for annotation in annotations)
