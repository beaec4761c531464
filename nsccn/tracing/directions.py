"""The directions of a trace: along which edges each leads, phase by phase.

A phase is what is followed from an entity, depending on how it was reached: who else reads what a function writes is
asked of what is written, not of the function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.edges import EDGE_NAMES, NAMING_KINDS
from nsccn.graph.kinds import ENTITY_KINDS, TYPE_KINDS
from nsccn.graph.linking.edgetable import VIAS
from nsccn.tracing.traversal import Rule

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge

DIRECTIONS: Final = ("downstream", "upstream", "state", "config", "errors", "inheritance")
RUNNING_KINDS: Final = frozenset({"func", "method", "macro", "module"})


def _out(*kinds: str, then: str = "", far: frozenset[str] | None = None, checked: bool = False) -> Rule:
    return Rule(kinds, outgoing=True, then=then, far_kinds=far, checked=checked)


def _in(*kinds: str, then: str = "", far: frozenset[str] | None = None, checked: bool = False) -> Rule:
    return Rule(kinds, outgoing=False, then=then, far_kinds=far, checked=checked)


_USES: Final = ("CALLS", "REFERENCES")
_BUT_TYPES: Final = frozenset(ENTITY_KINDS) - TYPE_KINDS
_HANDED: Final = frozenset({"indirect"})
_DECORATED: Final = frozenset({"decorator"})
CHANGING: Final = frozenset(VIAS) - {"initializer"}
_OTHERWISE: Final = frozenset(VIAS) - _HANDED - _DECORATED
# Who names a type tells little of what that hands over; who makes one may run it.
_CALLERS: Final = (
    Rule(_USES, outgoing=False, then="above", vias=_OTHERWISE | _DECORATED, crowded="handed"),
    Rule(_USES, outgoing=False, then="handed", vias=_HANDED),
)


def _used(vias: frozenset[str]) -> tuple[Rule, ...]:
    """Return what a function calls and hands over; a type that it hands over runs nothing of its body by that."""
    return (
        Rule(("CALLS",), outgoing=True, then="downstream", vias=vias),
        Rule(("REFERENCES",), outgoing=True, then="downstream", vias=vias, far_kinds=_BUT_TYPES),
        Rule(("REFERENCES",), outgoing=True, vias=vias, far_kinds=TYPE_KINDS),
        Rule(_USES, outgoing=True, then="in wrapper", vias=_DECORATED),
    )


_READING: Final = ("READS", "READS_CONFIG", "REFERENCES", "CALLS")
_ERROR: Final = "PROPAGATES_ERROR"
_HANDLED: Final = "HANDLES_ERROR"
_ERROR_KINDS: Final = frozenset({"error", "var", "attr", *TYPE_KINDS})

PHASES: Final = {
    # Whoever calls a decorated function has an edge to it, and one to the wrapper around it, which calls all that was
    # decorated so. So no way leads by a call of the wrapper to what was handed to it: that would join any two of them;
    # and who only names the wrapper, as the decorator does, calls nothing of it.
    "downstream": _used(_OTHERWISE | _HANDED),
    "in wrapper": _used(_OTHERWISE),
    # Who uses a type is told of that which is asked about: of one whose body calls it, that says nothing.
    "upstream": (*_CALLERS, Rule(("USES_TYPE",), outgoing=False, behind=True)),
    "above": _CALLERS,
    "handed": (
        Rule(("CALLS",), outgoing=False, then="above", vias=_OTHERWISE),
        Rule(("CALLS",), outgoing=False, then="handed", vias=_HANDED),
    ),
    # What a function writes; who else writes and reads that; what its readers write in turn.
    # What a new object begins with says what is written to a field, and nothing of what a function changes.
    "state": (Rule(("MUTATES",), outgoing=True, then="stored", vias=CHANGING),),
    "stored": (_in("MUTATES"), _in(*_READING, then="state")),
    # Of a field or variable that is asked about itself, what its readers write besides says nothing.
    "asked": (_in("MUTATES"), _in(*_READING)),
    # Who reads or writes a property by the functions that it has for that.
    "accessed": (Rule(("CALLS",), outgoing=False, vias=frozenset({"property"})),),
    # What is written by what a function calls.
    "on behalf": (_out("CALLS", then="writes"),),
    "writes": (Rule(("MUTATES",), outgoing=True, vias=CHANGING), _out("CALLS", then="writes")),
    # The settings of a function, of what it reads that keeps one, and of what it calls; the readers of a setting,
    # whoever reads it from a constant that they keep it in, and their callers.
    # Blocks of a configuration have those of the blocks that they name.
    "config": (
        _out("READS_CONFIG"),
        _out("READS", then="kept"),
        _out("CALLS", then="config"),
        _out("REFERENCES", then="config", far=NAMING_KINDS),
    ),
    "kept": (_out("READS_CONFIG"),),
    "setting": (_in("READS_CONFIG", then="readers"),),
    "readers": (
        _in("READS_CONFIG", "READS", then="readers"),
        _in("CALLS", then="callers"),
        _in("REFERENCES", then="readers", far=NAMING_KINDS),
    ),
    "callers": (_in("CALLS", then="callers"),),
    # What a function raises, where that escapes to, who catches it, and which errors of others it lets pass.
    "errors": (
        _out(_ERROR, far=_ERROR_KINDS),
        _out(_HANDLED),
        _out(_ERROR, then="escaping", far=RUNNING_KINDS, checked=True),
        _in(_HANDLED, checked=True),
        _in(_ERROR, then="passing"),
    ),
    "escaping": (
        _out(_ERROR, then="escaping", far=RUNNING_KINDS, checked=True),
        _in(_HANDLED, checked=True),
    ),
    "passing": (_out(_ERROR, far=_ERROR_KINDS), _in(_ERROR, then="passing")),
    # Who handles errors of a common kind says less than where this one comes from; of one that few handle and many
    # raise it says more.
    "raised": (_in(_ERROR, then="escaping"), Rule((_HANDLED,), outgoing=False, behind=True)),
    "caught": (_in(_HANDLED), Rule((_ERROR,), outgoing=False, then="escaping", behind=True)),
    "inheritance": (_out("INHERITS", then="bases"), _in("INHERITS", then="subtypes")),
    "bases": (_out("INHERITS", then="bases"),),
    "subtypes": (_in("INHERITS", then="subtypes"),),
}

WAYS: Final = (
    ("CALLS", "REFERENCES"),
    tuple(kind for kind in EDGE_NAMES if kind not in (_ERROR, _HANDLED)),
    EDGE_NAMES,
)
"""Kinds of edges over which a path is looked for, one after another: an error goes back to any caller, so that a path
over errors joins what never runs together."""
AIMS: Final = {"config": "READS_CONFIG", "on behalf": "MUTATES"}
"""Phase in which only the ways count that end with an edge of this kind."""


def is_escape(graph: CodeGraph, edge: Edge) -> bool:
    """Whether an edge is that of an error which leaves a function for its caller, the edge's target."""
    return edge.kind == _ERROR and graph.kinds[graph.kind[edge.target]] in RUNNING_KINDS
