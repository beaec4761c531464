"""Links the facts of all files into edges.

A reference becomes an edge when scopes, imports, inheritance or a type that the text gives lead to one entity
(resolved) or to a few (ambiguous, each with its probability). What leads nowhere is counted by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nsccn.graph.edgetable import EdgeTable
from nsccn.graph.escape import RaiseSite, propagate_errors
from nsccn.graph.linking.callees import Callees
from nsccn.graph.linking.calls import Calls
from nsccn.graph.linking.configuration import PLACES, link_file, link_place, link_read
from nsccn.graph.linking.inheritance import adopt, inherit
from nsccn.graph.linking.links import Links
from nsccn.graph.linking.state import link_assignment
from nsccn.graph.linking.uses import link_decorator, link_import, link_raise, link_value
from nsccn.graph.meaning.infer import Infer
from nsccn.graph.packed import References
from nsccn.graph.symbols import Symbols

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts, Reference


class Resolved(NamedTuple):
    """The result of linking."""

    symbols: Symbols
    edges: EdgeTable


def resolve(
    paths: Sequence[str],
    facts: list[FileFacts],
    read: Callable[[str], str | None],
    name: str = "",
    step: Callable[[int], None] = lambda _: None,
) -> Resolved:
    """Link the facts of all files.

    Args:
        paths: sorted relative paths.
        facts: the facts of each path; they lose their references, which are most of them, as these are linked.
        read: gives the text of a manifest, None where there is none.
        name: the root directory's, by which a root that is a package imports itself.
        step: told the number of files linked so far.
    """
    symbols = Symbols(paths, facts, read, name)
    infer, edges = Infer(symbols), EdgeTable()
    adopt(infer)
    inherit(infer, edges)
    linker = _Linker(symbols, infer, edges)
    for slot in range(len(paths)):
        linker.link(slot)
        facts[slot] = msgspec.structs.replace(facts[slot], uses=References())
        step(slot + 1)
    linker.calls.overrides()
    propagate_errors(symbols, infer, edges, linker.calls.sites, linker.raised)
    return Resolved(symbols, edges)


class _Linker:
    """Links file after file."""

    def __init__(self, symbols: Symbols, infer: Infer, edges: EdgeTable) -> None:
        callees = Callees(infer)
        self._links = Links(symbols, infer, callees, edges)
        self.calls = Calls(infer, callees, edges)
        self.raised: list[RaiseSite] = []

    def link(self, slot: int) -> None:
        """Add the edges whose evidence lies in one file."""
        links = self._links
        links.infer.forget_expressions()
        self.calls.forget()
        file = links.symbols.facts[slot]
        base = links.symbols.first[slot]
        for reference in file.references:
            self._link_reference(slot, base + reference.scope, reference)
        for assignment in file.assignments:
            link_assignment(links, slot, base + assignment.scope, assignment)
        for imported in file.imports:
            link_import(links, slot, base + imported.scope, imported)

    def _link_reference(self, slot: int, scope: int, reference: Reference) -> None:
        links, kind = self._links, reference.kind
        if kind in ("call", "new"):
            self.calls.link(slot, scope, reference)
        elif kind == "value":
            link_value(links, slot, scope, reference)
        elif kind == "decorate":
            link_decorator(links, slot, scope, reference)
        elif kind == "read":
            link_read(links, slot, scope, reference)
        elif kind == "raise":
            site = link_raise(links, slot, scope, reference)
            if site is not None:
                self.raised.append(site)
        elif kind == "file":
            link_file(links, slot, scope, reference)
        elif kind in PLACES:
            link_place(links, slot, scope, reference)
