"""What a caller means by a text: an id, a place, or a name. Never a guess."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from nsccn.errors import AmbiguousEntity, InvalidArgument, UnknownEntity, UnknownPath, shown
from nsccn.graph import aritynames, languages
from nsccn.graph.fileandname import without_line
from nsccn.graph.ids import decode_path, encode_path, parse_id
from nsccn.graph.infolder import in_folders
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.graph.labelnames import with_labels
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.nearnames import near_paths
from nsccn.graph.notation.extended import BEFORE_NAME, extended
from nsccn.graph.prototypes import bodies_of, without_constructors, without_prototypes
from nsccn.graph.wording import bare_name, dotted, plain_reference
from nsccn.text import clip

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable

MOST_CANDIDATES: Final = 12
MOST_NEAR: Final = 5
MOST_OF_ONE_NAME: Final = 3
"""Entities of a name that nearly is what was asked for."""
_MOST_COMPARED: Final = 100
_MOST_BESIDE: Final = 2
_LEAST_LIKENESS: Final = 0.6
_LONGEST: Final = 200
"""Letters of a name that is compared with others."""
_MOST_SIGNATURE: Final = 40
"""Tokens of a signature that tell an overload."""
LINES: Final = re.compile(
    r"(?P<path>.+?):(?P<first>\d{1,12})(?:-(?P<last>\d{1,12})|:\d{1,12})?", re.DOTALL | re.ASCII
)
"""`path:12`, `path:12:5` and `path:12-40`."""
_FILE: Final = r"(?P<path>[^\s:]+\.[A-Za-z]\w{0,9})"
_BACKWARDS: Final = re.compile(rf"{_FILE}:(?P<first>\d{{1,12}})-(?P<last>\d{{1,12}})", re.ASCII)
_NO_LINES: Final = re.compile(rf"{_FILE}:(?:-+\d[\d-]*|\d+-(?:-\d+)?)", re.ASCII)
"""`cart.py:-5`, `cart.py:5-`, `cart.py:5--9`"""
_MADE_FOR: Final = re.compile(r"<.*>")
_NUMBER = re.compile(r"#\d+\Z")
_FOLDER_END: Final = re.compile(r"/(?=\w)")
"""Not the name of an operator: `Ratio.operator/=`."""
_PRIVATE: Final = "#"
"""Begins a name that is private by it."""
_HERE: Final = "crate"
"""Begins a name that leads from the root of its own package."""
_SOURCE: Final = "src"
"""A folder that is no part of any name."""


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
        raise AmbiguousEntity(asked, ids, candidates, _overloads(table, first, ids))
    raise UnknownEntity(asked, near(table, asked))


def refuse_bad_lines(asked: str) -> None:
    """Refuse what names lines of a file that no file has: the last before the first, a number below zero.

    Raises:
        InvalidArgument: it does.
    """
    if bad := _NO_LINES.fullmatch(asked):
        path = bad["path"]
        raise InvalidArgument(f"{shown(asked)} names no lines; give {path}:LINE or {path}:FIRST-LAST.")
    lines = _BACKWARDS.fullmatch(asked)
    if lines and int(lines["last"]) < int(lines["first"]):
        right = f"{lines['path']}:{lines['last']}-{lines['first']}"
        raise InvalidArgument(f"{shown(asked)} ends before it begins; give {right}.")


def _meant(table: EntityTable, asked: str) -> list[int]:
    found = (
        _of_key(table, asked)
        or _of_id(table, asked)
        or _at_place(table, asked)
        or _named(table, asked)
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


def _overloads(table: EntityTable, entities: list[int], ids: list[str]) -> list[str]:
    """Tell overloads of one name by their signatures, since their ids say nothing; empty where they are no such."""
    if not are_overloads(table, entities):
        return []
    signatures = [clip(table.entity(entity).signature, _MOST_SIGNATURE) for entity in entities]
    return [f"{name} ({signature})" for name, signature in zip(short_ids(ids), signatures, strict=True)]


def short_ids(ids: Sequence[str]) -> list[str]:
    """Return the ids of overloads, all but the first without what they have in common: `#2`."""
    bare = _NUMBER.sub("", ids[0]) if ids else ""
    return [*ids[:1], *(one.removeprefix(bare) for one in ids[1:])]


def are_overloads(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether entities are definitions of one name in one place, which only numbers tell apart."""
    return len({_NUMBER.sub("", table.id_of(entity)) for entity in entities}) == 1


