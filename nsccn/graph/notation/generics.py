"""The parameters of generic types, and what a type makes its bases for, by signatures; type arguments of a type."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from nsccn.graph.notation.annotation import EMPTY, without_wrappers
from nsccn.graph.notation.brackets import behind_angles, closing, split
from nsccn.graph.notation.heads import behind, first_behind

_ARROW: Final = re.compile(r"[=-]>")
_CLASS: Final = re.compile(r"(?:class|type(?=\s+\w+\[[^=]*\]\s=\s))\s+(?P<name>[^\s\[(]+)\s*(?=[\[(])")
_BEFORE_NAME: Final = re.compile(r"\Atemplate\s*(?=<)|\b(?:fun|va[lr])\s*(?=<)")
"""What a function or template is generic in stands behind such a word rather than behind its name."""
_PARAMETER: Final = re.compile(
    r"\s*(?:\[[^\[\]]*\]\s*)?(?:(?:in|out|const|reified|typename|class)\s+)*([^\W\d][\w$]*)"
)
_OPENING: Final = re.compile(r"(?:(?!operator)[a-z]+\s+)*(?:template)?(?=<)|(?:async )?def\s+\w+(?=\[)")
"""Before the parameters of a declaration that states them before its name, or as Python does."""
_ASSIGNED: Final = re.compile(r"\s=\s+(?:async\s+)?(?=<)")
"""Before those of a function that a variable is given."""
_MADE_FOR: Final = re.compile(r"[^(]*>\s*::")
"""Begins what belongs to a template that is made for something."""
_TYPE: Final = re.compile(r"(?:typename|class)\b")
_BOUNDED: Final = re.compile(r"(?=\[\s*\w+(?:\s*,\s*\w+)*\s+[^\s\]])")
"""Before parameters with what they must be, as in Go: `[K comparable, V any]`."""
_PARAMETERS: Final = re.compile(rf"\s*(?=<)|{_BOUNDED.pattern}")
_OF_RECEIVER: Final = re.compile(r"func\s*\([^()\[]*\w(?=\[)")
_NOTHING: Final = re.compile("")
_BEGINS_BASES: Final = re.compile(
    r"(?:\b(?:extends|implements)\b|(?<!:):(?!:))\s*(?:(?:public|protected|private|virtual)\s+)*"
)
_ARGUMENTS: Final = re.compile(r"(?<=>)\(.*\Z", re.DOTALL)
"""What the constructor of a base is given."""
_LIMIT: Final = re.compile(r"[\w.]+\Z")
_KINDS: Final = r"(?:class\??|struct|notnull|unmanaged|default|new\(\))"
"""What a type variable may have to be besides a type."""
_BRACKET: Final = re.compile(r"\s*(?=[<\[])")
_LENT: Final = re.compile(r"(?:&\s*'\w+\s+)+")
"""References that a type begins with, each with its lifetime."""
_LIFETIME: Final = re.compile(r"'\w+\Z")
"""How long a reference holds, which no parameter that is a type stands for."""
_EXTENDED: Final = re.compile(r"\?\s*(?:extends|super)\s+")
_NAME: Final = re.compile(r"[\w$.:\s]*?(?=<)")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_SQUARE: Final = re.compile(r"[\w.]+(?=\[[^\]])")
_VARIABLES: Final = re.compile(r"(?:\w+\.)*(?:Generic|Protocol)(?=\[)")
"""What names the parameters of a type among its bases."""
_VARIABLE: Final = re.compile(r"_*(?:[A-Z]\d?|T[A-Z_]\w*|[A-Z]\w*T|\w+_co|\w+_contra)\Z")
"""What a variable for types is called by custom, where a type does not say which of the names are such."""


@lru_cache(maxsize=1 << 12)
def parameter_meant(signature: str, name: str, transparent: frozenset[str]) -> int:
    """Return the place of the parameter that another name for a type stands for, -1 where it stands for another type.

    >>> parameter_meant("export type Maybe<T> = null | undefined | T", "Maybe", frozenset())
    0
    >>> parameter_meant("type Later<K, T = any> = T | Promise<T>", "Later", frozenset({"Promise"}))
    1
    >>> parameter_meant("type Held<T> = Box<T>", "Held", frozenset())
    -1
    """
    parameters = type_parameters(signature, name)
    stated = (part.strip(" ()") for part in split(signature.rpartition(" = ")[2], "|"))
    meant = {without_wrappers(part, transparent) for part in stated if part not in EMPTY}
    only = meant.pop() if len(meant) == 1 else ""
    return parameters.index(only) if only in parameters else -1


@lru_cache(maxsize=1 << 14)
def type_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the names of the parameters of a generic type or function.

    >>> type_parameters("template <typename T, class A = Of<T>> class Box : public Held<T>", "Box")
    ('T', 'A')
    >>> type_parameters("abstract class Builder<T, B extends Builder<T, B>> extends Maker<T>", "Builder")
    ('T', 'B')
    >>> type_parameters("class Shop extends Place<Cart>", "Shop")
    ()
    >>> type_parameters("class Box(Held[K], Generic[T, K])", "Box"), type_parameters("class Bag[T: Cart](Of[T])", "Bag")
    (('T', 'K'), ('T',))
    >>> type_parameters("class Carts(Dict[str, CartT], Box[Cart])", "Carts")
    ('CartT',)
    >>> type_parameters("type Kept[T] = list[T]", "Kept")
    ('T',)
    >>> type_parameters("type Pair[K comparable, V any] struct", "Pair"), type_parameters("type Row [8]int", "Row")
    (('K', 'V'), ())
    >>> type_parameters("class Failed : Result<Shop>, Shop.Failed<Shop>", "Failed")
    ()
    >>> type_parameters("inline fun <reified T : Comparable<T>, K> List<T>.second(): T", "second")
    ('T', 'K')
    """
    if (bases := _CLASS.match(signature)) and bases["name"] == name:
        return _python_parameters(signature, bases.end())
    head = _BEFORE_NAME.search(signature)
    end = head.end() if head else first_behind(signature, name, _PARAMETERS)
    return _names(_bracketed(signature, end)) if end >= 0 else ()


