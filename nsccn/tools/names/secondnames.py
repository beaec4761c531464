"""Members that have another name besides their own: `shop.open = shop.start = function () {}`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.fileroles import role_of
from nsccn.graph.lookup.wording import bare_name, dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.index import RepoIndex

_MOST_READ: Final = 80
"""Files that are looked at, those of the product first."""


def named_besides(index: RepoIndex, asked: str) -> list[int]:
    """Return the definitions of which files give an object the asked name, `Cart.open` or `cart.js:shop.open`."""
    name, snapshot = dotted(bare_name(asked)).rpartition(":")[2], index.snapshot
    first, *others = (snapshot.lexical.files_with(word) for word in name.split("."))
    slots = set(first).intersection(*others) if others else ()
    paths = sorted((snapshot.entities.paths[slot] for slot in slots), key=lambda path: (role_of(path), path))
    paths = [path for path in paths if f"{path}:" in asked] or paths
    graph, found = snapshot.graph, set[int]()
    for path in paths[:_MOST_READ]:
        with suppress(NsccnError, OSError):
            given = set(_given(index, path, name))
            found.update(one for one in graph.entities_of(path) if graph.qualified_of(one) in given)
    return sorted(found)


def _given(index: RepoIndex, path: str, name: str) -> Iterator[str]:
    """Yield the qualified names that a file gives a name to besides."""
    facts = index.facts(path)
    step = languages.load(facts.language).instance_members
    for scope, target, value, *_ in facts.shared.rows():
        root, dot, member = target.partition(".")
        own = f"{facts.definitions[scope].qualified_name}.{member}" if root == "self" and dot else target
        if value and name in (own, target.replace(f".{step}.", ".")):
            yield value.replace(f".{step}.", ".")
