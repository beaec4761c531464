"""The entity that a name, an id or a place means, and what else a text may mean that names none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from nsccn.contracts.channels.lines import registered_as
from nsccn.contracts.columns import columns_called
from nsccn.contracts.environment import KEY
from nsccn.contracts.graphql.lines import answering_field
from nsccn.contracts.routes.clientpaths import written_for_clients
from nsccn.contracts.routes.named import answering_by_helper, answering_by_name
from nsccn.contracts.routes.nearroutes import near_route
from nsccn.contracts.routes.partly import answering_together
from nsccn.contracts.runclasses import commands_called
from nsccn.errors import AmbiguousEntity, NsccnError, PathOutsideRoot, UnknownEntity, UnknownPath
from nsccn.graph import languages
from nsccn.graph.ids import encode_path, parse_id
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.lookup.lookup import MOST_CANDIDATES, lookup
from nsccn.graph.lookup.overloads import are_overloads
from nsccn.graph.lookup.wording import bare_name, dotted, plain_reference
from nsccn.graph.routes import METHODS, handlers, route_of
from nsccn.graph.walk.root import resolve_path
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tools.names.calledregistrations import registered_as_written
from nsccn.tools.names.calledsettings import setting_called
from nsccn.tools.names.documented import documented_on
from nsccn.tools.names.handedon import handed_on
from nsccn.tools.names.inproduct import MOST_OTHERS, products
from nsccn.tools.names.missing import advice_on, heirs_of, notes_on, notes_on_broken
from nsccn.tools.names.moduleresults import results_of_modules
from nsccn.tools.names.onename import are_one_name
from nsccn.tools.names.openedtypes import without_opened
from nsccn.tools.names.secondnames import named_besides
from nsccn.tools.names.typenames import type_named
from nsccn.tools.names.usedforms import setting_asked, used_as
from nsccn.tools.names.written import Written, as_written

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.contracts.routes.inline import Block
    from nsccn.contracts.routes.partly import Written as WrittenPath
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_NAMED_ROOT: Final = regex(
    r"(?P<kind>(?:\w+:(?!:))?)(?P<root>[^/\\:]+?)(?:/|\\|::|\.)(?P<rest>[^/\\].*)", re.DOTALL
)
_ROOTED: Final = regex(r"(?P<path>(?:[A-Za-z]:)?[\\/][^:]*|\.\.[\\/][^:]*)(?P<rest>(?::.*)?)", re.DOTALL)
_BARE_PATH: Final = regex(r"(?P<method>[A-Z]+ )?(?P<path>[\w-]+(?:/[\w:{}<>\[\]-]+)+)")
_REQUEST: Final = regex(rf"(?:{'|'.join(METHODS)}) +/")
_SLASHES: Final = regex(r"[\\/]")
_MARKS: Final = ("@", "a/", "b/")
_MOST_ALSO: Final = 3
"""Others of a name, where it is clear which of them is meant."""
_Table = TypeVar("_Table", bound="EntityTable")
_Found = TypeVar("_Found")


class Meant(NamedTuple):
    """The entity that is meant by a name."""

    entity: int
    note: str = ""
    """What else has that name."""
    also: tuple[int, ...] = ()
    """What has the name in the same place, and is meant as well: the other overloads."""
    is_path: bool = False
    """The note says where a path of a URL is written."""
    block: Block | None = None
    """The lines of the entity that are meant alone, as those of what answers a path and has no name."""
    lines: tuple[tuple[str, int], ...] = ()
    """Where the path is written for it by which it is meant."""
    lead: str = ""
    """What is to be said before all else: that this has only the end of such a path."""
    heir: int = -1
    """The type that it was asked of, which inherits it."""

    @property
    def entities(self) -> tuple[int, ...]:
        """All that is meant, in the order of the source."""
        return (self.entity, *self.also)


class AnsweredInPlace(UnknownEntity):
    """A path of a URL is answered by functions that have no name, or a call is given such functions."""

    def __init__(self, asked: str, written: WrittenPath) -> None:
        methods = [block.method for block in written.blocks if block.method]
        each = len(methods) > 1 and len(set(methods)) == len(written.blocks)
        by_method = [f"With {' or '.join(methods)} before it, it is one of these."] if each else []
        super().__init__(asked, notes=[written.said, *by_method], is_told=True)
        self.blocks = written.blocks


def entity_of(index: RepoIndex, asked: str) -> Meant:
    """Return the entity that an id, a name or a place means; its path may be absolute or lead through links.

    Raises:
        UnknownEntity: nothing has that name.
        AmbiguousEntity: several entities have it.
        PathOutsideRoot, UnknownPath: it begins with a path that is not shown.
    """
    asked = plain_reference(asked)
    is_request = _REQUEST.match(asked) is not None  # nothing else is called so
    if is_request and (found := answering(index, asked)):
        return found
    try:
        return within_root(index.root, asked, lambda name: look_up(index, _from_root(index.root, name)))
    except (PathOutsideRoot, UnknownEntity, UnknownPath) as error:
        if not is_request and (found := answering(index, asked) or _answering_below(index, asked)):
            return found
        route = route_of(asked) if isinstance(error, PathOutsideRoot) else None
        if route is not None and "." not in route.parts[-1]:
            raise PathOutsideRoot(asked, may_be_url=True, near=near_route(index, route)) from None
        raise


def _answering_below(index: RepoIndex, asked: str) -> Meant | None:
    """Return what answers the path of a URL that is written without its first slash: `api/carts/42`."""
    if bare := _BARE_PATH.fullmatch(asked):
        with suppress(NsccnError):
            return answering(index, f"{bare['method'] or ''}/{bare['path']}")
    return None


def answering(index: RepoIndex, asked: str) -> Meant | None:
    """Return what answers the path of a URL that folders spell, or that is written whole for one function.

    Raises:
        AmbiguousEntity: several functions do.
        UnknownEntity: none does, and it says where the path, or its end, is written.
        PathOutsideRoot: it is a path on another machine of a file that the repository has.
    """
    table = index.snapshot.entities
    found = handlers(table, asked)
    if len(found) > 1:
        raise AmbiguousEntity(asked, [table.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    if not found and (written := written_for_clients(index, asked)):
        if together := answering_together(table, written):
            below = f"No route with all of that path was found; below {written.below}"
            lead = written.lead or (below if written.below else "")
            lead = f"{lead} it is answered by:" if lead else ""
            first, *others = [_invoked(table, one) for one in together]
            return Meant(first, written.briefly, (*others,), is_path=True, lines=written.lines, lead=lead)
        if written.blocks:
            raise AnsweredInPlace(asked, written)
        route = route_of(asked) if not (written.answering or written.lines) else None
        near = near_route(index, route) if route else ""
        notes = [written.said, *([f"Nearest: {near}."] if near else [])]
        raise UnknownEntity(asked, notes=notes, is_told=len(written.lines) > 0)
    if not found and (inside := _same_inside(table, asked)):
        raise PathOutsideRoot(asked, inside)
    return Meant(found[0]) if found else None


def _invoked(table: EntityTable, answering: int) -> int:
    """Return the method that runs where a type answers by itself (PHP), else what answers."""
    entity = table.entity(answering)
    found = table.qualified_in(entity.path, f"{entity.qualified_name}.__invoke") if entity.path else []
    return found[0] if entity.kind in TYPE_KINDS and len(found) == 1 else answering


def _same_inside(table: EntityTable, asked: str) -> str:
    """Return what an absolute path ends with, lines included, where that is a file's path from the root."""
    rooted = _ROOTED.fullmatch(asked)
    if rooted is None:
        return ""
    parts = _SLASHES.split(rooted["path"])
    tails = ("/".join(parts[place:]) for place in range(1, len(parts) - 1))
    inside = next((tail for tail in tails if table.file_slot(tail) is not None), "")
    return inside and encode_path(inside) + rooted["rest"]


