"""Turns the source text of a callee, receiver or value into an expression in the notation of `model`.

One scanner serves all languages: they differ in separators (`.`, `::`, `->`, `?.`, `&.`) and in the words for the
object itself, and agree in brackets. Text that is more than a path with calls and subscripts becomes `?`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

UNKNOWN: Final = "?"
IMPLIED: Final = "?type"
"""Stands for a type that is left out where one is expected: `.standard(3)`."""
PATH: Final = "::"
"""Stands before the root of a path that is no variable, where a variable has its name, or that begins outside."""
AROUND: Final = "super::"
"""The step from a module to the one around it."""
ABOVE: Final = "super"
"""The step from a type to what its objects inherit: `Shop.super.open()`."""
PRIVATE: Final = "#"
"""Begins the name of a member that only the code of its type can name."""
BEHIND: Final = "deref()"
"""The step from an object to the one that it holds, in Rust."""
TYPED_BY: Final = "@<"
"""Begins the step behind a call that is given a type: `read().@<Cart` of `read::<Cart>()`."""
LONGEST: Final = 1_500
"""Characters after which only the last name of an expression is kept."""

_PLAIN = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*\Z")
_NAME = re.compile(r"(?:@{0,2}|#)(?:[^\W\d]|\$)[\w$]*[?!]?(?=\s*\()|(?:@{0,2}|#)(?:[^\W\d]|\$)[\w$]*")
_STRING: Final = r""""[^"\\]*+"|'[^'\\]*+'"""
_GROUP: Final = rf"""\((?:[^()"'`]++|\([^()"'`]*+\)|{_STRING})*+\)|\[(?:[^\[\]"'`]++|{_STRING})*+\]"""
_BRACKETS = re.compile(_GROUP)
_CALLED = re.compile(rf"([^\W\d][\w$]*+)(?:\.[^\W\d][\w$]*+|{_GROUP})*+\Z")
"""The most usual expression that is not plain: names, and brackets that hold few others."""
_BEHIND_SELF: Final = re.compile(r"\(\s*\*\s*\*\s*self\s*\)(?=\s*\.)")
"""What the object around holds, to which a method of it hands on: `(**self).len()`."""
_COMPUTED = re.compile(r"\[(\[[^\W\d][\w$]*\])\]")
"""A member whose name a symbol is, which has one pair of brackets."""
_INDEX = re.compile(r"\d+")
_POINTED = re.compile(r"\(\s*[&*][&*\s]*((?:mut\s+)?[^\W\d]\w*(?:(?:\.|->)\w+)*)\s*\)(?=\s*(?:\.|->))")
"""What a pointer points to, of which a member is named."""
_SEPARATOR = re.compile(r"\s*(?:\?\.|&\.|!!?\.|\.|::|->)\s*(?:template\s+(?=[^\W\d]))?")
_PREFIX_WORDS: Final = "await new mut ref move async yield typename dyn struct const co_await".split()
_PREFIX = re.compile(rf"(?:(?:{'|'.join(_PREFIX_WORDS)})\b(?!\s*(?:[?&]?\.|->)|\[|::|\()\s*|[&*\s]|::)+")
"""Words before a name; what a member is asked of is one itself, as `ref` is in most languages."""
_SCANNED: Final = frozenset((*_PREFIX_WORDS, "super"))
_HAS_BODY = re.compile(r"new\s")
"""Makes an object whose type may have a body of its own behind the arguments."""
_COMMENT = re.compile(r"//[^\n]*\n(?=\s*(?://|\??\.|->))|/\*.*?\*/", re.DOTALL)
"""A comment before the next name of a path."""
_CONTINUED = re.compile(r"\\\r?\n")
"""The end of a line that goes on in the next one."""
_LAST_NAME = re.compile(r"(?:\.|::|->)\s*([^\W\d]\w*)\W*\Z")
_MARKS: Final = {
    opening: re.compile(f"[{re.escape(opening + closing)}{quotes}]")
    for opening, closing, quotes in (
        ("(", ")", "\"'`"),
        ("[", "]", "\"'`"),
        ("{", "}", "\"'`"),
        ("<", ">", ""),
    )
}
"""Opening bracket -> what matters on the way to the closing one."""
_STRING_RESTS: Final = {
    quote: re.compile(rf"[^{quote}\\]*(?:\\.[^{quote}\\]*)*{quote}", re.DOTALL) for quote in "\"'`"
}
_GIVEN_TYPE: Final = re.compile(r"<\s*(Option\s*<\s*)?([^\W\d]\w*(?:::\w+)*(?:<[\w<>]+>)?)\s*(?(1)>\s*)>\Z")
"""The one type that a call is given, in what it may be held."""
_TYPED_CALL: Final = re.compile(rb"(?<=\w)<([A-Z]\w*(?:<[\w<>]+>|(?:\.[A-Z]\w*)+)?)(?:,\s*\1\.\w+)?>\(")
_TYPED_IN_BRACKETS: Final = re.compile(
    rb"(?<=\w)\[(?:\*\s*(?=\w)|(?=[A-Z])|(?=\w+\.[A-Z]))(\w+(?:\.\w+)?)\]\("
)
_SELF: Final = {"this": "self", "@": "self"}


