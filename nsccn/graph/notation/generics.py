"""The parameters of generic types, and what a type makes its bases for, by signatures; type arguments of a type."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.notation.annotation import EMPTY
from nsccn.graph.notation.brackets import split

_ARROW: Final = re.compile(r"[=-]>")
_TEMPLATE: Final = re.compile(r"template\s*(?=<)")
_PARAMETER: Final = re.compile(r"\s*(?:(?:in|out|const|typename|class)\s+)*([^\W\d][\w$]*)")
_EXTENDED: Final = re.compile(r"\?\s*extends\s+")
_NAME: Final = re.compile(r"[\w$.:\s]*?(?=<)")


@lru_cache(maxsize=1 << 14)
def type_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the names of the parameters of a generic type or function.

    >>> type_parameters("template <typename T, class A = Of<T>> class Box : public Held<T>", "Box")
    ('T', 'A')
    >>> type_parameters("abstract class Builder<T, B extends Builder<T, B>> extends Maker<T>", "Builder")
    ('T', 'B')
    >>> type_parameters("class Shop extends Place<Cart>", "Shop")
    ()
    """
    head = _TEMPLATE.match(signature) or re.search(rf"(?<![\w$]){re.escape(name)}\s*(?=<)", signature)
    stated = _bracketed(signature, head.end()) if head is not None else ()
    found = (_PARAMETER.match(one) for one in stated)
    return tuple(one.group(1) for one in found if one is not None)


@lru_cache(maxsize=1 << 14)
def base_arguments(signature: str, base: str) -> tuple[str, ...]:
    """Return what a type makes one of its bases for.

    >>> base_arguments("class Shops<T extends Maker<T>> extends Maker<Shops> implements Held<Shop>", "Maker")
    ('Shops',)
    >>> base_arguments("class Shop : public store::Place<std::vector<Cart>>", "Place")
    ('std::vector<Cart>',)
    """
    for found in re.finditer(rf"(?<![\w$]){re.escape(base)}\s*(?=<)", signature):
        before = _ARROW.sub("", signature[: found.start()])
        if before.count("<") == before.count(">"):
            return _bracketed(signature, found.end())
    return ()


@lru_cache(maxsize=1 << 14)
def type_arguments(annotation: str) -> tuple[str, ...]:
    """Return what a generic type is made for.

    >>> type_arguments("const Box<Cart, Map<K, V>>&"), type_arguments("Box"), type_arguments("Box<Cart>[]")
    (('Cart', 'Map<K, V>'), (), ())
    >>> type_arguments("Box<? extends Cart> | null")
    ('Cart',)
    """
    stated = [one.strip(" *&?") for one in split(annotation, "|") if one.strip() not in EMPTY]
    name = _NAME.match(stated[0]) if len(stated) == 1 and stated[0].endswith(">") else None
    if name is None:
        return ()
    annotation = stated[0]
    return tuple(_EXTENDED.sub("", one) for one in _bracketed(annotation, name.end()))


def _bracketed(text: str, start: int) -> tuple[str, ...]:
    """Return what is in the angle brackets that a text has at a place."""
    arrowless = _ARROW.sub("==", text)
    depth = 0
    for end in range(start, len(text)):
        depth += (arrowless[end] == "<") - (arrowless[end] == ">")
        if depth == 0:
            return tuple(part.strip() for part in split(text[start + 1 : end], ",") if part.strip())
    return ()
