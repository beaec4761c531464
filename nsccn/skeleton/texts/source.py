"""Source in a language that has no grammar here: the lines that begin a definition, told by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.skeleton.rows import Row

if TYPE_CHECKING:
    from nsccn.skeleton.detail import Detail

_MODIFIER: Final = (
    "abstract|async|case|convenience|data|default|export|external|factory|fileprivate|final|global|implicit|indirect"
    "|infix|inline|internal|lazy|local|mutating|nonisolated|open|override|partial|private|protected|pub|public|pure"
    "|recursive|required|sealed|static|synchronized|unsafe|virtual"
)
_TYPE: Final = (
    "actor|class|contract|defimpl|defmodule|defprotocol|enum|extension|impl|interface|mixin|model|module|namespace"
    "|object|package|protocol|record|service|struct|trait|type|typealias|union"
)
_FUNCTION: Final = (
    "def|defdelegate|defguardp?|defmacrop?|defn|defp|fn|fun|func|function|init|macro|proc|procedure|rpc|sub"
    "|subroutine"
)
_NO_DECLARATION: Final = (
    "and|assert|await|catch|do|elif|else|elsif|emit|for|foreach|from|having|if|in|join|new|not|on|or|print|raise"
    "|return|select|switch|then|throw|unless|until|using|when|where|while|with|yield"
)
_WORD: Final = r"\w[\w<>?,\[\]&*.]*"
_PART: Final = r"[^\s(){}\[\]<>:;,=\"'`.]+"
_NAME: Final = rf"{_PART}(?:(?:::|[.:]){_PART})*"
_BEGIN: Final = rf"\s*+(?:@\w[\w.]*(?:\([^()]*\))?\s+)*(?:(?:{_MODIFIER})(?:\([\w ]+\))?\s+)*"
_FORMS: Final = tuple(
    map(
        re.compile,
        (
            # `public class Cart: Basket {`; prose goes on with a word.
            rf"{_BEGIN}(?:{_TYPE})\s+{_NAME}\s*(?:[({{<:=]|(?:do|extends|for|implements|is|where|with)\b)",
            rf"{_BEGIN}(?:class|enum|interface|module|namespace|protocol|struct|trait)\s+{_NAME}$",
            # `defp total(items) do`, `func (cart *Cart) total()`, `init(`
            rf"{_BEGIN}(?:{_FUNCTION})(?:\s+{_NAME}\s*(?:[({{\[<:=,]|(?:do|is|when|where)\b|->|$)|\s*[(<])",
            # `cart.total = function(items)`, and `total() {` of a shell
            rf"{_BEGIN}{_NAME}\s*[=:]\s*(?:async\s+)?(?:fn|func|function|lambda|proc|sub)\b",
            r"\s*+[\w:.-]+\s*\(\)\s*\{$",
            # `Future<int> total(List items) async {`
            rf"\s*+(?!(?i:{_NO_DECLARATION})\b){_WORD}\s+(?:{_WORD}\s+)*\w+(?:<[^()]*>)?\((?:[^;=]*\)[^;=()]*\{{)?$",
        ),
    )
)
_LONGEST: Final = 300
"""Characters of a line that are looked at."""
_LEAST: Final = 2
"""Fewer such lines say nothing of a file."""


def definitions(lines: list[str], detail: Detail) -> Iterator[Row]:  # noqa: ARG001 - as of all outlines
    """Yield the lines that begin a type or a function, at every level, where there are several."""
    stripped = (line.rstrip() for line in lines)
    found = [
        Row(number, line)
        for number, line in enumerate(stripped, 1)
        if any(form.match(line[:_LONGEST]) for form in _FORMS)
    ]
    if len(found) >= _LEAST:
        yield from found
