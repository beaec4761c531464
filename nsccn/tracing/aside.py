"""What stands besides the product's own source: tests, examples and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from nsccn.graph.fileroles import Role, role_of

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_UNKNOWN: Final = -1
_ROLES: Final[WeakKeyDictionary[CodeGraph, Array]] = WeakKeyDictionary()
"""The role of each file, as far as it was asked."""
_TRYING: Final = (Role.TEST, Role.EXAMPLE, Role.DOCUMENT)
"""What shows or tries the product, and is no part of it: what is generated, or brought along, runs with it."""


def are_aside(graph: CodeGraph, entities: Array) -> Array:
    """Say which entities stand in a test, an example, or something else besides the product's own source."""
    found: Array = roles_of(graph, entities) != Role.SOURCE
    return found


def are_tries(graph: CodeGraph, entities: Array) -> Array:
    """Say which entities stand in a test, an example or a document: nothing of the product runs by them."""
    return np.isin(roles_of(graph, entities), _TRYING)


def roles_of(graph: CodeGraph, entities: Array) -> Array:
    """Return the role of each entity: that of its file, or TEST of a part of the source that is one."""
    known = _ROLES.get(graph)
    if known is None:
        known = _ROLES[graph] = np.full(graph.file_count + 1, _UNKNOWN, np.int8)
        known[-1] = Role.SOURCE  # what lies in no file
    slots = graph.file.take(entities)
    roles = known.take(slots)
    if (roles == _UNKNOWN).any():
        for slot in np.unique(slots[roles == _UNKNOWN]).tolist():
            known[slot] = role_of(graph.paths[slot])
        roles = known.take(slots)
    roles[(roles == Role.SOURCE) & graph.for_tests.take(entities)] = Role.TEST
    return roles
