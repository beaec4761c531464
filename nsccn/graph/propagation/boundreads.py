"""Reads of settings by the fields of types that settings fill.

`BaseSettings`, `@ConfigurationProperties` and `Configure<MailOptions>(…)` bind a type; each of its fields reads the
setting that has its name, those of its bases too, and those of a type that a field holds read settings below that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.notation.boundkeys import ONLY_HOW, UNTOLD, WHOLE, completed, key_of_field, within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from nsccn.graph.linking.linkrows import LinkRows

_DEEPEST: Final = 6
"""Types in one another whose fields are filled."""
_MOST_WAYS: Final = 64
"""Settings that each field of a type may read; more, and that says too little."""

Read = tuple[int, str, float, int, int]
"""What reads, the id of the setting, how likely, and where that stands."""
_Field = tuple[int, str, int, int, int]
_Way = tuple[str, tuple[int, ...]]
"""How the keys of the fields of a type are made, and the types around that hold it."""
_Ways = dict[int, set[_Way]]


class _Types:
    """The fields and bases of types that may be filled."""

    def __init__(self, rows: LinkRows) -> None:
        self.fields: dict[int, list[_Field]] = {}
        self._bases: dict[int, list[int]] = {}
        self._subtypes: dict[int, list[int]] = {}
        filled = rows["filled"]
        columns = (filled[one].tolist() for one in ("owner", "field", "name", "held", "slot", "line"))
        for owner, field, name, held, slot, line in zip(*columns, strict=True):
            self.fields.setdefault(owner, []).append((field, rows.names[name], held, slot, line))
        edges = rows["edge"]
        inherits = (edges["kind"] == EDGE_NUMBER["INHERITS"]) & (edges["target"] >= 0)
        ends = (edges[one][inherits].tolist() for one in ("source", "target"))
        for subtype, base in sorted(set(zip(*ends, strict=True))):
            self._bases.setdefault(subtype, []).append(base)
            self._subtypes.setdefault(base, []).append(subtype)

    def with_subtypes(self, bound: _Ways, said: dict[int, str], whole: set[int]) -> _Ways:
        """Return types with their subtypes, up to the `whole` that say of themselves that they are filled."""
        below = {
            base: [one for one in subtypes if one not in whole] for base, subtypes in self._subtypes.items()
        }
        return _spread(bound, below, lambda one, way: (completed(said.get(one, ""), way[0]), way[1]))

    def reads(self, filled: _Ways) -> Iterator[Read]:
        """Yield the reads of the fields of types, with those of their bases and of what they hold."""
        for _ in range(_DEEPEST):
            held: _Ways = {}
            for one, ways in _spread(filled, self._bases, lambda _, way: way).items():
                for made, around in ways if len(ways) <= _MOST_WAYS else ():
                    if made.startswith(UNTOLD):
                        continue
                    for field, name, holds, slot, line in self.fields.get(one, ()):
                        named = name.removeprefix(WHOLE) if around else name
                        is_plain = holds == one or holds not in self.fields or named.startswith(WHOLE)
                        below = "" if is_plain else within(made, named)
                        if not below and named:
                            yield field, key_of_field(made, named), 1.0, slot, line
                        elif below and holds not in around:
                            held.setdefault(holds, set()).add((below, (*around, one)))
            filled = held


def _spread(ways: _Ways, to: Mapping[int, Sequence[int]], led: Callable[[int, _Way], _Way]) -> _Ways:
    """Return types with all that they lead to, and what ways these get by that; of too many, one more than counts."""
    found = {one: set(of_one) for one, of_one in ways.items()}
    pending = sorted((one, way) for one, of_one in ways.items() for way in of_one)
    while pending:
        one, way = pending.pop()
        for other in to.get(one, ()):
            known, more = found.setdefault(other, set()), led(other, way)
            if more not in known and len(known) <= _MOST_WAYS:
                known.add(more)
                pending.append((other, more))
    return found


def bound_reads(rows: LinkRows) -> set[Read]:
    """Return what the fields of all types read that settings fill."""
    columns = [rows["bound"][one].tolist() for one in ("type", "key", "own")]
    bound = [(one, rows.names[key], own) for one, key, own in zip(*columns, strict=True)]
    if not bound:
        return set()
    said = {one: key for one, key, own in bound if own == ONLY_HOW}
    selves = [(one, key) for one, key, own in bound if own and own != ONLY_HOW]
    others = [(one, key) for one, key, own in bound if not own]
    types = _Types(rows)
    filled = types.with_subtypes(_ways(selves), said, {one for one, _ in selves})
    for one, ways in _ways(others).items():
        filled.setdefault(one, set()).update(ways)
    return set(types.reads(filled))


def _ways(bound: Iterable[tuple[int, str]]) -> _Ways:
    found: _Ways = {}
    for one, key in bound:
        found.setdefault(one, set()).add((key, ()))
    return found
