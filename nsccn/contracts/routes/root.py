"""What answers `GET /`: a path without a part, which no word of the search index leads to.

app.MapGet("/", () => …)        get("/") { … }        app.get("/", home)        @page "/"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.above import RoutesAbove
from nsccn.contracts.routes.heirs import files_that_route
from nsccn.contracts.routes.inline import MOST_FOUND, calls_in, in_file, matched, ways_to
from nsccn.contracts.routes.pages import page_on
from nsccn.contracts.routes.registered import registrations
from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.text import listed, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.inline import Block
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_AT_ROOT: Final = regex(r"""^\s*@.*(["'])/\1""")
_MOST_SAID: Final = 6


class AtRoot(NamedTuple):
    """What answers a path without a part."""

    named: dict[int, tuple[str, int, str]]
    """What has a name -> where it is registered, with the text there."""
    blocks: tuple[Block, ...] = ()

    @property
    def said(self) -> str:
        """Where it is written, in a sentence."""
        shown = [f"{encode_path(path)}:{line} `{text}`" for path, line, text in self.named.values()]
        shown += [block.said for block in self.blocks]
        return f"That path is answered by what is written at {listed(shown[:_MOST_SAID], len(shown))}."

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """The lines that register what has a name."""
        return tuple((path, line) for path, line, _ in self.named.values())

    @property
    def answering(self) -> list[int]:
        """What has a name and answers it alone."""
        return [] if self.blocks else [*self.named]

    @property
    def shown(self) -> tuple[Block, ...]:
        """The lines that are what is asked for, where these are few and nothing has a name."""
        return self.blocks if not self.named and len(self.blocks) <= MOST_FOUND else ()


def at_root(index: RepoIndex, files: RouteFiles, route: Route) -> AtRoot | None:
    """Return what answers the path without a part; None where nothing does, or too many files may hold it."""
    above = RoutesAbove(index, files.graph, files)
    table = index.snapshot.entities
    paths = sorted(table.paths[slot] for slot in files_that_route(index, [route.method]))
    blocks = {found.block for path in paths for found in in_file(above, path, route) if found.block.is_whole}
    blocks |= {found.block for path in paths for found in matched(files, path, route)}
    places = {(one.path, line) for one in blocks for line in range(one.first, one.last + 1)}
    named: dict[int, tuple[str, int, str]] = {}
    for path in paths:
        file = files.at(path)
        for number, written, _ in calls_in(above, path, route) if file else ():
            if file is None or (path, number) in places:
                continue
            answering = file.handed.over(file.lines, number, written.span, route.method)
            is_whole = answering is not None and any(
                way.is_whole for way in ways_to(above, file, number, written, route)
            )
            if answering is not None and is_whole:
                named.setdefault(answering, (path, number, one_line(file.lines[number - 1])))
    named |= _marked(index, files, route, paths) | _pages(index, files, route)
    return AtRoot(named, tuple(sorted(blocks))) if named or blocks else None


def _marked(
    index: RepoIndex, files: RouteFiles, route: Route, paths: Sequence[str]
) -> dict[int, tuple[str, int, str]]:
    """Return the functions with a mark above them that says it: `@app.route("/")`."""
    graph, found = files.graph, dict[int, tuple[str, int, str]]()
    for path in paths:
        file = files.at(path)
        for number, line in enumerate(file.lines if file else (), 1):
            one = graph.at_line(path, number) if _AT_ROOT.search(line) else -1
            if one < 0 or not graph.entity(one).start_line <= number < graph.entity(one).name_line:
                continue
            answered = registrations(index, graph, one, files)
            if any(not it.parts and it.is_whole and it.method in ("", route.method) for it in answered):
                found.setdefault(one, (path, number, one_line(line)))
    return found


def _pages(index: RepoIndex, files: RouteFiles, route: Route) -> dict[int, tuple[str, int, str]]:
    """Return the pages that say of themselves that they are shown for it."""
    table, found = index.snapshot.entities, dict[int, tuple[str, int, str]]()
    slots = index.snapshot.lexical.files_with("page") if route.method == "GET" else set()
    for path in sorted(table.paths[slot] for slot in slots):
        file = files.at(path) if path.endswith((".razor", ".cshtml")) else None
        for number, line in enumerate(file.lines if file else (), 1):
            page = page_on(table, path, line)
            if page is not None and file and any(not one.parts for one in file.paths_on(number)):
                found[page] = (path, number, one_line(line))
    return found