def within_root(root: Path, asked: str, find: Callable[[str], _Found]) -> _Found:
    """Return what is found; what is unknown is looked for without what may stand before it."""
    try:
        return find(asked)
    except (UnknownEntity, UnknownPath):
        for bare in _without_mark(root, asked):
            with suppress(UnknownEntity, UnknownPath):
                return find(bare)
        raise


def _without_mark(root: Path, asked: str) -> Iterator[str]:
    """Yield a name without `@`, as chats mention files, without the side of a diff, and without the root's own name."""
    for mark in _MARKS:
        if asked.startswith(mark) and asked != mark:
            yield asked.removeprefix(mark)
    beside = _NAMED_ROOT.fullmatch(asked)
    if beside is not None and beside["root"] == root.name:
        yield beside["kind"] + beside["rest"]


def _from_root(root: Path, asked: str) -> str:
    rooted = _ROOTED.fullmatch(asked)
    return resolve_path(root, rooted["path"]) + rooted["rest"] if rooted else asked


def look_up(index: RepoIndex, asked: str) -> Meant:
    """Return the entity of an id, a name or a place; of several the only one in the product, or all overloads.

    Raises:
        UnknownEntity: nothing has that name; it says which files may hide it.
        AmbiguousEntity: several entities have it.
    """
    if (setting := setting_asked(index.snapshot.graph, asked)) is not None:
        return Meant(setting)
    if (documented := documented_on(index, index.snapshot.graph, asked)) is not None:
        return Meant(documented)
    try:
        meant = _also_helper(index, asked) or meant_in(index.snapshot.graph, asked, lookup)
    except UnknownEntity as error:
        graph = index.snapshot.graph
        if found := _inherited(graph, asked) or _handed_on(graph, asked) or _named_besides(index, asked):
            return found
        owner, _, name = dotted(bare_name(asked)).rpartition(".")
        if columns := columns_called(index, owner, name):
            return _only(graph, columns, asked)
        if heirs := heirs_of(index, asked):
            raise UnknownEntity(asked, notes=heirs) from None
        if used := used_as(graph, asked):
            return _only(graph, used, asked)
        if helped := _of_helper(index, asked):
            return helped
        if named := answering_by_name(index, graph, asked):
            return Meant(named[0], f"`{asked}` is a name of its path.", tuple(named[1:]))
        if (field := answering_field(index, graph, asked)).answering:
            return _only(graph, field.answering, asked)
        if called := setting_called(index, asked):
            return Meant(called.key, called.note)
        if commands := commands_called(index, asked):
            return _only(graph, commands, asked)
        if len(registered := registered_as(index, asked)) == 1:
            return Meant(registered[0], f"`{asked}` is the name under which it is registered.")
        if placed := registered_as_written(index, asked):
            raise AnsweredInPlace(asked, placed) from None
        if written := as_written(index, asked):
            return _of_written(graph, written, asked)
        beside = [parts.path for parts in map(parse_id, error.near) if parts]
        notes = notes_on(index, asked, beside)
        advice = "" if error.near or notes else advice_on(index, asked)
        raise UnknownEntity(asked, error.near, notes, advice) from None
    if not meant.note:
        meant = meant._replace(note=_note_on_declared(index, meant.entity))
    return meant._replace(note=" ".join(filter(None, (meant.note, _note_on_key(index, meant.entity, asked)))))


