"""Methods that annotations make of fields, which no source shows: `getTitle` and `setTitle` under Lombok's `@Data`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SETTER: Final = "set"
PREFIXES: Final = ("get", "is", SETTER)


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


def is_made(prefix: str, annotations: Iterable[str], making: Mapping[str, Sequence[str]]) -> bool:
    """Whether one of the annotations of a field, or of its class, makes accessors of that prefix."""
    return any(prefix in making.get(annotation.rpartition(".")[2], ()) for annotation in annotations)
