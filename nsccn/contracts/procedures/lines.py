"""What a trace says of procedures: by which keys a function is asked for and by whom, and what answers its asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.procedures.asks import asked_in, asking
from nsccn.contracts.procedures.procedures import Procedures
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MOST_SHOWN: Final = 5
_MOST_KEYS: Final = 4
_MOST_ASKED: Final = 40
_LONGEST: Final = 60_000
"""Letters of a function that are read for what it asks for."""
_SEARCHED: Final = regex(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){1,9}")
_DONE: Final = regex(r"use[A-Z]\w*|query|mutate|mutation|subscribe|(?:pre)?fetch|\w+Options|call")


def procedures_of(index: RepoIndex, graph: CodeGraph, root: int, *, upstream: bool) -> Told:
    """Say by which keys a function is asked for and by whom or, downstream, what answers what it asks for."""
    if graph.kinds[graph.kind[root]] not in FUNCTION_KINDS:
        return Told()
    procedures = Procedures(index, graph)
    notes, told = list[str](), set[tuple[str, int]]()
    function = graph.entity(root)
    for one in procedures.of(function)[:_MOST_KEYS]:
        is_here = one.path == function.path and one.line == function.name_line
        written = "" if is_here else f" ({encode_path(one.path)}:{one.line})"
        notes.append(f"It answers procedure `{'.'.join(one.keys)}`{written}.")
        told.add((one.path, one.line))
        if upstream and (places := asking(index, one.keys)):
            told.update(places)
            notes.append(f"By the text, asked for at {first_few(together(graph, places), _MOST_SHOWN)}.")
    return Told((*notes, *(() if upstream else _asked(index, graph, root, procedures))), frozenset(told))


def said_of_procedure(index: RepoIndex, text: str) -> list[str]:
    """Say what answers a procedure that is all of a search: `trpc.cart.add.useMutation`, `cart.add`."""
    if _SEARCHED.fullmatch(text) is None:
        return []
    keys = tuple(text.split("."))
    keys = keys[:-1] if _DONE.fullmatch(keys[-1]) and len(keys) > 2 else keys
    table = index.snapshot.entities
    procedures = Procedures(index, table)
    found = procedures.under(keys) or (procedures.under(keys[1:]) if len(keys) > 1 else [])
    said = []
    for one in found[:_MOST_KEYS]:
        entity = procedures.entity(one)
        written = f"{encode_path(one.path)}:{one.line}"
        shown = written if entity is None else f"{table.id_of(entity)} L{table.name_line[entity]}"
        said.append(f"Procedure `{'.'.join(one.keys)}` is answered by {shown}.")
    return said


def _asked(index: RepoIndex, graph: CodeGraph, root: int, procedures: Procedures) -> Iterator[str]:
    """Say what answers the procedures that a function asks for."""
    function = graph.entity(root)
    text = index.text_if_any(function.path)
    lines = text.split("\n")
    first = sum(map(len, lines[: function.start_line - 1])) + function.start_line - 1
    last = sum(map(len, lines[: function.end_line])) + function.end_line
    asked: dict[tuple[str, ...], int] = {}
    for keys, start in asked_in(text, first, min(last, first + _LONGEST)):
        asked.setdefault(keys, text.count("\n", 0, start) + 1)
    for keys, line in list(asked.items())[:_MOST_ASKED]:
        found = [entity for one in procedures.under(keys) if (entity := procedures.entity(one)) is not None]
        if found:
            shown = first_few([graph.id_of(one) for one in dict.fromkeys(found)], _MOST_SHOWN)
            yield f"L{line} asks for procedure `{'.'.join(keys)}`, which {shown} answers."
