"""The lines that word what a program said, or a part of it: as it was said, or with what was put in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from nsccn.errors import shown
from nsccn.search.exact import code_fragment, has_form_of_code
from nsccn.search.filledin import is_in_literal, lines_wording
from nsccn.tools.hits.messageconstants import said_of_constants
from nsccn.tools.hits.textlines import (
    Found,
    apart,
    asked_about,
    chosen_lines,
    in_all,
    slots_holding,
    told_lines,
)
from nsccn.tools.names.missing import places_that_hold, places_that_name
from nsccn.tools.views import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.index import RepoIndex
    from nsccn.search.search import Query
    from nsccn.tools.hits.textlines import Places

_LEAST_WORDS: Final = 3
_MOST_WORDS: Final = 20
_MOST_WORDED: Final = 5
"""Lines that hold a wording; what more have is common speech."""


def worded_lines(index: RepoIndex, asked: Query, more_than: int) -> Sequence[Piece]:
    """Return the few lines that hold words as they are asked for: a part of a message, or of a text on a screen.

    Of what may be code there may be more, and it may begin and end within words. Where none does, or they are so many
    that they repeat what was said, as examples do, those that word it with something put in, if `more_than` some words.
    """
    text = asked.text.strip("`'\" \t\n")
    is_code = has_form_of_code(text) or text.count("(") != text.count(")")
    if asked.kind or "\n" in text or not 1 < len(text.split()) <= _MOST_WORDS:
        return []
    places, unread = _as_said(index, asked, text, is_code=is_code)
    lines = sum(len(lines) for _, lines in places)
    if lines > _MOST_WORDED and not is_code:
        return _filled_lines(index, asked, text, more_than)
    if not lines:
        is_said = not is_code or not code_fragment(text)
        return _filled_lines(index, asked, text, more_than) if is_said else []
    found, chosen = Found([text], places, 0, unread), chosen_lines(places, _MOST_WORDED)
    told = told_lines(index, found, f"{shown(text)} stands at{in_all(places, found, chosen)}", chosen)
    if named := [*said_of_constants(index, chosen)]:
        told[-1] = Piece("\n".join([told[-1].text, *named]), told[-1].data)
    return told


def _as_said(index: RepoIndex, asked: Query, text: str, *, is_code: bool) -> tuple[Places, int]:
    """Return the lines that hold a text, its first letter in either case, and how many files were not looked at."""
    slots, unread = slots_holding(index, asked, text)
    if not is_code:
        slots -= {*index.snapshot.entities.text_files}  # of forms and translations others tell
    places: Places = []
    for spelling in (text, f"{text[:1].swapcase()}{text[1:]}"):
        if slots and not places:
            places = places_that_name(index, spelling, among=slots)
            if len(text.split()) < _LEAST_WORDS and not is_code:
                places = _in_literals(index, places, spelling)
    if is_code and not places:
        return places_that_hold(index, text, partial(asked_about, index.snapshot.entities, asked))
    return places, unread


def _in_literals(index: RepoIndex, places: Places, text: str) -> Places:
    """Return the lines that say a text, and do not only have its words beside each other."""
    saying = []
    for path, numbers in places:
        lines = index.text_if_any(path).split("\n")
        saying.append((path, [number for number in numbers if is_in_literal(lines[number - 1], text)]))
    return [(path, numbers) for path, numbers in saying if numbers]


def _filled_lines(index: RepoIndex, asked: Query, text: str, more_than: int) -> Sequence[Piece]:
    """Return the few lines that word a message which was put together with something, more than some words of it."""
    table, lexical = index.snapshot.entities, index.snapshot.lexical
    slots = asked_about(table, asked, {*range(len(table.paths))} - {*table.text_files})
    places: dict[str, list[int]] = {}
    for path, number, (words, _) in lines_wording(table, lexical, slots, index.text_if_any, text):
        if words > more_than:
            places.setdefault(path, []).append(number)
    product, aside = apart([*places.items()], with_tests=asked.include_tests is True)
    found = Found([text], product or [*places.items()], aside if product else 0, 0)
    if not found.product:
        return []
    head = f"{shown(asked.text.strip())} is worded, with what is put in, at"
    return told_lines(index, found, head, chosen_lines(found.product, _MOST_WORDED))
