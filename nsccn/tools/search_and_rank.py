"""Locate: the entities that a query is about, best first."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from msgspec import structs

from nsccn.errors import AmbiguousEntity, InvalidArgument, LinkingFailed, UnknownEntity, UnknownPath, shown
from nsccn.graph.languages import detect
from nsccn.graph.lookup import lookup, refuse_bad_lines
from nsccn.graph.prototypes import body_by_name
from nsccn.graph.routes import handlers, route_of
from nsccn.graph.wording import plain_reference
from nsccn.search.exact import holders_of_any
from nsccn.search.expressions import without_classes
from nsccn.search.terms import WORD
from nsccn.text import LINE_LIMIT, count_tokens, one_line, shorten
from nsccn.tools.hits.matchedlines import MatchedLines, pattern_of, said_unmatched
from nsccn.tools.hits.notes import nothing, said_of_query, unmatched
from nsccn.tools.hits.pastedtext import pasted
from nsccn.tools.hits.pieces import FAINT, file_piece, named_briefly, pieces_of
from nsccn.tools.hits.textlines import TextLines, in_unread, text_as_a_whole, text_lines, worded_lines
from nsccn.tools.hits.wordedtext import worded
from nsccn.tools.names.meant import meant_in
from nsccn.tools.names.missing import stand_nowhere
from nsccn.tools.session import Session
from nsccn.tools.traces.data import entity_data
from nsccn.tools.traces.wording import heading
from nsccn.tools.views import Answer, Lazily, Part, Piece, paginate, part_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.contracts.routes.partly import Written
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.askers import Asked
    from nsccn.search.search import Hit, Query
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot
    from nsccn.tools.hits.pastedtext import Pasted
    from nsccn.tools.views import Page

_MOST_HITS: Final = 50
_PLACE: Final = re.compile(r"[^\s:]+:\d+(?::\d+|-\d+)?")
_LAST_RANK: Final = 200
_NOISE: Final = 0.05
"""One with less than this share comes when it is asked for; of what a name or a message finds, one that is faint."""
_REPORT: Final = 16
"""Words of a query from which on more hits are named briefly behind the first ones."""
_MOST_SIGNED: Final = 5
"""Of these, as many first ones have their signatures."""
_MOST_NAMED: Final = 4
"""Definitions before the lines that a regular expression matches; of more the lines say enough."""
_MOST_ALIKE: Final = 3
"""Hits by the words of what no file has."""
_SAID: Final = {
    "unknown": "In no indexed file",
    "no_word": "As a whole word in no indexed file",
    "unread": "Not looked up as it is written",
    "near": "Near names",
}


class _Found(NamedTuple):
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


class _Meant(NamedTuple):
    """What a query points at, beside what its words find."""

    around: Entity | None = None
    """What is around the place that it is."""
    several: Sequence[str] = ()
    """The first ids of what is, where several files have that place."""
    pasted: Pasted | None = None
    written: Written | None = None
    answering: Entity | None = None
    """What answers the path of a URL that it is."""

    @property
    def is_all(self) -> bool:
        """Whether it says no more than what it points at."""
        is_whole = self.pasted is not None and self.pasted.is_whole
        return self.around is not None or self.answering is not None or len(self.several) > 0 or is_whole

    def said(self, query: str) -> list[str]:
        """Return the lines on what was pasted, or on a URL."""
        lines = [] if self.pasted is None else [*self.pasted.lines]
        if self.answering is not None and self.written is not None:
            below = f", below {self.written.below}" if self.written.below else ""
            lead = f"{self.written.lead} " if self.written.lead else ""
            lines += [
                f"{lead}{one_line(query)} is answered by {heading(self.answering)}{below}",
                self.written.briefly,
            ]
        elif self.written is not None:
            lines.append(self.written.said)
        return lines

    def data(self) -> dict[str, Any]:
        """Return the same as data."""
        around = self.around or self.answering
        data: dict[str, Any] = {} if around is None else {"around": entity_data(around)}
        if self.pasted is not None:
            data["places"] = self.pasted.data
        return data | ({"around_one_of": [*self.several]} if self.several else {})


def search_and_rank(
    session: Session,
    query: Annotated[str, "Names, words, code, regex, pasted errors, a patch"],
    limit: Annotated[int, "1 to 50"] = 10,
    kind: Annotated[str, "Only func, method, class, module, file, ..."] = "",
    path: Annotated[str, "Only paths like src/**"] = "",
    language: Annotated[str, "Only this language"] = "",
    include_tests: Annotated[bool | None, "Default: only if the query is about tests"] = None,
    files: Annotated[bool, "Rank files"] = False,  # noqa: FBT002 - the parameters of a tool are named by its caller
    explain: Annotated[bool, "Show all signals"] = False,  # noqa: FBT002
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Find entities by name, words or message; ranked, each with id, line, score and why."""
    from nsccn.search.askers import as_messages
    from nsccn.search.search import Query

    _check(query, limit, kind)
    settings = session.settings(repo_path)
    index = session.searchable(repo_path)
    language = _language(index.snapshot.entities, language)
    pattern = pattern_of(index.snapshot.entities, query)
    text = without_classes(query) if pattern else query
    askers = index.askers.of(text)
    asked = Query(
        text,
        _LAST_RANK,
        kind or None,
        path or None,
        language or None,
        include_tests,
        str(index.root),
        as_messages(askers),
    )
    find = _files if files else _hits
    matched = MatchedLines(index, asked, pattern) if pattern and not (kind or files or explain) else None
    is_matching = matched is not None and len(matched.places) > 0
    first_limit = part_of(cursor) or limit  # which lines are shown first rests on it
    if matched and is_matching:
        found = _matching(index, asked, settings, first_limit, matched)
    else:
        found = find(index, asked, settings, limit, explain=explain)
    pieces = found.pieces
    is_first = not (cursor or found.is_matched)
    meant = _meant(index, text, askers) if is_first else _Meant()
    said = _words_apart(index, text, found, is_pattern=bool(pattern)) if is_first and not meant.is_all else {}
    clear = _clear(text, found, meant, matched, said) if is_first else limit if cursor else found.clear
    lines = []
    if not found.is_matched:
        is_told = found.has_lines or meant.pasted is not None
        lines = [said_unmatched(pattern, matched, has_hits=len(pieces) > 0)] if pattern else []
        lines += [*_said_first(index, text, kind, said, meant, is_told=is_told), *meant.said(text)]
    # A cursor outlives an edit that moves some hits: what follows is wanted all the same.
    page = paginate(
        pieces,
        about=("search_and_rank", query, kind, path, language, include_tests, files, explain),
        cursor=cursor,
        ceiling=settings.max_tokens,
        head="\n".join(lines),
        most=clear,
        structured=session.structured,
        part=Part(first_limit) if is_matching else Part(),
    )
    if not pieces and meant.written is None and not meant.is_all:
        filters = {"kind": kind, "path": path, "language": language}
        unread = f" It may stand {in_unread(found.unread)}." if found.unread else ""
        lines.insert(0, nothing(query, filters) + unread + unmatched(index, path))
    data = {
        "query": shorten(query, LINE_LIMIT),
        "results": [piece.data for piece in page.pieces],
    } | page.rest()
    data |= meant.data()
    noun = "files" if files else "hits, less likely" if clear < min(limit, len(pieces)) else "hits"
    noun = f"line{'s' * (page.more != 1)}" if found.is_matched else noun
    brief, of_brief = _named_behind(page, found.hits if clear and not cursor else (), lines, noun, settings)
    return Answer(page.text("\n".join(lines), noun, brief), data | of_brief | said)


