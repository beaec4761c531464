"""What linking finds out file by file, as rows of numbers: the raw material of edges.

Each row names the file that it was found in, so that the rows of a file can be replaced when it is linked again. Rows
name entities by their numbers and what lies in no file by negative ones (`-1 - n` for the n-th outside id).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import numpy as np

from nsccn.arrays import Array, StringTable, pack_strings
from nsccn.graph.change.splicing import Patch
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.linknames import LinkNames, read_names

PREFIX: Final = "link."
_NAMES: Final = f"{PREFIX}names."
SLOT: Final = "slot"


class Column(Enum):
    """What the numbers of a column say, which is all that keeps them true when something is numbered anew."""

    ENTITY = auto()
    ANYTHING = auto()
    """An entity, or what lies in no file by a negative number."""
    OUTSIDE = auto()
    NAME = auto()
    CAUGHT = auto()
    """A set of errors that handlers around the place catch."""
    COUNT = auto()
    CODE = auto()
    SHARE = auto()

    @cached_property
    def typecode(self) -> str:
        """How a number is stored, as `array` names it."""
        return {Column.CODE: "B", Column.SHARE: "f"}.get(self, "i")


RELATIONS: Final[dict[str, dict[str, Column]]] = {
    "edge": {
        "source": Column.ENTITY,
        "kind": Column.CODE,
        "target": Column.ANYTHING,
        "probability": Column.SHARE,
        "line": Column.COUNT,
        "via": Column.CODE,
        "sites": Column.COUNT,
    },
    "site": {
        "source": Column.ENTITY,
        "kind": Column.CODE,
        "target": Column.ANYTHING,
        "line": Column.COUNT,
    },
    "virtual": {
        "target": Column.ENTITY,
        "receiver": Column.ENTITY,
        "source": Column.ENTITY,
        "line": Column.COUNT,
        "mark": Column.CODE,
    },
    "outward": {
        "base": Column.OUTSIDE,
        "name": Column.NAME,
        "arguments": Column.COUNT,
        "source": Column.ENTITY,
        "line": Column.COUNT,
    },
    "expected": {
        "source": Column.ENTITY,
        "line": Column.COUNT,
        "read": Column.CODE,
        "name": Column.NAME,
        "uses": Column.NAME,
        "own": Column.NAME,
        "called": Column.NAME,
    },
    "call": {
        "caller": Column.ENTITY,
        "callee": Column.ENTITY,
        "line": Column.COUNT,
        "probability": Column.SHARE,
        "caught": Column.CAUGHT,
    },
    "raise": {
        "function": Column.ENTITY,
        "error": Column.ANYTHING,
        "line": Column.COUNT,
        "caught": Column.CAUGHT,
    },
    "stated": {"subject": Column.ENTITY, "base": Column.ENTITY, "line": Column.COUNT},
    "owner": {"method": Column.ENTITY, "owner": Column.ENTITY},
    "foreign": {"subject": Column.ENTITY, "base": Column.ANYTHING},
    "flow": {
        "source": Column.ENTITY,
        "source_name": Column.NAME,
        "target": Column.ENTITY,
        "target_name": Column.NAME,
    },
    "invoked": {
        "holder": Column.ENTITY,
        "name": Column.NAME,
        "caller": Column.ENTITY,
        "line": Column.COUNT,
    },
    "option": {"option": Column.ANYTHING, "name": Column.NAME},
    "optionread": {
        "source": Column.ENTITY,
        "name": Column.NAME,
        "line": Column.COUNT,
        "probability": Column.SHARE,
    },
    "keyed": {"function": Column.ENTITY, "parameter": Column.NAME, "key": Column.OUTSIDE},
    "given": {
        "source": Column.ENTITY,
        "function": Column.ENTITY,
        "parameter": Column.NAME,
        "key": Column.OUTSIDE,
        "line": Column.COUNT,
        "probability": Column.SHARE,
    },
    "bound": {"type": Column.ENTITY, "key": Column.NAME, "own": Column.CODE},
    "filled": {
        "owner": Column.ENTITY,
        "field": Column.ENTITY,
        "name": Column.NAME,
        "held": Column.ENTITY,
        "line": Column.COUNT,
    },
    "sent": {"message": Column.ENTITY, "source": Column.ENTITY, "line": Column.COUNT},
    "handled": {"message": Column.ENTITY, "handler": Column.ENTITY, "line": Column.COUNT},
    "platform": {"entity": Column.ENTITY, "actual": Column.CODE},
    "used": {"outside": Column.OUTSIDE},
    "unresolved": {"name": Column.NAME, "count": Column.COUNT},
    "fault": {"name": Column.NAME},
}
"""Relation -> its columns with what they say, besides `slot`.

