"""What a definition says of itself before its body, in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.loopwritten import head
from nsccn.graph.extraction.source import LONGEST_SIGNATURE, one_line
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.sourcetext import without_comments

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.definitions.nesting import Declared
    from nsccn.graph.language import Language

_LONGEST_HEAD: Final = 2000
"""Characters of a declaration before its body: all that are written by hand are whole."""
_EMPTY: Final = re.compile(r"[\s;]+end\Z|[\s{]*\}\Z")
"""What is left of a body in which nothing stands."""
_CONDITION: Final = re.compile(
    r"^[ \t]*#[ \t]*(?:endif|endregion|if|ifdef|ifndef|pragma|region)\b.*", re.MULTILINE
)
_ALTERNATIVE: Final = re.compile(r"^[ \t]*#[ \t]*el", re.MULTILINE)
_AFTER_OPENING: Final = re.compile(r"([(\[]) ")
_BEFORE_CLOSING: Final = re.compile(r",? ([)\]])")
_BEFORE_MEMBER: Final = re.compile(r"(?<=[\w)\]]) \.(?=[^\W\d]\w*\()")


def signature(item: Declared, data: bytes, language: Language) -> str:
    """Return a definition as it is written before its body, in one line and without comments."""
    if item.word is not None:
        return one_line(head(item, data), LONGEST_SIGNATURE).rstrip("{;:,( ").removesuffix(" do")
    start = item.decorated_to if item.outer_start < item.decorated_to <= item.name_byte else item.outer_start
    if item.parts.get("title"):
        start = _titled_from(item.parts["title"][0], start)
    inner = item.parts.get("body") or item.parts.get("members")
    inner = inner or (item.parts.get("value") if language.head_end else None)
    end = inner[0].start_byte if inner else item.outer_end
    longest = _LONGEST_HEAD if inner else LONGEST_SIGNATURE
    text = _head(data, start, end, longest, language).replace("\\\n", " ")
    if language.unparsed and text.count(")") > text.count("("):
        text = _without_unopened(text)
    if language.conditions and "#" in text and not _ALTERNATIVE.search(text):
        text = _CONDITION.sub("", text)
    text = _joined(one_line(text, longest)).rstrip("{;:,( " if inner else ";, ").strip()
    if language.head_end:
        text = re.sub(language.head_end, "", text)
    return (
        _EMPTY.sub("", text) if language.empty_bodies and not inner and item.kind not in DATA_KINDS else text
    )


def _titled_from(title: Node, start: int) -> int:
    """Return where the declaration begins that names what is defined behind it: `var total = 0 { didSet { … } }`."""
    around = title
    while around.end_byte <= start and around.parent is not None:
        around = around.parent
    return min(start, around.start_byte)


def _head(data: bytes, start: int, end: int, longest: int, language: Language) -> str:
    """Return a piece of source without its comments, or more of its beginning than `longest` characters of one line."""
    size = 4 * longest
    while True:
        text = without_comments(language, data[start : min(end, start + size)].decode("utf-8", "replace"))
        if start + size >= end or len(" ".join(text.split())) > longest:
            return text
        size *= 4


def _joined(signature: str) -> str:
    """Take out the blanks that joining the lines of a signature leaves inside its brackets, and comments in it."""
    if " ," in signature:
        signature = signature.replace(" ,", ",")
    if "( " in signature or "[ " in signature:
        signature = _AFTER_OPENING.sub(r"\1", signature)
    if " ." in signature:
        signature = _BEFORE_MEMBER.sub(".", signature)
    if " )" in signature or " ]" in signature:
        signature = _BEFORE_CLOSING.sub(r"\1", signature)
    return signature


def _without_unopened(text: str) -> str:
    """Return a text without the brackets that only a macro before it opens."""
    depth, kept = 0, []
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth >= 0:
            kept.append(character)
        depth = max(depth, 0)
    return "".join(kept)
