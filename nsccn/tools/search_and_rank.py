"""Locate: the entities that a query is about, best first."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from nsccn.errors import AmbiguousEntity, InvalidArgument, LinkingFailed, UnknownEntity, UnknownPath, shown
from nsccn.graph.fileroles import Role
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS, FILE_KINDS
from nsccn.graph.languages import detect
from nsccn.graph.lookup import lookup, no_path
from nsccn.graph.prototypes import body_by_name
from nsccn.graph.routes import handlers, route_of
from nsccn.graph.wording import plain_reference
from nsccn.text import LINE_LIMIT, shorten
from nsccn.tools.heldlines import held_lines
from nsccn.tools.meant import meant_in
from nsccn.tools.missing import lines_that_name
from nsccn.tools.pastedtext import pasted
from nsccn.tools.session import Session
from nsccn.tools.tracetext import entity_data, heading
from nsccn.tools.views import Answer, Lazily, Piece, first_few, one_line, paginate
from nsccn.tools.wordedtext import worded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.askers import Asked
    from nsccn.search.breakdown import Shares
    from nsccn.search.search import FileHit, Hit, Query
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot
    from nsccn.tools.pastedtext import Pasted
    from nsccn.tools.routelines import Written

_MOST_HITS: Final = 50
_PLACE: Final = re.compile(r"[^\s:]+:\d+(?::\d+|-\d+)?")
_GLOB: Final = re.compile(r"[*?]")
_LAST_RANK: Final = 200
_FAINT: Final = 0.3
"""A hit with less than this share of the first one's score is shown without its signature."""
_NOISE: Final = 0.05
"""One with less than this share comes when it is asked for; of what a name or a message finds, one that is faint."""
_SAID: Final = {"unknown": "In no indexed file", "near": "Near names"}
_MOST_BESIDE: Final = 4
"""Further entities of its file that one hit names."""


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
            lines += [f"{one_line(query)} is answered by {heading(self.answering)}", self.written.briefly]
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
    query: Annotated[str, "Names, words, a path, pasted errors or a patch"],
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
    askers = index.askers.of(query)
    asked = Query(
        query,
        _LAST_RANK,
        kind or None,
        path or None,
        language or None,
        include_tests,
        str(index.root),
        as_messages(askers),
    )
    pieces, clear = (_files if files else _hits)(index, asked, settings, limit, explain=explain)
    if cursor:
        clear = limit
    meant = _Meant() if cursor else _meant(index, query, askers)
    said = {} if cursor or meant.is_all else _words_apart(index.snapshot, query, found=len(pieces) > 0)
    if meant.is_all or (said.get("near") and len(query.split()) == 1):
        clear = 0  # all else has the words of its path, or of a name that is misspelt, at most
    lines = [*_said_first(index, query, kind, said, meant), *meant.said(query)]
    # A cursor outlives an edit that moves some hits: what follows is wanted all the same.
    page = paginate(
        pieces,
        about=("search_and_rank", query, kind, path, language, include_tests, files, explain),
        cursor=cursor,
        ceiling=settings.max_tokens,
        head="\n".join(lines),
        most=clear,
        structured=session.structured,
    )
    if not pieces and meant.written is None and not meant.is_all:
        filters = {"kind": kind, "path": path, "language": language}
        lines.insert(0, _nothing(query, filters) + _unmatched(index, path))
    data = {
        "query": shorten(query, LINE_LIMIT),
        "results": [piece.data for piece in page.pieces],
    } | page.rest()
    data |= meant.data()
    noun = "files" if files else "fainter hits" if clear < min(limit, len(pieces)) else "hits"
    return Answer(page.text("\n".join(lines), noun), data | said)


def _check(query: str, limit: int, kind: str) -> None:
    from nsccn.graph.kinds import ENTITY_KINDS

    if not query.strip():
        raise InvalidArgument("query must not be empty; give names or words to look for.")
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


def _said_first(
    index: RepoIndex,
    query: str,
    kind: str,
    said: Mapping[str, Sequence[str]],
    meant: _Meant,
) -> list[str]:
    """Return the lines above the hits: of words that are not found, the place that is asked for, what is left out."""
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
    left_out = _left_out(index.snapshot.entities, query, kind)
    not_indexed = _not_indexed(index, query.strip())
    return [
        *lines,
        *_unsaid(index.snapshot, query),
        *left_out,
        *not_indexed,
        *_of_setting(index, query),
        *_of_channel(index, query),
        *_of_field(index, query),
    ]


def _written(index: RepoIndex, query: str) -> Written | None:
    """Tell where the path of a URL is written that no folder spells."""
    from nsccn.tools.routelines import where_written

    is_spelt = route_of(query) is None or handlers(index.snapshot.entities, query)
    return None if is_spelt else where_written(index, query)


