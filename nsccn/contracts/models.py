"""Who asks the client that Prisma makes of a schema for what a model describes.

model CartItem { … }        prisma.cartItem.findMany()      tx.cartItem.create({ … })
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import inside
from nsccn.graph.fileroles import CODE_ROLES, Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.text import first_few

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_SCHEMA: Final = ".prisma"
_MODEL: Final = r"^[ \t]*(?:model|view)[ \t]+{}[ \t]*\{{"
_ASKED: Final = (
    r"(?<=\.){}\s{{0,99}}\.\s{{0,99}}(?:(?:find|create|update|delete)(?:Many|First|Unique|\b)\w{{0,30}}"
    r"|upsert|count|aggregate\w{{0,4}}|groupBy)\s{{0,9}}\("
)
_LARGEST: Final = 300_000
_MOST_FILES: Final = 600
_MOST_SHOWN: Final = 8


def asked_of_client(index: RepoIndex, graph: EntityTable, entity: int) -> Told:
    """Say which functions ask for a model of a schema; nothing where the entity is none."""
    is_model = graph.path_of(entity).endswith(_SCHEMA)
    return Told(tuple(said_of_model(index, graph.qualified_of(entity)) if is_model else ()))


def said_of_model(index: RepoIndex, name: str) -> list[str]:
    """Say which functions ask for what a model of a schema describes, those of the product first."""
    paths, lexical = index.snapshot.entities.paths, index.snapshot.lexical
    held = [paths[slot] for slot in lexical.files_with(name)]
    model = re.compile(_MODEL.format(re.escape(name)), re.MULTILINE)
    if not any(path.endswith(_SCHEMA) and model.search(index.text_if_any(path)) for path in held):
        return []
    own = name[:1].lower() + name[1:]
    form = re.compile(_ASKED.format(re.escape(own)))
    asking = [paths[slot] for slot in lexical.files_with(own)]
    asking = sorted(
        path for path in asking if path.endswith(SCRIPTS_AND_COMPONENTS) and role_of(path) in CODE_ROLES
    )
    places: dict[tuple[Role, str, str], list[int]] = {}
    graph = index.snapshot.graph
    for path in asking[:_MOST_FILES]:
        text = index.text_if_any(path)
        for found in form.finditer(text) if len(text) <= _LARGEST else ():
            line = text.count("\n", 0, found.start()) + 1
            around = inside(graph, graph.at_line(path, line))
            places.setdefault((role_of(path), path, around), []).append(line)
    shown = [
        f"{encode_path(path)}:{','.join(map(str, lines))}{around}"
        for (_, path, around), lines in sorted(places.items())
    ]
    return [f"By the text, its client is asked for it at {first_few(shown, _MOST_SHOWN)}."] if shown else []
