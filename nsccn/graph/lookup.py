"""What a caller means by a text: an id, a place, or a name. Never a guess."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from nsccn.errors import AmbiguousEntity, UnknownEntity, UnknownPath, shown
from nsccn.graph.ids import decode_path, encode_path, parse_id
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.nearnames import near_paths
from nsccn.graph.prototypes import bodies_of, without_constructors, without_prototypes
from nsccn.text import clip

if TYPE_CHECKING:
    from collections.abc import Iterable

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
_LINE = re.compile(r"(.+?):(\d+)(?::\d+)?\Z")
_NUMBER = re.compile(r"#\d+\Z")
_PRIVATE: Final = "#"
"""Begins a name that is private by it."""
_JOINT = re.compile(r"::|#(?!\d)|->")
_QUOTES: Final = "`'\""
_ANCHOR = re.compile(r"(?:#|:)L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?\Z")
_DECLARED = re.compile(
    r"(?:(?:export|default|public|private|protected|static|abstract|final|async|unsafe|pub(?:\([\w:]+\))?|class"
    r"|struct|enum|union|interface|trait|type|module|namespace|record|def|fn|func|function|method|macro|const|let|var)"
    r"\s+)+(?=\S)"
)
_RECEIVER = re.compile(r"\(\*?([\w.]+)\)(?=\.)")
_CALLED = re.compile(r"(?<=[\w$>?!])\(.*\)\Z", re.DOTALL)


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
    found = table.index_of(asked)
    if found is not None:
        return found
    candidates = _meant(table, asked) or _meant(table, _bare(asked))
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        first = candidates[:MOST_CANDIDATES]
        ids = [table.id_of(entity) for entity in first]
        raise AmbiguousEntity(asked, ids, candidates, _overloads(table, first, ids))
    raise UnknownEntity(asked, near(table, asked))


def plain_reference(text: str) -> str:
    """Return what is asked for without quotes, and the lines of a link as `path:10` or `path:10-20`."""
    asked = text.strip().strip(_QUOTES).strip()
    return _ANCHOR.sub(lambda found: f":{found[1]}" + (f"-{found[2]}" if found[2] else ""), asked)


def _bare(asked: str) -> str:
    """Return a name without what stands around it in code: `class Cart`, `(*Cart).Add`, `add(item, 2)`."""
    return _CALLED.sub("", _RECEIVER.sub(r"\1", _DECLARED.sub("", asked)))


def _meant(table: EntityTable, asked: str) -> list[int]:
    found = _at_place(table, asked) or _named(table, asked) or table.named_outside(asked)
    return without_constructors(table, without_prototypes(table, found))


def _overloads(table: EntityTable, entities: list[int], ids: list[str]) -> list[str]:
    """Tell overloads of one name by their signatures, since their ids say nothing; empty where they are no such."""
    bare = _NUMBER.sub("", ids[0])
    if any(_NUMBER.sub("", entity_id) != bare for entity_id in ids):
        return []
    signatures = [clip(table.entity(entity).signature, _MOST_SIGNATURE) for entity in entities]
    names = [ids[0], *(entity_id.removeprefix(bare) for entity_id in ids[1:])]
    return [f"{name} ({signature})" for name, signature in zip(names, signatures, strict=True)]


def _alike(table: EntityTable, entity: int) -> list[int]:
    """Return the definitions of one name in one place: overloads, and the definition with the body."""
    name = _NUMBER.sub("", table.qualified_of(entity))
    return [
        other
        for other in table.entities_of(table.path_of(entity))
        if _NUMBER.sub("", table.qualified_of(other)) == name and table.kind[other] == table.kind[entity]
    ]


def _at_place(table: EntityTable, asked: str) -> list[int]:
    """Read `path`, `path:line` and `path:Qualified.name`; of a path the last parts are enough."""
    path = asked.replace("\\", "/").removeprefix("./")
    if files := files_called(table, path):
        return [table.entities_of(file).start for file in files]
    line = _LINE.match(path)
    if line and (files := files_called(table, line.group(1))):
        number = int(line.group(2))
        found = [table.at_line(file, number) for file in files if 0 < number <= _lines(table, file)]
        if not found:
            message = f"{asked!r} is out of range: {files[0]} has {_lines(table, files[0])} lines."
            raise UnknownPath(message)
        return found
    head, colon, name = path.partition(":")
    qualified = _JOINT.sub(".", name).strip(".:")
    if not colon or not qualified:
        return []
    files = files_called(table, head)
    exact = [entity for file in files for entity in table.qualified_in(file, qualified)]
    if exact and all(table.is_declared(entity) for entity in exact):
        exact = [alike for entity in exact for alike in _alike(table, entity)]
    entities = (entity for file in files for entity in table.entities_of(file))
    return exact or [entity for entity in entities if table.qualified_of(entity).endswith(f".{qualified}")]


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


def _named(table: EntityTable, asked: str) -> list[int]:
    """Read a bare or dotted name: its last part is the entity's, the others lead to it through types and files."""
    parsed = parse_id(asked)
    if parsed is not None and parsed.qualified and parsed.kind in table.kinds:
        return []
    number = _NUMBER.search(asked)
    bare = _NUMBER.sub("", asked)
    steps = [step for step in _JOINT.sub(".", bare).removesuffix("()").split(".") if step]
    if not steps:
        return []
    named = [*table.named(steps[-1]), *table.named(f"{_PRIVATE}{steps[-1]}")]
    found = [entity for entity in named if _leads_to(table, entity, steps)]
    if number is not None:
        found = [entity for entity in found if table.qualified_of(entity).endswith(number.group())]
    explicit = [entity for entity in found if not table.is_implicit(entity)]
    return explicit or found


def _leads_to(table: EntityTable, entity: int, steps: list[str]) -> bool:
    qualified = table.qualified_of(entity)
    if int(table.file[entity]) < 0:
        return len(steps) == 1 or qualified.rpartition(":")[2] == ".".join(steps)
    inside, names = table.path_of(entity).rpartition(".")[0].split("/"), qualified.split(".")
    if inside[-1] == names[0] and steps.count(names[0]) == 1:
        inside = inside[:-1]  # a file that is called as the type that it defines, and is no part of its name
    trail = [step for step in inside + names if step != MODULE_NAME or steps[-1] == MODULE_NAME]
    trail = trail[-len(steps) :]
    return len(trail) == len(steps) and all(map(_is_step, trail, steps))


def _is_step(own: str, asked: str) -> bool:
    """Tell whether a part of a name is meant; who gives no number means each of several of one name."""
    return own == asked or _NUMBER.sub("", own).removeprefix(_PRIVATE) == asked


def near(table: EntityTable, asked: str) -> list[str]:
    """Return the ids of the entities that may be meant: of the same name elsewhere, or else of a name nearly so.

    A path is answered with paths.
    """
    if "/" in asked and ":" not in asked:
        found = near_paths(asked, table.paths, MOST_NEAR)
        return [encode_path(path) for path in found if table.file_slot(path) is not None]
    last = re.split(r"[.:#/]", re.sub(r"(?:[#:]\d+)+\Z", "", _bare(asked)))[-1] or asked
    found = _called(table, last, asked) or [
        one
        for name in table.names_like(last, MOST_NEAR)
        for one in _called(table, name, asked)[:MOST_OF_ONE_NAME]
    ]
    return list(dict.fromkeys([*_beside(table, asked, last), *found]))[:MOST_NEAR]


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
    return sorted(alike, key=lambda one: -likeness[one])[:_MOST_BESIDE]


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
