"""The hits of a search as text and data: where each is, what it says, and what else of its file may be meant."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.errors import NsccnError
from nsccn.graph.ids import NAMED_NEXT, encode_path, listed_lines, listed_names
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import count_tokens, first_few, one_line, without_template
from nsccn.tools.hits.heldlines import documented, held_lines, matched_lines
from nsccn.tools.traces.shortids import LONG_PATH, unique_endings
from nsccn.tools.traces.wording import shortened, signature_beside_name
from nsccn.tools.views import Lazily, Piece, numbered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.breakdown import Shares
    from nsccn.search.search import FileHit, Hit

FAINT: Final = 0.3
"""A hit with less than this share of the first one's score is shown without its signature."""
_MOST_BRIEF: Final = 30
_MOST_OF_FILE: Final = 3
"""Of these, so many of one file at most:"""
_BRIEF_TOKENS: Final = 100
"""they seldom hold what the hits above lack."""
_FULL: Final = 2
"""Of so many first hits long signatures are shown as far as anywhere;"""
_LONG_SIGNATURE: Final = 100
"""of the others those of more letters"""
_BEGINNING: Final = 80
"""to this one."""
_WORD: Final = regex(r"\w")
_SEEN: Final = regex(r'(?:^in "[^"]*", )|(?:, (?:in|path) "[^"]*")')
"""Reasons beside others that the id shows itself,"""
_SEEN_NAME: Final = regex(r'^name "[^"]*", (?!signature "[^"]*"$)')
"""and, where there is more to say, the name;"""
_SEEN_SIGNATURE: Final = regex(r'(?:^signature "[^"]*", )|(?:, signature "[^"]*")')
"""those that a signature below it shows."""
_SAYS_NOTHING: Final = regex(
    r"\A(?:(?:export|final|internal|open|override|private|protected|pub|pub\(\w+\)|public) )*\(\)\Z"
)
"""What is left of a function that takes nothing, where its result is not stated."""
_SHORT: Final = 20
"""Lines of what is named that are shown at once, if they take"""
_SHORT_TOKENS: Final = 160
"""so much: another question for them takes as much."""
_MOST_BESIDE: Final = 4
"""Further entities of its file that one hit names."""


def pieces_of(
    index: RepoIndex,
    query: str,
    hits: Sequence[Hit],
    declarations: Mapping[int, Sequence[Entity]],
    limit: int,
    copies: Mapping[int, Sequence[Hit]],
    *,
    signed: int,
    explain: bool,
    coded: bool = False,
) -> Lazily:
    """Return the hits; beside those of as many first as `limit` others of their files are named.

    The first `signed` say why they are there, and have their signatures, unless they are faint; of the others it is
    said where they are. Below each its copies are named. The first one is `coded` with its lines, where they are few.
    """
    beside = _beside(hits, limit)
    ids = _ShortIds(index.snapshot.entities, hits)

    def piece(place: int) -> Piece:
        hit = hits[place]
        is_listed = place >= signed and not explain
        is_faint = hit.score < FAINT * hits[0].score
        declared = declarations.get(hit.index, ())
        is_named = query.strip() in hit.entity.path
        held = {} if is_named else held_lines(index, hit)
        others = [
            (hits[other].entity, matched_lines(index, hits[other], is_beside=True))
            for other in beside.get(place, ())
        ]
        at = [*held] or [hit.entity.start_line]
        is_held = len(held) > 0 and not hit.entity.is_file
        is_said = not (is_listed or is_faint)
        code = _short_code(index, hit) if coded and not place else []
        said = "" if code or not is_said else held[at[0]].strip() if is_held else _signature(hit, place)
        matched = [] if held or is_faint else matched_lines(index, hit)
        alike = _named_copies(index, hit, copies.get(hit.index, ()))
        below = documented(index, hit, [*held])
        shown = _Shown(place + 1, hit, at, matched, said, declared, others, alike, below, code, is_listed)
        full, data = _text(shown, hit.entity.id, explain=explain), _data(shown)
        text = _text(shown, ids.at(place, is_listed=is_listed), explain=explain)
        return _explained(full, data, hit.breakdown._asdict()) if explain else Piece(text, data, full)

    return Lazily(len(hits), piece)


def _signature(hit: Hit, place: int) -> str:
    """Return what is said of a hit beside its id; nothing of a function without parameters, `()`."""
    signature = _SAYS_NOTHING.sub("", signature_beside_name(hit.entity))
    is_cut = place >= _FULL and len(signature) > _LONG_SIGNATURE and not hit.says_all
    if not _WORD.search(signature):
        return ""
    return shortened(signature, _BEGINNING) if is_cut else signature


