"""What a trace says of paths of URLs: which a function answers, who asks for it, and who answers what it asks for."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.contracts.fewerlines import with_lines
from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.inherited import MOST_HEIRS
from nsccn.contracts.routes.markedclients import requested_by_mark
from nsccn.contracts.routes.registered import Registered, registrations
from nsccn.contracts.routes.requestanswers import answers
from nsccn.contracts.routes.requestlines import AskingFiles, requests
from nsccn.contracts.routes.spellings import elsewhere
from nsccn.contracts.told import Told
from nsccn.errors import NsccnError
from nsccn.graph.ids import encode_path, listed_lines
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.contracts.routes.inline import Block
    from nsccn.contracts.routes.requestanswers import Answer
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MOST_ROUTES: Final = 3
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


def asked_by(
    index: RepoIndex, graph: CodeGraph, entities: Sequence[int], written: Sequence[tuple[str, int]] = ()
) -> Told:
    """Say for which paths a function, or its overloads, answers, where that is registered, and which lines ask.

    Of several paths those count for who asks that are `written` on the lines of the one that was asked for.
    """
    if any(graph.kinds[graph.kind[one]] not in FUNCTION_KINDS | FILE_KINDS | TYPE_KINDS for one in entities):
        return Told()
    with suppress(NsccnError, OSError):
        files = RouteFiles(index, graph)
        routes = [route for one in entities for route in registrations(index, graph, one, files, MOST_HEIRS)]
        above = {
            (own.path, line)
            for own in map(graph.entity, entities)
            for line in range(own.start_line, own.name_line)
        }
        if not routes:
            said = (one for own in entities for one in requested_by_mark(files, graph.entity(own)))
            return Told(tuple(said))
        return _asked_for(index, routes, files, above, written)
    return Told()


def asked_in_place(index: RepoIndex, graph: CodeGraph, block: Block) -> Told:
    """Say for which path what is written in place answers, and which lines ask for it."""
    route = Registered(block.method, block.parts, ((block.path, block.first),), is_whole=block.is_whole)
    own = frozenset((block.path, line) for line in (block.first, block.first + 1))
    with suppress(NsccnError, OSError):
        return _asked_for(index, [route], RouteFiles(index, graph), own)
    return Told()


def _asked_for(
    index: RepoIndex,
    routes: Sequence[Registered],
    files: RouteFiles,
    above: AbstractSet[tuple[str, int]] = frozenset(),
    written: Sequence[tuple[str, int]] = (),
) -> Told:
    """Say which lines ask for some routes, or for those that are `written` on some lines.

    What stands `above` what answers them does not ask for them.
    """
    if not routes:
        return Told()
    meant = [one for one in routes if {*one.lines} <= {*written}]
    meant = meant or [one for one in routes if one.lines[-1] in written] or [*routes]
    shown = [f"{_spelt(one)} ({_places(one.lines)})" for one in dict.fromkeys((*meant, *routes))]
    notes = [f"It answers {first_few(shown, _MOST_ROUTES)}."]
    asking_files = AskingFiles(files)
    found = [one for one in requests(index, meant, asking_files) if (one.path, one.line) not in above]
    for is_whole, sentence in (
        (True, "By the text, requested at {}."),
        (False, "The end of that path, or no method, is requested at {}."),
    ):
        if places := [(one.path, one.line) for one in found if one.is_whole is is_whole]:
            notes.append(sentence.format(_of_files(places)))
    if spelt := elsewhere(asking_files.read, meant, {one.path for one in found}):
        notes.append(f"The path is also written at {_of_files(spelt)}.")
    data = {
        "routes": [
            {
                "method": one.method,
                "path": "/" + "/".join(one.parts),
                "whole": one.is_whole,
                "lines": [{"file": path, "line": line} for path, line in one.lines],
            }
            for one in routes
        ],
        "requested": [{"file": one.path, "line": one.line, "whole": one.is_whole} for one in found],
    }
    asking = frozenset((one.path, one.line) for one in found)
    return Told(tuple(notes), asking, data, is_used=True)


def answered_for(index: RepoIndex, graph: CodeGraph, entity: int, within: range | None = None) -> Told:
    """Say which functions answer the paths that a function asks for, or some lines of what has them."""
    if within is None and graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS:
        return Told()
    with suppress(NsccnError, OSError):
        found = answers(index, graph, with_lines(graph.entity(entity), within))
        notes = tuple(
            f"L{one.line} asks for {one.asked}, which {_answering(graph, one)} answers"
            f"{'' if one.is_whole else ' below another path'}."
            for one in found
        )
        data = [
            {"line": one.line, "asked": one.asked, "id": _answering(graph, one), "whole": one.is_whole}
            for one in found
        ]
        notes = notes or tuple(requested_by_mark(RouteFiles(index, graph), graph.entity(entity)))
        return Told(notes, data={"requests": data} if data else {})
    return Told()


def _answering(graph: CodeGraph, one: Answer) -> str:
    """Name what answers by its id, or by its lines where it has no name."""
    block = one.answering
    return graph.id_of(block) if isinstance(block, int) else f"{encode_path(block.path)}:{block.first}"


def _spelt(route: Registered) -> str:
    """Spell a path; what may stand before it is left open: `GET …/carts`."""
    return f"{route.method} {'' if route.is_whole else '…'}/{'/'.join(route.parts)}".strip()


def _places(places: Sequence[tuple[str, int]]) -> str:
    found = _by_file(places)
    return ", ".join(
        f"{encode_path(path)}:{','.join(map(str, dict.fromkeys(lines)))}" for path, lines in found.items()
    )


def _of_files(places: Sequence[tuple[str, int]]) -> str:
    return listed_lines(_by_file(places), _MOST_FILES, _MOST_LINES)


def _by_file(places: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for path, line in places:
        found.setdefault(path, []).append(line)
    return found
