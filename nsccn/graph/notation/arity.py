"""How facts tell types of one name apart that differ in the number of their parameters: `Box$1` is `Box<T>`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.notation.brackets import split

_MARK: Final = "$"
_NAMED: Final = re.compile(r"(?P<before>(?:\s|new\b|\()*)(?P<name>@?[^\W\d]\w*)<")
_BEHIND: Final = re.compile(r"\s*(?:\.|\?|\[|\Z)")
_BRACKET: Final = re.compile(r"[<>]")
_NO_TYPES: Final = re.compile(r"[;{}=]|&&|\|\|")


@lru_cache(maxsize=1 << 14)
def with_arity(text: bytes) -> bytes:
    """Return the text of an expression with the number of parameters behind the type that it begins with.

    >>> with_arity(b"Box<Cart, Map<K, V>>.Of()"), with_arity(b"new Box<Cart>(3).Open()"), with_arity(b"Read<Cart>(3)")
    (b'Box$2.Of()', b'new Box$1(3).Open()', b'Read<Cart>(3)')
    >>> with_arity(b"Box<Cart>"), with_arity(b"one.Read<Cart>()"), with_arity(b"a<b")
    (b'Box$1', b'one.Read<Cart>()', b'a<b')
    """
    written = text.decode("utf-8", "replace")
    named = _NAMED.match(written)
    end = _closing(written, named.end() - 1) if named is not None else 0
    if named is None or not end:
        return text
    is_type = "new" in named["before"] or _BEHIND.match(written, end)
    inside = written[named.end() : end - 1]
    if not is_type or _NO_TYPES.search(inside):
        return text
    return f"{named['before']}{named['name']}{_MARK}{len(split(inside, ','))}{written[end:]}".encode()


def of_arity(name: str, arity: int) -> str:
    """Return how facts name a type with so many parameters."""
    return f"{name}{_MARK}{arity}" if arity else name


def plain_arity(name: str) -> tuple[str, int]:
    """Return the name of a type, and of how many parameters it has.

    >>> plain_arity("Box$2"), plain_arity("Box")
    (('Box', 2), ('Box', 0))
    """
    plain, mark, number = name.rpartition(_MARK)
    return (plain, int(number)) if mark and number.isdecimal() else (name, 0)


def _closing(text: str, start: int) -> int:
    """Return the position behind the angle bracket that closes the one at `start`, 0 where none does."""
    depth = 0
    for bracket in _BRACKET.finditer(text, start):
        depth += 1 if bracket.group() == "<" else -1
        if depth == 0:
            return bracket.end()
    return 0
