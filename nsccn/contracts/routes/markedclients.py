"""What the method of an interface asks a server for, as a mark above it says: nothing here answers by it.

@GET(value = "carts/{id}") suspend fun show(id: Long): Cart         @FeignClient("shop") … @GetMapping("/carts") all();
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.routes.marks import marks_above
from nsccn.contracts.routes.routingwords import is_routing
from nsccn.contracts.routes.texts import methods_said
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.marks import Mark
    from nsccn.graph.model import Entity

_GIVEN: Final = regex(r"\A\W*[\w.]+\(\s*(?:\w+\s*=\s*\[?\{?\s*)?\"(?P<path>[^\"\n]*)\"")
_LANGUAGES: Final = ("java", "kotlin")


def is_request(mark: Mark, language: str) -> bool:
    """Whether a mark says by itself what is asked for, as Retrofit has it: the `@GET` of JAX-RS is given nothing."""
    is_given = language in _LANGUAGES and _GIVEN.match(mark.text) is not None
    return mark.name.isupper() and (is_given or bool(mark.paths))


def asks_others(marks: list[Mark]) -> bool:
    """Whether the methods of a type ask, as a mark above it says: `@FeignClient`."""
    return any("client" in mark.name.lower() for mark in marks)


def requested_by_mark(files: RouteFiles, entity: Entity) -> list[str]:
    """Say what a method asks for, with the line that says it."""
    file = files.at(entity.path) if entity.kind in FUNCTION_KINDS and entity.path else None
    if file is None or file.language not in _LANGUAGES:
        return []
    owner = files.graph.owner_of(entity.index)
    around = files.graph.entity(owner) if owner >= 0 else None
    is_client = (
        around is not None and around.kind in TYPE_KINDS and asks_others(marks_above(file.lines, around))
    )
    found = []
    for mark in marks_above(file.lines, entity):
        given = _GIVEN.match(mark.text)
        is_asking = (is_client and is_routing(mark.name)) or (
            mark.name in METHODS and is_request(mark, file.language)
        )
        if given and is_asking:
            method = next(iter(sorted(methods_said(mark.name))), "")
            asked = " ".join(filter(None, (method, given["path"])))
            found.append(f"L{mark.line} asks a server for {asked}.")
    return found