@lru_cache(maxsize=1 << 14)
def hiding_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the names that stand for any type within a declaration, whatever they mean outside of it.

    >>> hiding_parameters("static <Item extends Shape> void draw(Item one)", "draw")
    ('Item',)
    >>> hiding_parameters("template <class Item, int size, Kind kind> struct Box", "Box")
    ('Item',)
    >>> hiding_parameters("class Box<Item>(val: Item)", "Box"), hiding_parameters("class Box(val: Box<T>)", "Box")
    (('Item',), ())
    >>> hiding_parameters("const all = async <Item,>(one: Item) =>", "all"), hiding_parameters("List<T> all()", "all")
    (('Item',), ())
    >>> hiding_parameters("func (b *Box[Item]) Get() Item", "Get"), hiding_parameters("def get[Item](one)", "get")
    (('Item',), ('Item',))
    >>> hiding_parameters("Box<std::string>::Box(int size)", "Box")
    ()
    >>> hiding_parameters("class Bag[Item](Held[T])", "Bag"), hiding_parameters("class Carts(Held[T])", "Carts")
    (('Item',), ())
    """
    if (receiver := _OF_RECEIVER.match(signature)) is not None:
        return _bracketed(signature, receiver.end())
    if (bases := _CLASS.match(signature)) and bases["name"] == name and signature[bases.end()] == "(":
        return ()
    opening = _OPENING.match(signature) or _ASSIGNED.search(signature)
    if opening is None:
        return () if _MADE_FOR.match(signature) else type_parameters(signature, name)
    stated = _bracketed(signature, opening.end())
    return _names(filter(_TYPE.match, stated) if signature.startswith("template") else stated)


def _names(stated: Iterable[str]) -> tuple[str, ...]:
    """Return the names of parameters as they are stated."""
    parameters = (_PARAMETER.match(one) for one in stated)
    return tuple(one.group(1) for one in parameters if one is not None)


@lru_cache(maxsize=1 << 14)
def type_limit(signature: str, variable: str, mark: str) -> str:
    """Return the type that a type variable must be, behind a mark; empty where it may be any, or is none.

    >>> type_limit("<K, T extends Item & Priced> T first(List<T> all)", "T", "extends")
    'Item'
    >>> type_limit("fun <T : Item, K> K.first(): T where K : List<T>", "K", ":"), type_limit("class Box<T>", "T", ":")
    ('List', '')
    >>> type_limit("T First<T>(List<T> all) where T : class, Item, new()", "T", ":"), type_limit("T Any<T>()", "T", ":")
    ('Item', '')
    >>> type_limit("class Box[T: Item = Cart](Held[T])", "T", ":"), type_limit("def sum[T <: Item](all: T)", "T", "<:")
    ('Item', 'Item')
    """
    if "<" not in signature and "[" not in signature:
        return ""
    stated = (one for one in _limits(mark).finditer(signature) if one.group(1) == variable)
    return next((one.group(2) for one in stated), "")


@cache
def _limits(mark: str) -> re.Pattern[str]:
    """Return what finds the variables of a signature that must be of a type, and the type."""
    begins = rf"(?:[<,]|(?<=\w)\[|\bwhere\b)\s*(?:(?:reified|in|out)\s+)*(\w+)\s*{mark}"
    return re.compile(rf"{begins}\s*(?:{_KINDS}\s*,\s*)*(?!{_KINDS})([^\W\d][\w.]*)")


@lru_cache(maxsize=1 << 14)
def parameter_limit(signature: str, name: str, variable: str) -> str:
    """Return what a parameter of a generic type or function must be, empty where it may be any, or is none.

    >>> parameter_limit("type Pair[K, L Named, V any] struct", "Pair", "K"), parameter_limit("type T int", "T", "K")
    ('Named', '')
    """
    _, end = next(behind(signature, name, _BOUNDED), (-1, -1))
    limit = ""
    for one in reversed(_bracketed(signature, end) if end >= 0 else ()):
        word, _, stated = one.partition(" ")
        limit = stated.strip() or limit
        if word == variable:
            return limit if _LIMIT.match(limit) else ""
    return ""


@lru_cache(maxsize=1 << 14)
def receiver_parameters(signature: str) -> tuple[str, ...]:
    """Return what a method calls the parameters of its type, where it names them itself.

    >>> receiver_parameters("func (p *Pair[A, B]) Swap() *Pair[B, A]"), receiver_parameters("func (p Pair) Swap()")
    (('A', 'B'), ())
    """
    found = _OF_RECEIVER.match(signature)
    return _bracketed(signature, found.end()) if found is not None else ()


@lru_cache(maxsize=1 << 14)
def base_arguments(signature: str, base: str) -> tuple[str, ...]:
    """Return what a type makes one of its bases for.

    >>> base_arguments("class Shops<T extends Maker<T>> extends Maker<Shops> implements Held<Shop>", "Maker")
    ('Shops',)
    >>> base_arguments("class Shop : public store::Place<std::vector<Cart>>", "Place")
    ('std::vector<Cart>',)
    >>> base_arguments("class Shops(Held[Place[int]], store.Place[list[Cart], T])", "Place")
    ('list[Cart]', 'T')
    """
    for start, end in behind(signature, base, _BRACKET):
        before = _ARROW.sub("", signature[:start])
        if before.count("<") == before.count(">") and before.count("[") == before.count("]"):
            return _bracketed(signature, end)
    return ()


@lru_cache(maxsize=1 << 14)
def type_arguments(annotation: str) -> tuple[str, ...]:
    """Return what a generic type is made for.

    >>> type_arguments("const Box<Cart, Map<K, V>>&"), type_arguments("Box"), type_arguments("Box<Cart>[]")
    (('Cart', 'Map<K, V>'), (), ())
    >>> type_arguments("Box<? extends Cart> | null"), type_arguments("'store.Box[str, Cart] | None'")
    (('Cart',), ('str', 'Cart'))
    >>> type_arguments("Box<'a, Cart>"), type_arguments("&'a mut Box<Cart>")
    (('Cart',), ('Cart',))
    """
    annotation = _LENT.sub("", annotation.strip("\"' "))
    stated = [one.strip(" *&?") for one in split(annotation, "|") if one.strip() not in EMPTY]
    square = _SQUARE.match(stated[0]) if len(stated) == 1 and stated[0].endswith("]") else None
    if square is not None:
        return _bracketed(stated[0], square.end())
    name = _NAME.match(stated[0]) if len(stated) == 1 and stated[0].endswith(">") else None
    if name is None:
        return ()
    given = _bracketed(stated[0], name.end())
    return tuple(_EXTENDED.sub("", one) for one in given if not _LIFETIME.match(one))


@lru_cache(maxsize=1 << 14)
def generic_bases(signature: str, name: str) -> tuple[str, ...]:
    """Return the bases that a type is made of with something in brackets behind them.

    >>> generic_bases("class Carts(Named, dict[str, Cart])", "Carts"), generic_bases("class Cart(Named)", "Cart")
    (('dict[str, Cart]',), ())
    >>> generic_bases("public class Carts<T extends Cart> extends java.util.ArrayList<T> implements Named", "Carts")
    ('java.util.ArrayList<T>',)
    >>> generic_bases("class Carts(val all: List<Cart>) : Named, AbstractList<Cart>()", "Carts")
    ('AbstractList<Cart>',)
    """
    if angled := _angled_bases(signature, name):
        return angled
    bases = _CLASS.match(signature)
    if bases is None or bases["name"] != name or "]" not in signature:
        return ()
    start = bases.end() if signature[bases.end()] == "(" else signature.find("](", bases.end()) + 1
    return tuple(base for base in _bracketed(signature, start) if base.endswith("]")) if start > 0 else ()


def _angled_bases(signature: str, name: str) -> tuple[str, ...]:
    """Return such bases as they stand behind the name and the parameters of a type."""
    place = first_behind(signature, name, _NOTHING)
    rest = signature[place:].lstrip() if place >= 0 and ">" in signature[place:] else ""
    rest = rest[behind_angles(rest) :].lstrip()
    if rest.startswith("("):
        rest = rest[closing(rest, 0) + 1 :].lstrip()
    if not _BEGINS_BASES.match(rest):
        return ()
    stated = split(_BEGINS_BASES.sub(",", rest), ",")
    return tuple(base for one in stated if (base := _ARGUMENTS.sub("", one.strip())).endswith(">"))


@lru_cache(maxsize=1 << 14)
def unmarked_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the names among which the parameters of a type are that does not say which these are.

    >>> unmarked_parameters("class Carts(Dict[str, Held], Box[Cart])", "Carts")
    ('str', 'Held', 'Cart')
    >>> unmarked_parameters("class Box(Held[K], Generic[T, K])", "Box"), unmarked_parameters("class Bag(Box)", "Bag")
    ((), ())
    """
    bases = _CLASS.match(signature)
    is_open = bases is not None and bases["name"] == name and signature[bases.end()] != "["
    if bases is None or not is_open or _VARIABLES.search(signature, bases.end()):
        return ()
    return _names_in_bases(signature, bases.end())


