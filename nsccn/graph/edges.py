"""The kinds of edges. A new kind is one row here, and one capture in each language that can express it."""

from __future__ import annotations

from typing import Final, NamedTuple


class EdgeKind(NamedTuple):
    """One kind of relation between entities."""

    name: str
    verb: str
    """Reads from source to target: *source* `verb` *target*."""
    inverse: str
    """Reads from target to source."""
    doc: str


EDGE_KINDS: Final = (
    EdgeKind("CALLS", "calls", "called by", "runs the target, or creates an instance of it"),
    EdgeKind(
        "REFERENCES",
        "hands over",
        "handed over by",
        "passes, stores or returns the function without calling it, or names the block of a configuration",
    ),
    EdgeKind("INHERITS", "inherits", "inherited by", "extends or implements the target"),
    EdgeKind(
        "MUTATES", "writes", "written by", "assigns, deletes or changes in place an attribute or variable"
    ),
    EdgeKind(
        "READS_CONFIG", "reads", "read by", "reads a setting, an environment variable or a configuration file"
    ),
    EdgeKind(
        "PROPAGATES_ERROR", "raises", "raised by", "raises the error, or lets it escape to the calling target"
    ),
    EdgeKind("IMPORTS", "imports", "imported by", "imports the file, or a member of it"),
    EdgeKind(
        "HANDLES_ERROR", "catches from", "caught by", "catches the error, or one that escapes from the target"
    ),
    EdgeKind(
        "READS",
        "reads",
        "read by",
        "reads an attribute or variable that functions write, a property of an object, or a variable of another module",
    ),
    EdgeKind(
        "USES_TYPE",
        "uses as a type",
        "used as a type by",
        "declares something to be of the type, casts to it, asks for it, catches it, or calls on it what it inherits",
    ),
)

NAMING_KINDS: Final = frozenset({"block", "var"})
"""Kinds of what hands nothing over: it only names what it refers to."""

EDGE_NAMES: Final = tuple(kind.name for kind in EDGE_KINDS)
EDGE_NUMBER: Final = {kind.name: number for number, kind in enumerate(EDGE_KINDS)}
EDGE_KIND: Final = {kind.name: kind for kind in EDGE_KINDS}


def verb_of(kind: str, source: str) -> str:
    """Return how an edge reads from an entity of the kind `source` to its target."""
    return "names" if _only_names(kind, source) else EDGE_KIND[kind].verb


def inverse_of(kind: str, source: str) -> str:
    """Return how an edge reads from its target to an entity of the kind `source`."""
    return "named by" if _only_names(kind, source) else EDGE_KIND[kind].inverse


def _only_names(kind: str, source: str) -> bool:
    return kind == "REFERENCES" and source in NAMING_KINDS
