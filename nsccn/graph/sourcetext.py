"""Source as a grammar can read it, and pieces of it by the patterns that a language states."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from nsccn.graph.bladecode import code_of_blade
from nsccn.graph.conflicts import first_sides
from nsccn.graph.embedded import embedded_code
from nsccn.graph.grammarrules import without_grammar_rules
from nsccn.graph.itemmacros import without_item_macros
from nsccn.graph.languages import load
from nsccn.graph.listedmacros import without_listed_macros
from nsccn.graph.markupsigils import code_of_markup
from nsccn.graph.nestedheredocs import without_nested_heredocs
from nsccn.graph.torn import without_torn

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.language import Language

ABSTRACT: Final = "abstract"
IDLE: Final = "idle"
"""Modifiers of methods that leave their work to subtypes, and of those that do nothing themselves."""
_DOCUMENTING: Final = "/**"
"""Begins comments of which only those that begin so are documentation."""
_LINE_FEED: Final = ord("\n")
_LINE_END: Final = re.compile(rb"(?<!\\)\r\n")
"""As Windows writes it, but where a line goes on: a blank and a line end are the same to a grammar, and to patterns."""
_STRING_LITERAL: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`"


def readable(language: Language, data: bytes) -> bytes:
    """Return a text as the grammar is given it: what it cannot read is blank, all else where it was."""
    data = first_sides(data).replace(b"\0", b" ")  # which a grammar takes for the end of the text
    if language.outer_grammar:
        data = embedded_code(language, data)
    if language.is_markup:
        data = code_of_markup(data)
    if language.is_blade:
        data = code_of_blade(data)
    if language.unparsed and b"\r\n" in data:
        data = _LINE_END.sub(b" \n", data)
    if language.grammar_rules:
        data = without_grammar_rules(data)
    if language.conditions:
        data = without_torn(without_listed_macros(data))
    if language.nested_heredocs:
        data = without_nested_heredocs(data)
    if language.item_macros:
        data = without_item_macros(data)
    for letter in language.odd_letters:
        data = data.replace(letter.encode(), b"_" * len(letter.encode()))
    for pattern in language.unparsed:
        data = _compiled(pattern).sub(_blank_groups, data)
    for held, pattern, word in language.grammar_spelling:
        if held.encode() in data:
            data = _compiled(pattern).sub(partial(_spelled_for_grammar, word.encode()), data)
    return data


def spelled_for_facts(language: Language, data: bytes) -> bytes:
    """Return a text as facts read expressions and types in it: every byte where it was, some of them others."""
    if not language.facts_characters:
        return data
    for pattern, word in language.facts_spelling.items():
        data = _compiled(pattern).sub(_spelled_as(word.encode()), data)
    return data.translate(_characters(language.name))


@cache
def _spelled_as(word: bytes) -> Callable[[re.Match[bytes]], bytes]:
    def spell(match: re.Match[bytes]) -> bytes:
        start, end = match.start(1) - match.start(), match.end(1) - match.start()
        spelled = word.ljust(end - start)
        if b"\n" in match[1]:  # or all lines behind it would count one less
            spelled = bytes(
                was if was == _LINE_FEED else now for was, now in zip(match[1], spelled, strict=True)
            )
        return match[0][:start] + spelled + match[0][end:]

    return spell


@cache
def _characters(language_name: str) -> bytes:
    table = load(language_name).facts_characters
    return bytes.maketrans("".join(table).encode(), "".join(table.values()).encode())


def without_comments(language: Language, text: str) -> str:
    """Return a piece of source with a blank for each comment; what looks like one in a string stays."""
    blocks = map(_plain, language.block_comment[:1])
    if language.line_comment not in text and not any(mark in text for mark in blocks):
        return text
    return _comments(language.line_comment, language.block_comment).sub(_string_or_blank, text)


def is_in_block_comment(language: Language, text: str, place: int) -> bool:
    """Whether a place in a source lies in a comment that goes on until it is closed.

    All before it is read only where no such comment is closed behind the last mark that may begin one.
    """
    if not language.block_comment:
        return False
    opening, closing = language.block_comment
    begin = text.rfind(_plain(opening), 0, place)
    if begin < 0 or text.find(closing, begin, place) >= 0:
        return False
    comments = _comments(language.line_comment, language.block_comment).finditer(text, 0, place)
    return any(one.end() == place and one.group().startswith(_plain(opening)) for one in comments)


def left_to_subtypes(language: Language, body: bytes) -> str:
    """Return the modifier of a method with this body: it leaves its work to subtypes, or does nothing; else empty."""
    if language.abstract_body and _compiled(language.abstract_body).match(body) is not None:
        return ABSTRACT
    is_idle = language.idle_body and _compiled(language.idle_body).match(body) is not None
    return IDLE if is_idle else ""


def gives_property(language: Language, body: bytes) -> bool:
    """Whether a function with this body, or one inside it, makes a property and gives it."""
    return any(f"return {name}(".encode() in body for name in language.accessors)


@cache
def _comments(line_comment: str, block_comment: tuple[str, ...]) -> re.Pattern[str]:
    opening, closing = block_comment or ("", "")
    blocks = rf"|{re.escape(_plain(opening))}.*?(?:{re.escape(closing)}|\Z)" if opening else ""
    return re.compile(rf"{_STRING_LITERAL}{blocks}|{re.escape(line_comment)}[^\n]*", re.DOTALL)


def _plain(opening: str) -> str:
    """Return what begins a comment where only those that begin with more are documentation."""
    return opening.replace(_DOCUMENTING, _DOCUMENTING[:-1])


def _string_or_blank(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith(('"', "'", "`")) else " "


@cache
def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode())


def _blank_groups(match: re.Match[bytes]) -> bytes:
    """Return what matches without its groups, as it is where it begins in a comment on a line before these."""
    text = match.group()
    has_line_end = b"\n" in text[: max(match.start(1) - match.start(), 0)]
    if has_line_end and text[0] != _LINE_FEED and _ends_comment(match.string, match.start()):
        return text
    for number in range(1, len(match.groups()) + 1):
        start, end = (place - match.start() for place in match.span(number))
        text = text[:start] + re.sub(rb"[^\n]", b" ", text[start:end]) + text[end:]
    return text


def _spelled_for_grammar(word: bytes, match: re.Match[bytes]) -> bytes:
    """Return what matches with a word, again and again, in place of its groups; the end of a commented line stays."""
    text, begin = match.group(), match.start()
    for number in range(1, len(match.groups()) + 1):
        start, end = match.span(number)
        if start < 0 or (b"\n" in text[start - begin : end - begin] and _ends_comment(match.string, start)):
            continue
        spelled = (word * (end - start))[: end - start]
        text = text[: start - begin] + spelled + text[end - begin :]
    return text


def _ends_comment(data: bytes, place: int) -> bool:
    """Whether a place is the end of a line with a comment."""
    return b"//" in data[data.rfind(b"\n", 0, place) + 1 : place]