`edge`: the best line of evidence in the file, and how many there are; `site`: all of them, where there are several.
`virtual`: calls through an object that may be of a subtype of `receiver`, which may override the target; `mark` says
more of them (`linking/calls/receivers.py`). `expected`: calls of methods on objects of which only what else is named
of them, or what they are `called`, tells the type, or where `read` is 1 properties of these
(`linking/uses/usage.py`). `call`, `raise`: for following errors. `stated`: inheritance stated apart from the class.
`owner`: methods defined outside their type. `foreign`: bases that lie in no file. `flow`: what a place holds, another
may hold; `invoked`: calls of what a place holds; see `functionvalues`. `option`, `optionread`: options of a command
line, and what is read under a name that one of them may have; see `optionreads`. `keyed`: functions with a parameter
that tells which setting they read; `given`: keys that calls hand over, of which one may be left open for who calls
the `source`; see `settingreads`. `bound`: types that settings fill, and whether they say so themselves; `filled`: the
fields of types that may be, each with what it holds, its owner where that is no type of ours; see `boundreads`.
`sent`: messages by their type; `handled`: the methods that handle those of a type; see `propagation/messages.py`.
`platform`: what is left to each platform to define, and where `actual` is 1 what one defines; see
`propagation/platforms.py`. `used`: what lies in no file and is named. `unresolved`: calls by name. `fault`: the file
could not be linked, by a mistake of ours; `name` is that of the error.
"""
EVERYTHING: Final = np.iinfo(np.int32).min
"""Stands in a set of caught errors for all of them."""
DETACHED: Final = EVERYTHING + 1
"""Stands in a set of caught errors where the place is in a function that its owner does not run."""
Columns = dict[str, Array]


class Interned:
    """Values by the order in which they came."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        """Begin with values that keep their numbers, even where two of them have become equal."""
        self._values = list(values)

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        """The number of each value; not made before it is needed, since there may be many values."""
        return {value: number for number, value in enumerate(self._values)}

    def number(self, value: Any) -> int:  # noqa: ANN401 - of any kind that can be a key
        """Return the number of a value."""
        number = self._numbers.setdefault(value, len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return number

    def values(self) -> list[Any]:
        """Return the values by their numbers."""
        return list(self._values)


class LinkWriter:
    """Gathers rows."""

    def __init__(
        self, outside: Sequence[str] = (), names: LinkNames | None = None, caught: Sequence[Any] = ()
    ) -> None:
        """Begin with what older rows name, so that old and new rows mean the same by a number."""
        self.outside = Interned(outside)
        self.names = LinkNames() if names is None else names
        self.caught = Interned(caught or [()])
        self._columns: dict[str, dict[str, array[Any]]] = {
            relation: {SLOT: array("i"), **{name: array(holds.typecode) for name, holds in columns.items()}}
            for relation, columns in RELATIONS.items()
        }

    def extend(self, relation: str, slot: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows of one file."""
        if not rows:
            return
        columns = self._columns[relation]
        columns[SLOT].extend([slot] * len(rows))
        for name, values in zip(RELATIONS[relation], zip(*rows, strict=True), strict=True):
            columns[name].extend(values)

    def rows(self) -> LinkRows:
        """Return what was gathered."""
        relations = {
            relation: {name: np.array(column, column.typecode) for name, column in columns.items()}
            for relation, columns in self._columns.items()
        }
        return LinkRows(relations, self.outside.values(), self.names, self.caught.values())


