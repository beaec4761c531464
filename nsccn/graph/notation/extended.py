"""Of what a function is called that is no member of its type: `fun Cart.sum(): Int`, `int Sum(this Cart cart)`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import behind_angles, closing, split
from nsccn.graph.notation.functiontypes import parameter_types
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.notation.signatures import Parameter, read_type, taken_by

FIRST_PARAMETER: Final = "first_parameter"
"""Where a function has such an object: as its first parameter."""
BEFORE_NAME: Final = "before_name"
"""The same: as what needs no name inside it, whose type stands before its own name."""
CONVERTED: Final = "converted"
"""The same: as the parameter of what gives objects the function, which may be said before it."""
WITHOUT_PARAMETER: Final = (BEFORE_NAME, CONVERTED)
"""Those in which a function has no parameter for it."""
EXTENSION_HEAD: Final = "extension"
"""What a signature has before such a parameter, where nothing but the function has it."""
_BEGIN: Final = re.compile(r"\b(?:fun|va[lr])\b\s*")
_WORD: Final = re.compile(r"(?:^|,)\s*[+-]?(\w+)")
_EVIDENCE: Final = re.compile(r"\(\s*(?:implicit|using)\b")
_BOUND: Final = re.compile(r"(?<![<>]):")
_PLACE: Final = re.compile(r"\s+(?:calldata|memory|storage)\Z")
"""Says where an object lies, in Solidity."""
_MARK: Final = re.compile(r"@(?:\w+:)?[\w.]+(?:\([^()]*\))?\s*")


class Extended(NamedTuple):
    """What a function extends."""

    text: str
    """Its type as written."""
    type: Parameter
    variables: tuple[str, ...]
    """What the function is generic in."""


@lru_cache(maxsize=1 << 14)
def extended(signature: str, name: str, receiver: str) -> Extended | None:
    """Return what a function or property extends, None where its signature shows nothing; `receiver` is where it does.

    >>> extended("val shop.Cart?.size: Int get()", "size", BEFORE_NAME).type.path
    'shop.Cart'
    >>> extended("void Each<T>(this List<T> all, int by)", "Each", FIRST_PARAMETER)[::2]
    ('List<T>', ('T',))
    >>> extended("extension [A](all: List[A]) def second: A", "second", CONVERTED)[::2]
    ('List[A]', ('A',))
    """
    if receiver == BEFORE_NAME:
        text = extended_type(signature, name)
        stated = read_type(text.replace("`", "")) if text else None
    elif receiver == CONVERTED:
        return _converted(signature, EXTENSION_HEAD if signature.startswith(EXTENSION_HEAD) else name)
    else:
        taken = taken_by(signature, name)
        text = next(iter(parameter_types(signature, name)), "")
        text = _PLACE.sub("", text).removesuffix("?")
        stated = taken.parameters[0] if taken is not None and taken.parameters else None
        if stated is not None:  # what may be null has the same members
            stated = stated._replace(type=stated.type.rstrip("?"), path=stated.path.rstrip("?"))
    return Extended(text, stated, type_parameters(signature, name)) if stated is not None else None


def _converted(signature: str, name: str) -> Extended | None:
    """Return the type of the first parameter behind a name: of `implicit class Ops[A](val value: A)`.

    It is generic in nothing where further parameters, which the compiler finds, say of which types it is: `[A: Order]`.
    """
    begun = re.search(rf"\b{re.escape(name)}\s*(?=[\[(])", signature)
    rest, variables = signature[begun.end() :] if begun is not None else "", list[str]()
    if rest.startswith("["):
        end = closing(rest, 0)
        is_any = not (_EVIDENCE.search(rest, end) or _BOUND.search(rest, 0, end))
        variables = _WORD.findall(rest[1:end]) if is_any else []
        rest = rest[end + 1 :].lstrip()
    if not rest.startswith("("):
        return None
    text = split(rest[1 : closing(rest, 0)], ",", angles=False)[0].partition(":")[2].strip()
    return Extended(text, read_type(text), tuple(variables)) if text else None


@lru_cache(maxsize=1 << 14)
def extended_type(signature: str, name: str) -> str:
    """Return the type that stands before the name of a function or property, as written; empty where none does.

    >>> extended_type("inline fun <T : Comparable<T>> List<T>.second(at: Int): T?", "second")
    'List<T>'
    >>> extended_type("val shop.Cart?.size: Int get()", "size"), extended_type("fun size(): Int", "size")
    ('shop.Cart', '')
    """
    begun = _BEGIN.search(signature)
    if begun is None:
        return ""
    rest = signature[begun.end() :]
    rest = rest[behind_angles(rest) :].lstrip()
    depth = 0
    for place, character in enumerate(rest):
        depth += (character in "<([") - (character in ">)]" and rest[place - 1] != "-")
        if character == "." and depth == 0 and _is_name(rest, place + 1, name):
            return _MARK.sub("", rest[:place]).strip().removesuffix("?").strip()
    return ""


def _is_name(text: str, place: int, name: str) -> bool:
    found = text[place:].lstrip("`")
    return found.startswith(name) and not (
        found[len(name) : len(name) + 1].isalnum() or found[len(name) :][:1] == "_"
    )
