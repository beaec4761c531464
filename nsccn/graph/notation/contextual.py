"""Annotations that say whose parameter a parameter is, and the parameters of function types: `(node: Node) => void`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.heads import behind

CONTEXTUAL: Final = "parameter "
"""Begins such an annotation: `parameter 0 of Visitor`, `parameter 0 of argument 1 of walk`."""
OWN_OBJECT: Final = "self"
"""Stands in one in the place of the number, where the object in a function is meant: `Cart` of `Cart.() -> Unit`."""
LAST: Final = "_"
"""Stands in one in the place of the argument, where it is the last one, behind the brackets."""
OF_CALL: Final = " of argument "
"""Stands in one before the place of the function among the arguments, `of`, and the callee."""
_TOLD_BY: Final = f"{CONTEXTUAL}told by "
"""Begins the annotation of what a function was asked about whose declared result says a type."""
_PREDICATE: Final = re.compile(r"(?:.*=>\s*)?(?:asserts\s+)?[A-Za-z_$][\w$]*\s+is\s+(?!not\b)(.+)", re.DOTALL)
_READ: Final = re.compile(r"parameter (\d+|self) of (?:argument (\w+) of )?(.+)")
_OBJECT: Final = -1
_OPENING: Final = re.compile(r"\s*(?:=\s*(?:async\s+)?)?(?=[<(])")
_QUALIFIER: Final = re.compile(r"\bfinal\s+|@[\w.]+(?:\([^()]*\))?\s*")
"""What is said of a parameter besides its type."""
_ARROW: Final = "=\x00"
_THIN: Final = "\x00"
_BEFORE_BRACKET: Final = re.compile(r"\s*(?:<[^()]*>\s*)?(?:(?:\w+\s+)?constructor\s*)?(?=\()")
_NAMED: Final = re.compile(r"(?:@[\w.]+(?:\([^()]*\))?\s*|\b\w+\s+)*?`?(\w+)`?\s*:\s*(.+)", re.DOTALL)
_SUSPENDED: Final = re.compile(r"^(?:(?:suspend|@[\w.]+(?:\([^()]*\))?)\s+)*")
_LABELLED: Final = re.compile(r"^\w+\s*:\s*")
_NAME: Final = re.compile(
    r"(?:(?:public|private|protected|readonly|override|mut)\s+)*(?:\.\.\.)?[\w$]+\??\s*:\s*(.*)", re.DOTALL
)


class Contextual(NamedTuple):
    """Whose parameter is meant."""

    place: int
    """-1 for the object in the function."""
    argument: int
    """The place of the function among the arguments of a call, -1 where its type is given, or it has a keyword."""
    of: str
    """That type, or the callee."""
    keyword: str = ""


def read_contextual(annotation: str) -> Contextual | None:
    """Return what such an annotation says.

    >>> read_contextual("parameter 0 of argument 1 of walk")
    Contextual(place=0, argument=1, of='walk', keyword='')
    """
    found = _READ.match(annotation)
    if found is None:
        return None
    place, argument, of = found.groups()
    at = _OBJECT if place == OWN_OBJECT else int(place)
    if argument is None or argument.isdecimal():
        return Contextual(at, int(argument or -1), of)
    return Contextual(at, -1, of, argument)


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


@lru_cache(maxsize=1 << 12)
def parameters_behind_names(signature: str, name: str) -> tuple[tuple[str, str], ...]:
    """Return names and types of the parameters of a function, or of a type's own constructor, in Kotlin.

    >>> parameters_behind_names("inline fun <T> T.walk(root: T?, crossinline visit: Cart.(T) -> Unit = {}): T", "walk")
    (('root', 'T?'), ('visit', 'Cart.(T) -> Unit'))
    """
    found = next((place for place in _opened(signature, name)), -1)
    if found < 0:
        return ()
    inside = signature[found + 1 : closing(signature, found)].replace("->", _THIN)
    parts = (_NAMED.fullmatch(part.strip()) for part in split(inside, ",") if part.strip())
    return tuple(
        (one.group(1), split(one.group(2), "=")[0].replace(_THIN, "->").strip())
        for one in parts
        if one is not None
    )


def _opened(signature: str, name: str) -> Iterator[int]:
    """Yield where the parameters of something of a name may begin."""
    for _, end in behind(signature, name, _BEFORE_BRACKET):
        yield end


@lru_cache(maxsize=1 << 12)
def arrow_type(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the object and the parameters of a function type of Kotlin, None where a text is none.

    >>> arrow_type("suspend shop.Cart<T>.(at: Int, (Item) -> Unit) -> Unit"), arrow_type("(() -> Unit)?")
    (('shop.Cart<T>', ('Int', '(Item) -> Unit')), ('', ()))
    """
    text = text.strip()
    if text.endswith("?") and text.startswith("("):
        text = text[:-1].rstrip()
    while text.startswith("(") and closing(text, 0) == len(text) - 1:
        text = text[1:-1].strip()
    text = _SUSPENDED.sub("", text)
    depth = 0
    for place, character in enumerate(text):
        if character == "(" and depth == 0:
            before, end = text[:place].strip(), closing(text, place)
            if not text[end + 1 :].lstrip().startswith("->") or (before and not before.endswith(".")):
                return None
            inside = text[place + 1 : end].replace("->", _THIN)
            parts = (part.replace(_THIN, "->").strip() for part in split(inside, ",") if part.strip())
            return before.rstrip(". ?"), tuple(_LABELLED.sub("", part) for part in parts)
        depth += (character == "<") - (character == ">")
    return None


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
