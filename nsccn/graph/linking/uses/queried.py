"""Edges to the fields of kept objects that a library is told by their names: `Cart.objects.filter(owner__name="a")`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.uses.state import add_read, stored_member
from nsccn.graph.meaning.values.value import COLLECTION, INSTANCE
from nsccn.graph.notation.marks import CREATED, FILLED, QUERIED, RESULT

if TYPE_CHECKING:
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Reference

_VIAS: Final = {FILLED: "direct", CREATED: "initializer"}


def link_queried(links: Links, scope: int, reference: Reference) -> None:
    """Add the edges of the fields that a name leads through, as far as they are fields of kept objects.

    What gives an object something of another one only looks for that.
    """
    symbols, infer = links.symbols, links.infer
    language = symbols.language(symbols.slot[scope])
    base, _, path = reference.target.rpartition(f"{RESULT}.")
    at, steps = base + RESULT, path.split(".")
    is_given = reference.detail != QUERIED and len(steps) == 1
    for step in steps:
        held = infer.evaluate(scope, at)
        if language is not None and held is not None and held.tag == COLLECTION:
            at = f"{at}.{language.record_step}"
            held = infer.evaluate(scope, at)
        if held is None or held.tag != INSTANCE or not infer.hierarchy.is_kept(held.entity):
            return
        field = stored_member(infer, scope, at, step)
        if field is None and language is not None:
            at = f"{at}.{step}{language.other_side_suffix}"  # of a relation that gives that side no name
            continue
        if field is None or symbols.kind(field) != "attr":
            return
        if is_given:
            links.edges.add(scope, "MUTATES", field, reference.line, via=_VIAS[reference.detail])
        else:
            add_read(links, scope, field, (reference.line,))
        at = f"{at}.{step}"