def _note_on_key(index: RepoIndex, entity: int, asked: str) -> str:
    """Say which setting has the name of a type for its key."""
    graph = index.snapshot.graph
    is_key = graph.kinds[graph.kind[entity]] in TYPE_KINDS and graph.index_of(KEY + asked) is not None
    return f"{KEY}{asked} is a setting of that name." if is_key else ""


def _of_helper(index: RepoIndex, asked: str, also: str = "") -> Meant | None:
    """Return what answers the path that a helper spells."""
    found = answering_by_helper(index, index.snapshot.graph, asked)
    lines = tuple(dict.fromkeys((row.path, row.line) for row, _ in found))
    first, *others = [answering for _, answering in found] or [-1]
    note = f"`{asked}` is a name of its path{also}."
    return Meant(first, note, tuple(others), lines=lines) if found else None


def _also_helper(index: RepoIndex, asked: str) -> Meant | None:
    """Return what answers the path that a helper spells where only variables have its name: `@root_path`."""
    graph = index.snapshot.graph
    own = graph.named(asked) if asked.endswith(("_path", "_url")) else ()
    if not own or not all(map(graph.is_data, own)):
        return None
    return _of_helper(index, asked, f", and also {first_few(own, MOST_OTHERS, graph.id_of)}")


def meant_in(
    table: _Table,
    asked: str,
    find: Callable[[_Table, str], int],
    are_one: Callable[[_Table, Sequence[int]], bool] = are_one_name,
) -> Meant:
    """Return what is found, of several the only one in the product itself, or those of one name there that are one."""
    try:
        return Meant(find(table, asked))
    except AmbiguousEntity as error:
        meant = _one_of(table, error.entities, are_one)
        if meant is None:
            raise
        return meant


def _one_of(
    table: _Table, entities: Sequence[int], are_one: Callable[[_Table, Sequence[int]], bool]
) -> Meant | None:
    """Return the only one of several in the product itself, or those there that are one; None where they are not.

    What code defines is meant before what a makefile or a schema calls so.
    """
    tiers = [*products(entities, table.path_of)]
    own, _ = tiers[-1]
    code = [one for one in own if not languages.is_outlined(table.language_of(one))]
    if code and len(code) < len(own):
        tiers.append((code, "Others"))
    whole = without_opened(table, code or own)
    if whole and len(whole) < len(code or own):
        tiers.append((whole, "Others"))
    for inside, others in tiers:
        first, *also = inside
        if len(also) < MOST_CANDIDATES and are_one(table, inside):
            rest = [entity for entity in entities if entity not in inside]
            note = f"{others} define that name too: {first_few(rest, MOST_OTHERS, table.id_of)}."
            return Meant(first, note if rest else "", tuple(also))
    return None