def _short_code(index: RepoIndex, hit: Hit) -> list[str]:
    """Return the lines of a function or type, which is opened next, unless they are many."""
    entity = hit.entity
    if entity.kind not in FUNCTION_KINDS | TYPE_KINDS or entity.end_line - entity.start_line >= _SHORT:
        return []
    with suppress(NsccnError, OSError):
        lines = index.text(entity.path).split("\n")[entity.start_line - 1 : entity.end_line]
        code = numbered(lines, entity.start_line)
        return code if count_tokens("\n".join(code)) <= _SHORT_TOKENS else []
    return []


def file_piece(rank: int, found: FileHit, *, signed: bool, explain: bool) -> Piece:
    """Return a file that was found, with its best entity by name and line; its own text is no such.

    Why it is there is said if it is `signed`.
    """
    best = found.best
    line = f"{rank}. {encode_path(found.path)}"
    line += f"  {found.score:.2f}" if signed else ""
    data: dict[str, Any] = {"file": found.path, "score": round(found.score, 4)}
    if best is not None:
        it, why = best.entity, best.why if explain else _SEEN_NAME.sub("", _SEEN.sub("", best.why))
        line = f"{line}  {one_line(why)}".rstrip() if signed else line
        line += "" if it.is_file else f"\n   {it.kind} {one_line(it.qualified_name)} L{it.start_line}"
        data |= {"best": best.entity.id, "why": best.why}
    if explain:
        return _explained(line, data, {"streams": found.contributions, "file": found.signals})
    return Piece(line, data)


def named_briefly(table: EntityTable, hits: Sequence[Hit], room: int) -> tuple[list[str], dict[str, Any]]:
    """Return the lines, and the data, that name some hits by file and line, in as many tokens at most, but few.

    Of a long path the end is enough where no other path has it.
    """
    entities = _few_of_each([hit.entity for hit in hits[:_MOST_BRIEF] if hit.entity.path])
    long = dict.fromkeys(it.path for it in entities if len(it.path) > LONG_PATH)
    ending = unique_endings(table.paths, [*long])
    while entities:
        places = (
            (ending.get(it.path, it.path), "" if it.is_file else it.name, it.start_line) for it in entities
        )
        lines = [NAMED_NEXT, *listed_names(places)]
        if count_tokens("\n".join(lines)) <= min(room, _BRIEF_TOKENS):
            return lines, {"next": [it.id for it in entities]}
        entities.pop()
    return [], {}


def _few_of_each(entities: Sequence[Entity]) -> list[Entity]:
    """Leave out what further files' definitions would be pushed back by: many of one file."""
    counted = Counter[str]()
    few = []
    for entity in entities:
        counted[entity.path] += 1
        if counted[entity.path] <= _MOST_OF_FILE:
            few.append(entity)
    return few


class _ShortIds:
    """The ids of hits; a long path that a hit before has, or a listed one, is cut down to an end that no other has."""

    def __init__(self, table: EntityTable, hits: Sequence[Hit]) -> None:
        self._table, self._hits = table, hits

    def at(self, place: int, *, is_listed: bool) -> str:
        """Return the id of the hit at a place."""
        entity = self._hits[place].entity
        kind, _, rest = entity.id.partition(":")
        name = rest.partition(":")[2]
        is_named = is_listed or place > self._first[entity.path]
        if not is_named or not name or len(entity.path) <= LONG_PATH:
            return entity.id
        return f"{kind}:{encode_path(self._ending[entity.path])}:{name}"

    @cached_property
    def _first(self) -> dict[str, int]:
        """The place of the first hit of each file."""
        places = range(len(self._hits))
        return {self._hits[place].entity.path: place for place in reversed(places)}

    @cached_property
    def _ending(self) -> dict[str, str]:
        return unique_endings(self._table.paths, [path for path in self._first if len(path) > LONG_PATH])


def _beside(hits: Sequence[Hit], limit: int) -> dict[int, list[int]]:
    """Return the places of what would be among the first by its own signals, under that of the first hit of its file.

    The first hits are mostly of as many files, which for a phrase pushes the further places of the best file back.
    """
    first: dict[str, int] = {}
    for place, hit in enumerate(hits[:limit]):
        first.setdefault(hit.entity.path, place)
    by_signals = sorted(
        range(len(hits)), key=lambda place: -dict(hits[place].contributions).get("signals", 0.0)
    )
    found: dict[int, list[int]] = {}
    for place in by_signals[:limit]:
        entity = hits[place].entity
        above = first.get(entity.path, place)
        if above < limit <= place and not _encloses(entity, hits[above].entity):
            found.setdefault(above, []).append(place)
    return {above: places[:_MOST_BESIDE] for above, places in found.items()}


def _encloses(outer: Entity, inner: Entity) -> bool:
    return outer.is_file or inner.qualified_name.startswith(f"{outer.qualified_name}.")


