"""The kinds of entities, with groups that are treated alike, and those of what files say of them."""

from __future__ import annotations

from typing import Final, Literal, get_args

EntityKind = Literal[
    "module",
    "file",
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "type",
    "func",
    "method",
    "macro",
    "var",
    "attr",
    "block",
    "config",
    "error",
]
ENTITY_KINDS: Final[tuple[EntityKind, ...]] = get_args(EntityKind)
"""What entities may be; files define all but the last two."""
DATA_KINDS: Final = frozenset({"var", "attr"})
FILE_KINDS: Final = frozenset({"module", "file"})
"""What stands for a file as a whole."""
TYPE_KINDS: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
FUNCTION_KINDS: Final = frozenset({"func", "method", "macro"})
CODE_KINDS: Final = frozenset({*FUNCTION_KINDS, *TYPE_KINDS, "block"})
"""What code is made of; a `block` is a part of a configuration that others name by its address."""
HOLDER_KINDS: Final = frozenset({"func", "var"})
"""What functions may be attached to that are no methods for it."""

ReferenceKind = Literal[
    "call",
    "new",
    "decorate",
    "value",
    "member",
    "operate",
    "read",
    "raise",
    "inherit",
    "env",
    "key",
    "flag",
    "file",
    "type",
    "path",
    "given",
    "bind",
    "send",
    "receive",
    "address",
]
REFERENCE_KINDS: Final[tuple[ReferenceKind, ...]] = get_args(ReferenceKind)
"""What references may be; see `model.Reference`."""

AssignmentForm = Literal[
    "assign",
    "declare",
    "parameter",
    "loop",
    "with",
    "augment",
    "item",
    "delete",
    "call",
    "global",
    "return",
    "yield",
    "initialize",
]
ASSIGNMENT_FORMS: Final[tuple[AssignmentForm, ...]] = get_args(AssignmentForm)
"""The ways in which variables change; see `model.Assignment`."""
RESULTS: Final[tuple[AssignmentForm, ...]] = ("return", "yield")
CHANGES: Final[frozenset[AssignmentForm]] = frozenset({"assign", "augment", "item", "delete", "call"})
"""Those that change what is there."""
DECLARING: Final[frozenset[AssignmentForm]] = frozenset({"declare", "loop"})
"""Those by which a variable begins in any language."""
GIVING: Final[frozenset[AssignmentForm]] = DECLARING | {"assign", "parameter", "with"}
"""Those by which a variable gets what it holds."""
