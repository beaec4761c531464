"""Statements that declare something in words that look like calls: nothing in them runs.

@spec total(Cart.t()) :: integer()        def total(cart), do: cart.total        alias Shop.Cart
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.captures import DEFINITION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.queries import Found

_SAYING: Final = frozenset({"alias", "attribute", "doc", "import", "package", "qualified", "typename"})
"""What such statements do say."""
_ATTRIBUTE: Final = b"@"
"""Begins a statement that gives an attribute a value."""


def leave_out_declared(found: Found, data: bytes) -> None:
    """Drop what captures take for code in typespecs and imports, and for calls in heads of functions and attributes."""
    regions = sorted({*_typespecs(found), *_imports(found)})
    starts = [start for start, _ in regions]
    for main in found.keys() - _SAYING if regions else ():
        if not main.startswith(DEFINITION):
            found[main] = [
                match
                for match in found[main]
                if (place := bisect_right(starts, match[0].start_byte) - 1) < 0
                or regions[place][1] <= match[0].start_byte
            ]
    heads = {
        parts["name"][0].start_byte
        for main, matches in found.items()
        if main.startswith(DEFINITION)
        for _, parts in matches
        if "name" in parts
    }
    found["call"] = [
        match
        for match in found.get("call", ())
        if match[0].start_byte not in heads and not data.endswith(_ATTRIBUTE, 0, match[0].start_byte)
    ]


def _typespecs(found: Found) -> Iterator[tuple[int, int]]:
    for node, parts in found.get("attribute", ()):
        if "type" in parts:
            yield node.start_byte, node.end_byte


def _imports(found: Found) -> Iterator[tuple[int, int]]:
    for node, _ in found.get("import", ()):
        yield node.start_byte, node.end_byte
