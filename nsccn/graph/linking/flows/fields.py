"""The fields that the constructor of a type takes where the type writes none: those of a dataclass, for example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.types.onlydeclared import takes_fields

if TYPE_CHECKING:
    from nsccn.graph.linking.links import Links

_OF_TYPE: Final = "ClassVar"
"""Begins the annotation of what is no field."""


def taking_field(links: Links, cls: int, which: int | str) -> int | None:
    """Return the field that an argument, by its position or keyword, becomes."""
    if links.symbols.kind(cls) == "type":
        cls = links.infer.typed.types.aliased(cls) or cls
    if isinstance(which, str):
        found = links.infer.hierarchy.class_member(cls, which, functions=False)
        return found[0] if found and not links.symbols.table.implicit[found[0]] else None
    fields = _fields(links, cls)
    return fields[which] if which < len(fields) else None


def _fields(links: Links, cls: int) -> list[int]:
    """Return the fields of a type in the order in which its constructor takes them, those of its bases first."""
    order = links.infer.hierarchy.order(cls)
    if not any(takes_fields(links.symbols, one) for one in order):
        return []
    found: dict[str, int] = {}
    for base in reversed(order):
        found.update(_declared(links, base))
    return list(found.values())


def _declared(links: Links, cls: int) -> dict[str, int]:
    """Return the attributes in the body of a type by their names; without annotations only where none has one."""
    symbols = links.symbols
    own = symbols.attributes(cls)
    names = symbols.table.names
    stated = {
        entity: next(
            (item.annotation for _, item in symbols.values(cls, names[entity]) if item.annotation), ""
        )
        for entity in own
    }
    annotated = [entity for entity in own if stated[entity]]
    return {
        names[entity]: entity
        for entity in annotated or own
        if not stated[entity].rpartition(".")[2].startswith(_OF_TYPE)
    }
