"""The text of a file: its lines, the text of its nodes, and names as they are written there."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_SIGNATURE: Final = 400
_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")
_PRIVATE = re.compile(r"#[^\W\d][\w$]*\Z")
"""A name that is private by its mark, beside which there may be one without."""
_RAW: Final = re.compile(r"(?<!\w)r#(?=[^\W\d])")
"""Before a name of Rust that is a word of the language elsewhere."""
_COMPUTED = re.compile(
    r"""\[\s*(?:[\w$]+\s*\.\s*)*[\w$]+\(\s*["'](?:[^"'\n]*[^\w$"'\n])?([\w$]+)["']\s*\)\s*\]\Z"""
    r"""|\[\s*(?:[\w$]+\s*\.\s*)*([\w$]+)\s*\]\Z"""
)
"""A member's name that an expression gives, or a call by the text that it is given: the last word is kept."""
_WORD = re.compile(r"\w+(?:-\w+)+\Z")
"""A name in which more than letters may stand: `ingress-operator`."""
_SYMBOLS = re.compile(r"[^\w\s\"'`#]+\Z")


class Lines:
    """Byte -> line."""

    def __init__(self, data: bytes) -> None:
        lengths = map(len, data.split(b"\n"))
        self.starts = list(accumulate(map((1).__add__, lengths), initial=0))
        """First byte of each line, and one after the end of the file."""
        self.count = len(self.starts) - 2 + (not data.endswith(b"\n") and bool(data))

    def line(self, byte: int) -> int:
        """Return the 1-based line of a byte."""
        return bisect_right(self.starts, byte)

    def start(self, line: int) -> int:
        """Return the first byte of a line."""
        return self.starts[line - 1]

    def end(self, line: int) -> int:
        """Return the end of a line, before its line end."""
        return self.starts[line] - 1


def text_of(node: Node, data: bytes) -> str:
    """Return the source text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def one_line(text: str, longest: int = LONGEST_SIGNATURE) -> str:
    """Return `text` with every run of white space as one space, cut after `longest` characters."""
    flat = " ".join(text.split(None, longest + 1)[: longest + 1])  # each word has a letter
    return flat if len(flat) <= longest else flat[: longest - 1] + "\u2026"


def plain_name(text: str) -> str:
    """Return a declared name without generics, pointers and quotes, joined by `.`; `[b]` of `[a.b]`."""
    if _IDENTIFIER.match(text) or _SYMBOLS.match(text) or _PRIVATE.match(text) or _WORD.match(text):
        return text
    if computed := _COMPUTED.match(text):
        return f"[{computed[1] or computed[2]}]"
    text = _RAW.sub("", " ".join(text.split()))
    head, operator, symbol = text.rpartition("operator")
    is_inside = head.count("<") > head.count(">")
    if operator and not is_inside and not re.search(r"\w\Z", head) and not re.match(r"\w", symbol):
        symbol = symbol.strip()
        symbol = " " + symbol.partition("(")[0].strip() if symbol[:1].isalpha() else symbol
        return (plain_name(head) + "." if head.strip(": ") else "") + "operator" + symbol
    depth = 0
    kept: list[str] = []
    for character in text:
        if character == "<" or (character == "[" and kept):
            depth += 1
        elif depth and character in ">]":
            depth -= 1
        elif depth == 0:
            kept.append(character)
    plain = re.sub(r"::|->|#", ".", "".join(kept))
    return plain.strip("\"'`*&. ").replace(" ", "").replace(":", "")
