"""Reads of settings by the fields of types that settings fill.

`BaseSettings`, `@ConfigurationProperties` and `Configure<MailOptions>(…)` bind a type; each of its fields reads the
setting that has its name, those of its bases too, and those of a type that a field holds read settings below that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.notation.boundkeys import WHOLE, key_of_field, within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.linking.linkrows import LinkRows

_DEEPEST: Final = 6
"""Types in one another whose fields are filled."""

Read = tuple[int, str, float, int, int]
"""What reads, the id of the setting, how likely, and where that stands."""
_Field = tuple[int, str, int, int, int]


class _Types:
    """The fields and bases of types that may be filled."""

    def __init__(self, rows: LinkRows) -> None:
        self.fields: dict[int, list[_Field]] = {}
        self.bases: dict[int, list[int]] = {}
        self.subtypes: dict[int, list[int]] = {}
        filled = rows["filled"]
        columns = (filled[one].tolist() for one in ("owner", "field", "name", "held", "slot", "line"))
        for owner, field, name, held, slot, line in zip(*columns, strict=True):
            self.fields.setdefault(owner, []).append((field, rows.names[name], held, slot, line))
        edges = rows["edge"]
        inherits = (edges["kind"] == EDGE_NUMBER["INHERITS"]) & (edges["target"] >= 0)
        for subtype, base in zip(
            *(edges[one][inherits].tolist() for one in ("source", "target")), strict=True
        ):
            self.bases.setdefault(subtype, []).append(base)
            self.subtypes.setdefault(base, []).append(subtype)

    def below(self, bound: int, has_own: set[int]) -> Iterator[int]:
        """Yield a type and its subtypes, but for those that say of themselves how they are filled."""
        pending, seen = [bound], {bound}
        while pending:
            one = pending.pop()
            yield one
            more = [two for two in self.subtypes.get(one, ()) if two not in seen and two not in has_own]
            seen.update(more)
            pending += more

    def reads(self, bound: int, made: str, around: tuple[int, ...] = ()) -> Iterator[Read]:
        """Yield the reads of the fields of a type, with those of its bases and of what they hold."""
        if bound in around or len(around) == _DEEPEST:
            return
        pending, seen = [bound], {bound}
        while pending:
            one = pending.pop()
            for field, name, held, slot, line in self.fields.get(one, ()):
                if held in self.fields and held != one and not name.startswith(WHOLE):
                    yield from self.reads(held, within(made, name), (*around, bound))
                elif name:
                    yield field, key_of_field(made, name), 1.0, slot, line
            more = [two for two in self.bases.get(one, ()) if two not in seen]
            seen.update(more)
            pending += more


def bound_reads(rows: LinkRows) -> set[Read]:
    """Return what the fields of all types read that settings fill."""
    columns = [rows["bound"][one].tolist() for one in ("type", "key", "own")]
    bound = list(zip(*columns, strict=True))
    if not bound:
        return set()
    types, has_own = _Types(rows), {one for one, _, is_own in bound if is_own}
    return {
        read
        for one, key, is_own in bound
        for subtype in (types.below(one, has_own) if is_own else (one,))
        for read in types.reads(subtype, rows.names[key])
    }