class LinkRows:
    """All rows of a repository."""

    def __init__(
        self,
        relations: dict[str, Columns],
        outside: list[str],
        names: LinkNames,
        caught: list[tuple[int, ...]],
    ) -> None:
        self.relations = relations
        self.outside = outside
        """The ids of what lies in no file."""
        self.names = names
        """The names of calls that could not be resolved, and of places."""
        self.caught = caught
        """Sets of errors that handlers catch: types, and ids outside by their negative numbers."""

    def __getitem__(self, relation: str) -> Columns:
        return self.relations[relation]

    def writer(self) -> LinkWriter:
        """Return a writer of more rows that mean the same by the numbers of what lies outside, names and sets."""
        return LinkWriter(self.outside, self.names, self.caught)

    def pairs(self, relation: str, one: str, other: str) -> list[tuple[int, int]]:
        """Return two columns of a relation, in the order of the files."""
        columns = self.relations[relation]
        order = np.argsort(columns[SLOT], kind="stable")
        return list(zip(columns[one][order].tolist(), columns[other][order].tolist(), strict=True))

    def inheritance(self) -> tuple[Array, Array]:
        """Return the types that name bases in the repository, and these bases."""
        edges = self.relations["edge"]
        chosen = (edges["kind"] == EDGE_NUMBER["INHERITS"]) & (edges["target"] >= 0)
        return edges["source"][chosen], edges["target"][chosen]

    def arrays(self) -> dict[str, Array]:
        """Return the rows as named arrays, which `read_rows` reads."""
        arrays = {
            f"{PREFIX}{relation}.{name}": column
            for relation, columns in self.relations.items()
            for name, column in columns.items()
        }
        arrays |= {_NAMES + name: column for name, column in self.names.arrays().items()}
        arrays[f"{PREFIX}outside.blob"], arrays[f"{PREFIX}outside.offsets"] = pack_strings(self.outside)
        arrays[f"{PREFIX}caught"] = np.array([error for caught in self.caught for error in caught], np.int32)
        arrays[f"{PREFIX}caught.offsets"] = np.cumsum([0, *map(len, self.caught)]).astype(np.int32)
        return arrays

    def moved(self, slots: Array, entities: Array) -> LinkRows:
        """Return the rows of the files that stay, under new numbers.

        Args:
            slots: old slot -> new slot, -1 for a file whose rows go.
            entities: old entity -> new entity, -1 where there is none; a row that names such a one must go by `slots`.
        """
        # Negative numbers count from the end of the table, where they stand for themselves.
        table = np.concatenate([entities, np.arange(-len(self.outside) - 1, 0)]).astype(np.int32)
        relations = {}
        for relation, columns in self.relations.items():
            new_slots = slots.astype(np.int32).take(columns[SLOT], mode="clip")
            patch = Patch(len(new_slots), np.flatnonzero(new_slots < 0))
            kept = {name: patch.rows(column) for name, column in columns.items() if name != SLOT}
            for name in _entities(relation):
                kept[name] = table.take(kept[name], mode="wrap")
            relations[relation] = {SLOT: patch.rows(new_slots), **kept}
        caught = [tuple(_moved(errors, entities)) for errors in self.caught]
        return LinkRows(relations, self.outside, self.names, caught)

    def lost(self, slots: Array, entities: Array) -> Array:
        """Return the old slots that stay by `slots` though one of their rows names an entity that is gone."""
        if (entities >= 0).all():
            return np.zeros(0, np.int64)
        found = []
        for relation, columns in self.relations.items():
            for name in _entities(relation):
                column = columns[name]
                gone = np.flatnonzero(column >= 0)
                gone = gone[entities[column[gone]] < 0]
                found.append(columns[SLOT][gone])
        lost: Array = np.unique(np.concatenate(found))
        return lost[slots[lost] >= 0]

    def joined(self, more: LinkRows) -> LinkRows:
        """Return these rows with more, which a `writer` of these gathered."""
        relations = {}
        for relation, columns in self.relations.items():
            added = more.relations[relation]
            relations[relation] = (
                {name: np.concatenate([column, added[name]]) for name, column in columns.items()}
                if len(added[SLOT])
                else columns
            )
        return LinkRows(relations, more.outside, more.names, more.caught)

    def renumbered(self, known: LinkRows) -> LinkRows:
        """Return these rows in the numbers of `known`, with what these rows name added to it."""
        outside, names, caught = Interned(known.outside), known.names, Interned(known.caught)
        ids = np.array([outside.number(entity_id) for entity_id in self.outside], np.int32)
        words = np.array([names.number(name) for name in self.names], np.int32)
        sets = np.array(
            [
                caught.number(tuple(sorted(_renamed(np.array(errors, np.int32), ids).tolist())))
                for errors in self.caught
            ],
            np.int32,
        )
        numbers = {Column.OUTSIDE: ids, Column.NAME: words, Column.CAUGHT: sets}
        relations = {
            relation: _numbered(relation, columns, numbers) for relation, columns in self.relations.items()
        }
        return LinkRows(relations, outside.values(), names, caught.values())

    def in_order(self, known: LinkRows) -> LinkRows:
        """Return these rows so that what is not in `known` says nothing of who linked which files first.

        New rows are in the order of the files, and what they name has its numbers by what it is. Neither these rows
        nor others with the same names mean anything after that, but for those that are stored.
        """
        words = self.names.sort_added()
        outside, ids = _in_order(self.outside, len(known.outside))
        renamed = [
            tuple(sorted(_renamed(np.array(errors, np.int32), ids).tolist()))
            for errors in self.caught[len(known.caught) :]
        ]
        caught, sets = _in_order([*known.caught, *renamed], len(known.caught))
        numbers = {Column.OUTSIDE: ids, Column.NAME: words, Column.CAUGHT: sets}
        relations = {}
        for relation, columns in self.relations.items():
            before, count = known[relation], len(known[relation][SLOT])
            order = count + np.argsort(columns[SLOT][count:], kind="stable")
            if not len(order):
                relations[relation] = columns
                continue
            added = _numbered(relation, {name: column[order] for name, column in columns.items()}, numbers)
            relations[relation] = {
                name: np.concatenate([column, added[name]]) for name, column in before.items()
            }
        return LinkRows(relations, outside, self.names, caught)


