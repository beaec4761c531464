"""What functions take, by their signatures and by types that are those of functions: `(node: Node) => void`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import behind_angles, closing, split, without_outer
from nsccn.graph.notation.heads import behind

UNTOLD_FUNCTION: Final = "() -> ?"
"""The type of a function of which nothing is known but that it is one."""
_ARROWS: Final = {"=>": "\x00", "->": "\x01"}
"""The arrows of function types, and what stands for them where brackets and defaults are looked for."""
_OPENING: Final = re.compile(r"\s*(?:=\s*(?:async\s+)?)?(?:(?:\w+\s+)?constructor\s*)?(?=[<(])")
_CONSTRUCTOR: Final = re.compile(r"(?:(?:@[\w.]+|\w+)\s+)*constructor\s*(?=\()")
"""What may stand before the parameters that the head of a type has."""
_NAME_FIRST: Final = re.compile(
    r"(?:@[\w.]+(?:\([^()]*\))?\s*|\b\w+\s+)*(?:\.\.\.)?`?([\w$]+)`?\??\s*:(?!:)\s*(.*)", re.DOTALL
)
_QUALIFIER: Final = re.compile(
    r"\b(?:final|in|mut|out|params|readonly|ref|scoped|this)\s+|@[\w.]+(?:\([^()]*\))?\s*|^(?:\[[^\[\]]*\]\s*)+"
)
"""What is said of a parameter besides its type."""
_SUSPENDED: Final = re.compile(r"^(?:(?:suspend|@[\w.]+(?:\([^()]*\))?)\s+)*")
_LABEL: Final = re.compile(r"(?:_\s+)?\w+\s*:\s*")
_HANDED: Final = re.compile(r"\Ainout\s+")
_EFFECTS: Final = re.compile(r"(?:(?:async|throws|rethrows)\b(?:\([\w.]+\))?\s*)+(?=->)")
"""What stands before the arrow of a function that may wait or fail."""


_BOUND: Final = r"\s*(?:for\s*<[^<>]*>\s*)?(?:Fn|FnMut|FnOnce)\s*(?=\()"
_STATED_BOUND: Final = re.compile(rf"(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?(?:dyn|impl)\b{_BOUND}")


class FunctionType(NamedTuple):
    """What a type says that is one of functions."""

    of: str
    """The type of the object in them: `Cart` of `Cart.() -> Unit`; mostly empty."""
    parameters: tuple[str, ...]
    """The types of their parameters, empty for one of which none is said."""
    result: str


@lru_cache(maxsize=1 << 12)
def function_type(text: str) -> FunctionType | None:
    """Return what a type of functions says, None where a text is none.

    >>> function_type("<T>(node: Node<T>, done?: () => void) => void")
    FunctionType(of='', parameters=('Node<T>', '() => void'), result='void')
    >>> function_type("((node: Node) => void) | undefined")
    FunctionType(of='', parameters=('Node',), result='void')
    >>> function_type("suspend shop.Cart<T>.(at: Int, (Item) -> Unit) -> Item?")
    FunctionType(of='shop.Cart<T>', parameters=('Int', '(Item) -> Unit'), result='Item?')
    >>> function_type("(inout Cart, _ at: Int) async throws -> Void")
    FunctionType(of='', parameters=('Cart', 'Int'), result='Void')
    >>> function_type("(() -> Unit)?"), function_type("(Cart)")
    (FunctionType(of='', parameters=(), result='Unit'), None)
    """
    text = text.strip()
    if not any(arrow in text for arrow in _ARROWS):
        return None
    if text.endswith("?") and text.startswith("("):
        text = text[:-1].rstrip()
    text = without_outer(text[behind_angles(text) :])
    return _by_arrow(_SUSPENDED.sub("", text)) or _of_one(text)


def bound_to_call(text: str, signature: str) -> str:
    """Return the type of functions that a type stands for by its bound, itself where it has none.

    >>> bound_to_call("F", "fn step<F, R>(f: F) where F: for<'c> FnOnce(Step<'c>) -> Result<R>")
    "(Step<'c>) -> Result<R>"
    >>> bound_to_call("impl Fn(Cart, u8) + Send", ""), bound_to_call("&mut dyn FnMut(Cart) -> bool", "")
    ('(Cart, u8) -> ()', '(Cart) -> bool')
    """
    found, said = _STATED_BOUND.match(text), text
    if found is None and text.isidentifier():
        found, said = re.search(rf"(?<![\w:']){text}\s*:{_BOUND}", signature), signature
    if found is None:
        return text
    end = closing(said, found.end())
    taken, rest = said[found.end() : end + 1], said[end + 1 :].lstrip()
    given = _split(rest.removeprefix("->"), ",")[0].strip() if rest.startswith("->") else "()"
    return f"{taken} -> {given}"


def _by_arrow(text: str) -> FunctionType | None:
    depth = 0
    for place, character in enumerate(text):
        if character == "(" and depth == 0:
            before, end = text[:place].strip(), closing(text, place)
            rest = text[end + 1 :].lstrip()
            rest = rest[effects.end() :] if (effects := _EFFECTS.match(rest)) else rest
            arrow = rest[:2]
            if arrow not in _ARROWS or (before and not before.endswith(".")):
                return None
            has_names = arrow == "=>"
            parts = (part.strip() for part in _split(text[place + 1 : end], ",") if part.strip())
            types = (_named(part)[1] if has_names else _unlabelled(part) for part in parts)
            return FunctionType(before.rstrip(". ?"), tuple(types), rest[2:].strip())
        depth += (character == "<") - (character == ">")
    return None


def _unlabelled(part: str) -> str:
    """Return the type of a parameter without its label, and without how it is handed over.

    >>> _unlabelled("_ cart: inout Cart"), _unlabelled("inout Cart"), _unlabelled("(Item) -> Unit")
    ('Cart', 'Cart', '(Item) -> Unit')
    """
    return _HANDED.sub("", _LABEL.sub("", part, count=1), count=1)


def _of_one(text: str) -> FunctionType | None:
    """Return what the one type of functions says among several types."""
    several = (part for part in _split(text, "|") if len(part) < len(text))
    found = [one for part in several if (one := function_type(part)) is not None]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1 << 12)
def parameter_list(signature: str, name: str) -> tuple[tuple[str, str], ...]:
    """Return the names and types of the parameters of a function by its signature; of a type by that of its head.

    >>> parameter_list("export function walk<T>(root: T, visit: (node: T) => void = end): void", "walk")
    (('root', 'T'), ('visit', '(node: T) => void'))
    >>> parameter_list("inline fun <T> T.walk(root: T?, crossinline visit: Cart.(T) -> Unit = {}): T", "walk")
    (('root', 'T?'), ('visit', 'Cart.(T) -> Unit'))
    >>> parameter_list("static <T> void walk(final Box<? super T> root, Visitor<T> visit, int[] on)", "walk")
    (('root', 'Box<? super T>'), ('visit', 'Visitor<T>'), ('on', 'int[]'))
    >>> parameter_list("void Walk<K, V>(this Box<K, V> root, [Some] ref int at, int by = 1)", "Walk")
    (('root', 'Box<K, V>'), ('at', 'int'), ('by', 'int'))
    >>> parameter_list("function walk({ root }: Options, on = {}, by)", "walk")
    (('', ''), ('on', ''), ('by', ''))
    """
    _, end = next(behind(signature, name, _OPENING), (-1, -1))
    rest = signature[end:] if end >= 0 else ""
    rest = rest[behind_angles(rest) :].lstrip()
    if head := _CONSTRUCTOR.match(rest):
        rest = rest[head.end() :]
    if not rest.startswith("("):
        return ()
    return tuple(_named(part.strip()) for part in _split(rest[1 : closing(rest, 0)], ",") if part.strip())


def parameter_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the parameters of a function by its signature, empty for those without one."""
    return tuple(stated for _, stated in parameter_list(signature, name))


def _named(text: str) -> tuple[str, str]:
    """Return the name of a parameter and its type, which may stand before it or behind."""
    stated = _split(text, "=")[0].strip()
    if found := _NAME_FIRST.fullmatch(stated):
        return found.group(1), found.group(2).strip()
    before, _, name = _QUALIFIER.sub("", stated).rpartition(" ")
    if before and not before[0].isidentifier():
        return "", ""  # a pattern
    return (name, before.strip()) if name.isidentifier() else ("", before.strip())


def _split(text: str, separator: str) -> list[str]:
    """Split at separators outside brackets; the arrow of a function type closes none."""
    for arrow, mark in _ARROWS.items():
        text = text.replace(arrow, mark)
    parts = split(text, separator)
    for arrow, mark in _ARROWS.items():
        parts = [part.replace(mark, arrow) for part in parts]
    return parts
