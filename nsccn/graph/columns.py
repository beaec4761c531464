"""Makes the graph's arrays, which a snapshot stores and `CodeGraph` reads, from columns and rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import Array, begins_run, pack_strings, stable_order
from nsccn.graph.definitions.table import ENTITY_STRINGS, KIND_NUMBER, MARKS, PREFIX
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.model import Confidence
from nsccn.graph.neighbours import neighbour_arrays
from nsccn.graph.propagation.escape import escapes
from nsccn.graph.propagation.fitting import fitting_calls
from nsccn.graph.propagation.functionvalues import travelled_calls
from nsccn.graph.propagation.handedon import calls_of_errors
from nsccn.graph.propagation.hardlyrun import less_for_abstract, less_for_tests
from nsccn.graph.propagation.implementing import implementing_calls
from nsccn.graph.propagation.membership import Membership
from nsccn.graph.propagation.messages import message_calls
from nsccn.graph.propagation.optionreads import option_reads
from nsccn.graph.propagation.overrides import IMPLEMENTS, overrides
from nsccn.graph.propagation.platforms import with_platforms
from nsccn.graph.propagation.settingreads import setting_reads

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns, LinkRows
    from nsccn.graph.propagation.escape import Escapes
    from nsccn.graph.propagation.keptspread import Spread
    from nsccn.graph.propagation.overrides import Overridden

_SURE: Final = 1.0
_ORDER: Final = ("source", "kind", "target", "probability", "slot", "line", "via", "sites")
_OF_SITES: Final = ("source", "kind", "target", "probability", "slot", "line")
_EDGE: Final = f"{PREFIX}edge."


def graph_arrays(
    table: Mapping[str, Array], symbols: Symbols, rows: LinkRows, before: Spread | None = None
) -> dict[str, Array]:
    """Return the columns of all entities, all edges, what they were made from, and the calls without one.

    Args:
        table: the columns of the definitions, as `tabulate` made them.
        symbols: of all files.
        rows: of all files.
        before: see `travelled_calls`.
    """
    reads, settings = setting_reads(rows)
    outside = _used_outside(rows, settings)
    size = symbols.table.size
    places = np.zeros(len(rows.outside) + len(settings), np.int64)
    places[list(outside.values())] = size + np.arange(len(outside))
    numbers = np.array([outside[setting] for setting in settings], np.int64)
    reads = reads._replace(setting=-1 - numbers[reads.setting])
    members = Membership(symbols, rows)
    overridden = overrides(symbols, rows, members)
    error_calls = calls_of_errors(rows["call"], overridden.calls, overridden.named)
    escaped = escapes(symbols, rows, error_calls)
    travelled, spread = travelled_calls(symbols, rows, before)
    total = size + len(outside)
    more = [
        *_derived_edges(symbols, rows, members, overridden),
        *_error_edges(rows["raise"], error_calls, escaped),
        _made("CALLS", *travelled),
        _made("READS_CONFIG", *reads),
    ]
    found = _all_edges(symbols, rows, more, table[f"{PREFIX}abstract"])
    edges, repeated = _grouped(found, places, total)
    return {
        **table,
        **_with_outside(table, list(outside)),
        **neighbour_arrays(rows, total),
        **_edge_columns(edges, total),
        **_site_columns(edges, (rows["site"], repeated), places, total),
        **escaped.catches,
        **escaped.overriding,
        **spread.arrays(),
    }


def _used_outside(rows: LinkRows, settings: Sequence[str]) -> dict[str, int]:
    """Return the ids of what lies in no file and is part of the graph, sorted, with their numbers in the rows.

    The settings that only the rows of all files tell have the numbers behind these.
    """
    used = {rows.outside[number]: number for number in np.unique(rows["used"]["outside"]).tolist()}
    for number, setting in enumerate(settings, len(rows.outside)):
        used.setdefault(setting, number)
    return dict(sorted(used.items()))


def _with_outside(table: Mapping[str, Array], ids: list[str]) -> dict[str, Array]:
    """Return the columns of entities with what lies in no file; it is numbered after the definitions, sorted by id."""
    names = [entity_id.rpartition(":")[2].rpartition("/")[2] for entity_id in ids]
    kinds = [KIND_NUMBER[entity_id.partition(":")[0]] for entity_id in ids]
    arrays = {PREFIX + "kind": np.concatenate([table[PREFIX + "kind"], np.array(kinds, np.uint8)])}
    for names_of, filler in ((("slot", "parent"), -1), (("start_line", "end_line", "name_line", *MARKS), 0)):
        for name in names_of:
            column = table[PREFIX + name]
            arrays[PREFIX + name] = np.concatenate([column, np.full(len(ids), filler, column.dtype)])
    known, nothing = {"name": names, "qualified": ids}, [""] * len(ids)
    for name in ENTITY_STRINGS:
        blob, offsets = pack_strings(known.get(name, nothing))
        before = table[f"{PREFIX}{name}.offsets"]
        arrays[f"{PREFIX}{name}.blob"] = np.concatenate([table[f"{PREFIX}{name}.blob"], blob])
        arrays[f"{PREFIX}{name}.offsets"] = np.concatenate(
            [before, (offsets[1:] + before[-1]).astype(before.dtype)]
        )
    order = sorted(range(len(ids)), key=lambda number: (names[number], number))
    arrays[PREFIX + "outside.named"] = np.array(order, np.int32)
    return arrays


def _derived_edges(
    symbols: Symbols, rows: LinkRows, members: Membership, overridden: Overridden
) -> Iterator[Columns]:
    """Yield the edges that follow from which types there are and what they have, in all files."""
    subjects, bases = overridden.implemented
    slots = np.array([symbols.slot[subject] for subject in subjects.tolist()], np.int64)
    likely = np.full(len(slots), IMPLEMENTS)
    yield _made("INHERITS", subjects, bases, likely, slots, symbols.table.name_line[subjects])
    yield _made("CALLS", *overridden.calls)
    yield _made("CALLS", *fitting_calls(symbols, rows, members))
    yield _made("CALLS", *implementing_calls(symbols, rows, members))
    yield _made("CALLS", *message_calls(symbols, rows, members))
    yield _made("READS_CONFIG", *option_reads(symbols, rows))


def _all_edges(symbols: Symbols, rows: LinkRows, more: Sequence[Columns], is_abstract: Array) -> Columns:
    """Return the rows of edges, with `more` that follow from the rows of all files."""
    edges = rows["edge"]
    found = {
        name: np.concatenate([edges[name], *(part[name].astype(edges[name].dtype) for part in more)])
        for name in _ORDER
    }
    found = with_platforms(symbols, rows, found)
    found["probability"] = less_for_abstract(symbols, found, is_abstract)
    return found | {"probability": less_for_tests(symbols, found)}


def _error_edges(raised: Columns, calls: Columns, found: Escapes) -> Iterator[Columns]:
    """Yield the edges of errors: those that functions raise or let pass, and those that they catch."""
    for numbers, kind in ((found.raised, "PROPAGATES_ERROR"), (found.raised_and_caught, "HANDLES_ERROR")):
        yield _edges(kind, raised, numbers, "function", "error")
    yield _edges("PROPAGATES_ERROR", calls, found.through, "callee", "caller")
    yield _edges("HANDLES_ERROR", calls, found.caught, "caller", "callee")


def _edges(kind: str, rows: Columns, numbers: Array, source: str, target: str) -> Columns:
    chosen = {name: column[numbers] for name, column in rows.items()}
    probability = chosen.get("probability", np.ones(len(numbers)))
    ends = chosen[source], chosen[target]
    slot, line = chosen["slot"], chosen["line"]
    return _made(kind, *ends, probability, slot, line, chosen.get("via"))


def _made(
    kind: str,
    source: Array,
    target: Array,
    probability: Array,
    slot: Array,
    line: Array,
    via: Array | None = None,
) -> Columns:
    """Return the columns of edges of one kind, with one site each; without `via` they are direct."""
    return {
        "source": source,
        "kind": np.full(len(source), EDGE_NUMBER[kind]),
        "target": target,
        "probability": probability,
        "slot": slot,
        "line": line,
        "via": np.zeros(len(source)) if via is None else via,
        "sites": np.ones(len(source)),
    }


def _grouped(rows: Columns, places: Array, entities: int) -> tuple[Columns, Columns]:
    """Return one edge for each source, kind and target, with how many sites it has; and the rows of those with several.

    Its evidence is the likelier one, then the more direct, then the earlier.
    """
    ends = {name: _numbered(rows[name], places) for name in ("source", "target")}
    key = _keys(ends["source"], rows["kind"], ends["target"], entities)
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1]))) if len(key) else order
    sites = rows["sites"][order[starts]]
    best = order[starts]
    sizes = np.diff(np.append(starts, len(key)))
    several = np.flatnonzero(sizes > 1)
    places_of = np.flatnonzero(np.repeat(sizes > 1, sizes))
    members = order[places_of]
    if len(several):
        by_worth = np.lexsort(
            (
                rows["line"][members],
                rows["slot"][members],
                rows["via"][members],
                -rows["probability"][members],
                key[places_of],
            )
        )
        firsts = np.concatenate(([0], np.cumsum(sizes[several])[:-1]))
        best[several] = members[by_worth[firsts]]
        sites[several] = np.add.reduceat(_sites_once(rows, members, key[places_of]), firsts)
    found = {name: rows[name][best] for name in ("kind", "probability", "slot", "line", "via")}
    edges = {
        **{name: ends[name][best].astype(np.int32) for name in ends},
        **found,
        "sites": sites.astype(np.int32),
    }
    return edges, {name: rows[name][members] for name in _OF_SITES}


def _numbered(column: Array, places: Array) -> Array:
    """Return entities by their numbers in the graph; `places` has those of what lies in no file."""
    wide = column.astype(np.int64)
    return np.where(wide >= 0, wide, places[np.where(wide < 0, -1 - wide, 0)] if len(places) else 0)


def _keys(source: Array, kind: Array, target: Array, entities: int) -> Array:
    """Return one number for each source, kind and target, in their order."""
    return (source.astype(np.int64) * len(EDGE_NUMBER) + kind) * entities + target


def _sites_once(rows: Columns, members: Array, key: Array) -> Array:
    """Return for each key, in their order, how many sites each row adds: rows with one line of evidence count once."""
    by_line = np.lexsort((rows["sites"][members], rows["line"][members], rows["slot"][members], key))
    ordered = members[by_line]
    is_last = np.ones(len(ordered), np.bool_)
    same = np.diff(key) == 0
    for name in ("slot", "line"):
        same &= np.diff(rows[name][ordered]) == 0
    is_last[:-1] = ~same
    return np.where(is_last, rows["sites"][ordered], 0)


def _site_columns(edges: Columns, parts: Sequence[Columns], places: Array, entities: int) -> dict[str, Array]:
    """Return the lines of edges with several in the file of their evidence: numbers of edges, in order, and lines.

    Where the evidence is sure, guesses add none to it.
    """
    keys = _keys(edges["source"], edges["kind"], edges["target"], entities)
    found = []
    for rows in parts:
        source, target = (_numbered(rows[name], places) for name in ("source", "target"))
        numbers = np.searchsorted(keys, _keys(source, rows["kind"], target, entities))
        is_there = (edges["slot"][numbers] == rows["slot"]) & (edges["sites"][numbers] > 1)
        if "probability" in rows:
            is_there &= (rows["probability"] >= _SURE) == (edges["probability"][numbers] >= _SURE)
        found.append((numbers[is_there], rows["line"][is_there]))
    numbers, lines = (np.concatenate(columns) for columns in zip(*found, strict=True))
    order = np.lexsort((lines, numbers))
    numbers, lines = numbers[order], lines[order]
    chosen = begins_run(numbers) | begins_run(lines)
    return {
        f"{_EDGE}site.edge": numbers[chosen].astype(np.int32),
        f"{_EDGE}site.line": lines[chosen].astype(np.int32),
    }


def _edge_columns(edges: Columns, total: int) -> dict[str, Array]:
    probability = edges["probability"]
    confidence = np.where(probability >= _SURE, Confidence.RESOLVED, Confidence.AMBIGUOUS).astype(np.uint8)
    order = stable_order(edges["target"].astype(np.int64) * len(EDGE_NUMBER) + edges["kind"]).astype(np.int32)
    places = np.arange(total + 1)
    arrays = {
        **{name: edges[name] for name in ("source", "kind", "target", "probability", "line", "via", "sites")},
        "confidence": confidence,
        "file": edges["slot"],
        "out": np.searchsorted(edges["source"], places).astype(np.int32),
        "in": np.searchsorted(edges["target"][order], places).astype(np.int32),
        "in.order": order,
    }
    return {f"{_EDGE}{name}": column for name, column in arrays.items()}
