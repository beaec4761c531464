"""Grammars for Yacc and Bison: the code in them is read as if it stood in one function, named for the first rule.

    %{
    #include "cart.h"                                             #include "cart.h"
    %}
    %token NAME
    %%                                                            _
    cart : NAME { $$ = make_cart($1); }                           cart (){    { __ = make_cart(_1); }
         ;
    %%                                                            }
    int yylex(void) { return 0; }                                 int yylex(void) { return 0; }

Every byte stays where it was.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PART: Final = re.compile(rb"^%%[ \t]*(?:\r?$|/\*)", re.MULTILINE)
"""Stands between declarations and rules, and between these and code."""
_PROLOGUE: Final = re.compile(rb"^%[{}]", re.MULTILINE)
"""Begins and ends code among the declarations."""
_TOKEN: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.){1,8}'|[{}]", re.DOTALL
)
_VALUE: Final = re.compile(rb"[$@](?:<[\w.]*>)?[$\w]")
"""What an action gives, or is given: `$$`, `$1`, `@2`, `$<text>1`."""
_RULE: Final = re.compile(rb"(?:\s|//[^\n]*+|/\*.*?\*/)*+([A-Za-z_]\w*)", re.DOTALL)
_PLACE: Final = re.compile(rb"[^\n]")
_TYPE: Final = b"_ "
_HEAD: Final = b"(){"
_END: Final = b"} "


def without_grammar_rules(data: bytes) -> bytes:
    """Return a grammar's code, all else blank; a text that is none as it is."""
    begin = _PART.search(data)
    if begin is None:
        return data
    end = _PART.search(data, begin.end())
    rule = _RULE.match(data, begin.end())
    last = end.start() if end else len(data.rstrip()) - 1
    if rule is None or rule.end() > last:
        return data
    code = bytearray(_PLACE.sub(b" ", data[:last]) + data[last:])
    for first, behind in _prologues(data, begin.start()):
        code[first:behind] = data[first:behind]
    actions = list(_actions(data, rule.end(), last))
    for first, behind in actions:
        code[first:behind] = _VALUE.sub(_named, data[first:behind])
    code[slice(*rule.span(1))] = rule[1]
    places = islice(_PLACE.finditer(data, rule.end(), actions[0][0] if actions else last), len(_HEAD))
    for place, letter in zip(places, _HEAD, strict=False):
        code[place.start()] = letter
    code[begin.start() : begin.start() + len(_TYPE)] = _TYPE
    code[last : last + (len(_END) if end else 1)] = _END if end else _END[:1]
    return bytes(code)


def _prologues(data: bytes, end: int) -> Iterator[tuple[int, int]]:
    """Yield where code begins and ends that stands among the declarations before a place."""
    first = -1
    for mark in _PROLOGUE.finditer(data, 0, end):
        if mark.group() == b"%{":
            first = mark.end() if first < 0 else first
        elif first >= 0:
            yield first, mark.start()
            first = -1


def _actions(data: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the actions of some rules begin and end, with their braces."""
    depth = first = 0
    for token in _TOKEN.finditer(data, begin, end):
        if token.group() == b"{":
            first = first if depth else token.start()
            depth += 1
        elif token.group() == b"}" and depth:
            depth -= 1
            if not depth:
                yield first, token.end()


def _named(value: re.Match[bytes]) -> bytes:
    """Return a name as long as what stands for a value."""
    return b"_" + re.sub(rb"\W", b"_", value.group()[1:])