def are_beside(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether entities have one name in one place, be they overloads or a field and a method."""
    places = {(table.path_of(one), _NUMBER.sub("", table.qualified_of(one))) for one in entities}
    return len(places) == 1


def _alike(table: EntityTable, entity: int) -> list[int]:
    """Return the definitions of one name in one place: overloads, and the definition with the body."""
    name = _NUMBER.sub("", table.qualified_of(entity))
    return [
        other
        for other in table.entities_of(table.path_of(entity))
        if _NUMBER.sub("", table.qualified_of(other)) == name and table.kind[other] == table.kind[entity]
    ]


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
        return [one for one in _named(table, parts.path) if table.kinds[table.kind[one]] == parts.kind]
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
            return _at_line(table, files, first)
        first, last = sorted((first, int(lines["last"])))
        return [one for file in files for one in _in_lines(table, file, first, last)]
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
    for alike in (found, (one for one in others if table.qualified_of(one).endswith(ending))):
        around = [one for one in alike if table.start_line[one] <= line <= table.end_line[one]]
        if around:
            return around if len(around) == 1 else found
    return found


def _in_files(table: EntityTable, files: Sequence[str], name: str) -> list[int]:
    """Return what has a name in some files; of a qualified name the last parts are enough."""
    qualified = dotted(name).strip(".:")
    if not files or not qualified:
        return []
    exact = [entity for file in files for entity in table.qualified_in(file, qualified)]
    if not _NUMBER.search(qualified):
        exact = sorted({alike for entity in exact for alike in _alike(table, entity)})
    entities = (entity for file in files for entity in table.entities_of(file))
    inside = exact or [entity for entity in entities if table.qualified_of(entity).endswith(f".{qualified}")]
    return inside or _called_on(table, files, qualified) or _named(table, name, frozenset(files))


def _at_line(table: EntityTable, paths: list[str], line: int) -> list[int]:
    """Return the innermost entity around a line of each of some files that has it."""
    found = [table.at_line(path, line) for path in paths if 0 < line <= _lines(table, path)]
    if not found:
        lines = _lines(table, paths[0])
        raise UnknownPath(f"'{paths[0]}:{line}' is out of range: {paths[0]} has {lines} lines.")
    return found


def _in_lines(table: EntityTable, path: str, first: int, last: int) -> list[int]:
    """Return the innermost entity around some lines; of a type or a file the members that have any of them."""
    inside = [
        entity
        for entity in table.entities_of(path)
        if table.start_line[entity] <= last
        and table.end_line[entity] >= first
        and not table.is_implicit(entity)
    ]
    around = [one for one in inside if table.start_line[one] <= first and table.end_line[one] >= last]
    if not around:
        raise UnknownPath(f"'{path}:{first}-{last}' is out of range: {path} has {_lines(table, path)} lines.")
    best = max(around, key=lambda one: (int(table.start_line[one]), one))
    is_whole = (table.start_line[best], table.end_line[best]) == (first, last)
    if is_whole or table.kinds[table.kind[best]] not in TYPE_KINDS | FILE_KINDS:
        return [best]
    members = [one for one in inside if int(table.parent[one]) == best]
    return [one for one in members if not table.is_data(one)] or [best]


def _lines(table: EntityTable, path: str) -> int:
    return table.file_entry(table.file_slot(path) or 0).lines


def files_called(table: EntityTable, given: str) -> list[str]:
    """Return the indexed files of a path: the one that it names in full, else those whose paths end with it."""
    for path in (given, decode_path(given)):
        if table.file_slot(path) is not None:
            return [path]
    if not given or "." not in given.rpartition("/")[2]:
        return []
    ending = "/" + decode_path(given)
    return [path for path in table.paths if path.endswith(ending)]


def _named(table: EntityTable, asked: str, files: frozenset[str] = frozenset()) -> list[int]:
    """Read a bare or dotted name: its last part is the entity's, the others lead to it through types and files.

    With files, only in these. The folder of a package may stand before it (`store/disk.Driver.Open`), or a module and
    a colon (`shop.cart:Cart`).
    """
    parsed = parse_id(asked)
    if parsed is not None and parsed.qualified and parsed.kind in table.kinds:
        return []
    number = _NUMBER.search(asked)
    bare = _NUMBER.sub("", asked)
    *folders, name = _FOLDER_END.split(dotted(bare).removeprefix("./").removesuffix("()"))
    steps = [step for step in (*folders, *re.split("[.:]", name)) if step]
    steps = steps[1:] if steps[1:] and steps[0] == _HERE else steps
    if not steps:
        return []
    named = [*table.named(steps[-1]), *table.named(f"{_PRIVATE}{steps[-1]}"), *_with_dots(table, steps, name)]
    named = [entity for entity in named if table.path_of(entity) in files] if files else named
    found = [entity for entity in named if _leads_to(table, entity, steps)]
    if not found and len(steps) > 1:
        found = [entity for entity in named if _leads_through_folders(table, entity, steps)]
    if not found and len(steps) > 1:
        found = [entity for entity in named if _leads_through_package(table, entity, steps)]
    if not found and len(steps) > 1:
        found = [entity for entity in named if _is_called_on(table, entity, steps[:-1])]
    if not found and len(steps) > 1:
        found = [entity for entity in named if _leads_past_enum(table, entity, steps)]
    if not found:
        return _modules(table, steps) if len(steps) > 1 and not files else []
    if number is not None:
        found = [entity for entity in found if table.qualified_of(entity).endswith(number.group())]
    explicit = [entity for entity in found if not table.is_implicit(entity)] or found
    return [entity for entity in explicit if _is_whole(table, entity, steps)] or explicit


def _with_dots(table: EntityTable, steps: list[str], name: str) -> list[int]:
    """Return what has the last of some steps, or all of a name, as one name, where a dot is a letter of names."""
    if not table.has_dotted_names:
        return []
    several = (".".join(steps[start:]) for start in range(len(steps) - 1))
    return [entity for one in dict.fromkeys((name, *several)) if "." in one for entity in table.named(one)]


def _is_whole(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a name is all of what leads to an entity, in languages where such a name means nothing else."""
    whole = _NUMBER.sub("", table.qualified_of(entity)) == ".".join(steps)
    return whole and len(steps) > 1 and aritynames.are_names_whole(table.entity(entity).language)


def _modules(table: EntityTable, steps: list[str]) -> list[int]:
    """Return the files of code that a dotted name leads to, as `app.order` or `crate::cmd::serve`."""
    asked = "/" + "/".join(steps)
    starts = (
        table.entities_of(path).start for path in table.paths if f"/{path.rpartition('.')[0]}".endswith(asked)
    )
    return [start for start in starts if table.kinds[table.kind[start]] == "module"]


def _leads_to(table: EntityTable, entity: int, steps: list[str]) -> bool:
    qualified = table.qualified_of(entity)
    if int(table.file[entity]) < 0:
        return len(steps) == 1 or qualified.rpartition(":")[2] == ".".join(steps)
    inside, names = table.path_of(entity).rpartition(".")[0].split("/"), qualified.split(".")
    if inside[-1] == names[0] and steps.count(names[0]) == 1:
        inside = inside[:-1]  # a file that is called as the type that it defines, and is no part of its name
    trail = [step for step in inside + names if step != MODULE_NAME or steps[-1] == MODULE_NAME]
    return _ends_with(trail, steps)


def _leads_through_folders(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Do the same where a folder is named for what its files define, as in `store.Driver` of Go."""
    path = table.path_of(entity)
    *folders, stem = path.rpartition(".")[0].split("/")
    folders = [folder for folder in folders if folder != _SOURCE]
    names = table.qualified_of(entity).split(".")
    return bool(path) and any(_ends_with([*inside, *names], steps) for inside in ([*folders, stem], folders))


def _leads_through_package(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Do the same with the package or namespace that a file declares, wherever it lies."""
    package = table.package_of(entity)
    return bool(package) and _ends_with([*package.split("."), *table.qualified_of(entity).split(".")], steps)


def _leads_past_enum(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a name leads to what an enum lists without the enum's own: `Config::Port` in C++."""
    around = int(table.parent[entity])
    if around < 0 or table.kinds[table.kind[around]] != "enum":
        return False
    *outer, _, name = table.qualified_of(entity).split(".")
    return bool(outer) and _ends_with([*outer, name], steps)


def _called_on(table: EntityTable, files: Sequence[str], asked: str) -> list[int]:
    """Return the functions of some files that are called as members of a type that they are none of."""
    *steps, name = asked.split(".")
    named = [entity for entity in table.named(name) if steps and table.path_of(entity) in files]
    return [entity for entity in named if _is_called_on(table, entity, steps)]


def _is_called_on(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a function is no member of a type, but is called as one: `Cart.sum` of `fun Cart.sum()`.

    What the type is made for may be left out.
    """
    found = table.entity(entity)
    if found.language not in languages.names():
        return False
    receiver = languages.load(found.language).extension_receiver
    extends = extended(found.signature, found.name, receiver) if receiver == BEFORE_NAME else None
    if extends is None:
        return False
    asked, written = ".".join(steps).rstrip("?"), extends.text
    return any(_ends_with(one.split("."), asked.split(".")) for one in (written, _MADE_FOR.sub("", written)))


def _ends_with(trail: list[str], steps: list[str]) -> bool:
    """Tell whether the last parts of what leads to something are those that were asked for."""
    last = trail[-len(steps) :]
    return len(last) == len(steps) and all(map(_is_step, last, steps))


def _is_step(own: str, asked: str) -> bool:
    """Tell whether a part of a name is meant; who gives no number means each of several of one name.

    A folder may have hyphens, which a name cannot: `shop-store` is `shop_store` in it.
    """
    return asked in (own, own.replace("-", "_"), _NUMBER.sub("", own).removeprefix(_PRIVATE))


def near(table: EntityTable, asked: str) -> list[str]:
    """Return the ids of the entities that may be meant: of the same name elsewhere, or else of a name nearly so.

    A path is answered with paths, with lines behind it too.
    """
    lines = LINES.fullmatch(asked)
    path = lines["path"] if lines else asked
    if is_path(table, path):
        found = near_paths(path, table.paths, MOST_NEAR)
        return [encode_path(path) for path in found if table.file_slot(path) is not None]
    last = re.split(r"[.:#/]", re.sub(r"(?:[#:]\d+)+\Z", "", bare_name(asked)))[-1] or asked
    found = _called(table, last, asked) or [
        one
        for name in table.names_like(last, MOST_NEAR)
        for one in _called(table, name, asked)[:MOST_OF_ONE_NAME]
    ]
    return without_overloads([*_beside(table, asked, last), *found])[:MOST_NEAR]


def without_overloads(ids: Iterable[str]) -> list[str]:
    """Return ids without the numbers of overloads, each once: the name alone means them all."""
    return list(dict.fromkeys(_NUMBER.sub("", one) for one in ids))


def is_path(table: EntityTable, asked: str) -> bool:
    """Tell whether nothing but a file can be meant: by an ending that files have, or by a slash before no name."""
    if ":" in asked:
        return False
    _, dot, ending = asked.rpartition(".")
    is_ending = bool(dot) and any(path.endswith(dot + ending) for path in table.paths)
    return is_ending or ("/" in asked and not (dot and table.named(ending)))


def _beside(table: EntityTable, asked: str, last: str) -> list[str]:
    """Return the ids of what has a name like the last one in the file or type that was named: it may be renamed."""
    parts = parse_id(asked)
    files = files_called(table, parts.path if parts else asked.rpartition(":")[0])
    inside = [entity for file in files for entity in table.entities_of(file)[1:]]
    if not files:
        owner = re.split(r"[.:#/]", asked[: asked.rfind(last)].rstrip(".:#/"))[-1]
        owners = {entity for entity in table.named(owner)[:_MOST_COMPARED] if table.path_of(entity)}
        files = sorted({table.path_of(entity) for entity in owners})
        members = (entity for file in files for entity in table.entities_of(file))
        inside = [entity for entity in members if int(table.parent[entity]) in owners]
    likeness = {
        table.id_of(entity): _likeness(last, table.name_of(entity))
        for entity in inside
        if not table.is_data(entity)
    }
    alike = [one for one in likeness if likeness[one] >= _LEAST_LIKENESS]
    return sorted(alike, key=lambda one: (-likeness[one], -_likeness(asked, one)))[:_MOST_BESIDE]


def _likeness(one: str, other: str) -> float:
    one, other = (name.replace("_", "").lower() for name in (one, other))
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if max(len(one), len(other)) > _LONGEST or matcher.quick_ratio() < _LEAST_LIKENESS:
        return 0.0
    return matcher.ratio()


def no_path(asked: str, paths: Iterable[str]) -> str:
    """Return the sentence that says that there is no such path, and which are near."""
    near = [encode_path(path) for path in near_paths(asked, paths, MOST_NEAR)]
    if not near:
        return f"No file or directory {shown(asked)} in the repository; give a path relative to its root."
    return f"There is no {shown(asked)}; nearest: {', '.join(near)}."


def _called(table: EntityTable, name: str, asked: str) -> list[str]:
    """Return the ids of the entities of a name, the likest to what was asked first."""
    ids = [table.id_of(entity) for entity in table.named(name)[:_MOST_COMPARED]]
    return sorted(ids, key=lambda one: -SequenceMatcher(None, one, asked, autojunk=False).ratio())
