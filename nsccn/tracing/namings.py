"""Where the text names a constant, a variable or a type without an edge that says so.

Constants, enumerators and the like are read in files that never write them, and a name alone says what is meant. So
the text is asked: a file is looked at only where the search index has the name, and what stands in a comment, in a
string or in an import does not count, nor what a type says of itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.fileroles import role_of
from nsccn.tracing.wantednames import Readings, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_LEAST_LETTERS: Final = 2
MOST_FILES: Final = 80
"""So many files that have the name are looked at, at most; to parse one takes a few milliseconds."""


class Naming(NamedTuple):
    """An entity whose own text names another."""

    entity: int
    lines: tuple[int, ...]
    is_sure: bool = True
    """It is not only by its name that it may mean this one: `u.Port()`."""


class Namings(NamedTuple):
    """What the text says."""

    found: tuple[Naming, ...]
    """Source before tests, what surely means it first, in the order of paths and lines."""
    unread: int = 0
    """How many files more have the name, and were not looked at."""
    is_shared: bool = False
    """It is a member of a type, and others have its name."""


def namings(
    index: RepoIndex,
    root: int,
    among: AbstractSet[str] | None = None,
    parsed: Readings | None = None,
    graph: CodeGraph | None = None,
) -> Namings:
    """Return who names a variable, an attribute or a type where no edge says so, but its own members.

    A name that others have too counts in its own file, and in those that import from there or from where it is
    declared, unless they define it themselves; behind its type's name it counts anywhere. What is named by its address,
    and behind the name of its module, edges tell alone. `among` are the only files that are looked into. Who asks of
    several names keeps what is `parsed` for all of them. `graph` is whose edges count, if it has more.
    """
    graph = graph or index.snapshot.graph
    is_addressed = bool(languages.load(graph.language_of(root)).addresses.parameters)
    if is_addressed or len(graph.name_of(root)) < _LEAST_LETTERS:
        return Namings(())
    wanted = Wanted(graph, root, {} if parsed is None else parsed)
    found: dict[int, dict[int, bool]] = {}
    looked = unread = 0
    for path in sorted(_candidates(index, wanted), key=lambda path: (role_of(path), path)):
        data = _text(index, path) if among is None or path in among else b""
        if not wanted.word(path).search(data):
            continue
        if looked == MOST_FILES:
            unread += 1
            continue
        looked += 1
        for entity, line, is_sure in _named_in(index, wanted, path, data):
            lines = found.setdefault(entity, {})
            lines[line] = is_sure or lines.get(line, False)
    rows = [Naming(one, tuple(sorted(lines)), any(lines.values())) for one, lines in found.items()]
    rows.sort(key=lambda row: (role_of(graph.path_of(row.entity)), not row.is_sure))
    return Namings(tuple(rows), unread, wanted.is_shared)


def named_within(index: RepoIndex, root: int, entity: int) -> list[int]:
    """Return the lines of an entity that surely name a variable or an attribute where no edge says so."""
    graph = index.snapshot.graph
    path = graph.path_of(entity)
    named = _named_in(index, Wanted(graph, root, {}), path, _text(index, path))
    return sorted({line for around, line, is_sure in named if is_sure and around == entity})


def _named_in(index: RepoIndex, wanted: Wanted, path: str, data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield what names it in a file, with the line, and whether that surely means it."""
    for line, is_bare, is_sure in wanted.lines(index, path, data):
        entity = index.snapshot.graph.at_line(path, line)
        if not (is_bare and wanted.is_local(index, entity)):
            yield entity, line, is_sure


def _candidates(index: RepoIndex, wanted: Wanted) -> list[str]:
    """Return the files that hold the words without which nothing can be meant, and maybe some with words like them."""
    lexical, paths = index.snapshot.lexical, index.snapshot.graph.paths
    slots = {slot for words in wanted.words(index) for slot in lexical.files_with_all(words)}
    return [path for path in (paths[slot] for slot in slots) if wanted.may_mean(path)]


def _text(index: RepoIndex, path: str) -> bytes:
    return index.text_if_any(path).encode("utf-8", "replace")