def _unsaid(snapshot: Snapshot, query: str) -> list[str]:
    """Say of an error that no code here words it: it may be the language's own, and only its stack tells more."""
    from nsccn.search.traceback import heads_error

    is_worded = not heads_error(query) or bool(snapshot.lexical.messages.find(query))
    return [] if is_worded else ["No string here words that error; its stack would tell more."]


def _nothing(query: str, filters: Mapping[str, str]) -> str:
    chosen = [f"{name} {shown(value)}" for name, value in filters.items() if value]
    within = f" with {', '.join(chosen)}" if chosen else ""
    return f"Nothing found for {one_line(query)!r}{within}."


def _left_out(table: EntityTable, query: str, kind: str) -> list[str]:
    """Say what has the very name that is looked for, where nothing of the kind that is wanted has it."""
    named = table.named(query.strip()) if kind else []
    if not named or any(table.kinds[table.kind[one]] == kind for one in named):
        return []
    return [f"Of another kind: {first_few(named, _MOST_BESIDE, table.id_of)}"]


def _not_indexed(index: RepoIndex, query: str) -> list[str]:
    """Say why a file is not indexed whose path is looked for."""
    if "/" not in query or len(query.split()) > 1:
        return []
    from nsccn.tools.missing import not_indexed

    return not_indexed(index, query)


def _of_setting(index: RepoIndex, query: str) -> list[str]:
    """Say where a setting is set that is all of a query: its files need not hold the key as a whole."""
    from nsccn.search.exact import may_lie_outside
    from nsccn.tools.settinglines import said_of_setting

    is_name = len(query.split()) == 1 and may_lie_outside(query, index.snapshot.entities)
    with suppress(LinkingFailed):
        return [*said_of_setting(index, query.strip("`'\" \t\n"))] if is_name else []
    return []


def _of_channel(index: RepoIndex, query: str) -> list[str]:
    """Say who sends and who handles under a name that is all of a query."""
    from nsccn.tools.channellines import said_of_channel

    name = query.strip("`'\" \t\n")
    return said_of_channel(index, name) if len(name.split()) == 1 else []


def _of_field(index: RepoIndex, query: str) -> list[str]:
    """Say who answers a field of GraphQL that is all of a query."""
    from nsccn.tools.graphqllines import said_of_field

    return said_of_field(index, query.strip("`'\" \t\n"))


def _unmatched(index: RepoIndex, path: str) -> str:
    """Say that a pattern matches no file, where that is why nothing was found."""
    from nsccn.search.filters import matched

    paths = index.snapshot.entities.paths
    if not path or matched(paths, path, str(index.root)).any():
        return ""
    folder = path.removesuffix("/**")
    return " No path is like that." if _GLOB.search(folder) else f" {no_path(folder, paths)}"


