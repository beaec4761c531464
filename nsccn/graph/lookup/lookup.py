"""What a caller means by a text: an id, a place, or a name. Never a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.errors import AmbiguousEntity, UnknownEntity
from nsccn.graph.ids import parse_id
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.lookup import aritynames
from nsccn.graph.lookup.fileandname import without_line
from nsccn.graph.lookup.infolder import in_folders
from nsccn.graph.lookup.labelnames import with_labels
from nsccn.graph.lookup.near import near
from nsccn.graph.lookup.overloads import NUMBER, alike, told_apart
from nsccn.graph.lookup.places import LINES, at_line, files_called, in_lines, refuse_bad_lines
from nsccn.graph.lookup.steps import is_called_on, named_so
from nsccn.graph.lookup.wording import bare_name, dotted, plain_reference
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.prototypes import bodies_of, without_constructors, without_prototypes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable

MOST_CANDIDATES: Final = 12


def lookup(graph: CodeGraph, text: str) -> int:
    """See `CodeGraph.lookup`."""
    found = named_by(graph, text)
    bodies = bodies_of(graph, found) if graph.is_declared(found) else []
    return bodies[0] if len(bodies) == 1 else found


def named_by(table: EntityTable, text: str) -> int:
    """Return the entity that a text names, as `CodeGraph.lookup` does, but a declaration in place of its body.

    Of a table it is what files define, for which nobody has to wait.
    """
    asked = plain_reference(text)
    refuse_bad_lines(asked)
    found = table.index_of(asked)
    if found is not None:
        return found
    candidates = _meant(table, asked) or _meant(table, bare_name(asked)) or _of_arity(table, asked)
    # A name may hold the signs that join others, or lead to a file: `match->path`, `shop/total`, `s:total`.
    candidates = candidates or table.named(text.strip())
    candidates = with_labels(table, asked, candidates) or _in_folder(table, asked)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        first = candidates[:MOST_CANDIDATES]
        ids = [table.id_of(entity) for entity in first]
        raise AmbiguousEntity(asked, ids, candidates, told_apart(table, first, ids))
    raise UnknownEntity(asked, near(table, asked))


def _meant(table: EntityTable, asked: str) -> list[int]:
    found = (
        _of_key(table, asked)
        or _of_id(table, asked)
        or _at_place(table, asked)
        or named_so(table, asked)
        or table.named_outside(asked)
        or table.named_outside(dotted(asked))
        or (asked.startswith("-") and table.named_outside(asked.lstrip("-")))  # some libraries name no dashes
        or []
    )
    return without_constructors(table, without_prototypes(table, found))


def _of_arity(table: EntityTable, asked: str) -> list[int]:
    """Return the functions that take so many arguments as a name says."""
    named = aritynames.parted(asked)
    found = _meant(table, named[0]) if named else []
    return [one for one in found if named and aritynames.takes(table.entity(one), named[1])]


def _in_folder(table: EntityTable, asked: str) -> list[int]:
    """Return what has a name in a folder that is said with it; nothing where that tells none from others."""
    for said in in_folders(asked):
        inside = [one for one in _meant(table, said.name) if said.holds(table.path_of(one))]
        fitting = [one for one in inside if table.kinds[table.kind[one]] == said.kind] or inside
        if fitting:
            return fitting
    return []


def _of_key(table: EntityTable, asked: str) -> list[int]:
    """Return the setting of a key whose parts are joined as those of an id are: `Mail:Host`; no type is called so."""
    found = table.index_of(f"config:key:{asked}")
    if found is None or any(
        table.kinds[table.kind[one]] in TYPE_KINDS and table.qualified_of(one) == asked
        for one in table.named(asked.rpartition(".")[2])
    ):
        return []
    return [found]


def _of_id(table: EntityTable, asked: str) -> list[int]:
    """Read an id with the last parts of a path, or none; where the file has no such of that kind, of any other.

    Without a path it is `attr:Cart.total`, or `attr::Cart.total`.
    """
    kind, _, name = asked.partition("::")
    parts = parse_id((f"{kind}:{name}" if kind in table.kinds else asked).replace("\\", "/"))
    if parts is None or parts.kind not in table.kinds:
        return []
    files = files_called(table, parts.path.removeprefix("./"))
    if not files and not parts.qualified:
        return [one for one in named_so(table, parts.path) if table.kinds[table.kind[one]] == parts.kind]
    if parts.qualified in ("", MODULE_NAME):
        return [table.entities_of(file).start for file in files]
    found = [entity for file in files for entity in table.qualified_in(file, parts.qualified)]
    found = found or _in_files(table, files, parts.qualified)
    return [entity for entity in found if table.kinds[table.kind[entity]] == parts.kind] or found


def _at_place(table: EntityTable, asked: str) -> list[int]:
    """Read `path`, `path:line`, `path:first-last` and `path:Qualified.name`; of a path the last parts are enough."""
    path = asked.replace("\\", "/").removeprefix("./")
    if files := files_called(table, path):
        return [table.entities_of(file).start for file in files]
    lines = LINES.fullmatch(path)
    if lines and (files := files_called(table, lines["path"])):
        first = int(lines["first"])
        if lines["last"] is None:
            return at_line(table, files, first)
        first, last = sorted((first, int(lines["last"])))
        return [one for file in files for one in in_lines(table, file, first, last)]
    head, _, name = asked.removeprefix("./").partition(":")
    files = files_called(table, head.replace("\\", "/")) if name else []
    name, line = without_line(name)
    found = _in_files(table, files, name)
    return list(_around(table, files, name, line, found)) if line and found else found


def _around(
    table: EntityTable, files: Sequence[str], name: str, line: int, found: Sequence[int]
) -> Sequence[int]:
    """Return which of those that were found by a name a line is in, or else the only other one called so."""
    ending = f".{dotted(name).strip('.:')}"
    others = (one for file in files for one in table.entities_of(file))
    for named in (found, (one for one in others if table.qualified_of(one).endswith(ending))):
        around = [one for one in named if table.start_line[one] <= line <= table.end_line[one]]
        if around:
            return around if len(around) == 1 else found
    return found


def _in_files(table: EntityTable, files: Sequence[str], name: str) -> list[int]:
    """Return what has a name in some files; of a qualified name the last parts are enough."""
    qualified = dotted(name).strip(".:")
    if not files or not qualified:
        return []
    exact = [entity for file in files for entity in table.qualified_in(file, qualified)]
    if not NUMBER.search(qualified):
        exact = sorted({one for entity in exact for one in alike(table, entity)})
    entities = (entity for file in files for entity in table.entities_of(file))
    inside = exact or [entity for entity in entities if table.qualified_of(entity).endswith(f".{qualified}")]
    return inside or _called_on(table, files, qualified) or named_so(table, name, frozenset(files))


def _called_on(table: EntityTable, files: Sequence[str], asked: str) -> list[int]:
    """Return the functions of some files that are called as members of a type that they are none of."""
    steps = asked.split(".")
    named = [entity for entity in table.named(steps[-1]) if steps[1:] and table.path_of(entity) in files]
    return [entity for entity in named if is_called_on(table, entity, steps)]