def _in_order(values: Sequence[Any], known: int) -> tuple[list[Any], Array]:
    """Return values with those sorted that come behind so many known ones, and the new number of each."""
    order = [*range(known), *sorted(range(known, len(values)), key=values.__getitem__)]
    numbers = np.empty(len(order), np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    return [values[number] for number in order], numbers


def _numbered(relation: str, columns: Columns, numbers: Mapping[Column, Array]) -> Columns:
    """Return columns with other numbers for what lies outside, names and sets of caught errors."""
    found = dict(columns)
    for name, holds in RELATIONS[relation].items():
        if holds is Column.ANYTHING:
            found[name] = _renamed(columns[name], numbers[Column.OUTSIDE])
        elif holds in numbers and len(columns[name]):
            found[name] = numbers[holds][columns[name]]
    return found


def _entities(relation: str) -> list[str]:
    """Return the columns that name entities."""
    return [name for name, holds in RELATIONS[relation].items() if holds in (Column.ENTITY, Column.ANYTHING)]


def _renamed(column: Array, ids: Array) -> Array:
    """Give what lies outside, by its negative numbers, other ones."""
    is_outside = (column < 0) & (column > DETACHED)
    if not is_outside.any():
        return column
    return np.where(is_outside, -1 - ids[np.where(is_outside, -1 - column, 0)], column).astype(np.int32)


def _moved(errors: Sequence[int], entities: Array) -> list[int]:
    """Give entities their new numbers; negative ones stay."""
    return [int(entities[error]) if error >= 0 else error for error in errors]


def read_rows(arrays: Mapping[str, Array]) -> LinkRows:
    """Return the rows that `LinkRows.arrays` wrote."""
    relations = {
        relation: {name: arrays[f"{PREFIX}{relation}.{name}"] for name in (SLOT, *columns)}
        for relation, columns in RELATIONS.items()
    }
    outside = list(StringTable(arrays[f"{PREFIX}outside.blob"], arrays[f"{PREFIX}outside.offsets"]))
    errors, bounds = arrays[f"{PREFIX}caught"].tolist(), arrays[f"{PREFIX}caught.offsets"].tolist()
    caught = [tuple(errors[start:end]) for start, end in pairwise(bounds)]
    return LinkRows(relations, outside, _names_in(arrays), caught)


def _names_in(arrays: Mapping[str, Array]) -> LinkNames:
    return read_names({name.removeprefix(_NAMES): arrays[name] for name in arrays if name.startswith(_NAMES)})


def read_unresolved(arrays: Mapping[str, Array], name: str) -> list[tuple[int, int]]:
    """Return the slots of the files with calls of a name that could not be resolved, with how many each has."""
    columns = {column: arrays[f"{PREFIX}unresolved.{column}"] for column in (SLOT, "name", "count")}
    chosen = columns["name"] == _names_in(arrays).number(name)
    return sorted(zip(columns[SLOT][chosen].tolist(), columns["count"][chosen].tolist(), strict=True))


def count_unresolved(arrays: Mapping[str, Array]) -> int:
    """Return how many calls, of all names defined here, could not be resolved."""
    return int(arrays[f"{PREFIX}unresolved.count"].sum())


def read_unresolved_in(arrays: Mapping[str, Array], slot: int) -> list[str]:
    """Return the names of the calls in a file that could not be resolved."""
    names, number = _names_in(arrays), arrays[f"{PREFIX}unresolved.name"]
    return [names[one] for one in number[arrays[f"{PREFIX}unresolved.{SLOT}"] == slot].tolist()]


def read_faults(arrays: Mapping[str, Array]) -> list[tuple[int, str]]:
    """Return the slots of the files that could not be linked, by a mistake of ours, with the name of the error."""
    if not len(arrays[f"{PREFIX}fault.{SLOT}"]):
        return []
    rows = read_rows(arrays)
    return sorted({slot: rows.names[name] for slot, name in rows.pairs("fault", SLOT, "name")}.items())
