"""Expressions that begin with brackets, or say of what type they are, in words that `expression` reads.

Go asks for a type in the middle, `held.(*Cart).sum()`, TypeScript says it in brackets, `(held as Cart).sum()`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.brackets import closing

_TYPE: Final = re.compile(r"[\s*]*([\w.]+)(?:\[.*\])?\s*\Z", re.DOTALL)
"""A type that has a name, or a pointer to one."""
_MADE: Final = re.compile(r"new\(\s*([\w.]+)(?:\[[^()]*\])?\s*\)(?=\s*\.)")
"""A new object of a type, of which a member is named."""
_CAST: Final = re.compile(r"\(\s*([A-Z][\w.]*)(?:<[^()]*>)?\??\s*\)\s*[\w(@]")
"""A type in brackets before what is cast to it, as in C#."""
_ASKED: Final = re.compile(r"[?!]*\s*\.\w")
"""A member behind brackets."""
_STATED: Final = re.compile(r"\s(?:as\??|satisfies)\s")
_ANY_TYPE: Final = frozenset({"any", "const", "never", "object", "unknown"})
"""Types that say nothing of what an expression is."""
_PRIMITIVES: Final = frozenset({"bigint", "boolean", "number", "string", "symbol", "undefined"})
"""Types whose names, where they are no types, may mean something else."""
_NAMED_AFTER: Final = re.compile(r"0\s*,\s*(?=[^\W\d])")
"""Before a function that is called so that it has no object: `(0, cart.load)()`."""
_NEW: Final = re.compile(r"new\s+([^\W\d][\w.$]*)(?:<[^()]*>)?\s*(\(.*)?\Z", re.DOTALL)
"""A new object."""
_DEEPEST: Final = 50
"""Brackets and stated types above which a text is left as it is; each may stand in another."""
_BRACKETED: Final = re.compile(r"\(\s*[&*]*\s*(?=[^\W\d(])")


@lru_cache(maxsize=1 << 14)
def unbracketed(text: bytes) -> bytes:
    """Return a text with `Cart()` for what is asked to be a `Cart`, and without brackets around its beginning.

    >>> unbracketed(b"held.(*shop.Cart).items"), unbracketed(b"(&Cart{1}).sum"), unbracketed(b"(*all)[0].sum")
    (b'shop.Cart().items', b'Cart{1}.sum', b'all[0].sum')
    >>> unbracketed(b"sum(held.(Cart)).add"), unbracketed(b"(a + b).add"), unbracketed(b"new(Cart).sum")
    (b'sum(held.(Cart)).add', b'(a + b).add', b'Cart().sum')
    """
    if b".(" not in text and not text.startswith((b"(", b"new(")):
        return text
    return _plain(_asserted(text.decode("utf-8", "replace"))).encode()


@lru_cache(maxsize=1 << 14)
def uncast(text: bytes, transparent: frozenset[str]) -> bytes:
    """Return a text with `Cart()` for what its brackets say to be a `Cart`, and without brackets around its beginning.

    >>> uncast(b"(held as shop.Cart<Item>).sum", frozenset()), uncast(b"((held as any).cart as Cart).sum", frozenset())
    (b'shop.Cart().sum', b'Cart().sum')
    >>> uncast(b"(held as any).sum", frozenset()), uncast(b"(await load()).sum", frozenset())
    (b'held.sum', b'load().sum')
    >>> uncast(b"(held as Part<Cart>).sum", frozenset({"Part"})), uncast(b"(held as Cart | null)!.sum", frozenset())
    (b'Cart().sum', b'Cart()!.sum')
    >>> uncast(b"(0, cart.load)", frozenset()), uncast(b"(new Cart(1)).sum", frozenset())
    (b'cart.load', b'Cart(1).sum')
    >>> uncast(b"(new Cart).sum", frozenset())
    b'Cart().sum'
    >>> uncast(b"(a ?? b).sum", frozenset()), uncast(b"(held as Cart | Shop).sum", frozenset())
    (b'(a ?? b).sum', b'(held as Cart | Shop).sum')
    >>> uncast(b"(held as string).sum", frozenset()), uncast(b"((Cart)held).sum", frozenset())
    (b'(held as string).sum', b'Cart().sum')
    """
    written = text.decode("utf-8", "replace")
    if written.count("(") + len(_STATED.findall(written)) > _DEEPEST:
        return text
    last = closing(written, 0)
    held, rest = _held(written[1:last], transparent), written[last + 1 :]
    return (held + rest).encode() if held else text


def is_asked(text: bytes) -> bool:
    """Whether a member is asked of what stands in the brackets that a text begins with.

    >>> is_asked(b"(held as Cart)?.sum"), is_asked(b"(held as Cart)"), is_asked(b"(cart) => cart.sum")
    (True, False, False)
    """
    written = text.decode("utf-8", "replace")
    return _ASKED.match(written, closing(written, 0) + 1) is not None


def _held(inside: str, transparent: frozenset[str]) -> str:
    """Return the path of what stands in brackets, empty where it is none: `Cart()` of what is said to be a `Cart`."""
    stated = list(_STATED.finditer(inside))
    if stated and _is_outside(inside, stated[-1].start()):
        name, is_type = type_expression(inside[stated[-1].end() :], transparent)
        if name in _PRIMITIVES:
            return ""
        if name and name not in _ANY_TYPE:
            return name if is_type else f"{name}()"
        return _held(inside[: stated[-1].start()], transparent) if name else ""
    inside = _NAMED_AFTER.sub("", inside.strip().removeprefix("await ").lstrip().rstrip("!"), count=1)
    if made := _NEW.match(inside):
        inside = f"{made[1]}{made[2] or '()'}"
    if cast := _CAST.match(inside):
        return f"{cast.group(1)}()"
    if inside.startswith("("):
        inside = uncast(inside.encode(), transparent).decode()
    return inside if _is_path(inside, "_.$#?!") and inside[:1] not in "?!" else ""


def _is_outside(text: str, place: int) -> bool:
    """Whether a place in a text stands in no brackets."""
    before = text[:place]
    return all(before.count(opening) == before.count(end) for opening, end in ("()", "[]", "{}"))


def _asserted(text: str) -> str:
    """Replace all up to the last type that is asked for, where that stands in no brackets."""
    end = len(text)
    while (start := text.rfind(".(", 0, end)) >= 0:
        last = closing(text, start + 1)
        rest = text[last + 1 :]
        if rest.count(")") <= rest.count("(") and rest.count("]") <= rest.count("["):
            named = _TYPE.match(text[start + 2 : last])
            return f"{named.group(1)}(){rest}" if named else "?"
        end = start
    return text


def _plain(text: str) -> str:
    if made := _MADE.match(text):
        return f"{made.group(1)}(){text[made.end() :]}"
    while begun := _BRACKETED.match(text):
        last = closing(text, 0)
        inside = text[begun.end() : last].rstrip()
        if not _is_path(inside):
            break
        text = inside + text[last + 1 :]
    return text


def _is_path(text: str, marks: str = "_.") -> bool:
    """Whether a text is a path of names with brackets, and no operation; `marks` may stand in names and between."""
    depth = 0
    for character in text:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth == 0 and not (character.isalnum() or character in marks):
            return False
    return depth == 0