def expression(text: str) -> str:
    """Return the expression that `text` writes, `?` where it is none.

    >>> expression("this.store->find<int>(key)[0].name")
    'self.store.find()[].name'
    >>> expression("(a + b).run"), expression(" new")
    ('?.run', 'new')
    >>> expression("new Cart(1) { void run() {} }.sum")
    'Cart().sum'
    >>> expression("Cart.<Item>made().sum")
    'Cart.made().sum'
    >>> expression("(**self).len()"), expression("(*self).len()")
    ('self.deref().len()', 'self.len()')
    >>> expression("ref->items(1).sum"), expression("await ref.load().sum")
    ('ref.items().sum', 'ref.load().sum')
    >>> expression("sql`select ${item}`.run")
    'sql().run'
    >>> expression("cart.[[kItems]][0].fill()")
    'cart.[kItems][].fill()'
    >>> expression("shop::read::<Cart>(from)?.items.first::<Item, K>()"), expression("read::<Option<Cart>>()")
    ('shop.read().@<Cart.items.first()', 'read().@<Cart')
    >>> expression("read::<Box<Cart>>().inner"), expression("read::<Option<Vec<Cart>>>()")
    ('read().@<Box<Cart>.inner', 'read().@<Vec<Cart>')
    """
    if text[:1] == " ":
        text = text.lstrip()  # a mark of a variable stood there, whose name may be `new`
    if _PLAIN.match(text):
        return "self" + text[4:] if text.startswith("this") and text[4:5] in ("", ".") else text
    if len(text) > LONGEST:
        return last_name(text[-LONGEST:])
    called = _CALLED.match(text)
    if called and called.group(1) not in _SCANNED and ".await" not in text:
        root, rest = called.group(1), text[called.end(1) :]
        return _SELF.get(root, root) + _BRACKETS.sub(_emptied, rest)
    return _scan(_CONTINUED.sub(" ", text).strip())


def with_given_types(text: bytes) -> bytes:
    """Return a text with the one type that a call is given as Rust writes it, so that it is kept.

    What is beside it may be of that type.

    >>> with_given_types(b"shop.read<Cart>(from).sum"), with_given_types(b"read<Box<Cart>>(from)")
    (b'shop.read::<Cart>(from).sum', b'read::<Box<Cart>>(from)')
    >>> with_given_types(b"make<Cart, Cart.Factory>()"), with_given_types(b"make<Cart, Shop>()")
    (b'make::<Cart>()', b'make<Cart, Shop>()')
    >>> with_given_types(b"all.filterIsInstance<Shop.Cart>().sum")
    b'all.filterIsInstance::<Shop::Cart>().sum'
    """
    return _TYPED_CALL.sub(lambda found: b"::<%s>(" % found[1].replace(b".", b"::"), text)


def with_types_in_brackets(text: bytes) -> bytes:
    """Return a text with the one type that a call is given in square brackets as Rust writes it behind an index.

    What may be an index, it still is.

    >>> with_types_in_brackets(b"shop.Read[*carts.Cart](from).sum"), with_types_in_brackets(b"read[Cart](from)")
    (b'shop.Read[0]::<carts::Cart>(from).sum', b'read[0]::<Cart>(from)')
    >>> with_types_in_brackets(b"tills[first](from)"), with_types_in_brackets(b"read[K, Cart](from)")
    (b'tills[first](from)', b'read[K, Cart](from)')
    """
    return _TYPED_IN_BRACKETS.sub(_typed, text)


def _typed(found: re.Match[bytes]) -> bytes:
    return b"[0]::<%s>(" % found[1].replace(b".", b"::")


@cache
def _first_type(name: str) -> re.Pattern[bytes]:
    return re.compile(rf"\b({name})\(\s*([A-Z]\w*)(?=\s*\)|::class\s*[,)])".encode())


def with_first_type(text: bytes, name: str) -> bytes:
    """Return a text with the type that calls of a function are given as Rust writes it, so that it is kept.

    >>> with_first_type(b"session.query(Cart).first()", "query")
    b'session.query::<Cart>().first()'
    >>> with_first_type(b"this.hasMany(Item::class, 'cart')", "hasMany")
    b"this.hasMany::<Item>(::class, 'cart')"
    """
    return _first_type(name).sub(rb"\1::<\2>(", text)


@lru_cache(maxsize=1 << 16)
def read_expression(text: bytes) -> str:
    """Return the expression that a text in UTF-8 writes."""
    return expression(text.decode("utf-8", "replace"))


def from_root(text: str, path: str) -> str:
    """Return the path that a text writes, with `PATH` before it where it begins with that: it is looked up outside.

    >>> from_root("::Shop::Cart", expression("::Shop::Cart"))
    '::Shop.Cart'
    """
    return PATH + path if text.startswith(PATH) and path != UNKNOWN else path