def _clear(
    text: str, found: _Found, meant: _Meant, matched: MatchedLines | None, said: Mapping[str, Sequence[str]]
) -> int:
    """Return how many hits the first page shows: few of what is meant by its path, or stands nowhere."""
    if meant.is_all:
        return 0  # all else has the words of its path at most
    if matched and matched.is_read and not matched.unread:
        return min(found.clear, _MOST_ALIKE)
    is_one = len(text.split()) == 1 or text_as_a_whole(text) in said.get("unknown", ())
    return _clear_of_one(found.clear, said) if is_one and not found.has_lines else found.clear


def _named_behind(
    page: Page, hits: Sequence[Hit], lines: Sequence[str], noun: str, settings: Settings
) -> tuple[list[str], dict[str, Any]]:
    """Return the lines, and the data, that name the hits behind a page, in the room that it leaves."""
    behind = hits[len(page.pieces) :]
    if not behind:
        return [], {}
    return named_briefly(behind, settings.max_tokens - count_tokens(page.text("\n".join(lines), noun)))


def _check(query: str, limit: int, kind: str) -> None:
    from nsccn.graph.kinds import ENTITY_KINDS

    if not query.strip():
        raise InvalidArgument("query must not be empty; give names or words to look for.")
    if len(query.split()) == 1:
        refuse_bad_lines(plain_reference(query))
    if not 1 <= limit <= _MOST_HITS:
        raise InvalidArgument(f"limit must be between 1 and {_MOST_HITS}.")
    if kind and kind not in ENTITY_KINDS:
        raise InvalidArgument(f"kind must be one of {', '.join(ENTITY_KINDS)}.")


