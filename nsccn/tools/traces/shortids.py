"""Ids in the order in which they are read: what stands above goes without saying."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nsccn.graph.model import Entity
    from nsccn.tracing.trace import Trace

LONG_PATH: Final = 30
"""Letters of a path that is cut down to its end where it was named before."""
_PLAIN_KINDS: Final = frozenset({"func", "method"})
"""Their lines say by their verbs what they are."""
_SEVERAL: Final = -2
"""Stands for files, of which each has its number and -1 is none."""


class ShortIds:
    """The ids of a trace, the path left out or cut short where it was named before; each of them is understood."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._graph = trace.code
        self._path = self._graph.path_of(trace.roots[-1])
        """Of what was named last, which goes without saying for what follows."""
        self._named = {*map(self._graph.path_of, trace.roots)}
        """Paths that were named in full."""
        self._holding: dict[str, dict[str, int]] = {}

    def next(self, entity: Entity) -> str:
        """Return an id: without the path in the file that was named last, by the end of a path that was named before.

        So `:Cart.add`, and `method:cart.py:Cart.add` if no other file is called so.
        """
        kind, _, rest = entity.id.partition(":")
        name = rest.partition(":")[2]
        if not (entity.path and name):
            return entity.id
        if entity.path == self._path and self._is_alone(entity, name):
            return f":{name}" if kind in _PLAIN_KINDS else f"{kind}::{name}"
        self._path = entity.path
        if entity.path in self._named:
            return f"{kind}:{encode_path(self._ending(entity.path))}:{name}"
        self._named.add(entity.path)
        return entity.id

    def first(self, entity: Entity) -> str:
        """Return an id as it stands where only the heading is above it."""
        before, self._path = self._path, self._graph.path_of(self._trace.root)
        is_beside_all = {self._graph.path_of(root) for root in self._trace.roots} == {entity.path}
        name = self.next(entity) if is_beside_all else entity.id
        self._path = before
        return name

    def beside(self, entity: Entity) -> str:
        """Return a name behind an id on the same line: of what stands in another file with the end of its path."""
        name = entity.id.split(":", 2)[-1]
        if entity.path in {"", self._path}:
            return name
        self._path = entity.path
        return f"{encode_path(self._ending(entity.path))}:{name}"

    def ended(self, entity: Entity) -> str:
        """Return an id with the end of its path, of what is named in full elsewhere."""
        kind, _, rest = entity.id.partition(":")
        name = rest.partition(":")[2]
        return (
            f"{kind}:{encode_path(self._ending(entity.path))}:{name}" if entity.path and name else entity.id
        )

    def _is_alone(self, entity: Entity, name: str) -> bool:
        """Whether no other file has a definition of that name, so that the name alone means this one."""
        if entity.kind in FILE_KINDS:
            return False
        if entity.name not in self._holding:
            self._holding[entity.name] = self._files_holding(entity.name)
        return self._holding[entity.name][name] != _SEVERAL

    def _files_holding(self, last: str) -> dict[str, int]:
        """Return in which file each of the names is, as ids end in them, that have the same last part."""
        graph, held = self._graph, dict[str, int]()
        for one in graph.named(last):
            slot, name = int(graph.file[one]), graph.qualified_of(one) or graph.id_of(one)
            while name:
                held[name] = slot if held.get(name, slot) == slot else _SEVERAL
                name = name.partition(":")[2]
        return held

    def _ending(self, path: str) -> str:
        return _shortest(path, self._endings)

    @cached_property
    def _endings(self) -> Counter[str]:
        return _endings(self._graph.paths)


def unique_endings(paths: Iterable[str], wanted: Sequence[str]) -> dict[str, str]:
    """Return for some of all paths their ends, of one or two parts, that no other has; else the path."""
    endings = _endings(paths) if wanted else Counter[str]()
    return {path: _shortest(path, endings) for path in wanted}


def _shortest(path: str, endings: Mapping[str, int]) -> str:
    return next((one for one in (_end_of(path, parts) for parts in (1, 2)) if endings[one] == 1), path)


def _endings(paths: Iterable[str]) -> Counter[str]:
    return Counter(_end_of(path, parts) for parts in (1, 2) for path in paths)


def _end_of(path: str, parts: int) -> str:
    return "/".join(path.rsplit("/", parts)[-parts:])