def from_private(path: str) -> list[str]:
    """Return the steps of a path from its last private name on, none where it has no such name.

    >>> from_private("given.#cart.#items[].name")
    ['#items[]', 'name']
    """
    if PRIVATE not in path:
        return []
    steps = path.split(".")
    last = max((at for at, step in enumerate(steps) if step.startswith(PRIVATE)), default=len(steps))
    return steps[last:]


def last_name(text: str) -> str:
    """Return the expression of the end of a text that is too long to read: `?.name`, or `?`."""
    last = _LAST_NAME.search(text)
    return f"{UNKNOWN}.{last.group(1)}" if last else UNKNOWN


def _emptied(group: re.Match[str]) -> str:
    return "()" if group.group().startswith("(") else "[]"


def _scan(text: str) -> str:
    prefix = _PREFIX.match(text)
    position = prefix.end() if prefix else 0
    parts: list[str] = []
    named, given = False, ""
    while position < len(text):
        character = text[position]
        if not named and (name := _NAME.match(text, position)):
            parts.append(_root(name.group(), first=not parts))
            position, named = name.end(), True
        elif character == "(" and not parts and (behind := _BEHIND_SELF.match(text, position)):
            parts += ["self", BEHIND]
            position, named = behind.end(), True
        elif character == "(" and not parts and (pointed := _POINTED.match(text, position)):
            parts.append(expression(pointed.group(1)))
            position, named = pointed.end(), True
        elif not named and parts and (name := _COMPUTED.match(text, position)):
            parts.append(name.group(1))
            position, named = name.end(), True
        elif not named and parts and (name := _INDEX.match(text, position)):
            parts.append(name.group())
            position, named = name.end(), True
        elif character == "{" and named and _HAS_BODY.match(text) and parts[-1].endswith("()"):
            position = _closing(text, position) or len(text)
        elif (character in "([{" or (character == "<" and named)) and (
            end := _closing(text, position)
        ) is not None:
            if not named and not parts:
                parts.append(UNKNOWN)
            elif named and character != "<":
                parts[-1] += "[]" if character == "[" else "()"
            if given and character == "(":
                parts.append(f"{TYPED_BY}{given}")
            position, named, given = end, True, ""
        elif named and character == "`" and not parts[-1].endswith(")"):  # a function reads the text
            parts[-1] += "()"
            position = _string_end(text, position)
        elif not named and not parts and character in "\"'`":
            parts.append(UNKNOWN)
            position, named = _string_end(text, position), True
        elif named and (separator := _SEPARATOR.match(text, position)):
            position, named = separator.end(), False
        elif named and character == "/" and (comment := _COMMENT.match(text, position)):
            position = comment.end()
        elif named and (character in "?!" or character.isspace()):
            position += 1
        elif not named and parts and character == "<" and (end := _closing(text, position)) is not None:
            given = _given_type(text, position, end)
            position = len(text) - len(text[end:].lstrip())
            named = _NAME.match(text, position) is None
        else:
            return UNKNOWN
    if not parts or not named:
        return UNKNOWN
    joined = ".".join(part for part in parts if part != "await")
    return "super" + joined[7:] if joined.startswith("super().") else joined


def _given_type(text: str, start: int, end: int) -> str:
    """Return the one type that a call is given in brackets, where it says so as Rust does: `read::<Cart>()`."""
    stated = _GIVEN_TYPE.match(text[start:end]) if text[:start].endswith("::") else None
    return stated[2] if stated is not None else ""


def _root(name: str, *, first: bool) -> str:
    if not first:
        return name.lstrip("@")
    if name.startswith("@@"):
        return "self." + name[2:]
    if name.startswith("@"):
        return "self." + name[1:]
    return _SELF.get(name, name)


def _closing(text: str, start: int) -> int | None:
    """Return the position after the bracket that closes the one at `start`, None when it never closes."""
    opening = text[start]
    marks = _MARKS[opening]
    depth, position = 0, start
    while mark := marks.search(text, position):
        character, position = mark.group(), mark.end()
        if character == opening:
            depth += 1
        elif character in "\"'`":
            position = _string_end(text, position - 1)
        elif opening != "<" or text[position - 2] not in "-=":
            depth -= 1
            if depth == 0:
                return position
    return None


def _string_end(text: str, start: int) -> int:
    """Return the position after the string literal at `start`; a lone quote (a Rust lifetime) ends at once."""
    rest = _STRING_RESTS[text[start]].match(text, start + 1)
    return rest.end() if rest else start + 1


def plain_name(step: str) -> str:
    """Return what stands in an expression before its first call or subscript; a name in brackets is a symbol's.

    >>> plain_name("fill()[]"), plain_name("items[].fill()"), plain_name("[kItems]()")
    ('fill', 'items', '[kItems]')
    """
    if "(" not in step and "[" not in step:
        return step  # nearly always
    return step.partition("(")[0].partition("[]")[0]


def root_of(target: str) -> str:
    """Return the name that an expression begins with."""
    return target.partition(".")[0].replace("()", "").replace("[]", "")