def one_fitting(graph: CodeGraph, entities: Sequence[int], fits: Callable[[Entity], bool]) -> Meant | None:
    """Return what is meant of several entities of one name if only some of them fit; None where that is not one.

    What is outside of the repository is meant only where nothing in it has the name, and what stands in a test, as a
    mock does, only where nothing in the product has it.
    """
    inside, _ = next(products(entities, graph.path_of))
    fitting = [one for one in inside if fits(graph.entity(one))]
    fitting = [one for one in fitting if graph.path_of(one)] or fitting
    meant = _one_of(graph, fitting, are_one_name) if fitting else None
    if meant is None:
        return None
    others = [one for one in entities if one not in fitting]
    said = f"That name is also {first_few(others, _MOST_ALSO, graph.id_of)}." if others else ""
    return meant._replace(note=" ".join(filter(None, (meant.note, said))))


def one_inside(graph: CodeGraph, entities: Sequence[int]) -> Meant | None:
    """Return the only one of several entities of a name in the repository: a variable called as a setting is, say."""
    return one_fitting(graph, entities, lambda _: True)


def _inherited(graph: CodeGraph, asked: str) -> Meant | None:
    """Return what a type has of that name by inheritance alone.

    Raises:
        AmbiguousEntity: it inherits a field and a method of that name, or several types inherit different ones.
    """
    owner, _, name = dotted(bare_name(asked)).rpartition(".")
    if not owner or not name:
        return None
    given = (_inherited_by(graph, around, name, asked) for around in _types_called(graph, owner))
    found = {meant.entities: meant for meant in given if meant is not None}
    if len(found) > 1:
        several = sorted({entity for entities in found for entity in entities})
        raise AmbiguousEntity(asked, [graph.id_of(member) for member in several], several)
    return next(iter(found.values()), None)


def _handed_on(graph: CodeGraph, asked: str) -> Meant | None:
    """Return what a package has of that name by importing it, or a module that a block takes in.

    Raises:
        AmbiguousEntity: it hands on several of the name.
    """
    found = handed_on(graph, asked) or results_of_modules(graph, asked)
    meant = _one_of(graph, found, are_one_name) if found else None
    if found and meant is None:
        raise AmbiguousEntity(asked, [graph.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    return meant


def _named_besides(index: RepoIndex, asked: str) -> Meant | None:
    """Return what has the name besides its own.

    Raises:
        AmbiguousEntity: several have it.
    """
    found, graph = named_besides(index, asked), index.snapshot.graph
    if len(found) > 1:
        raise AmbiguousEntity(asked, [graph.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    return Meant(found[0], f"{dotted(bare_name(asked))} is another name of this.") if found else None


def _only(graph: CodeGraph, found: Sequence[int], asked: str) -> Meant:
    if len(found) > 1:
        raise AmbiguousEntity(asked, [graph.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    return Meant(found[0])


def _of_written(graph: CodeGraph, written: Written, asked: str) -> Meant:
    meant = _one_of(graph, written.entities, are_one_name)
    return _only(graph, written.entities, asked) if meant is None else meant._replace(note=written.note)


def _types_called(graph: CodeGraph, name: str) -> list[int]:
    """Return the types that a name means: of several those in the product itself, if any are."""
    from nsccn.tracing.lineage import is_type

    try:
        found: Sequence[int] = [meant_in(graph, name, lookup).entity]
    except AmbiguousEntity as error:
        found = error.entities
    except NsccnError:
        return []
    types = [one for one in found if is_type(graph, one)]
    *_, (inside, _) = products(types, graph.path_of)
    return inside


def _inherited_by(graph: CodeGraph, around: int, name: str, asked: str) -> Meant | None:
    """Return what one type has of a name by inheritance alone; `asked` is what an error names."""
    from nsccn.tracing.lineage import bases, constructors

    if name == languages.load(graph.entity(around).language).constructor_call:
        made_by = [one for base in (around, *bases(graph, around)) for one in constructors(graph, base)]
        return Meant(made_by[0]) if made_by else None
    own = type_named(graph, around)
    for base in bases(graph, around) if own is None else (own, *bases(graph, own)):
        found = [member for member in graph.members(base) if graph.name_of(member) == name]
        if found and not are_overloads(graph, found):
            raise AmbiguousEntity(asked, [graph.id_of(member) for member in found], found)
        if found:
            said = f"{graph.qualified_of(around)} has no {name} of its own and inherits this one."
            note, heir = (said, around) if base != own else ("", -1)
            return Meant(found[0], note, tuple(found[1:]), heir=heir)
    return None


def _note_on_declared(index: RepoIndex, entity: int) -> str:
    """Say which broken files may hide the body of what was found as a declaration alone."""
    graph = index.snapshot.graph
    if not graph.is_declared(entity) or not index.snapshot.problems:
        return ""
    if not languages.load(graph.entity(entity).language).included_names:
        return ""  # it has no body elsewhere
    return " ".join(notes_on_broken(index, graph.name_of(entity), [graph.path_of(entity)]))