def _meant(index: RepoIndex, query: str, asked: Sequence[Asked]) -> _Meant:
    around, several = _around(index.snapshot, query)
    if around is not None or several:
        return _Meant(around, several)
    if (found := pasted(index, query)) is not None:
        return _Meant(pasted=found)
    if (found := worded(index.snapshot.entities, query, asked)) is not None:
        return _Meant(pasted=found)
    written = _written(index, query)
    if written is None or len(written.answering) != 1:
        return _Meant(written=written)
    return _Meant(written=written, answering=index.snapshot.all_entities.entity(written.answering[0]))


def _clear_of_one(clear: int, said: Mapping[str, Any]) -> int:
    """Return how many of the clear hits for one text count, by what is said of it: others have some of its words."""
    if said.get("near"):
        return 0
    return min(clear, _MOST_ALIKE) if said.get("unknown") else clear


def _said_first(
    index: RepoIndex,
    query: str,
    kind: str,
    said: Mapping[str, Sequence[str]],
    meant: _Meant,
    *,
    is_told: bool,
) -> list[str]:
    """Return the lines above the hits: of words that are not found, the place that is asked for, what is left out.

    Where the text itself stands may be told already.
    """
    lines = [
        f"{_SAID[name]}: {', '.join(map(one_line, words))}" for name, words in said.items() if name != "near"
    ]
    if "near" in said:  # no other search waits for the edges, which tell of what lies elsewhere
        table = index.snapshot.all_entities
        near = [table.entity(one) for one in map(table.index_of, said["near"]) if one is not None]
        places = [f"{one_line(it.id)} L{it.start_line}" if it.path else one_line(it.id) for it in near]
        lines.append(f"{_SAID['near']}: {', '.join(places)}")
    if meant.around is not None:
        lines.append(f"{one_line(query)} is in {heading(meant.around)}")
    elif meant.several:
        lines.append(f"{one_line(query)} is in one of {', '.join(meant.several)}")
    return [*lines, *said_of_query(index, query, kind, is_told=is_told)]


def _written(index: RepoIndex, query: str) -> Written | None:
    """Tell where the path of a URL is written that no folder spells."""
    from nsccn.contracts.routes.lines import where_written

    is_spelt = route_of(query) is None or handlers(index.snapshot.entities, query)
    return None if is_spelt else where_written(index, query)


