"""Locate: the entities that a query is about, best first."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from nsccn.errors import InvalidArgument, shown
from nsccn.graph.languages import detect
from nsccn.graph.lookup.places import refuse_bad_lines
from nsccn.graph.lookup.wording import plain_reference
from nsccn.graph.routes import handlers
from nsccn.search.expressions import without_classes
from nsccn.search.terms import WORD
from nsccn.text import LINE_LIMIT, count_tokens, one_line, shorten
from nsccn.tools.hits.found import Found, found_entities, found_files, matching_lines
from nsccn.tools.hits.matchedlines import MatchedLines, pattern_of, said_unmatched
from nsccn.tools.hits.notes import nothing, said_of_query, unmatched
from nsccn.tools.hits.pieces import named_briefly
from nsccn.tools.hits.pointed import Pointed, pointed_at
from nsccn.tools.hits.textlines import in_unread, text_as_a_whole
from nsccn.tools.names.missing import stand_nowhere
from nsccn.tools.session import Session
from nsccn.tools.traces.wording import heading
from nsccn.tools.views import Answer, Part, paginate, part_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex
    from nsccn.search.askers import Asked
    from nsccn.search.search import Hit
    from nsccn.settings import Settings
    from nsccn.tools.views import Page

_MOST_HITS: Final = 50
_LAST_RANK: Final = 200
_MOST_ALIKE: Final = 3
"""Hits by the words of what no file has."""
_SAID: Final = {
    "unknown": "In no indexed file",
    "no_word": "As a whole word in no indexed file",
    "unread": "Not looked up as it is written",
    "near": "Near names",
}


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
    """Find entities by name, words or message; ranked, the first with score and why."""
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
    matched = MatchedLines(index, asked, pattern) if pattern and not (kind or files or explain) else None
    first_limit = part_of(cursor) or limit  # which lines are shown first rests on it
    if matched and matched.places:
        found = matching_lines(index, asked, settings, first_limit, matched)
    else:
        find = found_files if files else found_entities
        found = find(index, asked, settings, limit, explain=explain)
    if cursor or found.is_matched:
        told = _Told(limit if cursor else found.clear)
    else:
        told = _told(index, text, found, matched, askers, is_pattern=bool(pattern))
    lines = _lines(index, text, kind, found, told)
    if pattern and not found.is_matched:
        lines.insert(0, said_unmatched(pattern, matched, has_hits=len(found.pieces) > 0))
    # A cursor outlives an edit that moves some hits: what follows is wanted all the same.
    page = paginate(
        found.pieces,
        about=("search_and_rank", query, kind, path, language, include_tests, files, explain),
        cursor=cursor,
        ceiling=settings.max_tokens,
        head="\n".join(lines),
        most=told.clear,
        structured=session.structured,
        part=Part(first_limit) if found.is_matched else Part(),
    )
    if not found.pieces and not told.pointed.is_any:
        filters = {"kind": kind, "path": path, "language": language}
        unread = f" It may stand {in_unread(found.unread)}." if found.unread else ""
        lines.insert(0, nothing(query, filters) + unread + unmatched(index, path))
    data = {"query": shorten(query, LINE_LIMIT), "results": [piece.data for piece in page.pieces]}
    data |= page.rest() | told.pointed.data()
    noun, many = _rest(page, found, files=files, is_less=told.clear < min(limit, len(found.pieces)))
    brief, of_brief = _named_behind(
        index, page, found.hits if told.clear and not cursor else (), lines, noun, settings
    )
    return Answer(page.text("\n".join(lines), noun, brief, many), {**data, **of_brief, **told.said})


class _Told(NamedTuple):
    """What the first page tells of a query besides its hits, and how many of these it shows."""

    clear: int
    pointed: Pointed = Pointed()
    said: Mapping[str, Sequence[str]] = MappingProxyType({})
    """What the repository lacks of its words, and the names nearest to these."""


def _told(
    index: RepoIndex,
    text: str,
    found: Found,
    matched: MatchedLines | None,
    askers: Sequence[Asked],
    *,
    is_pattern: bool,
) -> _Told:
    """Say what a query points at, or lacks; few hits are shown of what is meant by its path, or stands nowhere."""
    pointed = pointed_at(index, text, askers)
    if pointed.is_all:
        return _Told(0, pointed)  # all else has the words of its path at most
    if found.exact and handlers(index.snapshot.entities, text):
        return _Told(min(found.exact, found.clear), pointed)  # files that spell the path
    said = _words_apart(index, text, found, is_pattern=is_pattern)
    clear = found.clear
    if matched and matched.is_read and not matched.unread:
        clear = min(clear, _MOST_ALIKE)
    elif not found.has_lines and (len(text.split()) == 1 or text_as_a_whole(text) in said.get("unknown", ())):
        clear = _clear_of_one(clear, said)
    return _Told(clear, pointed, said)


def _lines(index: RepoIndex, text: str, kind: str, found: Found, told: _Told) -> list[str]:
    """Return the lines above the hits; those that a regular expression matches say enough by themselves."""
    if found.is_matched:
        return []
    is_told = found.has_lines or told.pointed.pasted is not None
    return [*_said_first(index, text, kind, told, is_told=is_told), *told.pointed.said(text)]


def _rest(page: Page, found: Found, *, files: bool, is_less: bool) -> tuple[str, str]:
    """Return what the pieces behind a page are called, counted and as many."""
    if found.is_matched:
        return f"line{'s' * (page.more != 1)}", ""
    if files:
        return "files", "more"
    return ("hits, less likely", "less likely") if is_less else ("hits", "more")


def _named_behind(
    index: RepoIndex, page: Page, hits: Sequence[Hit], lines: Sequence[str], noun: str, settings: Settings
) -> tuple[list[str], dict[str, Any]]:
    """Return the lines, and the data, that name the hits behind a page, in the room that it leaves."""
    behind = hits[len(page.pieces) :]
    if not behind:
        return [], {}
    room = settings.max_tokens - count_tokens(page.text("\n".join(lines), noun)) - 1
    return named_briefly(index.snapshot.entities, behind, room)


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


def _clear_of_one(clear: int, said: Mapping[str, Any]) -> int:
    """Return how many of the clear hits for one text count, by what is said of it: others have some of its words."""
    if said.get("near"):
        return 0
    return min(clear, _MOST_ALIKE) if said.get("unknown") else clear


def _said_first(
    index: RepoIndex,
    query: str,
    kind: str,
    told: _Told,
    *,
    is_told: bool,
) -> list[str]:
    """Return the lines above the hits: of words that are not found, the place that is asked for, what is left out.

    Where the text itself stands may be told already.
    """
    lines = [
        f"{_SAID[name]}: {', '.join(map(one_line, words))}"
        for name, words in told.said.items()
        if name != "near"
    ]
    if "near" in told.said:  # no other search waits for the edges, which tell of what lies elsewhere
        table = index.snapshot.all_entities
        near = [table.entity(one) for one in map(table.index_of, told.said["near"]) if one is not None]
        places = [f"{one_line(it.id)} L{it.start_line}" if it.path else one_line(it.id) for it in near]
        lines.append(f"{_SAID['near']}: {', '.join(places)}")
    if told.pointed.around is not None:
        lines.append(f"{one_line(query)} is in {heading(told.pointed.around)}")
    elif told.pointed.several:
        lines.append(f"{one_line(query)} is in one of {', '.join(told.pointed.several)}")
    return [*lines, *said_of_query(index, query, kind, is_told=is_told)]


def _words_apart(index: RepoIndex, query: str, found: Found, *, is_pattern: bool) -> dict[str, list[str]]:
    """Return what of a short query the repository lacks, all of it or words, and the names nearest to these."""
    from nsccn.contracts.settings import set_in_data
    from nsccn.search.suggest import suggestions, unknown_words

    unknown = unknown_words(index.snapshot, query)
    near = suggestions(index.snapshot, query, unknown)
    text = "" if found.exact or found.has_lines or is_pattern else text_as_a_whole(query)
    if text and stand_nowhere(index, [text]) and not set_in_data(index, text):
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