def _names_in_bases(signature: str, start: int) -> tuple[str, ...]:
    """Return the names in the brackets of the bases of a type."""
    words = (_WORD.findall(base.partition("[")[2]) for base in _bracketed(signature, start))
    return tuple(dict.fromkeys(word for found in words for word in found))


def _python_parameters(signature: str, start: int) -> tuple[str, ...]:
    """Return the parameters that stand behind the name of a type, else those that its bases name."""
    if signature[start] == "[":
        stated = (_PARAMETER.match(one.lstrip("* ")) for one in _bracketed(signature, start))
        return tuple(one.group(1) for one in stated if one is not None)
    if (named := _VARIABLES.search(signature, start)) is not None:
        return _bracketed(signature, named.end())
    return tuple(filter(_VARIABLE.match, _names_in_bases(signature, start)))


def _bracketed(text: str, start: int) -> tuple[str, ...]:
    """Return what is in the brackets that a text has at a place."""
    if text[start : start + 1] != "<":
        inside = text[start + 1 : closing(text, start)]
        return tuple(part.strip() for part in split(inside, ",", angles=False) if part.strip())
    arrowless = _ARROW.sub("==", text)
    depth = 0
    for end in range(start, len(text)):
        depth += (arrowless[end] == "<") - (arrowless[end] == ">")
        if depth == 0:
            return tuple(part.strip() for part in split(text[start + 1 : end], ",") if part.strip())
    return ()
