"""The types of the results of a function that gives several, by its signature."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.functiontypes import function_type
from nsccn.graph.notation.heads import behind
from nsccn.graph.notation.shapes import types_of

if TYPE_CHECKING:
    from nsccn.graph.language import Language

NUMBERED: Final = ".@"
"""Stands between a call and the number of one of its results, where it is not the first: `open().@1`.

Where tuples are taken apart, between the tuple and the number of the part that a variable takes; the whole then stands
for a collection of that part.
"""

KEYS: Final = f"{NUMBERED}keys"
"""Stands behind a collection where its keys are meant."""

VALUES: Final = f"{NUMBERED}values"
"""Stands behind a mapping where the values of its pairs are meant."""

FAILURE: Final = f"{NUMBERED}error"
"""Stands behind what may have failed where the error is meant."""

EACH: Final = f"{NUMBERED}each"
"""Stands behind a collection where one of what a loop over it takes is meant."""

ALL: Final = f"{NUMBERED}all"
"""Stands behind what each element of a collection is, where the collection is meant."""

MAPPED: Final = f"{NUMBERED}map"
"""Stands behind what each value of a mapping is, where the mapping is meant."""

OPERATOR: Final = "~"
"""Behind `NUMBERED`, begins the operator whose result is meant: `all.@~-` of `all - some`."""

CASE: Final = f"{NUMBERED}="
"""Stands between what a pattern is compared with and the case whose value it takes, or none for a part of a tuple."""

PLACE: Final = "#"
"""Stands between a case and the place of the value: `state.@=paid#0`."""

MADE_FOR: Final = f"{NUMBERED}:"
"""Stands between a call and what it is given first: a type of which it may make an instance, or a new object that it
may give back, `inject().@:Cart` or `keep().@:Cart()`."""

ADDED: Final = f"{NUMBERED}>"
"""Stands between a function and the number of what it takes where the members are meant that it adds to that."""


def each(collection: str) -> str:
    """Return the expression of one of what a loop over a collection takes, empty where nothing is known of that.

    >>> each("shop.carts"), each(f"found(){ALL}"), each(f"found(){MAPPED}"), each("")
    ('shop.carts.@each', 'found()', '', '')
    """
    if collection.endswith(ALL):
        return collection.removesuffix(ALL)
    return f"{collection}{EACH}" if collection and not collection.endswith(MAPPED) else ""


def part_of(whole: str, place: int, *, is_each: bool = False) -> str:
    """Return the expression of the part of a tuple at a place, or of the tuples that a collection has in it.

    >>> part_of("found()", 1), part_of("found()", 0, is_each=True)
    ('found().@1', 'found().@each.@0')
    """
    return f"{whole}{EACH if is_each else ''}{NUMBERED}{place}"


_OPENING: Final = re.compile(r"\s*(?:\[[^\]]*\]\s*)?\(")
"""Of what a function takes, behind what it is generic in."""


def says_nothing(declared: str, language: Language) -> bool:
    """Whether a declared result leaves open what is given: then what is returned tells more."""
    if not language.untyped_objects:
        return False
    return type_expression(declared, language.transparent_types)[0].rpartition(".")[2] in language.any_types


_CALLABLE: Final = re.compile(r"(?:\w+\.)*Callable\[")
_OF_FUNCTIONS: Final = re.compile(r"\bCallable\b|[=-]>|\bfunc\(|\bFn(?:Mut|Once)?\(")
_FUNCTION: Final = "func("
"""Begins the type of a function."""


def names_function(declared: str) -> bool:
    """Whether a declared type is, or has in it, one of functions.

    >>> names_function("Callable[[int], Cart] | None"), names_function("(at: number) => Cart"), names_function("Cart")
    (True, True, False)
    """
    return _OF_FUNCTIONS.search(declared) is not None


def given_type(annotation: str) -> str:
    """Return what a function of a type gives, the first where that is several; empty where the type is no such.

    >>> given_type("func(n int) (*Cart, error)"), given_type("func() []Item"), given_type("func()"), given_type("Cart")
    ('*Cart', '[]Item', '', '')
    >>> given_type("((Cart) -> Item)?")
    'Item'
    >>> given_type("Callable[[int], list[Cart]]"), given_type("typing.Callable[..., Cart]"), given_type("Callable")
    ('list[Cart]', 'Cart', '')
    """
    if (called := _CALLABLE.match(annotation)) and annotation.endswith("]"):
        return split(annotation[called.end() : -1], ",")[-1].strip()
    if not annotation.startswith(_FUNCTION):
        told = function_type(annotation)
        return told.result if told is not None else ""
    return next(iter(given_types(annotation)), "")


def given_types(annotation: str) -> list[str]:
    """Return the types of all that a function of a type gives which is written with a word before what it takes.

    >>> given_types("func(n int) (cart *Cart, err error)"), given_types("func() Item"), given_types("() => Cart")
    (['*Cart', 'error'], ['Item'], [])
    """
    if not annotation.startswith(_FUNCTION):
        return []
    results = annotation[closing(annotation, len(_FUNCTION) - 1) + 1 :].strip()
    return list(types_of(results[1 : closing(results, 0)])) if results.startswith("(") else [results]


@lru_cache(maxsize=1 << 12)
def result_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the results, nothing where it gives one alone.

    >>> result_types("func (s *Store) open(path string) (int, *File, error)", "open")
    ('int', '*File', 'error')
    >>> result_types("func pair[T any]() (first, second *T, err error)", "pair")
    ('*T', '*T', 'error')
    """
    _, inside = next(behind(signature, name, _OPENING), (-1, -1))
    if inside < 0:
        return ()
    results = signature[closing(signature, inside - 1) + 1 :].strip()
    if not results.startswith("("):
        return ()
    return tuple(types_of(results[1 : closing(results, 0)]))