def _files(index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool) -> _Found:
    """Return the files that answer; of the first as many are clear as are asked for."""
    from nsccn.search.search import ranked_files

    ranked = ranked_files(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    pieces = Lazily(len(ranked), lambda place: file_piece(place + 1, ranked[place], explain=explain))
    return _Found(pieces, limit)


def _hits(index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool) -> _Found:
    """Return the entities that answer."""
    from nsccn.search.search import search

    hits = search(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    hits, declarations = _bodies_first(hits, index.snapshot.entities)
    words = len(asked.text.split())  # of two, one may say what is looked for in the other: `Cart method`
    is_named = words == 1 or (words > 2 and any(hit.says_all for hit in hits[:1]))
    hits, holding = _holding_first(hits, holders_of_any(asked.text, index.snapshot.lexical))
    clear = clear_hits([hit.score for hit in hits[: min(limit, holding)]], is_named=is_named)
    told = TextLines() if explain else text_lines(index, asked, hits[:clear], limit)
    exact = sum(hit.says_all for hit in hits[:clear])
    if not told.pieces and told.note is None:
        stated = [] if explain or exact else worded_lines(index, asked)
        is_report = words >= _REPORT and clear >= limit
        most = limit if clear >= limit and not is_report else 0
        signed = _MOST_SIGNED if is_report else len(hits)
        pieces = pieces_of(index, asked.text, hits, declarations, most, signed=signed, explain=explain)
        hits = hits if is_report and not stated else []
        pieces, clear = _with_lines(pieces, 0, stated), clear + len(stated)
        return _Found(pieces, clear, hits, exact, has_lines=len(stated) > 0, unread=told.unread)
    hits = sorted(hits, key=lambda hit: not hit.says_all)
    pieces = pieces_of(index, asked.text, hits, declarations, 0, signed=len(hits), explain=explain)
    if told.note is not None:
        return _Found(_with_note(pieces, exact - 1, told.note), exact, has_lines=True)
    return _Found(_with_lines(pieces, exact, told.pieces), exact + len(told.pieces), has_lines=True)


def _matching(
    index: RepoIndex, asked: Query, settings: Settings, limit: int, matched: MatchedLines
) -> _Found:
    """Return the lines that a regular expression matches, before them the definitions there that its words name."""
    from nsccn.search.search import search

    asked = structs.replace(asked, text=" ".join(WORD.findall(asked.text)))
    hits = search(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    named = [hit for hit in hits if hit.says_all and matched.has(hit.entity.path, hit.entity.start_line)]
    named = named if len(named) <= _MOST_NAMED else []
    first = pieces_of(index, asked.text, named, {}, 0, signed=len(named), explain=False)
    lines, rest = matched.pieces({(hit.entity.path, hit.entity.start_line) for hit in named}, limit)
    shown = _with_lines(first, len(named), lines)
    return _Found(_with_lines(shown, len(shown), rest), len(shown), is_matched=True)


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


def _words_apart(index: RepoIndex, query: str, found: _Found, *, is_pattern: bool) -> dict[str, list[str]]:
    """Return what of a short query the repository lacks, all of it or words, and the names nearest to these."""
    from nsccn.search.suggest import suggestions, unknown_words

    unknown = unknown_words(index.snapshot, query)
    near = suggestions(index.snapshot, query, unknown)
    text = "" if found.exact or found.has_lines or is_pattern else text_as_a_whole(query)
    if text and stand_nowhere(index, [text]):
        said = {"unknown": [text]}
    else:
        nowhere = stand_nowhere(index, unknown)
        is_unread = text and found.unread and text not in unknown
        said = {
            "unread": [f"{text}; it may stand {in_unread(found.unread)}"] if is_unread else [],
            "unknown": nowhere,
            "no_word": [word for word in unknown if word not in nowhere and not found.has_lines],
        }
    is_found = found.has_lines and not WORD.fullmatch(query.strip())
    said = {**(said if found.pieces else {}), "near": [] if is_found else near}
    return {name: words for name, words in said.items() if words}


def _around(snapshot: Snapshot, query: str) -> tuple[Entity | None, Sequence[str]]:
    """Return the entity that a query means which is nothing but a place, `path:line`, or the first ids of several."""
    if not _PLACE.fullmatch(plain_reference(query)):
        return None, ()
    try:
        return snapshot.graph.entity(meant_in(snapshot.graph, query, lookup).entity), ()
    except AmbiguousEntity as error:
        return None, error.candidates
    except (UnknownEntity, UnknownPath, LinkingFailed):
        return None, ()


def _language(table: EntityTable, asked: str) -> str:
    """Return the name of a language as files have it, who may be named by how their names end, too."""
    if not asked:
        return ""
    known = sorted({file.language for file in table.files})
    named = asked.strip().lower()
    by_ending = detect(f"x.{named.removeprefix('.')}", b"")
    if named not in known and by_ending is not None:
        named = by_ending.name
    if named not in known:
        raise InvalidArgument(
            f"No file here is in the language {shown(asked)}; there are {', '.join(known)}."
        )
    return named
