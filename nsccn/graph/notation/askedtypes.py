"""Types that are asked of something else: of a value, of what a call gives, of a member of another type."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import split, without_outer

VALUE: Final = "value"
"""Of what an expression stands for: `typeof cart`."""
GIVEN: Final = "given"
"""Of what a call of a function, or of a class, gives: `ReturnType<typeof open>`."""
MEMBER: Final = "member"
"""Of what a member of a type holds: `Shop["cart"]`."""
ELEMENT: Final = "element"
"""Of what a collection holds: `Carts[number]`."""
OTHER: Final = "other"
"""Of what a member holds of which nothing tells the name: `Shop[Key]`."""

_VALUE: Final = re.compile(r"typeof\s+([\w$.]+)")
_GIVEN: Final = re.compile(r"(?:ReturnType|InstanceType)\s*<(.+)>", re.DOTALL)
_MEMBER: Final = re.compile(r"(.*[\w$)\]>])\s*\[\s*([^\[\]]+?)\s*\]", re.DOTALL)
_QUOTED: Final = re.compile(r"""(["'])([\w$]+)\1""")
_OPERATORS: Final = re.compile(r"=>|\?|(?:^|\s)(?:keyof|readonly|is|infer)(?:\s|$)")
"""What makes another type of those beside it, or the whole no type of one thing."""


class AskedType(NamedTuple):
    """What a type is asked of, and how."""

    kind: str
    of: str
    """An expression where it is of a value, else a type."""
    name: str = ""


@lru_cache(maxsize=1 << 14)
def asked_type(annotation: str) -> AskedType | None:
    """Return what a type is asked of, None where it is named or written out.

    >>> asked_type("typeof shop.cart"), asked_type("ReturnType<typeof open>")
    (AskedType(kind='value', of='shop.cart', name=''), AskedType(kind='given', of='typeof open', name=''))
    >>> asked_type("Shop['carts'][number]"), asked_type('(typeof shop)["cart"]')
    (AskedType(kind='element', of="Shop['carts']", name=''), AskedType(kind='member', of='(typeof shop)', name='cart'))
    >>> asked_type("Shop[Key]"), asked_type("() => Shop['cart']"), asked_type("Cart[]"), asked_type("[Cart, Shop]")
    (AskedType(kind='other', of='Shop', name='Key'), None, None, None)
    """
    text = without_outer(annotation)
    if not text.endswith(("]", ">")) and "typeof" not in text:
        return None
    if any(len(split(text, sign)) > 1 for sign in "|&"):
        return None
    if found := _VALUE.fullmatch(text):
        return AskedType(VALUE, found[1])
    if found := _GIVEN.fullmatch(text):
        return AskedType(GIVEN, found[1].strip())
    found = _MEMBER.fullmatch(text)
    if found is None or _OPERATORS.search(found[1]):
        return None
    if quoted := _QUOTED.fullmatch(found[2]):
        return AskedType(MEMBER, found[1], quoted[2])
    return AskedType(ELEMENT, found[1]) if found[2] == "number" else AskedType(OTHER, found[1], found[2])


def usual_member(signature: str, name: str) -> str:
    """Return the member that a type parameter names which a function is given none for, empty where it says none.

    >>> usual_member('function open<K extends keyof Shops = "main">(kind?: K): Shops[K]', "K")
    'main'
    >>> usual_member("function open<K extends keyof Shops>(kind: K): Shops[K]", "K")
    ''
    """
    found = re.search(
        rf"""[<,]\s*{re.escape(name)}\s+extends\s[^=,<>]*=\s*(["'])([\w$]+)\1\s*[,>]""", signature
    )
    return found[2] if found else ""