def _files(
    index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool
) -> tuple[Lazily, int]:
    """Return the files that answer, and how many of the first are clear: as many as are asked for."""
    from nsccn.search.search import ranked_files

    ranked = ranked_files(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    return Lazily(len(ranked), lambda place: _file_piece(place + 1, ranked[place], explain=explain)), limit


def _hits(
    index: RepoIndex, asked: Query, settings: Settings, limit: int, *, explain: bool
) -> tuple[Lazily, int]:
    """Return the entities that answer, and how many of the first are clear."""
    from nsccn.search.search import search

    hits = search(index.snapshot, asked, settings, history=index.history, vectors=index.vectors)
    hits, declarations = _bodies_first(hits, index.snapshot.entities)
    words = len(asked.text.split())  # of two, one may say what is looked for in the other: `Cart method`
    is_named = words == 1 or (words > 2 and any(hit.says_all for hit in hits[:1]))
    clear = clear_hits([hit.score for hit in hits[:limit]], is_named=is_named)
    most = limit if clear >= limit else 0
    named = _named_at(index, hits[0].entity) if clear == 1 else ""
    return _pieces(index, asked.text, hits, declarations, most, named, explain=explain), clear


def _named_at(index: RepoIndex, entity: Entity) -> str:
    """Return where the product names the only constant, variable or attribute of a name: it is no answer by itself."""
    if entity.kind not in DATA_KINDS or len(index.snapshot.entities.named(entity.name)) > 1:
        return ""
    own = {(entity.path, line) for line in range(entity.start_line, entity.end_line + 1)}
    return lines_that_name(index, entity.name, own, role=Role.SOURCE)


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
    least = _FAINT if is_named else _NOISE
    return next((place for place, score in enumerate(scores) if score < least * scores[0]), len(scores))


def _pieces(
    index: RepoIndex,
    query: str,
    hits: Sequence[Hit],
    declarations: Mapping[int, Sequence[Entity]],
    limit: int,
    named: str,
    *,
    explain: bool,
) -> Lazily:
    """Return the hits; beside those of as many first as `limit` others of their files are named.

    `named` is where the first one is.
    """
    beside = _beside(hits, limit)

    def piece(place: int) -> Piece:
        hit = hits[place]
        is_faint = hit.score < _FAINT * hits[0].score
        declared = declarations.get(hit.index, ())
        is_named = query.strip() in hit.entity.path
        lines = [] if is_named else held_lines(index, hit.entity, hit.weights)
        others = beside.get(place, ())
        at = lines or [hit.entity.start_line]
        is_value = bool(lines) and hit.entity.kind not in FILE_KINDS
        said = index.text(hit.entity.path).split("\n")[lines[0] - 1] if is_value else hit.entity.signature
        said = "" if is_faint else said.strip()
        named_at = "" if place else named
        return _piece(place + 1, hit, at, said, declared, others, named_at, explain=explain)

    return Lazily(len(hits), piece)


def _words_apart(snapshot: Snapshot, query: str, *, found: bool) -> dict[str, list[str]]:
    """Return the words of a short query that the repository lacks, and the names nearest to them."""
    from nsccn.search.suggest import suggestions, unknown_words

    unknown = unknown_words(snapshot, query)
    said = {"unknown": unknown if found else [], "near": suggestions(snapshot, query, unknown)}
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


def _file_piece(rank: int, found: FileHit, *, explain: bool) -> Piece:
    best = found.best
    line = f"{rank}. {encode_path(found.path)}  {found.score:.2f}"
    data: dict[str, Any] = {"file": found.path, "score": round(found.score, 4)}
    if best is not None:
        line = f"{line}  {one_line(best.why)}".rstrip() + f"\n   {best.entity.id}"
        data |= {"best": best.entity.id, "why": best.why}
    if explain:
        return _explained(line, data, {"streams": found.contributions, "file": found.signals})
    return Piece(line, data)


def _beside(hits: Sequence[Hit], limit: int) -> dict[int, list[Entity]]:
    """Return what would be among the first by its own signals, under the place of the first hit of its file.

    The first hits are mostly of as many files, which for a phrase pushes the further places of the best file back.
    """
    first: dict[str, int] = {}
    for place, hit in enumerate(hits[:limit]):
        first.setdefault(hit.entity.path, place)
    by_signals = sorted(
        range(len(hits)), key=lambda place: -dict(hits[place].contributions).get("signals", 0.0)
    )
    found: dict[int, list[Entity]] = {}
    for place in by_signals[:limit]:
        entity = hits[place].entity
        above = first.get(entity.path, place)
        if above < limit <= place and not _encloses(entity, hits[above].entity):
            found.setdefault(above, []).append(entity)
    return {place: entities[:_MOST_BESIDE] for place, entities in found.items()}


def _encloses(outer: Entity, inner: Entity) -> bool:
    return outer.kind in FILE_KINDS or inner.qualified_name.startswith(f"{outer.qualified_name}.")


def _piece(
    rank: int,
    hit: Hit,
    at: Sequence[int],
    said: str,
    declared: Sequence[Entity],
    beside: Sequence[Entity],
    named_at: str,
    *,
    explain: bool,
) -> Piece:
    """Return a hit; `said` is its signature, or what a line of it says."""
    entity = hit.entity
    line = f"  L{','.join(map(str, at))}" if entity.path else ""
    lines = [f"{rank}. {entity.id}{line}  {hit.score:.2f}  {one_line(hit.why)}".rstrip()]
    if said:
        lines.append(f"   {one_line(said)}")
    data = _data(hit) | {"line": at[0]}
    if declared:
        places = [f"{encode_path(it.path)}:{it.start_line}" for it in declared]
        lines.append(f"   declared at {first_few(places, _MOST_BESIDE)}")
        data["declared"] = [it.id for it in declared]
    if named_at:
        lines.append(f"   named at {named_at}")
        data["named_at"] = named_at
    if beside:
        lines.append(
            "   also " + ", ".join(f"{one_line(it.qualified_name)} L{it.start_line}" for it in beside)
        )
        data["also"] = [it.id for it in beside]
    text = "\n".join(lines)
    return _explained(text, data, hit.breakdown._asdict()) if explain else Piece(text, data)


def _explained(text: str, data: dict[str, Any], parts: Mapping[str, Shares]) -> Piece:
    """Add to a hit what each stream and each signal gave."""
    lines = [
        f"   {part}: " + ", ".join(f"{name} {value:+.2f}" for name, value in shares)
        for part, shares in parts.items()
        if shares
    ]
    given = {part: {name: round(value, 4) for name, value in shares} for part, shares in parts.items()}
    return Piece("\n".join([text, *lines]), data | {"explain": given})


def _data(hit: Hit) -> dict[str, Any]:
    entity = hit.entity
    return {
        "id": entity.id,
        "score": round(hit.score, 4),
        "sig": one_line(entity.signature),
        "file": entity.path,
        "why": hit.why,
    }
