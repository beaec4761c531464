"""Edges of types that are named as types."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.linking.links import Links


class TypeUses:
    """Links the types that one file after another names."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._meant: dict[tuple[int, str], tuple[int, ...]] = {}

    def forget(self) -> None:
        """Drop the answers about the types of a file."""
        self._meant.clear()

    def link(self, scope: int, name: str, line: int) -> None:
        """Add the edge of a type that a scope names; what a type says of itself is no use of it."""
        links = self._links
        home = links.infer.home(scope, name)
        meant = self._meant.get((home, name))
        if meant is None:
            found = links.infer.typed.types.named(home, name)
            if found is None and "." in name:
                found = self._with_member(home, name)
            meant = () if found is None else links.infer.bodies.definitions_of(found)
            self._meant[home, name] = meant
        for entity in meant:
            if not self._is_inside(scope, entity):
                links.edges.add(scope, "USES_TYPE", entity, line, probability=1 / len(meant))

    def _with_member(self, home: int, name: str) -> int | None:
        """Return the enumeration of which one member is named as a type."""
        links, (base, _, member) = self._links, name.rpartition(".")
        found = links.infer.typed.types.named(home, base)
        is_choice = found is not None and links.symbols.kind(found) == "enum"
        return found if found is not None and is_choice and links.symbols.member(found, member) else None

    def _is_inside(self, scope: int, entity: int) -> bool:
        symbols = self._links.symbols
        while scope >= 0 and scope != entity:
            scope = symbols.owners.get(scope, symbols.parent(scope))
        return scope == entity