class _Shown(NamedTuple):
    """A hit, and what is shown of it."""

    rank: int
    hit: Hit
    at: Sequence[int]
    """Its first line, or those that say what is looked for."""
    matched: Sequence[int]
    """Lines of a long function that do."""
    said: str
    """Its signature, or what a line of it says."""
    declared: Sequence[Entity]
    beside: Sequence[tuple[Entity, Sequence[int]]]
    """Others of its file, and where in them what is looked for stands."""
    alike: Mapping[str, str]
    """The ids of copies, and how they are named."""
    documented: Sequence[Entity]
    """What these lines of a file are the documentation of."""
    code: Sequence[str]
    """Its lines."""
    is_listed: bool
    """Only where it is, is said."""


def _text(shown: _Shown, identifier: str, *, explain: bool) -> str:
    hit = shown.hit
    line = f"  L{','.join(map(str, shown.at))}" if hit.entity.path else ""
    if shown.matched:  # who knows how long it is opens these lines alone
        line += f"-{hit.entity.end_line}, matched L{','.join(map(str, shown.matched))}"
    if shown.documented:
        below = ", ".join(one_line(it.qualified_name) for it in shown.documented)
        line += f" above {below}"
    why = hit.why if explain else _unseen(shown)
    worth = "" if shown.is_listed else f"  {hit.score:.2f}  {one_line(why)}".rstrip()
    lines = [f"{shown.rank}. {identifier}{line}{worth}"]
    if shown.said:
        lines.append(f"   {one_line(shown.said)}")
    lines += shown.code
    if shown.declared:
        places = dict[str, list[int]]()
        for it in shown.declared:
            places.setdefault(it.path, []).append(it.start_line)
        ordered = {path: sorted(its) for path, its in places.items()}
        lines.append(f"   declared at {listed_lines(ordered, _MOST_BESIDE, _MOST_BESIDE)}")
    if shown.alike:
        lines.append(f"   alike: {first_few([*shown.alike.values()], _MOST_BESIDE)}")
    if shown.beside:
        names = (_named_beside(it, matched, hit.entity) for it, matched in shown.beside)
        lines.append(f"   also {', '.join(names)}")
    return "\n".join(lines)


def _unseen(shown: _Shown) -> str:
    """Return the reasons for a hit without those that its id and its signature show, beside others."""
    why = _SEEN.sub("", shown.hit.why)
    if shown.said and shown.said == signature_beside_name(shown.hit.entity):
        why = _SEEN_SIGNATURE.sub("", why)
    return _SEEN_NAME.sub("", why)


def _named_copies(index: RepoIndex, hit: Hit, copies: Sequence[Hit]) -> dict[str, str]:
    """Name the copies of a hit by their ids; those in other files with the ends of their paths."""
    others = {copy.entity.path for copy in copies} - {hit.entity.path}
    ending = unique_endings(index.snapshot.entities.paths, sorted(others)) if others else {}
    named = {}
    for copy in copies:
        entity = copy.entity
        path = encode_path(ending.get(entity.path, entity.path))
        name = one_line(entity.qualified_name)
        within = "" if entity.path == hit.entity.path else path if entity.is_file else f"{path}:"
        at = [*held_lines(index, copy), *matched_lines(index, copy)] or [entity.start_line]
        named[entity.id] = f"{within}{'' if entity.is_file else name} L{','.join(map(str, at))}"
    return named


def _named_beside(entity: Entity, matched: Sequence[int], other: Entity) -> str:
    """Name an entity of the file of another one, with its first line and those of it that match."""
    at = f" (matched L{','.join(map(str, matched))})" if matched else ""
    return f"{_name_beside(entity, other)} L{entity.start_line}{at}"


def _name_beside(entity: Entity, other: Entity) -> str:
    """Return the name of an entity of a file without what the name of another one there begins with."""
    *around, name = entity.qualified_name.split(".")
    others = other.qualified_name.split(".")
    known = next((at for at, part in enumerate(around) if others[at : at + 1] != [part]), len(around))
    return one_line(".".join([*around[known:], name]))


def _explained(text: str, data: dict[str, Any], parts: Mapping[str, Shares]) -> Piece:
    """Add to a hit what each stream and each signal gave."""
    lines = [
        f"   {part}: " + ", ".join(f"{name} {value:+.2f}" for name, value in shares)
        for part, shares in parts.items()
        if shares
    ]
    given = {part: {name: round(value, 4) for name, value in shares} for part, shares in parts.items()}
    return Piece("\n".join([text, *lines]), data | {"explain": given})


def _data(shown: _Shown) -> dict[str, Any]:
    hit, entity = shown.hit, shown.hit.entity
    lists = {
        "matched": [*shown.matched],
        "declared": [it.id for it in shown.declared],
        "documents": [it.id for it in shown.documented],
        "also": [it.id for it, _ in shown.beside],
        "alike": [*shown.alike],
        "also_matched": {it.id: [*lines] for it, lines in shown.beside if lines},
    }
    return {
        "id": entity.id,
        "score": round(hit.score, 4),
        "sig": one_line(without_template(entity.signature)),
        "file": entity.path,
        "why": hit.why,
        "line": shown.at[0],
        **{name: some for name, some in lists.items() if some},
    }
