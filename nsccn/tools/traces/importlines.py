"""Where what a trace begins with is imported: to rename it, these lines change too, though nothing is called there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS
from nsccn.graph.model import Location
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.tracing.trace import Trace

_MOST_PLACES: Final = 12
_USES: Final = ("CALLS", "REFERENCES", "INHERITS", "USES_TYPE")


def importers(found: Trace) -> list[Location]:
    """Return where other files import the root of a trace or, of a file, something that it holds; one for each file."""
    graph = found.code
    own = graph.path_of(found.root)
    is_file = graph.kinds[graph.kind[found.root]] in FILE_KINDS
    lines: dict[str, int] = {}
    for target in graph.entities_of(own) if is_file else found.roots:
        lines = graph.files_using(target, ("IMPORTS",)) | lines
    return [Location(path, lines[path]) for path in sorted(lines) if path != own]


def importers_note(found: Trace, imports: Sequence[Location], named_in: AbstractSet[str]) -> str:
    """Name the imports in files of which the answer tells nothing else, as those that only pass a name on."""
    if not imports:
        return ""
    graph = found.code
    shown = {*named_in, *map(graph.path_of, (*found.distances, *found.folded))}
    if any(found.omitted):  # what is beyond the limit is told of by the edges that lead to it
        shown.update(*(graph.files_using(root, _USES) for root in found.roots))
    places = [f"{encode_path(at.path)}:{at.line}" for at in imports if at.path not in shown]
    if not places:
        return ""
    return (
        f"{'Also imported' if found.steps or named_in else 'Imported'} at {first_few(places, _MOST_PLACES)}."
    )
