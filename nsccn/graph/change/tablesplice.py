"""Brings the columns of `table` up to date, without reading what has not changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from nsccn.graph.change.renumbering import renumbered
from nsccn.graph.change.splicing import (
    Keys,
    Lists,
    fresh_entities,
    fresh_first,
    splice_bounds,
    splice_entities,
    splice_inverted,
    splice_slots,
    splice_strings,
)
from nsccn.graph.definitions.table import ENTITY_STRINGS, FILE_STRINGS, MARKS, PREFIX

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.change.splice import Splice

_LINES = ("start_line", "end_line", "name_line")


def splice_table(
    arrays: Mapping[str, Array], change: Splice, tabulated: Mapping[str, Array]
) -> dict[str, Array]:
    """Return the columns that `tabulate` would return for all files of the new state.

    Args:
        arrays: the columns of the old state, alone or with what lies in no file.
        change: which files are kept.
        tabulated: what `tabulate` returns for the fresh files alone.
    """
    old = {name.removeprefix(PREFIX): arrays[name] for name in tabulated}
    fresh = {name.removeprefix(PREFIX): column for name, column in tabulated.items()}
    made = _files(old, fresh, change)
    made.update(_entities(old, fresh, change))
    keys, lists = splice_inverted(
        change.entities,
        (_keys(old), Lists(old["named.offsets"], old["named"])),
        (_keys(fresh), Lists(fresh["named.offsets"], _renumbered_fresh(change, fresh["named"]))),
    )
    made["distinct.blob"], made["distinct.offsets"] = keys.blob, keys.offsets
    made["named"], made["named.offsets"] = lists.numbers, lists.bounds
    return {PREFIX + name: column for name, column in made.items()}


def _files(old: Mapping[str, Array], fresh: Mapping[str, Array], change: Splice) -> dict[str, Array]:
    made = {
        "first": change.new_first.astype(np.int32),
        "lines": splice_slots(change, old["lines"], fresh["lines"]),
        "stars": splice_bounds(change, old["stars"], fresh["stars"]),
    }
    each, each_fresh = np.arange(len(old["lines"]) + 1), np.arange(len(fresh["lines"]) + 1)
    for name in FILE_STRINGS:
        made.update(_strings(name, old, fresh, change, (each, each_fresh)))
    made.update(_strings("star", old, fresh, change, (old["stars"], fresh["stars"])))
    return made


def _entities(old: Mapping[str, Array], fresh: Mapping[str, Array], change: Splice) -> dict[str, Array]:
    size = int(change.old_first[-1])
    made = {
        name: splice_entities(change, old[name][:size], fresh[name]) for name in ("kind", *_LINES, *MARKS)
    }
    parents = _renumbered_fresh(change, fresh["parent"])
    made["parent"] = splice_entities(change, renumbered(change.entities, old["parent"][:size]), parents)
    sizes = np.diff(change.new_first)
    made["slot"] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    bounds = change.old_first, fresh_first(change)
    for name in ENTITY_STRINGS:
        made.update(_strings(name, old, fresh, change, bounds, size))
    return made


def _renumbered_fresh(change: Splice, numbers: Array) -> Array:
    return renumbered(fresh_entities(change), numbers)


def _keys(columns: Mapping[str, Array]) -> Keys:
    return Keys(columns["distinct.blob"], columns["distinct.offsets"])


def _strings(
    name: str,
    old: Mapping[str, Array],
    fresh: Mapping[str, Array],
    change: Splice,
    bounds: tuple[Array, Array],
    size: int | None = None,
) -> dict[str, Array]:
    """Splice a column of strings, of which the old one may go on beyond `size`."""
    offsets = old[f"{name}.offsets"] if size is None else old[f"{name}.offsets"][: size + 1]
    blob = old[f"{name}.blob"][: int(offsets[-1])]
    spliced = splice_strings(
        change, (blob, offsets), (fresh[f"{name}.blob"], fresh[f"{name}.offsets"]), *bounds
    )
    return {f"{name}.blob": spliced[0], f"{name}.offsets": spliced[1]}
