"""Annotations that say whose parameter a parameter is, and the parameters of function types: `(node: Node) => void`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.heads import behind

CONTEXTUAL: Final = "parameter "
"""Begins such an annotation: `parameter 0 of Visitor`, `parameter 0 of argument 1 of walk`."""
OF_CALL: Final = " of argument "
"""Stands in one before the place of the function among the arguments, `of`, and the callee."""
_TOLD_BY: Final = f"{CONTEXTUAL}told by "
"""Begins the annotation of what a function was asked about whose declared result says a type."""
_PREDICATE: Final = re.compile(r"(?:.*=>\s*)?(?:asserts\s+)?[A-Za-z_$][\w$]*\s+is\s+(?!not\b)(.+)", re.DOTALL)
_READ: Final = re.compile(r"parameter (\d+) of (?:argument (\d+) of )?(.+)")
_OPENING: Final = re.compile(r"\s*(?:=\s*(?:async\s+)?)?(?=[<(])")
_QUALIFIER: Final = re.compile(r"\bfinal\s+|@[\w.]+(?:\([^()]*\))?\s*")
"""What is said of a parameter besides its type."""
_ARROW: Final = "=\x00"
_NAME: Final = re.compile(
    r"(?:(?:public|private|protected|readonly|override|mut)\s+)*(?:\.\.\.)?[\w$]+\??\s*:\s*(.*)", re.DOTALL
)


class Contextual(NamedTuple):
    """Whose parameter is meant."""

    place: int
    argument: int
    """The place of the function among the arguments of a call, -1 where its type is given."""
    of: str
    """That type, or the callee."""


def read_contextual(annotation: str) -> Contextual | None:
    """Return what such an annotation says.

    >>> read_contextual("parameter 0 of argument 1 of walk")
    Contextual(place=0, argument=1, of='walk')
    """
    found = _READ.match(annotation)
    if found is None:
        return None
    place, argument, of = found.groups()
    return Contextual(int(place), int(argument or -1), of)


def told_by(callee: str) -> str:
    """Return the annotation of what a function was asked about."""
    return _TOLD_BY + callee


def asked_of(annotation: str) -> str:
    """Return the function that was asked, empty where an annotation says something else."""
    return annotation.removeprefix(_TOLD_BY) if annotation.startswith(_TOLD_BY) else ""


@lru_cache(maxsize=1 << 12)
def predicate_type(declared: str) -> str:
    """Return the type of an argument that the declared result of a function says, or its type; empty where none does.

    >>> predicate_type("given is Cart<Item>"), predicate_type("asserts given is Cart"), predicate_type("boolean")
    ('Cart<Item>', 'Cart', '')
    >>> predicate_type("<A>(given: Option<A>) => given is Some<A>"), predicate_type("(given: Cart) => boolean")
    ('Some<A>', '')
    """
    found = _PREDICATE.fullmatch(declared.strip().lstrip(": "))
    return found[1].strip() if found is not None else ""


@lru_cache(maxsize=1 << 12)
def function_parameters(text: str) -> tuple[str, ...] | None:
    """Return the types of the parameters of a function type, None where a text is none.

    >>> function_parameters("<T>(node: Node<T>, done?: () => void) => void")
    ('Node<T>', '() => void')
    >>> function_parameters("((node: Node) => void) | undefined")
    ('Node',)
    """
    text = text.strip()
    if text.startswith("<"):
        text = text[_angle(text) :].lstrip()
    if text.startswith("("):
        end = closing(text, 0)
        if text[end + 1 :].lstrip().startswith("=>"):
            return _types(text[1:end])
        if end == len(text) - 1:
            return function_parameters(text[1:-1])
    found = [function_parameters(one) for one in _split(text, "|") if "=>" in one and len(one) < len(text)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1 << 12)
def declared_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the parameters of a function by its signature.

    >>> declared_parameters("export function walk<T>(root: T, visit: (node: T) => void): void", "walk")
    ('T', '(node: T) => void')
    """
    _, end = next(behind(signature, name, _OPENING), (-1, -1))
    if end < 0:
        return ()
    rest = signature[end:]
    if rest.startswith("<"):
        rest = rest[_angle(rest) :].lstrip()
    return _types(rest[1 : closing(rest, 0)]) if rest.startswith("(") else ()


@lru_cache(maxsize=1 << 12)
def parameters_behind_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the parameters of a function whose signature says the type of each before its name.

    >>> parameters_behind_types("static <T> void walk(final Box<? super T> root, Visitor<T> visit, int[] on)", "walk")
    ('Box<? super T>', 'Visitor<T>', 'int[]')
    """
    _, end = next(behind(signature, name, _OPENING), (-1, -1))
    inside = signature[end + 1 : closing(signature, end)] if end >= 0 else ""
    parts = (_QUALIFIER.sub("", part).strip() for part in _split(inside, ",") if part.strip())
    return tuple(part.rpartition(" ")[0].strip() for part in parts)


def _types(stated: str) -> tuple[str, ...]:
    """Return the types in a list of parameters, empty for those without one."""
    found = (_NAME.match(part.strip()) for part in _split(stated, ",") if part.strip())
    return tuple(_without_default(one.group(1)) if one is not None else "" for one in found)


def _split(text: str, separator: str) -> list[str]:
    """Split at separators outside brackets; the arrow of a function type closes none."""
    return [part.replace(_ARROW, "=>") for part in split(text.replace("=>", _ARROW), separator)]


def _without_default(text: str) -> str:
    return re.split(r"\s=\s", text, maxsplit=1)[0].strip()


def _angle(text: str) -> int:
    """Return where the type parameters end that a text begins with."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "<") - (character == ">" and text[place - 1] != "=")
        if depth == 0:
            return place + 1
    return len(text)
