"""The hits of a search as text and data: where each is, what it says, and what else of its file may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from nsccn.graph.ids import NAMED_NEXT, encode_path, listed_names
from nsccn.text import count_tokens, first_few, one_line, without_template
from nsccn.tools.hits.heldlines import held_lines
from nsccn.tools.views import Lazily, Piece

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.breakdown import Shares
    from nsccn.search.search import FileHit, Hit

FAINT: Final = 0.3
"""A hit with less than this share of the first one's score is shown without its signature."""
_MOST_BRIEF: Final = 30
_MOST_BESIDE: Final = 4
"""Further entities of its file that one hit names."""


def pieces_of(
    index: RepoIndex,
    query: str,
    hits: Sequence[Hit],
    declarations: Mapping[int, Sequence[Entity]],
    limit: int,
    *,
    signed: int,
    explain: bool,
) -> Lazily:
    """Return the hits; beside those of as many first as `limit` others of their files are named.

    The first `signed` have their signatures, unless they are faint.
    """
    beside = _beside(hits, limit)

    def piece(place: int) -> Piece:
        hit = hits[place]
        is_brief = place >= signed or hit.score < FAINT * hits[0].score
        declared = declarations.get(hit.index, ())
        is_named = query.strip() in hit.entity.path
        held = {} if is_named else held_lines(index, hit)
        others = beside.get(place, ())
        at = [*held] or [hit.entity.start_line]
        said = held[at[0]] if held and not hit.entity.is_file else hit.entity.signature
        said = "" if is_brief else without_template(said.strip())
        return _piece(place + 1, hit, at, said, declared, others, explain=explain)

    return Lazily(len(hits), piece)


def file_piece(rank: int, found: FileHit, *, explain: bool) -> Piece:
    """Return a file that was found, with its best entity."""
    best = found.best
    line = f"{rank}. {encode_path(found.path)}  {found.score:.2f}"
    data: dict[str, Any] = {"file": found.path, "score": round(found.score, 4)}
    if best is not None:
        line = f"{line}  {one_line(best.why)}".rstrip() + f"\n   {best.entity.id}"
        data |= {"best": best.entity.id, "why": best.why}
    if explain:
        return _explained(line, data, {"streams": found.contributions, "file": found.signals})
    return Piece(line, data)


def named_briefly(hits: Sequence[Hit], room: int) -> tuple[list[str], dict[str, Any]]:
    """Return the lines, and the data, that name the first of some hits by file and line, in as many tokens at most."""
    entities = [hit.entity for hit in hits[:_MOST_BRIEF] if hit.entity.path]
    while entities:
        places = ((it.path, "" if it.is_file else it.name, it.start_line) for it in entities)
        lines = [NAMED_NEXT, *listed_names(places)]
        if count_tokens("\n".join(lines)) <= room:
            return lines, {"next": [it.id for it in entities]}
        entities = entities[: len(entities) // 2]
    return [], {}


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
    return outer.is_file or inner.qualified_name.startswith(f"{outer.qualified_name}.")


def _piece(
    rank: int,
    hit: Hit,
    at: Sequence[int],
    said: str,
    declared: Sequence[Entity],
    beside: Sequence[Entity],
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
        "sig": one_line(without_template(entity.signature)),
        "file": entity.path,
        "why": hit.why,
    }
