"""How many arguments a function takes, as far as the text of its signature says that in any language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.notation.brackets import behind_angles, closing, split
from nsccn.graph.notation.heads import behind

if TYPE_CHECKING:
    from nsccn.graph.model import Definition

_ANY: Final = 1 << 20
_OWN_OBJECT: Final = re.compile(r"(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b")
"""A parameter for the object itself, which may stand before the arguments or among them."""
_EXTENDED: Final = "this "
"""Begins one for the object that a function extends, which stands before the arguments."""
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*+"')
_DEFAULT_TEXT: Final = re.compile(r"=\s*+'(?:[^'\\]|\\.)*+'")
"""One in other quotes, which begin the name of a lifetime, too."""
_ARROW: Final = re.compile("[-=]>")
_REPEATED: Final = re.compile(r"\*(?!\*)|\.\.\.|\bparams\s|\bvararg\s")
_KEYWORDS: Final = re.compile(r"\*\*|\w+:(?!:)")
_BLOCK: Final = "&"
_UNTYPED: Final = "def "
"""Begins a signature in which a colon behind a name makes that a keyword."""
_HEAD: Final = re.compile(r"[?!=]?\s*")
_SCOPE: Final = re.compile(
    r"scope[ (]\s*:\w+[?!]?\s*,\s*\(?(?:->\s*\(?(?P<of_arrow>[^(){}|]*)"
    r"|lambda\b(?:\s*(?:\{|do\b)\s*\|(?P<of_block>[^|]*))?)"
)
"""One that a lambda is given for, with what that takes."""


class Counts(NamedTuple):
    """The least and the most arguments that a function takes."""

    least: int = 0
    most: int = _ANY


def takes_count(definition: Definition, count: int) -> bool:
    """Whether a function may be called with so many arguments; -1 is an unknown number."""
    if count < 0:
        return True
    counts = counts_of(definition.signature, definition.name)
    return counts.least <= count <= counts.most


@lru_cache(maxsize=1 << 14)
def counts_of(signature: str, name: str) -> Counts:
    """Return how many arguments a function takes by its signature; any number where that does not say it.

    >>> tuple(counts_of("def pack(box, size = 1, label:, tape: 2, &block)", "pack"))
    (1, 3)
    >>> tuple(counts_of("def pack", "pack"))
    (0, 0)
    >>> tuple(counts_of("fn pack<F: Fn(u8) -> u8>(&mut self, box: F)", "pack"))
    (1, 2)
    >>> tuple(counts_of("public static int Pack(this Box box, int size = 1)", "Pack"))
    (0, 1)
    >>> tuple(counts_of("def pack(box, glue = ', ', ends = '()')", "pack"))
    (1, 3)
    >>> tuple(counts_of('string Pack(Box box, string glue = ", ")', "Pack"))
    (1, 2)
    >>> tuple(counts_of("scope :packed, lambda { |day, size = 1|", "packed"))
    (1, 2)
    >>> tuple(counts_of("scope :packed, ->", "packed"))
    (0, 0)
    >>> counts_of("attr_reader :label", "label") == Counts()
    True
    """
    text = _DEFAULT_TEXT.sub("=", _TEXT.sub("", signature))
    scope = _SCOPE.match(text)
    inside = _parameters(text, name) if scope is None else scope["of_block"] or scope["of_arrow"] or ""
    if inside is None:
        return Counts()
    is_untyped = scope is not None or signature.startswith(_UNTYPED)
    least = most = 0
    takes_keywords = False
    for text in (part.strip() for part in split(_ARROW.sub("", inside), ",", angles=not is_untyped)):
        if not text or text.startswith(_EXTENDED) or (is_untyped and text.startswith(_BLOCK)):
            continue
        if is_untyped and _KEYWORDS.match(text):
            takes_keywords = True
        elif _REPEATED.search(text.partition("=")[0]):
            most = _ANY
        else:
            most += 1
            is_optional = "=" in text or _OWN_OBJECT.match(text) is not None
            least += not is_optional
    return Counts(least, most + takes_keywords)  # keywords are one argument


def _parameters(signature: str, name: str) -> str | None:
    """Return the text of the parameters that stand behind a name; None where none do."""
    for _, end in behind(signature, name, _HEAD):
        start = end + behind_angles(signature[end:])
        if signature[start : start + 1] == "(":
            return signature[start + 1 : closing(signature, start)]
        if signature.startswith(_UNTYPED):
            return signature[start:]
    return None
