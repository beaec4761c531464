"""What is said of a path of a URL that is written in parts: for what answers it, or how far it is written at all.

    path("shop/", include("shop.urls"))             path("carts/<int:pk>/", include(views_of("cart")))

Below the second line lies what no text tells: then it is said that the path leads there, and what else ends like it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.text import listed, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.inline import Block
    from nsccn.contracts.routes.mounts import Begun, Mounted
    from nsccn.contracts.routes.resources import Named
    from nsccn.contracts.services.httprules import Ruled
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

MOST_FILES: Final = 6
_MOST_BEGUN: Final = 3


class Written(NamedTuple):
    """Where a path of a URL is written."""

    said: str
    """In a sentence."""
    answering: Sequence[int] = ()
    """What the path is written for, where all of it is."""
    briefly: str = ""
    """The sentence where that is one, and told."""
    lines: tuple[tuple[str, int], ...] = ()
    """Where it is written."""
    below: str = ""
    """What stands before it in the path that is answered."""
    blocks: tuple[Block, ...] = ()
    """Where what answers is written, and has no name."""
    lead: str = ""
    """What is to be said first, where only the end of the path is written for what answers."""


def answering_together(table: EntityTable, written: Written) -> Sequence[int]:
    """Return what answers a path: one function, or several of one type, as for different kinds of content."""
    found, owners = written.answering, {int(table.parent[one]) for one in written.answering}
    are_of_type = len(owners) == 1 and table.kinds[table.kind[owners.pop()]] in TYPE_KINDS
    return found if len(found) == 1 or are_of_type else ()


def answered(index: RepoIndex, route: Route, found: Sequence[Mounted], begun: Sequence[Begun]) -> Written:
    """Tell of a path for what answers it, or its end; not as its answer where as much of it leads elsewhere."""
    begins = found[0].begins
    unwritten = "/".join(("", *route.parts[:begins]))
    shown = [
        f"{_lines(one.lines)} `{one_line(one.text)}` for {index.snapshot.all_entities.id_of(one.answering)}"
        for one in found
    ]
    listing = listed(shown[:MOST_FILES], len(shown))
    if begins and begun and begun[0].spelt >= found[0].spelt:
        return Written(f"{said_of_begun(route, begun)} Its end is written at {listing}.")
    what = f"That path but for {unwritten}" if begins else "That path"
    briefly = f"{what} is written at {_lines(found[0].lines)} `{one_line(found[0].text)}`."
    end = "/".join(("", *route.parts[begins:]))
    lead = f"No route with all of that path was found; by its end, {end}," if begins else ""
    if not found[0].is_whole:
        lead = "By what is known of the paths before it,"
    places = tuple(place for one in found for place in one.lines)
    answering = sorted({one.answering for one in found})
    return Written(f"{what} is written at {listing}.", answering, briefly, places, lead=lead)


def answered_by_rule(index: RepoIndex, found: Sequence[Ruled]) -> Written:
    """Tell of a path that a protocol gives procedures, for the methods that keep them."""
    id_of = index.snapshot.all_entities.id_of
    written = [f"{encode_path(one.entry.path)}:{one.rule.line} `{one.rule.path}`" for one in found]
    ends = [f"rpc {one.entry.name}" if one.answering is None else id_of(one.answering) for one in found]
    shown = [f"{place} for {end}" for place, end in zip(written, ends, strict=True)]
    said = f"That path is written at {listed(shown[:MOST_FILES], len(shown))}."
    answering = sorted({one.answering for one in found if one.answering is not None})
    briefly = f"That path is written at {written[0]}."
    return Written(said, answering, briefly, tuple((one.entry.path, one.rule.line) for one in found))


def answered_by_none(row: Named) -> Written:
    """Tell of a path that a route redirects, or hands on."""
    place = f"{encode_path(row.path)}:{row.line} `{one_line(row.text)}`"
    lines = ((row.path, row.line),)
    return Written(f"That path is written at {place}, which names no method for it.", lines=lines)


def said_of_begun(route: Route, begun: Sequence[Begun]) -> str:
    """Say how far a path is written from its beginning."""
    mounts = [one.lines[:-1] for one in begun]
    shown = [
        f"{_lines(one.lines if one.lines[:-1] not in mounts[:place] else one.lines[-1:])} `{one_line(one.text)}`"
        for place, one in enumerate(begun)
    ]
    leads = listed(shown[:_MOST_BEGUN], len(shown))
    if begun[0].end == len(route.parts):
        return f"That path leads to {leads}, and what answers it there is not known."
    far = "/".join(("", *route.parts[: begun[0].end]))
    return f"No route of that path is known; as far as {far} it leads to {leads}."


def _lines(lines: Sequence[tuple[str, int]]) -> str:
    """Name lines of files, those of each together."""
    found: dict[str, list[str]] = {}
    for path, line in lines:
        found.setdefault(path, []).append(str(line))
    return " and ".join(
        f"{encode_path(path)}:{','.join(dict.fromkeys(numbers))}" for path, numbers in found.items()
    )
