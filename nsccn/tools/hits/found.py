"""What answers a query: entities, files, or the lines that have its text, each as a piece of the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from nsccn.graph.prototypes import body_by_name
from nsccn.search.exact import holders_of_any, only_name
from nsccn.search.messages import words_of
from nsccn.search.terms import WORD
from nsccn.search.zones import strip_noise
from nsccn.tools.hits.alike import without_copies
from nsccn.tools.hits.pieces import FAINT, file_piece, pieces_of
from nsccn.tools.hits.spread import spread
from nsccn.tools.hits.textlines import TextLines, is_phrase, text_lines
from nsccn.tools.hits.wordedlines import worded_lines
from nsccn.tools.views import Lazily, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.search import Hit, Query
    from nsccn.settings import Settings
    from nsccn.tools.hits.matchedlines import MatchedLines

_NOISE: Final = 0.05
"""One with less than this share comes when it is asked for; of what a name or a message finds, one that is faint."""
_REPORT: Final = 16
"""Words that a query says from which on more hits are named briefly behind the first ones."""
_MOST_SIGNED: Final = 5
"""Hits that say why they are there, and have their signatures; what is named exactly does so anywhere."""
_SPOKEN: Final = 5
"""Words that stand nowhere one behind the other by chance: where lines have a text of as many,"""
_MOST_BESIDE_TEXT: Final = 3
"""so many hits are shown with them that have words of it."""
_MOST_NAMED: Final = 4
"""Definitions before the lines that a regular expression matches; of more the lines say enough."""


class Found(NamedTuple):
    """What answers a query."""

    pieces: Lazily
    clear: int
    """How many of the first are shown before others are asked for."""
    hits: Sequence[Hit] = ()
    """The hits behind the pieces, where it takes many to find what a report is about."""
    exact: int = 0
    """How many are what the whole query names, or words."""
    has_lines: bool = False
    """The lines that hold the very text are among the pieces."""
    unread: int = 0
    """How many files may hold it that were not looked at."""
    is_matched: bool = False
    """The lines that a regular expression matches are all that there is to be said of it."""


def found_files(index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool) -> Found:
    """Return the files that answer; of the first as many are clear as are asked for."""
    from nsccn.search.search import ranked_files

    ranked = ranked_files(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)

    def piece(place: int) -> Piece:
        return file_piece(place + 1, ranked[place], signed=explain or place < _MOST_SIGNED, explain=explain)

    pieces = Lazily(len(ranked), piece)
    return Found(pieces, limit)


def found_entities(index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool) -> Found:
    """Return the entities that answer."""
    from nsccn.search.search import search

    hits = search(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    hits, declarations = _bodies_first(hits, index.snapshot.entities)
    words = len(asked.text.split())  # of two, one may say what is looked for in the other: `Cart method`
    is_named = words == 1 or (words > 2 and any(hit.says_all for hit in hits[:1]))
    hits, holding = _holding_first(
        hits, holders_of_any(asked.text, index.snapshot.entities, index.snapshot.lexical)
    )
    clear = clear_hits([hit.score for hit in hits[: min(limit, holding)]], is_named=is_named)
    exact = [hit for hit in hits[:clear] if hit.says_all]
    coded = len(exact) == 1 and only_name(asked.text) != "" and not (exact[0].quoted or explain)
    told = TextLines() if explain else text_lines(index, asked, hits[:clear], limit)
    if told.pieces and is_phrase(asked.text):
        exact = []  # a message that words a part of it says less than the lines that hold it
    is_told = bool(told.pieces) or told.note is not None
    is_answered = explain or _says_enough(asked, exact) if exact else explain or is_told
    stated = [] if is_answered else worded_lines(index, asked, _words_worded(exact))
    stated = [] if stated and all(_stands_within(piece, exact) for piece in stated) else stated
    if stated or not is_told:
        is_report = clear >= limit and len(strip_noise(asked.text).split()) >= _REPORT
        most = limit if clear >= limit and not is_report else 0
        signed = max(_MOST_SIGNED, len(exact))
        hits = spread(index.snapshot.entities, hits) if is_report else hits
        copies: dict[int, list[Hit]] = {}
        if not (explain or is_named or holding < len(hits)):  # what is named is wanted by each of its names
            hits, copies, clear = _without_copies(hits, clear, limit)
        pieces = pieces_of(
            index, asked.text, hits, declarations, most, copies, signed=signed, explain=explain, coded=coded
        )
        hits = hits if is_report and not stated else []
        clear = min(clear, _MOST_BESIDE_TEXT) if words >= _SPOKEN and _have(stated, asked.text) else clear
        pieces, clear = _with_lines(pieces, 0, stated), clear + len(stated)
        return Found(pieces, clear, hits, len(exact), has_lines=len(stated) > 0, unread=told.unread)
    hits = sorted(hits, key=lambda hit: not hit.says_all)
    pieces = pieces_of(
        index, asked.text, hits, declarations, 0, {}, signed=len(hits), explain=explain, coded=coded
    )
    if told.note is not None:
        return Found(_with_note(pieces, len(exact) - 1, told.note), len(exact), has_lines=True)
    return Found(_with_lines(pieces, len(exact), told.pieces), len(exact) + len(told.pieces), has_lines=True)


def _without_copies(hits: list[Hit], clear: int, limit: int) -> tuple[list[Hit], dict[int, list[Hit]], int]:
    """Return the hits without copies of others, these copies, and how many of the hits are clear then."""
    kept, copies = without_copies(hits)
    if clear >= limit:
        return kept, copies, clear_hits([hit.score for hit in kept[:limit]], is_named=False)
    named = {copy.index for some in copies.values() for copy in some}
    return kept, copies, sum(hit.index not in named for hit in hits[:clear])


def _words_worded(exact: Sequence[Hit]) -> int:
    """Return how many words of a query its messages word at most."""
    return max((len(hit.quoted.split()) for hit in exact), default=0)


def _stands_within(lines: Piece, hits: Sequence[Hit]) -> bool:
    """Whether lines are of what was found, which shows them itself."""
    own = {
        (hit.entity.path, line)
        for hit in hits
        for line in range(hit.entity.start_line, hit.entity.end_line + 1)
    }
    return all((lines.data["file"], row["line"]) in own for row in lines.data["lines"])


def _have(lines: Sequence[Piece], text: str) -> bool:
    """Whether one of some lines has a text as it is asked for."""
    said = text.strip("`'\" \t\n").lower()
    return any(said in row["text"].lower() for piece in lines for row in piece.data["lines"])


def _says_enough(asked: Query, exact: Sequence[Hit]) -> bool:
    """Whether what was found is named by the query, or words all of it as a message."""
    is_named = any(not hit.quoted for hit in exact)
    return is_named or _words_worded(exact) >= len(words_of(asked.text))


def matching_lines(
    index: RepoIndex, asked: Query, settings: Settings, limit: int, matched: MatchedLines
) -> Found:
    """Return the lines that a regular expression matches, before them the definitions there that its words name."""
    from nsccn.search.search import search

    asked = structs.replace(asked, text=" ".join(WORD.findall(asked.text)))
    hits = search(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    named = [hit for hit in hits if hit.says_all and matched.has(hit.entity.path, hit.entity.start_line)]
    named = named if len(named) <= _MOST_NAMED else []
    first = pieces_of(index, asked.text, named, {}, 0, {}, signed=len(named), explain=False)
    lines, rest = matched.pieces({(hit.entity.path, hit.entity.start_line) for hit in named}, limit)
    shown = _with_lines(first, len(named), lines)
    return Found(_with_lines(shown, len(shown), rest), len(shown), is_matched=True)


def _with_note(hits: Lazily, last: int, note: Piece) -> Lazily:
    """Add a note to the last hit of those that it is about."""

    def piece(place: int) -> Piece:
        hit: Piece = hits[place]
        return Piece(f"{hit.text}\n{note.text}", hit.data | note.data) if place == last else hit

    return Lazily(len(hits), piece)


def _holding_first(hits: list[Hit], names: AbstractSet[int]) -> tuple[list[Hit], int]:
    """Put what holds one of the names that a query is before what has parts of them; say how many do, else all."""
    holding = [hit for hit in hits if hit.says_all or hit.index in names] if names else []
    if not holding:
        return hits, len(hits)
    return [*holding, *(hit for hit in hits if not hit.says_all and hit.index not in names)], len(holding)


def _with_lines(hits: Lazily, first: int, lines: Sequence[Piece]) -> Lazily:
    """Put lines behind the first hits."""
    behind = first + len(lines)

    def piece(place: int) -> Piece:
        if first <= place < behind:
            return lines[place - first]
        found: Piece = hits[place if place < first else place - len(lines)]
        return found

    return Lazily(len(hits) + len(lines), piece)


def _bodies_first(hits: list[Hit], table: EntityTable) -> tuple[list[Hit], dict[int, list[Entity]]]:
    """Put each body that was found at the first place of its own or of its declarations; return those by their body."""
    found = {hit.index for hit in hits}
    first: dict[int, Hit] = {}
    declarations: dict[int, list[Entity]] = {}
    for hit in hits:
        is_declared = hit.index < len(table) and table.is_declared(hit.index)  # or else it lies in no file
        body = body_by_name(table, hit.index) if is_declared else None
        if body in found:
            declarations.setdefault(body, []).append(hit.entity)
            first.setdefault(body, replace(hit, index=body))
        else:
            first.setdefault(hit.index, hit)
    return list(first.values()), declarations


def clear_hits(scores: Sequence[float], *, is_named: bool) -> int:
    """Return how many of the first hits are clear, by their scores beside the first one's.

    Of what a name or a message finds, what has it is clear beside all else; one of several words may be named in
    passing.
    """
    least = FAINT if is_named else _NOISE
    return next((place for place, score in enumerate(scores) if score < least * scores[0]), len(scores))
