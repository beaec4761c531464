"""Methods that OSGi runs for the one beside which they stand by their names: who adds a service also takes it away.

@Reference void addParser(Parser one) {}        void removeParser(Parser one) {}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.tracing.lineage import methods, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_PACKAGE: Final = "org.osgi."
_REFERENCE: Final = regex(r"@(?:\w+\.)*Reference\b")
_UNBINDING: Final = {"add": "remove", "bind": "unbind", "set": "unset"}
_CHANGED: Final = "updated"


def said_of_reference(index: RepoIndex, graph: CodeGraph, root: Entity) -> Iterator[str]:
    """Yield the method beside a function that is given a service, where that is taken away by the function."""
    text = index.text_if_any(root.path) if root.kind == "method" else ""
    if _PACKAGE not in text:
        return
    lines = text.split("\n")
    for one in map(graph.entity, methods(graph, type_around(graph, root.index))):
        if one.path == root.path and root.name in _counterparts(one.name):
            above = " ".join(lines[one.start_line - 1 : one.name_line])
            if _REFERENCE.search(above):
                yield f"OSGi may run it: it goes by its name with `{one.name}` below `@Reference`, L{one.start_line}."


def _counterparts(name: str) -> set[str]:
    """Return what the methods are called that go with one which is given a service.

    >>> sorted(_counterparts("addParser")), sorted(_counterparts("onParser"))
    (['removeParser', 'updatedParser'], ['unonParser', 'updatedonParser'])
    """
    for word, other in _UNBINDING.items():
        if name.startswith(word):
            rest = name.removeprefix(word)
            return {other + rest, _CHANGED + rest}
    return {f"un{name}", _CHANGED + name}
